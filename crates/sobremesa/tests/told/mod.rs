//! Playthroughs as `replay` tells them.

use std::path::Path;

use crate::program::{out, run_with};

/// Playthroughs: files to read, and to see what a change changes. One for each variant and no other;
/// `SOBREMESA_BLESS` tells them anew.
pub(crate) fn check_playthroughs<V>(
    game: &str,
    variants: impl Iterator<Item = V>,
    record: impl Fn(V) -> (String, String),
) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/playthroughs");
    let mut names = Vec::new();
    for variant in variants {
        let (name, record) = record(variant);
        let name = format!("{game}{name}.txt");
        let told = out(&run_with(&["replay", "-"], record.as_bytes()));
        if std::env::var_os("SOBREMESA_BLESS").is_some() {
            std::fs::write(folder.join(&name), &told).unwrap();
        }
        assert_eq!(std::fs::read_to_string(folder.join(&name)).unwrap_or_default(), told, "{name}");
        names.push(name);
    }
    let files =
        std::fs::read_dir(&folder).unwrap().map(|file| file.unwrap().file_name().into_string().unwrap());
    let mut files: Vec<String> = files.filter(|file| file.starts_with(game)).collect();
    files.sort_unstable();
    names.sort_unstable();
    assert_eq!(files, names, "a file for every variant and no other");
}
