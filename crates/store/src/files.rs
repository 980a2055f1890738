//! Files and folders that nobody but their owner may read: they have the hashes of passwords and the seeds of running
//! games.

use std::ffi::OsString;
use std::fs::{self, DirBuilder, File, OpenOptions, Permissions};
use std::io;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

/// What the owner of a file may do, and nobody else.
const FILE_MODE: u32 = 0o600;
/// The same of a folder.
const FOLDER_MODE: u32 = 0o700;

/// The path with this at the end of its name.
pub(crate) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = OsString::from(path);
    name.push(suffix);
    name.into()
}

/// Opens a file to read and write, or creates it.
pub(crate) fn open_private(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false).mode(FILE_MODE).open(path)
}

/// Creates an empty file; fails if it exists.
pub(crate) fn create_private(path: &Path) -> io::Result<File> {
    let file = OpenOptions::new().read(true).write(true).create_new(true).mode(FILE_MODE).open(path)?;
    // Whatever the umask is.
    file.set_permissions(Permissions::from_mode(FILE_MODE))?;
    Ok(file)
}

/// Creates a folder, and those above it, unless it exists.
pub fn create_private_folder(path: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(FOLDER_MODE).create(path)
}

/// Takes the permissions of all others away from a file, if it has more than it should.
pub(crate) fn tighten(path: &Path) {
    set_mode(path, FILE_MODE);
}

/// The same of the folder of a database. A folder that has files of others as well is left as it is, as it may be theirs.
pub(crate) fn tighten_folder_of(database: &Path) {
    let (Some(folder), Some(name)) = (database.parent(), database.file_name()) else { return };
    let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
    let Ok(entries) = fs::read_dir(folder) else { return };
    let name = name.as_encoded_bytes();
    let is_ours = |entry: io::Result<fs::DirEntry>| {
        entry.is_ok_and(|entry| entry.file_name().as_encoded_bytes().starts_with(name))
    };
    if entries.into_iter().all(is_ours) {
        set_mode(folder, FOLDER_MODE);
    } else if mode(folder).is_some_and(|mode| mode & !FOLDER_MODE != 0) {
        let folder = folder.display();
        tracing::info!(%folder, "others may look into the folder of the database, which has other files as well");
    }
}

fn set_mode(path: &Path, wanted: u32) {
    let Some(before) = mode(path).filter(|mode| mode & !wanted != 0) else { return };
    let shown = path.display();
    match fs::set_permissions(path, Permissions::from_mode(before & wanted)) {
        Ok(()) => tracing::info!(path = %shown, "others may no longer read this: it has secrets"),
        Err(error) => tracing::warn!(path = %shown, %error, "others may read this, although it has secrets"),
    }
}

fn mode(path: &Path) -> Option<u32> {
    Some(fs::metadata(path).ok()?.permissions().mode() & 0o777)
}
