//! Numbers as the command line writes them. What range they lie in is for the library to judge.

/// Two numbers, x,y.
pub(crate) fn pair(text: &str) -> Result<[f64; 2], String> {
    let both = text.split_once(',').and_then(|(x, y)| Some([number(x)?, number(y)?]));
    both.ok_or_else(|| "two numbers are expected, such as 12,-3.5".into())
}

/// One number for both axes, or two.
pub(crate) fn scale(text: &str) -> Result<[f64; 2], String> {
    let one = number(text).map(|s| [s, s]);
    one.or_else(|| pair(text).ok()).ok_or_else(|| "one number is expected, or two, such as 2 or 2,0.5".into())
}

/// A size in pixels, WxH.
pub(crate) fn size(text: &str) -> Result<[usize; 2], String> {
    let both = text.split_once('x').and_then(|(w, h)| Some([w.parse().ok()?, h.parse().ok()?]));
    both.ok_or_else(|| "a width and a height are expected, such as 16x24".into())
}

/// A colour of six hexadecimal digits.
pub(crate) fn colour(text: &str) -> Result<[u8; 3], String> {
    let digits = text.strip_prefix('#').unwrap_or(text);
    let is_hex = digits.len() == 6 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let value = if is_hex { u32::from_str_radix(digits, 16).ok() } else { None };
    let [_, r, g, b] = value.ok_or("six hexadecimal digits are expected, such as ff00ff")?.to_be_bytes();
    Ok([r, g, b])
}

fn number(text: &str) -> Option<f64> {
    text.trim().parse().ok()
}
