//! Reads JSON values; every error names its place and says what would be accepted (SPEC 7).

use std::borrow::Cow;

use crate::error::{At, Cause, Error, Result};
use crate::lattice::Vec2;
use crate::scene::json::{Entries, Json, quoted};

/// An object with a fixed set of fields.
pub(crate) struct Fields<'j> {
    what: &'static str,
    known: &'static [&'static str],
    /// The value of each known field, if it is present.
    values: Vec<Option<Json<'j>>>,
}

impl<'j> Fields<'j> {
    /// Refuses values that are not an object, repeated fields, and fields that are not `known`.
    pub(crate) fn of(
        json: Json<'j>,
        what: &'static str,
        known: &'static [&'static str],
    ) -> Result<Fields<'j>> {
        let mut fields = Fields { what, known, values: vec![None; known.len()] };
        for (name, value) in object(json, what)? {
            let Some(k) = known.iter().position(|&known| known == name) else {
                return Err(Cause::UnknownField { what, known: the_fields(known) }.at(key(&name)));
            };
            if fields.values[k].replace(value).is_some() {
                return Err(Cause::RepeatedField.at(key(&name)));
            }
        }
        Ok(fields)
    }

    /// Returns the value of a field, if it is present.
    pub(crate) fn get(&self, name: &str) -> Option<Json<'j>> {
        let k = self.known.iter().position(|&known| known == name)?;
        self.values[k]
    }

    /// Reads an optional field.
    pub(crate) fn may<T>(&self, name: &str, read: impl FnOnce(Json<'j>) -> Result<T>) -> Result<Option<T>> {
        self.get(name).map(|json| read(json).at(name)).transpose()
    }

    /// Reads a required field.
    pub(crate) fn must<T>(&self, field: &'static str, read: impl FnOnce(Json<'j>) -> Result<T>) -> Result<T> {
        let missing =
            || Cause::MissingField { field, what: self.what, known: the_fields(self.known) }.error();
        self.may(field, read)?.ok_or_else(missing)
    }

    /// Returns the one field that is present, of several that exclude each other.
    pub(crate) fn one_of(&self, names: &'static [&'static str]) -> Result<(&'static str, Json<'j>)> {
        let mut found = names.iter().filter_map(|&name| self.get(name).map(|json| (name, json)));
        match (found.next(), found.next()) {
            (Some(one), None) => Ok(one),
            (Some((a, _)), Some((b, _))) => {
                let what = self.what;
                let names = listed(names);
                Err(Cause::Scene(format!("{a} and {b} exclude each other; {what} has only one of {names}"))
                    .error())
            }
            (None, _) => Err(Cause::Scene(format!(
                "the kind is missing; {} needs one of {}",
                self.what,
                listed(names)
            ))
            .error()),
        }
    }
}

/// Returns the entries of an object, in order.
pub(crate) fn object<'j>(json: Json<'j>, what: &'static str) -> Result<Entries<'j>> {
    json.entries().ok_or_else(|| expected(json, what))
}

/// Reads a list item by item.
pub(crate) fn list<'j, T>(json: Json<'j>, read: impl FnMut(Json<'j>) -> Result<T>) -> Result<Vec<T>> {
    let items = json.items().ok_or_else(|| expected(json, "a list"))?;
    let read = items.map(read).enumerate();
    read.map(|(k, item)| item.map_err(|error| error.at(format!("[{k}]")))).collect()
}

pub(crate) fn number(json: Json<'_>) -> Result<f64> {
    json.number().ok_or_else(|| expected(json, "a number"))
}

/// Reads an integer from 0 to `most`.
pub(crate) fn integer(json: Json<'_>, what: &'static str, most: u32) -> Result<u32> {
    let value = number(json)?;
    if value.fract() != 0.0 {
        return Err(expected(json, "an integer"));
    }
    if !(0.0..=f64::from(most)).contains(&value) {
        return Err(Cause::OutOfRange { what, value, least: 0.0, most: most.into() }.error());
    }
    Ok(value as u32)
}

pub(crate) fn truth(json: Json<'_>) -> Result<bool> {
    json.truth().ok_or_else(|| expected(json, "true or false"))
}

/// Reads two numbers, [x, y], or one number for both.
pub(crate) fn one_or_two(json: Json<'_>) -> Result<Vec2> {
    match (json.number(), json.items()) {
        (Some(value), _) => Ok(Vec2::new(value, value)),
        (_, Some(_)) => vec2(json),
        _ => Err(expected(json, "a number or a pair of numbers [x, y]")),
    }
}

/// Reads the number of a group; 0 is none.
pub(crate) fn group(json: Json<'_>) -> Result<u32> {
    integer(json, "the number of a group", u32::MAX)
}

/// Reads the bits of layers.
pub(crate) fn layers(json: Json<'_>) -> Result<u32> {
    integer(json, "a set of layers, as the bits of an integer,", u32::MAX)
}

pub(crate) fn text(json: Json<'_>) -> Result<Cow<'_, str>> {
    json.text().ok_or_else(|| expected(json, "a string"))
}

/// Reads two numbers, [x, y].
pub(crate) fn vec2(json: Json<'_>) -> Result<Vec2> {
    let mut items = json.items().into_iter().flatten();
    match [items.next(), items.next(), items.next()] {
        [Some(x), Some(y), None] => Ok(Vec2::new(number(x).at("[0]")?, number(y).at("[1]")?)),
        _ => Err(expected(json, "a pair of numbers [x, y]")),
    }
}

/// Reads rows of characters.
pub(crate) fn rows(json: Json<'_>) -> Result<Vec<Cow<'_, str>>> {
    list(json, text)
}

pub(crate) fn expected(found: Json<'_>, expected: &'static str) -> Error {
    Cause::Expected { found: found.describe(), expected }.error()
}

/// Returns a key as part of a place: plain where it is a simple name, otherwise in quotes and brackets.
pub(crate) fn key(name: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '-';
    match (1..=60).contains(&name.len()) && name.chars().all(plain) {
        true => name.into(),
        false => format!("[{}]", quoted(name)),
    }
}

/// Returns "no fields", "the field a" or "the fields a, b and c".
fn the_fields(names: &[&str]) -> String {
    match names {
        [] => "no fields".into(),
        [one] => format!("the field {one}"),
        several => format!("the fields {}", listed(several)),
    }
}

/// Returns "a, b and c".
fn listed(names: &[&str]) -> String {
    match names {
        [] => String::new(),
        [one] => (*one).into(),
        [all @ .., last] => format!("{} and {last}", all.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(text: &str) -> Json<'_> {
        Json::parse(text.as_bytes(), &crate::Ceilings::default()).unwrap()
    }

    #[test]
    fn fields_are_known_and_appear_once() {
        let refused =
            |text: &str| Fields::of(parsed(text), "a circle", &["r", "s"]).err().unwrap().to_string();
        assert_eq!(refused(r#"{"x": 1}"#), "x: unknown field; a circle has the fields r and s");
        assert_eq!(refused(r#"{"r": 1, "r": 1}"#), "r: this field appears twice; each field may appear once");
        assert_eq!(refused("3"), "expected a circle, but found 3");
        assert_eq!(refused(r#"{"a b": 1}"#), "[\"a b\"]: unknown field; a circle has the fields r and s");
    }

    #[test]
    fn values_are_what_they_should_be() {
        let json = parsed(r#"{"r": 1.5, "s": -1}"#);
        let fields = Fields::of(json, "a circle", &["r", "s", "t"]).unwrap();
        assert_eq!(fields.must("r", number), Ok(1.5));
        assert_eq!(fields.may("t", number), Ok(None));
        let refused = |r: Result<u32>| r.unwrap_err().to_string();
        assert_eq!(refused(fields.must("r", layers)), "r: expected an integer, but found 1.5");
        assert!(refused(fields.must("s", layers)).ends_with("is 0 to 4294967295"));
        assert_eq!(refused(fields.must("t", layers)), "t is missing; a circle has the fields r, s and t");
        assert_eq!(
            vec2(parsed(r#"[1, "2"]"#)).unwrap_err().to_string(),
            "[1]: expected a number, but found \"2\""
        );
    }

    /// A name is a plain part of a place only where it is short and simple.
    #[test]
    fn names_that_are_not_plain_are_in_quotes() {
        let long = "a".repeat(61);
        assert_eq!((key("left_2-b"), key(&long[..60])), ("left_2-b".into(), "a".repeat(60)));
        assert_eq!(key(""), r#"[""]"#);
        assert!(key(&long).starts_with("[\"aaa"), "{}", key(&long));
        let refused = Fields::of(parsed(r#"{"": 1}"#), "a circle", &["r"]).err().unwrap().to_string();
        assert_eq!(refused, r#"[""]: unknown field; a circle has the field r"#);
    }
}
