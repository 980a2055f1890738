//! Clubs that earlier versions have stored: what is in them, and copies to open.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde_json::Value;
use tempfile::TempDir;
use test_services::Postgres;

use crate::club::{Club, Table, Who, program};

/// A copy of a stored club, which a server can open.
pub(crate) struct StoredClub {
    /// What the fixture contains, by the description beside it.
    pub(crate) contents: Value,
    folder: Arc<TempDir>,
    /// The arguments that name the database, for any command of the program.
    database: Vec<String>,
}

fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../store/tests/fixtures").join(name)
}

fn contents(name: &str) -> Value {
    let text = std::fs::read_to_string(fixture(name)).unwrap();
    serde_json::from_str(&text).unwrap()
}

impl StoredClub {
    /// A copy of a SQLite file.
    pub(crate) fn sqlite(name: &str) -> Self {
        let folder = Arc::new(TempDir::new().unwrap());
        std::fs::copy(fixture(name), folder.path().join("sobremesa.sqlite")).unwrap();
        let database = vec!["--data".to_owned(), folder.path().to_str().unwrap().to_owned()];
        Self { contents: contents(&format!("{name}.json")), folder, database }
    }

    /// A database of its own with the contents of a dump.
    pub(crate) fn postgres(server: &Postgres, name: &str) -> Self {
        let database = vec!["--database".to_owned(), server.load(&fixture(name))];
        let folder = Arc::new(TempDir::new().unwrap());
        Self { contents: contents(&format!("{name}.json")), folder, database }
    }

    /// Opens the club.
    pub(crate) fn open(&self) -> Club {
        let mut args: Vec<&str> = self.database.iter().map(String::as_str).collect();
        args.extend(["--rate-limit", "0"]);
        Club::start(Arc::clone(&self.folder), &["serve", "--listen", "127.0.0.1:0"], &args)
    }

    /// Rebuilds lists, results and ratings of the club while it is closed.
    pub(crate) fn rebuild(&self) {
        let output = program(&["rebuild"]).args(&self.database).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }

    /// Carmen, by the token that she had.
    pub(crate) fn carmen(&self) -> Who {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let (id, token) = (text(&self.contents["members"]["Carmen"]["id"]), text(&self.contents["token"]));
        Who { id, name: "Carmen".to_owned(), token: Some(token), ..Who::default() }
    }

    /// A table, by its name in the description.
    pub(crate) fn table(&self, name: &str) -> Table {
        Table::of(&self.contents["tables"][name])
    }
}
