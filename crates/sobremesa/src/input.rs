//! Reading files and lines from outside, within limits.

use std::fs::File;
use std::io::{self, BufRead, Read};
use std::path::Path;

use anyhow::{Context, bail};

/// The largest file that is read; a long record is a tenth of it.
const MAX_FILE_BYTES: u64 = 1 << 20;

/// The longest line that a person or a program may send.
const MAX_LINE_BYTES: u64 = 4096;

/// Reads a file, or standard input for `-`.
pub(crate) fn read_or_stdin(path: &Path) -> anyhow::Result<Vec<u8>> {
    if path.as_os_str() == "-" { read_from(io::stdin().lock(), path) } else { read(path) }
}

/// Reads a file, even if its name is `-`.
pub(crate) fn read(path: &Path) -> anyhow::Result<Vec<u8>> {
    read_from(File::open(path).with_context(|| path.display().to_string())?, path)
}

fn read_from(source: impl Read, path: &Path) -> anyhow::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    source.take(MAX_FILE_BYTES + 1).read_to_end(&mut bytes).with_context(|| path.display().to_string())?;
    if bytes.len() as u64 > MAX_FILE_BYTES {
        bail!("{}: the file is larger than the limit of 1 MiB", path.display());
    }
    Ok(bytes)
}

/// Reads a text file, or standard input for `-`.
pub(crate) fn read_text(path: &Path) -> anyhow::Result<String> {
    String::from_utf8(read_or_stdin(path)?)
        .ok()
        .with_context(|| format!("{}: this is not UTF-8 text", path.display()))
}

/// A line of input.
#[derive(PartialEq, Eq, Debug)]
pub(crate) enum Line {
    /// Text without its line end.
    Text(String),
    /// Too long or not UTF-8; the line was skipped.
    Unreadable(&'static str),
}

/// Reads the next line; `None` at the end of the input.
pub(crate) fn line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    if input.take(MAX_LINE_BYTES).read_until(b'\n', &mut bytes)? == 0 {
        return Ok(None);
    }
    if bytes.len() as u64 == MAX_LINE_BYTES && bytes.last() != Some(&b'\n') {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::Unreadable("the line is too long")));
    }
    Ok(Some(match String::from_utf8(bytes) {
        Ok(text) => Line::Text(text.trim().to_owned()),
        Err(_) => Line::Unreadable("the line is not UTF-8 text"),
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_too_long_or_not_text_is_skipped_and_the_next_is_read() {
        let mut bytes = vec![b'x'; 10_000_000];
        bytes.extend(b"\nab \xff\nhello\r\nlast");
        let mut input = io::BufReader::new(&bytes[..]);
        assert_eq!(line(&mut input).unwrap(), Some(Line::Unreadable("the line is too long")));
        assert_eq!(line(&mut input).unwrap(), Some(Line::Unreadable("the line is not UTF-8 text")));
        assert_eq!(line(&mut input).unwrap(), Some(Line::Text("hello".into())));
        assert_eq!(line(&mut input).unwrap(), Some(Line::Text("last".into())));
        assert_eq!(line(&mut input).unwrap(), None);
    }
}
