//! Running the program and reading what it says.

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs the program with this on its standard input.
pub(crate) fn run_with(args: &[&str], input: &[u8]) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_sobremesa"))
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // A program that stops reading early is none of our errors.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

pub(crate) fn run(args: &[&str]) -> Output {
    run_with(args, b"")
}

pub(crate) fn out(output: &Output) -> String {
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// The exit code and what was said on standard error.
pub(crate) fn failure(output: &Output) -> (i32, String) {
    (output.status.code().unwrap(), String::from_utf8(output.stderr.clone()).unwrap())
}

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
