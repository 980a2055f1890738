//! A backup: a snapshot of the database in another file.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use super::readers::Readers;
use crate::StoreError;
use crate::copy::{new_file, remove_file};

/// Writes the copy from a connection that only reads, so that the writer goes on meanwhile.
pub(super) async fn write(readers: &Arc<Readers>, to: &Path) -> Result<(), StoreError> {
    // SQLite writes to an empty file too, and a file that we created cannot be anybody else's.
    let file = new_file(to)?;
    copy(readers, to, file).await.inspect_err(|_| remove_file(to))
}

async fn copy(readers: &Arc<Readers>, to: &Path, file: File) -> Result<(), StoreError> {
    let name = to.to_str().ok_or_else(|| StoreError::File(ErrorKind::InvalidFilename.into()))?;
    readers.copy_into(name.to_owned()).await?;
    tokio::task::spawn_blocking(move || file.sync_all()).await.map_err(std::io::Error::from)??;
    Ok(())
}
