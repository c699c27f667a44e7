//! Names of players in paths.

/// Returns a name without the character NUL: PostgreSQL cannot store it, and no name contains it.
pub fn searchable(username: &str) -> String {
    username.replace('\0', "")
}
