//! Lines of a stream, one at a time, none of them longer than a limit.

use std::io::{self, BufRead, ErrorKind};

/// A line that is not blank, or the place of one that was too long to keep.
#[derive(Debug, PartialEq)]
pub(crate) enum Line {
    Text(Vec<u8>),
    TooLong,
}

impl Line {
    /// How many bytes it takes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Line::Text(text) => text.len(),
            Line::TooLong => 0,
        }
    }
}

/// Reads lines; what is too long is passed over without being stored.
pub(crate) struct Lines<R> {
    reader: R,
    most: usize,
    /// Within the rest of a line that was too long.
    skipping: bool,
}

impl<R: BufRead> Lines<R> {
    /// Lines of at most so many bytes.
    pub(crate) fn new(reader: R, most: usize) -> Lines<R> {
        Lines { reader, most, skipping: false }
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        loop {
            let buffer = match self.reader.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            let end = buffer.iter().position(|&b| b == b'\n');
            let piece = &buffer[..end.unwrap_or(buffer.len())];
            let (used, at_end) = (piece.len() + usize::from(end.is_some()), buffer.is_empty());
            let too_long = !self.skipping && line.len() + piece.len() > self.most;
            if !self.skipping && !too_long {
                line.extend_from_slice(piece);
            }
            self.reader.consume(used);
            if too_long {
                self.skipping = end.is_none();
                return Ok(Some(Line::TooLong));
            }
            if end.is_some() || at_end {
                self.skipping = false;
                if !line.trim_ascii().is_empty() {
                    return Ok(Some(Line::Text(line)));
                }
                line.clear();
            }
            if at_end {
                return Ok(None);
            }
        }
    }
}

impl<R: BufRead> Iterator for Lines<R> {
    type Item = io::Result<Line>;

    fn next(&mut self) -> Option<io::Result<Line>> {
        self.read().transpose()
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    fn lines(text: &str, most: usize) -> Vec<Line> {
        // Buffers of every size, so that lines end anywhere in them.
        let read = |size| Lines::new(BufReader::with_capacity(size, text.as_bytes()), most);
        let all: Vec<Line> = read(1).map(Result::unwrap).collect();
        for size in 2..20 {
            assert_eq!(read(size).map(Result::unwrap).collect::<Vec<_>>(), all);
        }
        all
    }

    fn text(line: &str) -> Line {
        Line::Text(line.into())
    }

    #[test]
    fn lines_end_anywhere_and_blank_ones_do_not_count() {
        assert_eq!(lines("", 9), []);
        assert_eq!(lines("\n \r\n\n", 9), []);
        assert_eq!(lines("a\n\nb\r\nc", 9), [text("a"), text("b\r"), text("c")]);
    }

    #[test]
    fn long_lines_keep_their_place_only() {
        assert_eq!(lines("abcd\nabcde\nab", 4), [text("abcd"), Line::TooLong, text("ab")]);
        assert_eq!(lines("abcdefghijkl", 4), [Line::TooLong]);
        assert_eq!(lines("     \n     x\n", 4), [Line::TooLong, Line::TooLong]);
    }
}
