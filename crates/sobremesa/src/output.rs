//! Writing files.

use std::io::Write;
use std::path::Path;

use anyhow::{Context, ensure};
use game::record::Headers;

use crate::input;

/// Writes the text to the file, or to standard output for `-`.
pub(crate) fn write(path: &Path, text: &str, out: &mut impl Write) -> anyhow::Result<()> {
    if path.as_os_str() == "-" {
        write!(out, "{text}")?;
        return Ok(());
    }
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

/// Writes a record to the file. Replaces an older record, but no other file.
pub(crate) fn save_record(path: &str, record: &str) -> anyhow::Result<()> {
    ensure!(!path.is_empty(), "save where? Type save and the name of a file");
    let path = Path::new(path);
    let is_record = || {
        let headers = input::read(path).ok().and_then(|bytes| Headers::read(&bytes).ok());
        headers.is_some_and(|headers| headers.get("Game").is_some())
    };
    ensure!(
        !path.exists() || is_record(),
        "{} already exists and is not a record; choose another name",
        path.display()
    );
    std::fs::write(path, record).with_context(|| path.display().to_string())
}
