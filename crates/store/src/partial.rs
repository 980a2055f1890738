//! A file that appears under its name when it is whole, and not before.

use std::fs::{self, File, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use crate::StoreError;
use crate::files::{open_private, tighten, with_suffix};

/// The files that SQLite puts beside a database.
const BESIDE: [&str; 3] = ["-wal", "-shm", "-journal"];

/// A file that is being written, beside the one that it becomes. Removed when it is dropped before.
pub(crate) struct PartialFile {
    target: PathBuf,
    path: PathBuf,
    /// Locked, so that two who write to the same place do not mix.
    file: File,
    is_finished: bool,
}

impl PartialFile {
    /// Begins an empty file. What a process left that ended before is replaced. Fails if the target exists.
    pub(crate) fn begin(target: &Path) -> Result<Self, StoreError> {
        if target.symlink_metadata().is_ok() {
            return Err(StoreError::Exists(target.to_owned()));
        }
        let path = with_suffix(target, ".partial");
        let file = open_private(&path)?;
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => return Err(StoreError::BackupRuns(path)),
            Err(TryLockError::Error(error)) => return Err(error.into()),
        }
        tighten(&path);
        file.set_len(0)?;
        let partial = Self { target: target.to_owned(), path, file, is_finished: false };
        partial.remove_beside();
        Ok(partial)
    }

    /// Where to write.
    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Gives the file its name, once it is on the disk; fails if another file has the name meanwhile.
    pub(crate) fn finish(mut self) -> Result<(), StoreError> {
        self.file.sync_all()?;
        match fs::hard_link(&self.path, &self.target) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                return Err(StoreError::Exists(self.target.clone()));
            }
            // A file system without links. Between the two calls there is an empty file, if we are killed there.
            Err(_) => {
                drop(crate::files::create_private(&self.target).map_err(|error| self.refused(error))?);
                fs::rename(&self.path, &self.target)?;
            }
        }
        self.is_finished = true;
        self.remove();
        // The name is on the disk as well only after this.
        let folder = self.target.parent().filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        Ok(())
    }

    fn refused(&self, error: io::Error) -> StoreError {
        match error.kind() {
            ErrorKind::AlreadyExists => StoreError::Exists(self.target.clone()),
            _ => error.into(),
        }
    }

    /// Removes the file under its partial name. An error is ignored in favour of the one that came before; the next backup
    /// replaces the file.
    fn remove(&self) {
        let _ = fs::remove_file(&self.path);
        self.remove_beside();
    }

    fn remove_beside(&self) {
        for suffix in BESIDE {
            let _ = fs::remove_file(with_suffix(&self.path, suffix));
        }
    }
}

impl Drop for PartialFile {
    fn drop(&mut self) {
        if !self.is_finished {
            self.remove();
        }
    }
}
