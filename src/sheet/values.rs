//! Values by name: what a game knows about a frame, a region or a sheet.

/// A number, a text, or true or false.
#[derive(Debug, Clone, PartialEq)]
pub enum SheetValue {
    /// A finite number.
    Number(f64),
    /// A text.
    Text(Box<str>),
    /// True or false.
    Truth(bool),
}

/// Values by name, in the order of the file.
///
/// ```
/// use kasuri::sheet::{SheetValue, SheetValues};
/// let mut values = SheetValues::default();
/// values.set("damage", SheetValue::Number(3.0));
/// values.set("damage", SheetValue::Number(4.0));
/// assert_eq!((values.number("damage"), values.text("damage")), (Some(4.0), None));
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct SheetValues(Vec<(Box<str>, SheetValue)>);

impl SheetValues {
    /// Sets a value; an earlier one with this name is replaced.
    pub fn set(&mut self, name: &str, value: SheetValue) {
        match self.0.iter_mut().find(|(known, _)| **known == *name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name.into(), value)),
        }
    }

    /// Adds a value whose name is known to be new.
    pub(super) fn push(&mut self, name: &str, value: SheetValue) {
        self.0.push((name.into(), value));
    }

    /// Returns the value with a name.
    pub fn get(&self, name: &str) -> Option<&SheetValue> {
        self.0.iter().find(|(known, _)| **known == *name).map(|(_, value)| value)
    }

    /// Returns the number with a name; `None` where there is none, or something else.
    pub fn number(&self, name: &str) -> Option<f64> {
        match self.get(name)? {
            SheetValue::Number(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns the text with a name; `None` where there is none, or something else.
    pub fn text(&self, name: &str) -> Option<&str> {
        match self.get(name)? {
            SheetValue::Text(value) => Some(value),
            _ => None,
        }
    }

    /// Returns whether the value with a name is true; `None` where there is none, or something else.
    pub fn truth(&self, name: &str) -> Option<bool> {
        match self.get(name)? {
            SheetValue::Truth(value) => Some(*value),
            _ => None,
        }
    }

    /// Returns all names and values, in order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&str, &SheetValue)> {
        self.0.iter().map(|(name, value)| (&**name, value))
    }
}
