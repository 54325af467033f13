//! Numbers as bytes: little-endian; whole numbers in as few bytes as they need. What is read is bounded by the bytes
//! that exist.

use crate::ceilings::Ceilings;
use crate::error::{Cause, Error, Result};
use crate::lattice::Vec2;
use crate::world::table::handle::Handle;

#[derive(Debug, Clone, Default)]
pub(super) struct Writer(pub(super) Vec<u8>);

impl Writer {
    pub(super) fn byte(&mut self, byte: u8) {
        self.0.push(byte);
    }

    /// Writes seven bits per byte, the lowest first. The high bit says that more bytes follow.
    pub(super) fn number(&mut self, mut number: u64) {
        while number >= 0x80 {
            self.0.push(number as u8 | 0x80);
            number >>= 7;
        }
        self.0.push(number as u8);
    }

    pub(super) fn count(&mut self, count: usize) {
        self.number(count as u64);
    }

    /// Writes a signed number. Numbers near 0 take few bytes, whatever their sign.
    pub(super) fn signed(&mut self, number: i64) {
        self.number((number << 1 ^ number >> 63).cast_unsigned());
    }

    pub(super) fn float(&mut self, x: f64) {
        self.0.extend(x.to_bits().to_le_bytes());
    }

    pub(super) fn vec2(&mut self, v: Vec2) {
        self.float(v.x);
        self.float(v.y);
    }

    /// Writes by how many floats `x` differs from a predicted value.
    pub(super) fn near(&mut self, x: f64, foreseen: f64) {
        self.signed(x.to_bits().wrapping_sub(foreseen.to_bits()).cast_signed());
    }

    pub(super) fn hash(&mut self, hash: u64) {
        self.0.extend(hash.to_le_bytes());
    }

    pub(super) fn text(&mut self, text: &str) {
        self.count(text.len());
        self.0.extend(text.bytes());
    }

    pub(super) fn handle(&mut self, handle: Handle) {
        self.number(handle.to_bits() & u64::from(u32::MAX));
        self.number(handle.to_bits() >> 32);
    }

    pub(super) fn list<T: Copy>(&mut self, list: &[T], write: impl Fn(&mut Writer, T)) {
        self.count(list.len());
        list.iter().for_each(|&item| write(self, item));
    }
}

/// Reads what a [`Writer`] wrote. For other bytes it returns an error that says where they stop making sense.
#[derive(Debug, Clone)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
    /// The offset of the bytes in the recording.
    from: usize,
    /// The ceilings on what the bytes may make, and how much they have made so far, in units of one body.
    ceilings: Ceilings,
    things: u64,
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8], from: usize) -> Reader<'a> {
        Reader { bytes, at: 0, from, ceilings: Ceilings::NONE, things: 0 }
    }

    /// Returns the reader with ceilings; `things` bodies exist already.
    pub(super) fn within(self, ceilings: Ceilings, things: u64) -> Reader<'a> {
        Reader { ceilings, things, ..self }
    }

    /// Returns how many bodies' worth of things the bytes read so far have made.
    pub(super) fn count_of_things(&self) -> u64 {
        self.things
    }

    /// Counts bodies' worth of things that the bytes read next will make.
    pub(super) fn add_things(&mut self, count: u64) -> Result<()> {
        self.things = self.things.saturating_add(count);
        if self.things <= self.ceilings.bodies { Ok(()) } else { Err(self.ceilings.too_many_bodies()) }
    }

    pub(super) fn wrong(&self, what: &'static str) -> Error {
        Cause::Recording { byte: self.from + self.at, what }.error()
    }

    pub(super) fn is_done(&self) -> bool {
        self.at == self.bytes.len()
    }

    /// Returns the number of bytes left.
    pub(super) fn left(&self) -> usize {
        self.bytes.len() - self.at
    }

    #[inline]
    pub(super) fn take(&mut self, count: usize) -> Result<&'a [u8]> {
        let bytes = self.bytes[self.at..].get(..count).ok_or_else(|| self.wrong("unexpected end"))?;
        self.at += count;
        Ok(bytes)
    }

    /// Returns the reader's offset in the recording.
    pub(super) fn position(&self) -> usize {
        self.from + self.at
    }

    /// Reads a number of four bytes.
    pub(super) fn length(&mut self) -> Result<u32> {
        let mut length = [0; 4];
        length.copy_from_slice(self.take(4)?);
        Ok(u32::from_le_bytes(length))
    }

    #[inline]
    fn word(&mut self) -> Result<u64> {
        let mut word = [0; 8];
        word.copy_from_slice(self.take(8)?);
        Ok(u64::from_le_bytes(word))
    }

    #[inline]
    pub(super) fn byte(&mut self) -> Result<u8> {
        Ok(self.take(1)?[0])
    }

    /// Reads a byte below a limit.
    #[inline]
    pub(super) fn choice(&mut self, count: u8) -> Result<u8> {
        let byte = self.byte()?;
        if byte < count { Ok(byte) } else { Err(self.wrong("an unknown code")) }
    }

    #[inline]
    pub(super) fn number(&mut self) -> Result<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                break;
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(self.wrong("a number of more than 64 bits"))
    }

    #[inline]
    pub(super) fn small(&mut self) -> Result<u32> {
        let number = self.number()?;
        u32::try_from(number).map_err(|_| self.wrong("a number of more than 32 bits"))
    }

    /// Reads a count of items that follow. Each takes at least a byte, so the count is at most the number of bytes
    /// left.
    pub(super) fn count(&mut self) -> Result<usize> {
        let count = self.number()?;
        let left = self.bytes.len() - self.at;
        match usize::try_from(count) {
            Ok(count) if count <= left => Ok(count),
            _ => Err(self.wrong("a count larger than the number of bytes left")),
        }
    }

    /// Reads a count of things that are known already.
    pub(super) fn count_of(&mut self, known: usize) -> Result<usize> {
        let count = self.small()? as usize;
        if count <= known {
            Ok(count)
        } else {
            Err(self.wrong("a count larger than the number of known items"))
        }
    }

    pub(super) fn signed(&mut self) -> Result<i64> {
        let number = self.number()?;
        Ok((number >> 1).cast_signed() ^ -((number & 1).cast_signed()))
    }

    pub(super) fn lattice(&mut self) -> Result<i32> {
        let number = self.signed()?;
        i32::try_from(number).map_err(|_| self.wrong("a lattice coordinate of more than 32 bits"))
    }

    /// Reads a finite number.
    #[inline]
    pub(super) fn float(&mut self) -> Result<f64> {
        let x = f64::from_bits(self.word()?);
        if x.is_finite() { Ok(x) } else { Err(self.wrong("a number that is not finite")) }
    }

    /// Reads two finite numbers.
    #[inline]
    pub(super) fn vec2(&mut self) -> Result<Vec2> {
        let (x, y) = self.take(16)?.split_at(8);
        let [x, y] = [x, y].map(|bytes| bytes.try_into().map_or(f64::NAN, f64::from_le_bytes));
        if x.is_finite() && y.is_finite() {
            Ok(Vec2 { x, y })
        } else {
            Err(self.wrong("a number that is not finite"))
        }
    }

    pub(super) fn near(&mut self, foreseen: f64) -> Result<f64> {
        let by = self.signed()?.cast_unsigned();
        let x = f64::from_bits(foreseen.to_bits().wrapping_add(by));
        if x.is_finite() { Ok(x) } else { Err(self.wrong("a number that is not finite")) }
    }

    pub(super) fn hash(&mut self) -> Result<u64> {
        self.word()
    }

    pub(super) fn text(&mut self) -> Result<&'a str> {
        let count = self.count()?;
        let bytes = self.take(count)?;
        std::str::from_utf8(bytes).map_err(|_| self.wrong("text that is not UTF-8"))
    }

    pub(super) fn handle(&mut self) -> Result<Handle> {
        let (slot, generation) = (u64::from(self.small()?), u64::from(self.small()?));
        Handle::from_bits(generation << 32 | slot).ok_or_else(|| self.wrong("an invalid handle"))
    }

    /// Reads a list of pairs, or of what is read from pairs.
    pub(super) fn pairs<T>(&mut self, read: impl Fn(&mut Reader<'a>) -> Result<T>) -> Result<Vec<T>> {
        let count = self.count()?;
        if count as u64 > self.ceilings.pairs {
            return Err(self.ceilings.too_many_pairs());
        }
        (0..count).map(|_| read(self)).collect()
    }

    /// Reads a list of handles, rules and so on, each of which counts as a thing.
    pub(super) fn things<T>(&mut self, read: impl Fn(&mut Reader<'a>) -> Result<T>) -> Result<Vec<T>> {
        let count = self.count()?;
        self.add_things(count as u64)?;
        (0..count).map(|_| read(self)).collect()
    }

    pub(super) fn list<T>(&mut self, read: impl Fn(&mut Reader<'a>) -> Result<T>) -> Result<Vec<T>> {
        let count = self.count()?;
        (0..count).map(|_| read(self)).collect()
    }
}
