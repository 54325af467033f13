//! A small tree of JSON: numbers are f64, objects keep their order and even repeated keys, so that whoever reads them
//! can name the place that is wrong.

use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as DeError, MapAccess, SeqAccess, Visitor};

use crate::error::{Error, Result};
use crate::scene::ceilings::Ceilings;

/// How deep lists and objects may nest; the deepest that SPEC 8 knows, a vertex of a part, is 9.
const DEEPEST: usize = 32;

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(Vec<(String, Json)>),
}

impl Json {
    /// Reads one document; a byte order mark before it is passed over, as RFC 8259 allows.
    pub(super) fn parse(text: &[u8], ceilings: &Ceilings) -> Result<Json> {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let mut reader = serde_json::Deserializer::from_slice(text);
        let left = Cell::new(ceilings.values);
        let tree = Tree { depth: DEEPEST, left: &left }.deserialize(&mut reader);
        if tree.is_err() && left.get() == 0 {
            return Err(ceilings.too_many_values());
        }
        tree.and_then(|tree| reader.end().map(|()| tree)).map_err(|e| Error::Json(e.to_string()))
    }

    /// What it is, for messages.
    pub(super) fn describe(&self) -> String {
        match self {
            Json::Null => "null".into(),
            Json::Bool(value) => value.to_string(),
            Json::Number(value) => crate::shortest::Readable(*value).to_string(),
            Json::Text(text) => quoted(text),
            Json::List(list) => format!("a list of {}", list.len()),
            Json::Object(_) => "an object".into(),
        }
    }
}

/// A text in quotes on one line, cut short where it is long.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

/// Builds the tree, at most `depth` deep.
#[derive(Clone, Copy)]
struct Tree<'a> {
    depth: usize,
    /// How many values it may still have.
    left: &'a Cell<u64>,
}

impl Tree<'_> {
    fn deeper<E: DeError>(self) -> Result<Self, E> {
        let depth = self.depth.checked_sub(1);
        depth.map(|depth| Tree { depth, ..self }).ok_or_else(|| {
            E::custom(format_args!("lists and objects nest more than {DEEPEST} deep; a scene needs 9"))
        })
    }
}

impl<'de> DeserializeSeed<'de> for Tree<'_> {
    type Value = Json;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Json, D::Error> {
        match self.left.get().checked_sub(1) {
            Some(left) => self.left.set(left),
            None => return Err(D::Error::custom("too many values")),
        }
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Tree<'_> {
    type Value = Json;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Json, E> {
        Ok(Json::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Json, E> {
        Ok(Json::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Json, E> {
        Ok(Json::Number(value as f64))
    }

    fn visit_f64<E: DeError>(self, value: f64) -> Result<Json, E> {
        if value.is_finite() { Ok(Json::Number(value)) } else { Err(E::custom("number out of range")) }
    }

    fn visit_str<E>(self, text: &str) -> Result<Json, E> {
        Ok(Json::Text(text.into()))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Json, A::Error> {
        let inner = self.deeper()?;
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(inner)? {
            list.push(item);
        }
        list.shrink_to_fit();
        Ok(Json::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Json, A::Error> {
        let inner = self.deeper()?;
        let mut object = Vec::new();
        while let Some(key) = entries.next_key()? {
            object.push((key, entries.next_value_seed(inner)?));
        }
        object.shrink_to_fit();
        Ok(Json::Object(object))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &[u8]) -> Result<Json> {
        Json::parse(text, &Ceilings::default())
    }

    fn refused(text: &str) -> String {
        parse(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn documents_become_trees_in_order() {
        let tree = parse(b" {\"b\": [1, -2.5e1, true, null], \"a\": \"\\u00e9\", \"b\": {}} \n").unwrap();
        let list = Json::List(vec![Json::Number(1.0), Json::Number(-25.0), Json::Bool(true), Json::Null]);
        let object = vec![
            ("b".into(), list),
            ("a".into(), Json::Text("é".into())),
            ("b".into(), Json::Object(Vec::new())),
        ];
        assert_eq!(tree, Json::Object(object));
        assert_eq!(parse(b"\xEF\xBB\xBF1").unwrap(), Json::Number(1.0));
    }

    #[test]
    fn numbers_are_the_nearest_f64() {
        let number = |text: &str| match parse(text.as_bytes()) {
            Ok(Json::Number(x)) => x,
            other => panic!("{text}: {other:?}"),
        };
        assert_eq!(number("0.1"), 0.1);
        assert_eq!(number("1.7976931348623157e308"), f64::MAX);
        assert_eq!(number("9007199254740993"), 9007199254740992.0);
        assert_eq!(number("18446744073709551616"), 18446744073709551616.0);
        assert_eq!(number("5e-324"), 5e-324);
        assert_eq!(number("1e-400"), 0.0);
        // Half way between two neighbours but for the last digit: only exact reading gets this right.
        assert_eq!(number("1.00000000000000011102230246251565404236316680908203126"), 1.0000000000000002);
    }

    #[test]
    fn errors_name_line_and_column() {
        assert_eq!(refused(""), "not readable as JSON: EOF while parsing a value at line 1 column 0");
        assert_eq!(refused("{\n  \"a\": NaN}"), "not readable as JSON: expected value at line 2 column 8");
        assert_eq!(refused("[1e400]"), "not readable as JSON: number out of range at line 1 column 6");
        assert!(refused("[1] x").contains("trailing characters at line 1 column 5"));
        assert!(refused("\"\\ud800\"").contains("at line 1 column"));
    }

    #[test]
    fn values_are_limited() {
        let within = |values| Json::parse(b"[1, {\"a\": [2, 3]}]", &Ceilings::default().values(values));
        assert!(within(6).is_ok());
        assert_eq!(within(5), Err(Ceilings::default().values(5).too_many_values()));
    }

    #[test]
    fn depth_is_limited() {
        let nested = |depth: usize| format!("{}{}", "[".repeat(depth), "]".repeat(depth));
        assert!(parse(nested(DEEPEST).as_bytes()).is_ok());
        assert!(refused(&nested(DEEPEST + 1)).contains("more than 32 deep"));
        assert!(refused(&"[".repeat(100_000)).contains("more than 32 deep"));
        assert!(refused(&"{\"a\":".repeat(100_000)).contains("more than 32 deep"));
    }

    #[test]
    fn quotes_stay_on_one_line_and_short() {
        assert_eq!(quoted("a\nb"), "\"a\\nb\"");
        assert_eq!(quoted(&"é".repeat(100)).chars().count(), 65);
    }
}
