//! Which PostgreSQL the server uses.
//!
//! It knows where the database comes from and how it is let go; it asks it nothing.

use crate::settings::DatabaseSettings;

/// Where the database comes from.
#[derive(Debug)]
pub enum Source {
    /// One that somebody else keeps, by its address.
    Url(String),
}

/// Why there is no database to use.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error(
        "no database: set DATABASE_URL (or --database-url) to a PostgreSQL, e.g. postgres://user:password@host/name"
    )]
    NotSet,
}

impl Source {
    /// Finds the database the settings name.
    ///
    /// # Errors
    ///
    /// When the settings name none.
    pub async fn open(settings: &DatabaseSettings) -> Result<Self, SourceError> {
        settings.database_url.clone().map(Source::Url).ok_or(SourceError::NotSet)
    }

    /// The address for connections: a URL or key=value pairs.
    pub fn url(&self) -> &str {
        match self {
            Source::Url(url) => url,
        }
    }

    /// Lets the database go; one that is ours is stopped.
    pub async fn close(self) {
        match self {
            Source::Url(_) => {}
        }
    }
}
