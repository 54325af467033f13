//! Which foes come and when, as stage/assets/danmaku/waves.txt lists them.

use super::foe::{Kind, Way};

/// One foe that comes.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry {
    pub(super) time: u32,
    /// `None` for the boss.
    pub(super) kind: Option<Kind>,
    pub(super) x: f64,
    pub(super) way: Way,
}

/// Reads all entries, in order of time.
pub(super) fn read(text: &str) -> Result<Vec<Entry>, String> {
    let mut entries = Vec::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        entries.extend(entries_of(line).ok_or_else(|| format!("not a wave: {line}"))?);
    }
    entries.sort_by_key(|entry| entry.time);
    Ok(entries)
}

fn entries_of(line: &str) -> Option<Vec<Entry>> {
    let words: Vec<&str> = line.split_whitespace().collect();
    let [time, kind, count, gap, x, to_next, way] = words[..] else { return None };
    let number = |word: &str| word.parse::<f64>().ok();
    let (time, gap) = (time.parse::<u32>().ok()?, gap.parse::<u32>().ok()?);
    let kind = match kind {
        "fly" => Some(Kind::Fly),
        "lantern" => Some(Kind::Lantern),
        "mine" => Some(Kind::Mine),
        "boss" => None,
        _ => return None,
    };
    let way = match way {
        "cross" => Way::Cross,
        "dive" => Way::Dive,
        "hover" => Way::Hover,
        "swoop" => Way::Swoop,
        _ => return None,
    };
    let (x, to_next) = (number(x)?, number(to_next)?);
    let one = |k: u32| Entry { time: time + k * gap, kind, x: x + f64::from(k) * to_next, way };
    Some((0..count.parse().ok()?).map(one).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_script_is_understood() {
        let entries = read(include_str!("../../../assets/danmaku/waves.txt")).unwrap();
        assert!(entries.len() > 50 && entries.last().is_some_and(|entry| entry.kind.is_none()));
        assert!(entries.windows(2).all(|two| two[0].time <= two[1].time));
        assert!(read("5 crab 1 0 0 0 dive").is_err() && read("5 fly 1 0 0 dive").is_err());
    }
}
