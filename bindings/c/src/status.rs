//! What every call returns.

/// What every call returns. Anything but `KASURI_STATUS_OK` is a refusal: nothing has changed, unless the function says
/// otherwise, and `kasuri_last_error` tells why.
#[repr(i32)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum kasuri_status {
    /// Done.
    Ok = 0,
    /// The library refused it: a number that is not finite, a size out of range, a damaged file. The text tells which.
    Refused = 1,
    /// A pointer that must point to something is NULL.
    NullPointer = 2,
    /// A handle is 0, or is no handle at all.
    NullHandle = 3,
    /// A handle whose object was freed.
    StaleHandle = 4,
    /// A handle of another kind of object than is asked for.
    WrongKind = 5,
    /// A body that was removed, or that is another world's.
    StaleBody = 6,
    /// The buffer is too short. As many items as fit are in it, and the count is that of all.
    ShortBuffer = 7,
    /// A number stands for nothing: an enumerator that is not in the header, unknown flags, a length beyond memory.
    WrongValue = 8,
    /// The object is in use: by another thread, or by the call that called back.
    Busy = 9,
    /// The call panicked: a fault of the library. What it was changing is good for nothing but `kasuri_free`.
    Panic = 10,
    /// The object was being changed when a call panicked. Only `kasuri_free` takes it.
    Poisoned = 11,
    /// The header and the library are not of one version.
    WrongAbi = 12,
    /// There is no room for another object: a million live at a time.
    TooManyObjects = 13,
}
