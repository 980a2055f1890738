//! The text of counts: `2 pig, hat`.

use std::fmt;

/// Writes the counts that are not 0, without the number where it is 1; `-` if there are none.
pub(crate) fn write(
    f: &mut impl fmt::Write,
    counts: impl IntoIterator<Item = (&'static str, u8)>,
    between: &str,
) -> fmt::Result {
    let mut first = true;
    let gap = if between == "," { "" } else { " " };
    for (name, count) in counts.into_iter().filter(|(_, count)| *count > 0) {
        if !first {
            f.write_str(between)?;
        }
        first = false;
        if count > 1 {
            write!(f, "{count}{gap}")?;
        }
        f.write_str(name)?;
    }
    if first {
        f.write_str("-")?;
    }
    Ok(())
}

/// The parts of such a text: the number, if it is one from 1 to 99, and the name.
pub(crate) fn parts(text: &str, between: char) -> impl Iterator<Item = (Option<u8>, &str)> {
    let parts = (text != "-").then(|| text.split(between)).into_iter().flatten();
    parts.map(|part| {
        let part = part.trim();
        let name = part.trim_start_matches(|c: char| c.is_ascii_digit());
        let digits = &part[..part.len() - name.len()];
        let count = if digits.is_empty() { Some(1) } else { digits.parse().ok() };
        (count.filter(|count| (1..=99).contains(count)), name.trim_start())
    })
}
