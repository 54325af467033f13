//! The checks of pointers that come from C. They are all in this file.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;

use kasuri::Handle;

use crate::border::{Done, Refusal};
use crate::status::kasuri_status;
use crate::types::kasuri_body;

/// The destination of one answer; `None` if the pointer is NULL.
pub(crate) type Out<'a, T> = Option<&'a mut MaybeUninit<T>>;

#[cold]
pub(crate) fn null(name: &str) -> Refusal {
    Refusal::new(kasuri_status::NullPointer, format!("{name}: the pointer is NULL"))
}

/// Writes an answer; refuses NULL.
pub(crate) fn put<T>(out: Out<'_, T>, name: &str, value: T) -> Done {
    out.ok_or_else(|| null(name))?.write(value);
    Ok(())
}

/// Checks that the destination of an answer is not NULL, before the call does anything.
pub(crate) fn needed<'a, T>(out: Out<'a, T>, name: &str) -> Done<Place<'a, T>> {
    out.map(Place).ok_or_else(|| null(name))
}

/// The destination of an answer, which is not NULL.
pub(crate) struct Place<'a, T>(&'a mut MaybeUninit<T>);

impl<T> Place<'_, T> {
    pub(crate) fn put(self, value: T) {
        self.0.write(value);
    }
}

/// Returns a struct that is required; refuses NULL.
pub(crate) fn given<'a, T>(value: Option<&'a T>, name: &str) -> Done<&'a T> {
    value.ok_or_else(|| null(name))
}

/// Checks what can be checked of `count` values at a pointer: that it is not NULL, that the type may be at this address,
/// and that a memory can hold so many. The names are those of the pointer and of the count.
pub(crate) fn usable<T>(at: *const T, count: usize, [name, count_name]: [&str; 2]) -> Done {
    if count == 0 {
        return Ok(());
    }
    if at.is_null() {
        return Err(null(name));
    }
    if !at.is_aligned() {
        let text = format!("{name}: the address is not a multiple of {}, as its type needs", align_of::<T>());
        return Err(Refusal::new(kasuri_status::WrongValue, text));
    }
    match count.checked_mul(size_of::<T>()) {
        Some(bytes) if isize::try_from(bytes).is_ok() => Ok(()),
        _ => Err(Refusal::value(count_name, count, "no memory holds so many")),
    }
}

/// Returns the `count` values at a pointer from C.
pub(crate) fn list<'a, T: Copy>(at: *const T, count: usize, name: &str) -> Done<&'a [T]> {
    if count == 0 {
        return Ok(&[]);
    }
    usable(at, count, [name; 2])?;
    // SAFETY: the header requires a pointer to `count` valid values; every T in use is plain numbers.
    Ok(unsafe { std::slice::from_raw_parts(at, count) })
}

/// Returns a list of bodies as the library's handles; refuses a generation of 0.
pub(crate) fn bodies<'a>(at: *const kasuri_body, count: usize, name: &str) -> Done<&'a [Handle]> {
    let bodies = list(at, count, name)?;
    if let Some(k) = bodies.iter().position(|body| body.generation == 0) {
        return Err(no_body(&format!("{name}[{k}]")));
    }
    // SAFETY: both types are two u32 in C's order, and the second is not 0, which is all that a Handle requires.
    Ok(unsafe { std::slice::from_raw_parts(bodies.as_ptr().cast::<Handle>(), bodies.len()) })
}

#[cold]
pub(crate) fn no_body(name: &str) -> Refusal {
    Refusal::new(kasuri_status::StaleBody, format!("{name}: the body's generation is 0, which no body has"))
}

/// A buffer of the caller for a list.
pub(crate) struct Buffer<'a, T> {
    items: &'a mut [MaybeUninit<T>],
    count: &'a mut MaybeUninit<usize>,
}

/// Checks the buffer that a list is written to, and sets its count to 0.
pub(crate) fn buffer<'a, T: Copy>(
    items: *mut T,
    capacity: usize,
    count: Out<'a, usize>,
) -> Done<Buffer<'a, T>> {
    let count = count.ok_or_else(|| null("count"))?;
    count.write(0);
    if capacity == 0 {
        return Ok(Buffer { items: &mut [], count });
    }
    usable(items, capacity, ["items", "capacity"])?;
    // SAFETY: the header requires a buffer of that many items, which nothing else uses during the call.
    let items = unsafe { std::slice::from_raw_parts_mut(items.cast::<MaybeUninit<T>>(), capacity) };
    Ok(Buffer { items, count })
}

impl<T: Copy> Buffer<'_, T> {
    /// Returns the capacity. A call that must not be made in vain checks it first.
    pub(crate) fn room(&self) -> usize {
        self.items.len()
    }

    /// Writes the count of all items, and refuses if there is no room for them: for lists that are dear to make.
    pub(crate) fn has_room(self, total: usize) -> Done<Self> {
        self.count.write(total);
        if total > self.items.len() { Err(short(total, self.items.len())) } else { Ok(self) }
    }

    /// Writes as many items as fit, and the count of all.
    pub(crate) fn fill<I: Into<T>>(self, from: impl IntoIterator<Item = I>) -> Done {
        let mut total = 0;
        let mut room = self.items.iter_mut();
        for item in from {
            if let Some(place) = room.next() {
                place.write(item.into());
            }
            total += 1;
        }
        self.end(total)
    }

    /// Does the same with a slice, whose length is known.
    pub(crate) fn fill_from<I: Copy + Into<T>>(self, from: &[I]) -> Done {
        for (place, &item) in self.items.iter_mut().zip(from) {
            place.write(item.into());
        }
        self.end(from.len())
    }

    fn end(self, total: usize) -> Done {
        self.count.write(total);
        if total > self.items.len() { Err(short(total, self.items.len())) } else { Ok(()) }
    }
}

#[cold]
fn short(total: usize, room: usize) -> Refusal {
    let text = format!("capacity: there are {total} items and there is room for {room}");
    Refusal::new(kasuri_status::ShortBuffer, text)
}

/// Returns a text of the caller.
pub(crate) fn text<'a>(at: *const c_char, name: &str) -> Done<&'a str> {
    if at.is_null() {
        return Err(null(name));
    }
    // SAFETY: the header requires a text that ends with a 0.
    let text = unsafe { CStr::from_ptr(at) };
    text.to_str()
        .map_err(|_| Refusal::new(kasuri_status::WrongValue, format!("{name}: the text is not UTF-8")))
}

/// Writes a text and the 0 at its end, cut at the end of the buffer; the length is that of the whole text without the
/// 0.
pub(crate) fn put_text(buffer: *mut c_char, capacity: usize, length: Out<'_, usize>, text: &str) -> Done {
    let place = needed(length, "length")?;
    place.put(text.len());
    if capacity == 0 {
        return Err(short(text.len() + 1, 0));
    }
    usable(buffer, capacity, ["buffer", "capacity"])?;
    // SAFETY: the header requires a buffer of that many bytes, which nothing else uses during the call.
    let room = unsafe { std::slice::from_raw_parts_mut(buffer.cast::<MaybeUninit<u8>>(), capacity) };
    let kept = text.floor_char_boundary(capacity - 1);
    for (place, &byte) in room.iter_mut().zip(text.as_bytes()[..kept].iter().chain([&0])) {
        place.write(byte);
    }
    if kept < text.len() { Err(short(text.len() + 1, capacity)) } else { Ok(()) }
}
