//! JSON without a tree. A document is checked as a whole first; its values are then read from its text each time they
//! are needed. So a document takes no more memory than its text, whatever it contains. Numbers are f64. Objects keep
//! their order and even repeated keys, so that errors can name the place that is wrong.

use std::borrow::Cow;
use std::cell::Cell;
use std::fmt;

use serde::de::{DeserializeSeed, Deserializer, Error as DeError, IgnoredAny, MapAccess, SeqAccess, Visitor};

use crate::ceilings::Ceilings;
use crate::error::{Cause, Result};

/// How deep lists and objects may nest. The deepest value of SPEC 8, a vertex of a part, is at depth 9.
const DEEPEST: usize = 32;

/// The text of one value of a checked document, without the text around it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct Json<'t>(&'t str);

impl<'t> Json<'t> {
    /// Checks one document; a byte order mark at its start is ignored, as RFC 8259 allows.
    pub(crate) fn parse(text: &'t [u8], ceilings: &Ceilings) -> Result<Json<'t>> {
        let text = text.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(text);
        let mut reader = serde_json::Deserializer::from_slice(text);
        let left = Cell::new(ceilings.values);
        let checked = Check { depth: DEEPEST, left: &left }.deserialize(&mut reader);
        if checked.is_err() && left.get() == 0 {
            return Err(ceilings.too_many_values());
        }
        checked.and_then(|()| reader.end()).map_err(|error| Cause::Json(error.to_string()).error())?;
        let text = str::from_utf8(text).map_err(|error| Cause::Json(error.to_string()).error())?;
        Ok(Json(text.trim_matches(SPACE)))
    }

    /// Returns the value if it is a number.
    pub(crate) fn number(self) -> Option<f64> {
        self.0.starts_with(|c: char| c == '-' || c.is_ascii_digit()).then(|| self.0.parse().ok())?
    }

    /// Returns the value if it is true or false.
    pub(crate) fn truth(self) -> Option<bool> {
        self.0.parse().ok()
    }

    /// Returns the value if it is a string; it is copied only where it contains escapes.
    pub(crate) fn text(self) -> Option<Cow<'t, str>> {
        let inner = self.0.strip_prefix('"')?.strip_suffix('"')?;
        match inner.contains('\\') {
            true => serde_json::from_str(self.0).ok().map(Cow::Owned),
            false => Some(Cow::Borrowed(inner)),
        }
    }

    /// Returns the items if the value is a list.
    pub(crate) fn items(self) -> Option<Items<'t>> {
        Some(Items(self.0.strip_prefix('[')?.strip_suffix(']')?))
    }

    /// Returns the keys and values if the value is an object.
    pub(crate) fn entries(self) -> Option<Entries<'t>> {
        Some(Entries(Items(self.0.strip_prefix('{')?.strip_suffix('}')?)))
    }

    /// Describes the value for error messages.
    pub(crate) fn describe(self) -> String {
        if let Some(value) = self.number() {
            return crate::shortest::Readable(value).to_string();
        }
        match (self.text(), self.items()) {
            (Some(text), _) => quoted(&text),
            (_, Some(items)) => format!("a list of {}", items.count()),
            _ if self.0.starts_with('{') => "an object".into(),
            _ => self.0.into(),
        }
    }
}

/// Returns a text in quotes on one line, shortened where it is long.
pub(crate) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{:?}...", &text[..end]),
        None => format!("{text:?}"),
    }
}

const SPACE: [char; 4] = [' ', '\t', '\n', '\r'];

/// Consecutive values, separated by commas or colons.
#[derive(Debug, Clone)]
pub(crate) struct Items<'t>(&'t str);

impl<'t> Iterator for Items<'t> {
    type Item = Json<'t>;

    fn next(&mut self) -> Option<Json<'t>> {
        let rest = self.0.trim_start_matches([' ', '\t', '\n', '\r', ',', ':']);
        if rest.is_empty() {
            return None;
        }
        let (value, rest) = rest.split_at_checked(length(rest.as_bytes()))?;
        self.0 = rest;
        Some(Json(value))
    }
}

/// Keys and values, in the order of the text.
#[derive(Debug, Clone)]
pub(crate) struct Entries<'t>(Items<'t>);

impl<'t> Iterator for Entries<'t> {
    type Item = (Cow<'t, str>, Json<'t>);

    fn next(&mut self) -> Option<(Cow<'t, str>, Json<'t>)> {
        Some((self.0.next()?.text()?, self.0.next()?))
    }
}

/// Returns the length in bytes of the value at the start of a text.
fn length(text: &[u8]) -> usize {
    let ends = |byte: &u8| matches!(byte, b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r');
    match text.first() {
        Some(b'"') => text_length(text),
        Some(b'[' | b'{') => nested_length(text),
        _ => text.iter().position(ends).unwrap_or(text.len()),
    }
}

/// Returns the same for a string in quotes.
fn text_length(text: &[u8]) -> usize {
    let mut k = 1;
    while let Some(byte) = text.get(k) {
        match byte {
            b'"' => return k + 1,
            b'\\' => k += 2,
            _ => k += 1,
        }
    }
    text.len()
}

/// Returns the same for a list or an object.
fn nested_length(text: &[u8]) -> usize {
    let (mut k, mut depth) = (0, 0);
    while let Some(byte) = text.get(k) {
        match byte {
            b'"' => k += text_length(&text[k..]) - 1,
            b'[' | b'{' => depth += 1,
            b']' | b'}' if depth == 1 => return k + 1,
            b']' | b'}' => depth -= 1,
            _ => {}
        }
        k += 1;
    }
    text.len()
}

/// Walks through a document, at most `depth` deep, and stores nothing of it.
#[derive(Clone, Copy)]
struct Check<'a> {
    depth: usize,
    /// How many more values the document may contain.
    left: &'a Cell<u64>,
}

impl Check<'_> {
    fn deeper<E: DeError>(self) -> Result<Self, E> {
        let depth = self.depth.checked_sub(1);
        depth.map(|depth| Check { depth, ..self }).ok_or_else(|| {
            E::custom(format_args!("lists and objects nest more than {DEEPEST} deep; a scene needs 9"))
        })
    }
}

impl<'de> DeserializeSeed<'de> for Check<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<(), D::Error> {
        match self.left.get().checked_sub(1) {
            Some(left) => self.left.set(left),
            None => return Err(D::Error::custom("too many values")),
        }
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Check<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: DeError>(self, value: f64) -> Result<(), E> {
        if value.is_finite() { Ok(()) } else { Err(E::custom("number out of range")) }
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        let inner = self.deeper()?;
        while items.next_element_seed(inner)?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<(), A::Error> {
        let inner = self.deeper()?;
        // Keys are strings, and serde_json checks them like any other string.
        while entries.next_key::<IgnoredAny>()?.is_some() {
            entries.next_value_seed(inner)?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &[u8]) -> Result<Json<'_>> {
        Json::parse(text, &Ceilings::default())
    }

    fn refused(text: &str) -> String {
        parse(text.as_bytes()).unwrap_err().to_string()
    }

    #[test]
    fn values_are_read_where_they_stand() {
        let text = b" {\"b\" : [1, -2.5e1,true , null ], \"a\\u0041\":\"\\u00e9]\\\"\", \"b\": {}} \n";
        let entries: Vec<_> = parse(text).unwrap().entries().unwrap().collect();
        let keys: Vec<_> = entries.iter().map(|(key, _)| &**key).collect();
        assert_eq!(keys, ["b", "aA", "b"]);
        let items: Vec<_> = entries[0].1.items().unwrap().collect();
        assert_eq!((items.len(), items[1].number(), items[2].truth()), (4, Some(-25.0), Some(true)));
        assert_eq!(entries[1].1.text().unwrap(), "é]\"");
        assert_eq!(entries[2].1.entries().unwrap().count(), 0);
        let said: Vec<_> = items.iter().chain(entries.iter().map(|(_, value)| value)).collect();
        let said: Vec<_> = said.into_iter().map(|value| value.describe()).collect();
        assert_eq!(said, ["1", "-25", "true", "null", "a list of 4", "\"é]\\\"\"", "an object"]);
        assert_eq!(parse(b"\xEF\xBB\xBF1").unwrap().number(), Some(1.0));
    }

    /// The values are those that another reader finds in the same document.
    #[test]
    fn values_are_those_of_another_reader() {
        use serde_json::Value;
        fn is_same(json: Json<'_>, value: &Value) -> bool {
            match value {
                Value::Null => json.describe() == "null",
                Value::Bool(truth) => json.truth() == Some(*truth),
                Value::Number(number) => json.number() == number.as_f64(),
                Value::String(text) => json.text().as_deref() == Some(text),
                Value::Array(list) => {
                    let items: Vec<_> = json.items().unwrap().collect();
                    items.len() == list.len() && items.iter().zip(list).all(|(&a, b)| is_same(a, b))
                }
                Value::Object(map) => {
                    let entries: Vec<_> = json.entries().unwrap().collect();
                    entries.len() == map.len() && entries.iter().all(|(key, a)| is_same(*a, &map[&**key]))
                }
            }
        }
        // Builds documents of random pieces, most of which are not valid.
        let pieces = [
            "[",
            "]",
            "{",
            "}",
            ",",
            ":",
            "\"a\"",
            "\"\\\"]\"",
            "\"\\u00e9{\"",
            "1",
            "-2.5e3",
            "0.1",
            "true",
            "false",
            "null",
            " ",
            "\n",
            "\"é\":",
            "[1,2]",
            "{\"k\":[]}",
            "\"\\\\\"",
        ];
        let (mut state, mut read) = (7_u64, 0);
        let mut next = |count: usize| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 33) as usize % count
        };
        for _ in 0..200_000 {
            let inner: String = (0..next(9)).map(|_| pieces[next(pieces.len())]).collect();
            let text = [format!("[{inner}]"), format!("{{\"x\":{inner}}}"), inner][next(3)].clone();
            let repeats = |json: Json<'_>| text.matches("\"é\":").count() > 1 && json.describe() != "null";
            match (parse(text.as_bytes()), serde_json::from_str::<Value>(&text)) {
                (Ok(json), Ok(value)) => {
                    read += 1;
                    assert!(repeats(json) || is_same(json, &value), "{text}");
                }
                (mine, other) => assert_eq!(mine.is_ok(), other.is_ok(), "{text}"),
            }
        }
        assert!(read > 5_000, "{read}");
    }

    #[test]
    fn texts_that_are_none_are_refused_as_keys_too() {
        for text in [&b"\"\\ud800\""[..], b"\"\xff\"", b"\"a\nb\"", b"\"\\x\""] {
            assert!(parse(text).is_err());
            assert!(parse(&[b"{", text, b":1}"].concat()).is_err());
        }
    }

    #[test]
    fn numbers_are_the_nearest_f64() {
        let number = |text: &str| parse(text.as_bytes()).unwrap().number().unwrap();
        assert_eq!(number("0.1"), 0.1);
        assert_eq!(number("1.7976931348623157e308"), f64::MAX);
        assert_eq!(number("9007199254740993"), 9007199254740992.0);
        assert_eq!(number("18446744073709551616"), 18446744073709551616.0);
        assert_eq!(number("5e-324"), 5e-324);
        assert_eq!(number("1e-400"), 0.0);
        assert!(number("-0").is_sign_negative());
        // Halfway between two neighbours except for the last digit: only exact reading gets this right.
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
