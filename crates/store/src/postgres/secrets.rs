//! Secrets that servers share.

use sqlx::PgConnection;

use crate::StoreError;
use crate::rows::bytes;

pub(super) async fn find_or_add(
    connection: &mut PgConnection,
    name: &str,
    fresh: [u8; 32],
) -> Result<[u8; 32], StoreError> {
    sqlx::query("INSERT INTO secrets (name, value) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(name)
        .bind(&fresh[..])
        .execute(&mut *connection)
        .await?;
    let value: Vec<u8> = sqlx::query_scalar("SELECT value FROM secrets WHERE name = $1")
        .bind(name)
        .fetch_one(connection)
        .await?;
    bytes(&value)
}
