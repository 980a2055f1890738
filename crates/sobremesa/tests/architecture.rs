//! The shape that ARCHITECTURE.md describes, checked: which crate knows which, and what stays in its place.

#![expect(clippy::unwrap_used, reason = "a test may panic")]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// The crates of the workspace and the ones that each may use.
const ARROWS: [(&str, &[&str]); 13] = [
    ("game", &[]),
    ("siesta", &["game"]),
    ("no-siesta", &["game"]),
    ("bots", &["game", "siesta", "no-siesta"]),
    ("club", &["game", "siesta", "no-siesta", "bots"]),
    ("pages", &["game", "siesta", "no-siesta", "bots", "club"]),
    ("device", &["game", "bots", "club", "pages"]),
    ("store", &["club"]),
    ("house", &["game", "siesta", "no-siesta", "bots", "club", "store"]),
    ("web", &["game", "siesta", "no-siesta", "bots", "club", "pages", "store", "house"]),
    ("sobremesa", &["game", "siesta", "no-siesta", "bots", "club", "pages", "store", "house", "web"]),
    ("test-services", &[]),
    ("fuzz", &["game", "siesta", "no-siesta"]),
];

/// What a crate must not depend on, not even through others.
const FORBIDDEN: [(&str, &[&str]); 6] = [
    ("club", &["utoipa", "axum", "tokio", "sqlx", "rusqlite", "maud"]),
    ("pages", &["axum", "hyper", "tokio", "sqlx", "rusqlite", "utoipa", "getrandom"]),
    ("device", &["axum", "hyper", "tokio", "sqlx", "rusqlite", "utoipa", "getrandom"]),
    ("store", &["axum", "hyper", "maud", "utoipa"]),
    ("house", &["axum", "hyper", "maud", "fluent-templates", "utoipa"]),
    ("bots", &["serde_json", "tokio", "axum"]),
];

const MAX_LINES: usize = 500;

fn run(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).unwrap()
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).unwrap().to_owned()
}

/// The dependencies that are built into a program, by package: identities of all packages it needs directly.
struct Tree {
    names: BTreeMap<String, String>,
    needs: BTreeMap<String, BTreeSet<String>>,
}

impl Tree {
    fn read() -> Self {
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let version = run(Command::new("rustc").arg("-vV"));
        let host = version.lines().find_map(|line| line.strip_prefix("host: ")).unwrap();
        // Packages of other platforms are not downloaded here.
        let arguments =
            ["metadata", "--format-version=1", "--locked", "--offline", "--filter-platform", host];
        let metadata = run(Command::new(cargo).args(arguments).current_dir(root()));
        let metadata: Value = serde_json::from_str(&metadata).unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let packages = metadata["packages"].as_array().unwrap();
        let names = packages.iter().map(|package| (text(&package["id"]), text(&package["name"]))).collect();
        let built_in = |dependency: &&Value| {
            let kinds = dependency["dep_kinds"].as_array().unwrap();
            kinds.iter().any(|kind| kind["kind"].is_null())
        };
        let node = |node: &Value| {
            let needed = node["deps"].as_array().unwrap().iter().filter(built_in);
            (text(&node["id"]), needed.map(|dependency| text(&dependency["pkg"])).collect())
        };
        let needs = metadata["resolve"]["nodes"].as_array().unwrap().iter().map(node).collect();
        Self { names, needs }
    }

    fn id(&self, name: &str) -> Option<&String> {
        // Ours are the ones without a registry.
        let ours = |(id, other): &(&String, &String)| other.as_str() == name && id.starts_with("path+");
        self.names.iter().find(ours).map(|(id, _)| id)
    }

    /// The names of all packages that this one needs, directly or through others.
    fn closure(&self, id: &str) -> BTreeSet<&str> {
        let (mut seen, mut next) = (BTreeSet::new(), vec![id]);
        while let Some(id) = next.pop() {
            for needed in &self.needs[id] {
                if seen.insert(needed.as_str()) {
                    next.push(needed);
                }
            }
        }
        seen.into_iter().map(|id| self.names[id].as_str()).collect()
    }
}

#[test]
fn crates_know_only_those_their_arrows_point_at() {
    let tree = Tree::read();
    let ours: BTreeSet<&str> = ARROWS.iter().map(|(name, _)| *name).collect();
    for (id, name) in tree.names.iter().filter(|(id, _)| id.starts_with("path+")) {
        let allowed = ARROWS.iter().find(|(crate_name, _)| crate_name == name);
        let (_, allowed) = allowed.unwrap_or_else(|| panic!("{name} is in no row of ARROWS"));
        for needed in tree.needs[id].iter().map(|id| tree.names[id].as_str()) {
            assert!(!ours.contains(needed) || allowed.contains(&needed), "{name} must not know {needed}");
        }
    }
}

#[test]
fn nothing_that_is_forbidden_comes_in_through_others() {
    let tree = Tree::read();
    for (name, forbidden) in FORBIDDEN {
        let needed = tree.closure(tree.id(name).unwrap());
        for other in forbidden {
            assert!(!needed.contains(other), "{name} must not depend on {other}");
        }
    }
}

fn sources(folder: &Path) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && path.file_name().is_some_and(|name| name != "target") {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                let text = fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    assert!(!found.is_empty(), "{}", folder.display());
    found
}

#[test]
fn api_and_site_do_not_know_each_other() {
    let web = root().join("crates/web/src");
    for (folder, other) in [("api", "site"), ("site", "api")] {
        for (path, text) in sources(&web.join(folder)) {
            for name in [format!("crate::{other}"), format!("super::{other}"), format!("crate::{{{other}")] {
                assert!(!text.contains(&name), "{} names {name}", path.display());
            }
        }
    }
}

/// The lists of games of each layer: the only places outside a game's own folder that choose by the kind of game.
const LISTS_OF_GAMES: [&str; 7] = [
    "crates/club/src/state.rs",
    "crates/club/src/variant.rs",
    "crates/club/src/rating.rs",
    "crates/pages/src/games/mod.rs",
    "crates/club/src/engine.rs",
    "crates/web/src/fault.rs",
    "crates/sobremesa/src",
];

#[test]
fn only_lists_of_games_choose_by_the_kind_of_game() {
    let root = root();
    for folder in ["club", "pages", "device", "store", "house", "web"] {
        for (path, text) in sources(&root.join("crates").join(folder).join("src")) {
            let place = path.strip_prefix(&root).unwrap().to_str().unwrap().to_owned();
            let own = place.contains("/games/siesta/") || place.contains("/games/no_siesta/");
            let test = place.ends_with("tests.rs");
            if own || test || LISTS_OF_GAMES.iter().any(|list| place.starts_with(list)) {
                continue;
            }
            // Tests of a module may name a game.
            let code = text.split("#[cfg(test)]").next().unwrap();
            for (number, line) in (1..).zip(code.lines()) {
                let chooses = ["GameName::NoSiesta", "State::NoSiesta", "Variant::NoSiesta"];
                let chooses = chooses.iter().any(|word| line.contains(word));
                assert!(!chooses, "{place}:{number} chooses by the kind of game: {}", line.trim());
            }
        }
    }
}

#[test]
fn files_are_short_and_nothing_is_visible_in_a_grandparent() {
    for (path, text) in sources(&root().join("crates")) {
        let lines = text.lines().count();
        assert!(lines <= MAX_LINES, "{} has {lines} lines", path.display());
        let grandparent = ["pub(in super", "::super)"].concat();
        assert!(!text.contains(&grandparent), "{}", path.display());
    }
}
