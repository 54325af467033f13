//! Taking JSON apart: every refusal names its place and says what would be accepted (SPEC 7).

use std::borrow::Cow;

use crate::error::{At, Error, Result};
use crate::lattice::Vec2;
use crate::scene::json::{Entries, Json, quoted};

/// An object with a fixed set of fields.
pub(super) struct Fields<'j> {
    what: &'static str,
    known: &'static [&'static str],
    /// One for each known field.
    values: Vec<Option<Json<'j>>>,
}

impl<'j> Fields<'j> {
    /// Refuses what is no object, fields that stand twice, and fields that are not `known`.
    pub(super) fn of(
        json: Json<'j>,
        what: &'static str,
        known: &'static [&'static str],
    ) -> Result<Fields<'j>> {
        let mut fields = Fields { what, known, values: vec![None; known.len()] };
        for (name, value) in object(json, what)? {
            let Some(k) = known.iter().position(|&known| known == name) else {
                return Err(Error::UnknownField { what, known: listed(known) }.at(key(&name)));
            };
            if fields.values[k].replace(value).is_some() {
                return Err(Error::RepeatedField.at(key(&name)));
            }
        }
        Ok(fields)
    }

    /// The field's value, if it stands there.
    pub(super) fn get(&self, name: &str) -> Option<Json<'j>> {
        let k = self.known.iter().position(|&known| known == name)?;
        self.values[k]
    }

    /// Reads a field that may be left away.
    pub(super) fn may<T>(&self, name: &str, read: impl FnOnce(Json<'j>) -> Result<T>) -> Result<Option<T>> {
        self.get(name).map(|json| read(json).at(name)).transpose()
    }

    /// Reads a field that must be there.
    pub(super) fn must<T>(&self, field: &'static str, read: impl FnOnce(Json<'j>) -> Result<T>) -> Result<T> {
        let missing = || Error::MissingField { field, what: self.what, known: listed(self.known) };
        self.may(field, read)?.ok_or_else(missing)
    }

    /// The one field that stands there of several that exclude each other.
    pub(super) fn one_of(&self, names: &'static [&'static str]) -> Result<(&'static str, Json<'j>)> {
        let mut found = names.iter().filter_map(|&name| self.get(name).map(|json| (name, json)));
        match (found.next(), found.next()) {
            (Some(one), None) => Ok(one),
            (Some((a, _)), Some((b, _))) => {
                let what = self.what;
                Err(Error::Scene(format!("{a} and {b} stand together; {what} has one of {}", listed(names))))
            }
            (None, _) => Err(Error::Scene(format!(
                "it does not say what it is; {} has one of {}",
                self.what,
                listed(names)
            ))),
        }
    }
}

/// The entries of an object, in their order.
pub(super) fn object<'j>(json: Json<'j>, what: &'static str) -> Result<Entries<'j>> {
    json.entries().ok_or_else(|| expected(json, what))
}

/// Reads a list item by item.
pub(super) fn list<'j, T>(json: Json<'j>, read: impl FnMut(Json<'j>) -> Result<T>) -> Result<Vec<T>> {
    let items = json.items().ok_or_else(|| expected(json, "a list"))?;
    let read = items.map(read).enumerate();
    read.map(|(k, item)| item.map_err(|error| error.at(format!("[{k}]")))).collect()
}

pub(super) fn number(json: Json<'_>) -> Result<f64> {
    json.number().ok_or_else(|| expected(json, "a number"))
}

/// An integer from 0 to `most`.
pub(super) fn integer(json: Json<'_>, what: &'static str, most: u32) -> Result<u32> {
    let value = number(json)?;
    if value.fract() != 0.0 {
        return Err(expected(json, "an integer"));
    }
    if !(0.0..=f64::from(most)).contains(&value) {
        return Err(Error::OutOfRange { what, value, least: 0.0, most: most.into() });
    }
    Ok(value as u32)
}

pub(super) fn truth(json: Json<'_>) -> Result<bool> {
    json.truth().ok_or_else(|| expected(json, "true or false"))
}

/// Two numbers, [x, y], or one for both.
pub(super) fn one_or_two(json: Json<'_>) -> Result<Vec2> {
    match (json.number(), json.items()) {
        (Some(value), _) => Ok(Vec2::new(value, value)),
        (_, Some(_)) => vec2(json),
        _ => Err(expected(json, "a number or a pair of numbers, [x, y],")),
    }
}

/// Bits of layers.
pub(super) fn layers(json: Json<'_>) -> Result<u32> {
    integer(json, "a set of layers, as the bits of an integer,", u32::MAX)
}

pub(super) fn text(json: Json<'_>) -> Result<Cow<'_, str>> {
    json.text().ok_or_else(|| expected(json, "a string"))
}

/// Two numbers, [x, y].
pub(super) fn vec2(json: Json<'_>) -> Result<Vec2> {
    let mut items = json.items().into_iter().flatten();
    match [items.next(), items.next(), items.next()] {
        [Some(x), Some(y), None] => Ok(Vec2::new(number(x).at("[0]")?, number(y).at("[1]")?)),
        _ => Err(expected(json, "a pair of numbers, [x, y],")),
    }
}

/// Rows of characters.
pub(super) fn rows(json: Json<'_>) -> Result<Vec<Cow<'_, str>>> {
    list(json, text)
}

pub(super) fn expected(found: Json<'_>, expected: &'static str) -> Error {
    Error::Expected { found: found.describe(), expected }
}

/// A key as a part of a place: plain where it reads well, in quotes and brackets where it would not.
pub(super) fn key(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    match (1..=60).contains(&name.len()) && name.chars().all(plain) {
        true => name.into(),
        false => format!("[{}]", quoted(name)),
    }
}

/// "a, b and c".
fn listed(names: &[&str]) -> String {
    match names {
        [] => "no fields".into(),
        [one] => (*one).into(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Json<'_> {
        Json::parse(text.as_bytes(), &crate::scene::Ceilings::default()).unwrap()
    }

    #[test]
    fn fields_are_known_and_stand_once() {
        let refused =
            |text: &str| Fields::of(parsed(text), "a circle", &["r", "s"]).err().unwrap().to_string();
        assert_eq!(refused(r#"{"x": 1}"#), "x: there is no such field; a circle has r and s");
        assert_eq!(refused(r#"{"r": 1, "r": 1}"#), "r: this field stands twice; each may stand once");
        assert_eq!(refused("3"), "3 stands where a circle is expected");
        assert_eq!(refused(r#"{"a b": 1}"#), "[\"a b\"]: there is no such field; a circle has r and s");
    }

    #[test]
    fn values_are_what_they_should_be() {
        let json = parsed(r#"{"r": 1.5, "s": -1}"#);
        let fields = Fields::of(json, "a circle", &["r", "s", "t"]).unwrap();
        assert_eq!(fields.must("r", number), Ok(1.5));
        assert_eq!(fields.may("t", number), Ok(None));
        let refused = |r: Result<u32>| r.unwrap_err().to_string();
        assert_eq!(refused(fields.must("r", layers)), "r: 1.5 stands where an integer is expected");
        assert!(refused(fields.must("s", layers)).ends_with("is 0 to 4294967295"));
        assert_eq!(refused(fields.must("t", layers)), "t is missing; a circle has r, s and t");
        assert_eq!(
            vec2(parsed(r#"[1, "2"]"#)).unwrap_err().to_string(),
            "[1]: \"2\" stands where a number is expected"
        );
    }
}
