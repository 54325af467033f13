//! Numbers as the command line writes them. The library checks their ranges.

use std::f64::consts::FRAC_PI_2;
use std::time::Duration;

pub(crate) use kasuri_stage::picture::colour;

/// Reads two numbers, x,y.
pub(crate) fn pair(text: &str) -> Result<[f64; 2], String> {
    let both = text.split_once(',').and_then(|(x, y)| Some([number(x)?, number(y)?]));
    both.ok_or_else(|| "two numbers are expected, such as 12,-3.5".into())
}

/// Reads one number for both axes, or two.
pub(crate) fn scale(text: &str) -> Result<[f64; 2], String> {
    let one = number(text).map(|s| [s, s]);
    one.or_else(|| pair(text).ok()).ok_or_else(|| "one number is expected, or two, such as 2 or 2,0.5".into())
}

/// Reads an angle: radians, or degrees with the unit deg. Returns radians.
pub(crate) fn angle(text: &str) -> Result<f64, String> {
    const WHAT: &str = "an angle in radians is expected, or in degrees, such as 0.5 or 90deg";
    let text = text.trim();
    let Some(degrees) = text.strip_suffix("deg") else {
        return number(text.strip_suffix("rad").unwrap_or(text)).ok_or_else(|| WHAT.into());
    };
    // By quarter turns, so that those are exact.
    number(degrees).map(|degrees| degrees / 90.0 * FRAC_PI_2).ok_or_else(|| WHAT.into())
}

/// Reads a size in pixels, WxH.
pub(crate) fn size(text: &str) -> Result<[usize; 2], String> {
    let both = text.split_once('x').and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    both.ok_or_else(|| "a width and a height are expected, such as 16x24".into())
}

/// Reads a count, such as 1000 or 1k.
pub(crate) fn count(text: &str) -> Result<usize, String> {
    let text = text.trim().to_ascii_lowercase();
    let [thousands, millions] = ['k', 'm'].map(|unit| text.strip_suffix(unit));
    let (digits, unit) = match (thousands, millions) {
        (Some(digits), _) => (digits, 1000),
        (_, Some(digits)) => (digits, 1_000_000),
        _ => (&text[..], 1),
    };
    let count = digits.parse::<usize>().ok().and_then(|count| count.checked_mul(unit));
    count
        .filter(|&count| count > 0)
        .ok_or_else(|| "a number from 1 on is expected, such as 500 or 10k".into())
}

/// Writes a number with three digits and a suffix for thousands.
pub(crate) fn short(number: f64) -> String {
    scaled(number, &[(1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k")], "")
}

/// Writes a time in the unit that suits it.
pub(crate) fn time(time: Duration) -> String {
    seconds(time.as_secs_f64())
}

/// Writes a time in seconds in the unit that suits it, also fractions of nanoseconds.
pub(crate) fn seconds(seconds: f64) -> String {
    if seconds >= 1.0 {
        return format!("{} s", digits(seconds));
    }
    scaled(seconds * 1e9, &[(1e6, " ms"), (1e3, " µs")], " ns")
}

fn scaled(number: f64, units: &[(f64, &str)], least: &str) -> String {
    let unit = units.iter().find(|(size, _)| number >= *size);
    let (size, name) = unit.copied().unwrap_or((1.0, least));
    format!("{}{name}", digits(number / size))
}

fn digits(number: f64) -> String {
    match number {
        ..9.995 => format!("{number:.2}"),
        9.995..99.95 => format!("{number:.1}"),
        _ => format!("{number:.0}"),
    }
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use std::f64::consts::FRAC_PI_4;

    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!(
            [0.5, 9.0, 12.34, 999.0, 1500.0, 2.5e7].map(short),
            ["0.50", "9.00", "12.3", "999", "1.50k", "25.0M"]
        );
        let told =
            [1, 150, 2_500, 99_960, 3_000_000, 12_345_678_901].map(|ns| time(Duration::from_nanos(ns)));
        assert_eq!(seconds(1.234e-9), "1.23 ns");
        assert_eq!(told, ["1.00 ns", "150 ns", "2.50 µs", "100 µs", "3.00 ms", "12.3 s"]);
        assert_eq!(["12", "3k", "2M"].map(|text| count(text).ok()), [Some(12), Some(3000), Some(2_000_000)]);
        let turns = ["0.5", "90deg", "-45 deg", "1rad", "270deg"].map(|text| angle(text).ok());
        let [quarter, eighth] = [FRAC_PI_2, FRAC_PI_4];
        assert_eq!(turns, [0.5, quarter, -eighth, 1.0, 3.0 * quarter].map(Some));
        assert!(["deg", "90 degrees", "", "x"].into_iter().all(|text| angle(text).is_err()));
        assert!(["0", "k", "-1", "1.5", ""].into_iter().all(|text| count(text).is_err()));
    }
}
