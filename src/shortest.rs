//! Numbers as the shortest text that reads back (SPEC 8).

use std::fmt;

/// Prints a finite number as the shorter of its plain and its exponent form; 0 for both zeros.
#[cfg(any(feature = "scene", test))]
pub(crate) struct Shortest(pub(crate) f64);

#[cfg(any(feature = "scene", test))]
impl fmt::Display for Shortest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding 0 turns -0 into 0 and changes nothing else (SPEC 5: negative zero is never output).
        let x = self.0 + 0.0;
        let (plain, power) = (format!("{x}"), format!("{x:e}"));
        f.write_str(if power.len() < plain.len() { &power } else { &plain })
    }
}

/// Prints a number for people: in plain form, unless that would have many zeros.
pub(crate) struct Readable(pub(crate) f64);

impl fmt::Display for Readable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let x = self.0;
        let is_plain = x == 0.0 || (1e-6..1e16).contains(&x.abs()) || !x.is_finite();
        if is_plain { write!(f, "{x}") } else { write!(f, "{x:e}") }
    }
}

#[cfg(test)]
mod tests {
    use super::{Readable, Shortest};
    use proptest::prelude::*;

    #[test]
    fn people_read_plain_numbers() {
        let all =
            [(20000.0, "20000"), (-0.0, "-0"), (1e300, "1e300"), (-2.5e-7, "-2.5e-7"), (f64::NAN, "NaN")];
        for (x, text) in all {
            assert_eq!(Readable(x).to_string(), text);
        }
    }

    #[test]
    fn the_shorter_form_is_printed() {
        let all = [
            (0.0, "0"),
            (-0.0, "0"),
            (1.0, "1"),
            (-1.5, "-1.5"),
            (100.0, "100"),
            (1000.0, "1e3"),
            (1024.0, "1024"),
            (0.01, "0.01"),
            (0.001, "1e-3"),
            (1.0 / 3.0, "0.3333333333333333"),
            (1e21, "1e21"),
            (f64::MAX, "1.7976931348623157e308"),
            (f64::MIN_POSITIVE, "2.2250738585072014e-308"),
            (5e-324, "5e-324"),
            (f64::NAN, "NaN"),
            (f64::NEG_INFINITY, "-inf"),
        ];
        for (x, text) in all {
            assert_eq!(Shortest(x).to_string(), text);
        }
    }

    proptest! {
        #[test]
        fn what_is_printed_reads_back(bits: u64) {
            let x = f64::from_bits(bits);
            prop_assume!(x.is_finite());
            let text = Shortest(x).to_string();
            prop_assert_eq!(text.parse::<f64>().unwrap(), x);
            prop_assert!(text.len() <= 24, "{}", text);
        }
    }
}
