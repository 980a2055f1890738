//! A backup: a snapshot of the database in another file.

use std::io::ErrorKind;
use std::path::Path;
use std::sync::Arc;

use super::readers::Readers;
use crate::StoreError;
use crate::partial::PartialFile;

/// Writes the copy from a connection that only reads, so that the writer goes on meanwhile.
pub(super) async fn write(readers: &Arc<Readers>, to: &Path) -> Result<(), StoreError> {
    // SQLite writes to an empty file too, and nobody else writes to this one.
    let partial = PartialFile::begin(to)?;
    let name = partial.path().to_str().ok_or_else(|| StoreError::File(ErrorKind::InvalidFilename.into()))?;
    readers.copy_into(name.to_owned()).await?;
    let finished = tokio::task::spawn_blocking(move || partial.finish()).await;
    finished.map_err(StoreError::Interrupted)?
}
