//! Finds the name that was meant by a misspelt one.

/// Returns the known name that is nearest to a word, if so few letters differ that it was probably meant.
pub(crate) fn meant<'n>(word: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let word: Vec<char> = word.to_lowercase().chars().take(64).collect();
    let most = if word.len() < 4 { 1 } else { 2 };
    let near = known.into_iter().map(|name| (distance(&word, name), name));
    near.filter(|&(differ, _)| differ <= most).min_by_key(|&(differ, _)| differ).map(|(_, name)| name)
}

/// Returns how many letters have to be added, removed or replaced to make one word of the other.
fn distance(word: &[char], name: &str) -> usize {
    let mut row: Vec<usize> = (0..=word.len()).collect();
    for (i, letter) in name.chars().enumerate() {
        let mut before = i;
        row[0] = i + 1;
        for (j, &other) in word.iter().enumerate() {
            let replaced = before + usize::from(letter != other);
            before = row[j + 1];
            row[j + 1] = replaced.min(before + 1).min(row[j] + 1);
        }
    }
    row[word.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_with_a_slip_is_understood() {
        let known = ["danmaku", "bounce", "broad", "bucket", "tiles"];
        let meant = |word| meant(word, known);
        assert_eq!(
            ["damaku", "Danmaku", "bonuce", "tile"].map(meant),
            ["danmaku", "danmaku", "bounce", "tiles"].map(Some)
        );
        assert_eq!(["", "x", "scene", "danmaku.json"].map(meant), [None; 4]);
        assert_eq!(distance(&['a', 'b'], "ba"), 2);
    }
}
