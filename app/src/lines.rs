//! Lines of a stream, one at a time, each within a limit of bytes.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// The text between two line ends.
#[derive(Debug, PartialEq)]
pub(crate) enum Line {
    Text(Vec<u8>),
    /// A line that is longer than the limit.
    TooLong,
    /// An empty line, or the rest of a line that was too long.
    Blank,
}

impl Line {
    /// Returns its number of bytes.
    pub(crate) fn bytes(&self) -> usize {
        match self {
            Line::Text(text) => text.len(),
            Line::TooLong | Line::Blank => 0,
        }
    }
}

/// Reads lines. Skips the excess of too long lines without storing it.
pub(crate) struct Lines<R> {
    reader: BufReader<R>,
    most: usize,
    /// Whether the reader is within the rest of a line that was too long.
    skipping: bool,
}

impl<R: Read> Lines<R> {
    /// Reads lines of at most `most` bytes.
    pub(crate) fn new(reader: BufReader<R>, most: usize) -> Lines<R> {
        Lines { reader, most, skipping: false }
    }

    /// Whether the next line is in the buffer already, so that reading it does not wait.
    pub(crate) fn ready(&self) -> bool {
        self.reader.buffer().contains(&b'\n')
    }

    fn read(&mut self) -> io::Result<Option<Line>> {
        let mut line = Vec::new();
        loop {
            let buffer = match self.reader.fill_buf() {
                Err(error) if error.kind() == ErrorKind::Interrupted => continue,
                buffer => buffer?,
            };
            if buffer.is_empty() {
                return Ok((!line.is_empty()).then(|| whole(line)));
            }
            let end = buffer.iter().position(|&b| b == b'\n');
            let piece = &buffer[..end.unwrap_or(buffer.len())];
            let used = piece.len() + usize::from(end.is_some());
            let too_long = !self.skipping && line.len() + piece.len() > self.most;
            if !self.skipping && !too_long {
                line.extend_from_slice(piece);
            }
            self.reader.consume(used);
            self.skipping = (self.skipping || too_long) && end.is_none();
            if too_long {
                return Ok(Some(Line::TooLong));
            }
            if end.is_some() {
                return Ok(Some(whole(line)));
            }
        }
    }
}

fn whole(line: Vec<u8>) -> Line {
    if line.trim_ascii().is_empty() { Line::Blank } else { Line::Text(line) }
}

impl<R: Read> Iterator for Lines<R> {
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
        let all = |size| {
            let lines = read(size).map(Result::unwrap).filter(|line| *line != Line::Blank);
            lines.collect::<Vec<_>>()
        };
        for size in 2..20 {
            assert_eq!(all(size), all(1));
        }
        all(1)
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

    #[test]
    fn a_line_that_is_ready_does_not_wait_for_more() {
        // This reader returns one piece per call, and panics when it is called after the last piece.
        struct Pieces(Vec<&'static str>);
        impl Read for Pieces {
            fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
                let piece = self.0.pop().expect("waited for more");
                buffer[..piece.len()].copy_from_slice(piece.as_bytes());
                Ok(piece.len())
            }
        }
        for text in ["a\n\n", "a\n \n", "abcdefgh\nab\n", "a\nb"] {
            let mut lines = Lines::new(BufReader::with_capacity(64, Pieces(vec![text])), 4);
            assert!(!lines.ready() && lines.next().is_some());
            while lines.ready() {
                assert!(lines.next().is_some());
            }
        }
    }
}
