//! A copy of everything as of one moment.

use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;

use sqlx::SqlitePool;

use crate::store::StoreError;

/// Writes the copy on a connection that only reads, so that the writer goes on meanwhile.
pub(super) async fn write(readers: &SqlitePool, to: &Path) -> Result<(), StoreError> {
    // SQLite writes to an empty file too, and a file that we created cannot be anybody else's.
    let file = File::create_new(to).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => StoreError::Exists(to.to_owned()),
        _ => StoreError::File(error),
    })?;
    let written = copy(readers, to, file).await;
    if written.is_err() {
        // The first error matters more than this one.
        let _ = std::fs::remove_file(to);
    }
    written
}

async fn copy(readers: &SqlitePool, to: &Path, file: File) -> Result<(), StoreError> {
    let name = to.to_str().ok_or_else(|| StoreError::File(ErrorKind::InvalidFilename.into()))?;
    sqlx::query("VACUUM INTO $1").bind(name).execute(readers).await?;
    tokio::task::spawn_blocking(move || file.sync_all()).await.map_err(std::io::Error::from)??;
    Ok(())
}
