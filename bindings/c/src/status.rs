//! The status that every call returns.

/// The status that every call returns. Anything but `KASURI_STATUS_OK` is a refusal: nothing has changed, unless the
/// function says otherwise, and `kasuri_last_error` gives the reason.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum kasuri_status {
    /// The call succeeded.
    Ok = 0,
    /// The library refused the call: a number that is not finite, a size out of range, a damaged file. The text says
    /// which.
    Refused = 1,
    /// A pointer that must point to something is NULL.
    NullPointer = 2,
    /// A handle is 0, or the number is not a handle at all.
    NullHandle = 3,
    /// The handle's object was freed.
    StaleHandle = 4,
    /// The handle is of another kind of object than the call expects.
    WrongKind = 5,
    /// The body was removed, or it belongs to another world.
    StaleBody = 6,
    /// The buffer is too short. It contains as many items as fit, and the count is the count of all items.
    ShortBuffer = 7,
    /// A number has no meaning: an enumerator that is not in the header, unknown flags, a length beyond memory.
    WrongValue = 8,
    /// The object is in use: by another thread, or by the call that invoked this callback.
    Busy = 9,
    /// The call panicked, which is a fault of the library. Only `kasuri_free` accepts the object that the call was
    /// changing.
    Panic = 10,
    /// An earlier call panicked while it changed the object. Only `kasuri_free` accepts it.
    Poisoned = 11,
    /// The versions of the header and the library differ.
    WrongAbi = 12,
    /// There is no room for another object: at most a million can exist at a time.
    TooManyObjects = 13,
}
