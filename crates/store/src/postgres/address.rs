//! The address of a PostgreSQL database, and why it cannot be reached.

use std::fmt;
use std::str::FromStr;

use sqlx::error::DatabaseError;
use sqlx::postgres::{PgConnectOptions, PgSslMode};
use sqlx::{ConnectOptions, Error};

use crate::StoreError;

/// The address of a PostgreSQL database: `postgres://USER:PASSWORD@HOST:PORT/NAME`. Shown without the
/// password.
#[derive(Clone)]
pub struct PostgresUrl(pub(super) PgConnectOptions);

/// Why a text is no address of a database.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum PostgresUrlError {
    /// It has another form.
    #[error("the address of a database is postgres://USER:PASSWORD@HOST:PORT/NAME")]
    Form,
    /// A part is malformed. The address is not repeated, as it may contain the password.
    #[error("the address of the database cannot be read: {0}")]
    Part(String),
    /// It asks for TLS, which this program does not have.
    #[error("sslmode={0} is not possible: let a tunnel encrypt the way to the database (docs/operations.md)")]
    Tls(&'static str),
}

impl FromStr for PostgresUrl {
    type Err = PostgresUrlError;

    fn from_str(text: &str) -> Result<Self, PostgresUrlError> {
        if !text.starts_with("postgres://") && !text.starts_with("postgresql://") {
            return Err(PostgresUrlError::Form);
        }
        let options: PgConnectOptions = text.parse().map_err(|error| match error {
            Error::Configuration(error) => PostgresUrlError::Part(error.to_string()),
            _ => PostgresUrlError::Form,
        })?;
        match options.get_ssl_mode() {
            PgSslMode::Disable | PgSslMode::Allow | PgSslMode::Prefer => {}
            PgSslMode::Require => return Err(PostgresUrlError::Tls("require")),
            PgSslMode::VerifyCa => return Err(PostgresUrlError::Tls("verify-ca")),
            PgSslMode::VerifyFull => return Err(PostgresUrlError::Tls("verify-full")),
        }
        Ok(Self(options.application_name("sobremesa").disable_statement_logging()))
    }
}

impl fmt::Display for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (user, host, port) = (self.0.get_username(), self.0.get_host(), self.0.get_port());
        write!(f, "postgres://{user}@{host}:{port}/{}", self.0.get_database().unwrap_or(user))
    }
}

impl fmt::Debug for PostgresUrl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl PostgresUrl {
    /// Why the database cannot be used, with a hint for the operator.
    pub(super) fn unreachable(&self, error: &Error) -> StoreError {
        let code = error.as_database_error().and_then(DatabaseError::code);
        let why = match (error, code.as_deref()) {
            (_, Some("28P01" | "28000")) => {
                format!("it does not let {} in: is the password right?", self.0.get_username())
            }
            (_, Some("3D000")) => "it has no database of this name; create it with createdb".to_owned(),
            (Error::Io(error), _) => format!("nobody answers there ({error}); is PostgreSQL running?"),
            (Error::PoolTimedOut, _) => "nobody answers there in time".to_owned(),
            (other, _) => other.to_string(),
        };
        StoreError::Unreachable(format!("the database {self} cannot be used: {why}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_shown_without_its_password() {
        for (text, shown) in [
            ("postgres://ana:secret@10.0.0.1:5433/club", "postgres://ana@10.0.0.1:5433/club"),
            ("postgresql://ana:secret@db/club", "postgres://ana@db:5432/club"),
            ("postgres://ana:s%2Fecret@db", "postgres://ana@db:5432/ana"),
        ] {
            let url: PostgresUrl = text.parse().unwrap();
            assert_eq!(url.to_string(), shown);
            assert!(!format!("{url:?}").contains("ecret"));
        }
    }

    #[test]
    fn what_is_no_address_is_refused_without_repeating_it() {
        for text in ["", "club.db", "mysql://ana:secret@db/club", "postgres://ana:secret@db:port/club"] {
            let error = text.parse::<PostgresUrl>().unwrap_err();
            assert!(!error.to_string().contains("secret"), "{error}");
        }
        let error = "postgres://ana:secret@db/club?sslmode=require".parse::<PostgresUrl>().unwrap_err();
        assert_eq!(error, PostgresUrlError::Tls("require"));
    }
}
