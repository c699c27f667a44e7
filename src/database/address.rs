//! The address of an external database, built from the settings.
//!
//! This module knows hosts, users and passwords; it opens no connections.

use std::path::PathBuf;

use tokio_postgres::Config;

use super::connector::CONNECT_TIMEOUT;
use lapidary_model::settings::DatabaseSettings;

/// The default name of the database and of the user.
pub const DEFAULT_NAME: &str = "lapidary";

/// Why the settings do not give a valid address.
#[derive(Debug, thiserror::Error)]
pub enum UnusableAddress {
    /// The URL cannot be parsed. It may contain a password, so the error does not repeat it.
    #[error(
        "DATABASE_URL is not a PostgreSQL URL or a list of key=value pairs ({0}); put a password with special characters into \
         LAPIDARY_DATABASE_PASSWORD or LAPIDARY_DATABASE_PASSWORD_FILE"
    )]
    Url(tokio_postgres::Error),
    /// A part of the address is set beside a URL, which has it too.
    #[error("DATABASE_URL and {0} are both set; set one of them")]
    Twice(&'static str),
    /// There are settings for an external database, but no setting says where it is.
    #[error("{0} is set, but neither DATABASE_URL nor LAPIDARY_DATABASE_HOST names a database")]
    NoHost(&'static str),
    /// The password file cannot be read.
    #[error("cannot read the database password from {path}: {cause}")]
    PasswordFile {
        /// The file.
        path: PathBuf,
        /// The error from the system.
        cause: std::io::Error,
    },
}

/// Returns the address of the external database in the settings, or `None` if there is none.
///
/// # Errors
/// When the settings contradict each other or the password file cannot be read.
pub fn named(settings: &DatabaseSettings) -> Result<Option<Config>, UnusableAddress> {
    // Files of settings often have an empty line for what is not set.
    let url = settings.database_url.as_deref().filter(|url| !url.trim().is_empty());
    let mut config = match (url, &settings.database_host) {
        (Some(url), _) => match parts(settings).into_iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) => return Err(UnusableAddress::Twice(name)),
            None => url.parse().map_err(UnusableAddress::Url)?,
        },
        (None, Some(host)) => on_host(host, settings),
        (None, None) => return unnamed(settings).map_or(Ok(None), |name| Err(UnusableAddress::NoHost(name))),
    };
    if let Some(user) = &settings.database_user {
        config.user(user);
    }
    if let Some(password) = password(settings)? {
        config.password(password);
    }
    Ok(Some(config))
}

fn on_host(host: &str, settings: &DatabaseSettings) -> Config {
    let mut config = Config::new();
    // A path is the directory of a Unix socket, as in PostgreSQL itself.
    config.host(host).user(DEFAULT_NAME).connect_timeout(CONNECT_TIMEOUT);
    config.dbname(settings.database_name.as_deref().unwrap_or(DEFAULT_NAME));
    if let Some(port) = settings.database_port {
        config.port(port);
    }
    config
}

/// Returns the settings that name parts of the address, which a URL names itself, and whether they are given.
fn parts(settings: &DatabaseSettings) -> [(&'static str, bool); 3] {
    [
        ("LAPIDARY_DATABASE_HOST", settings.database_host.is_some()),
        ("LAPIDARY_DATABASE_PORT", settings.database_port.is_some()),
        ("LAPIDARY_DATABASE_NAME", settings.database_name.is_some()),
    ]
}

/// Returns the first setting that has a meaning only for an external database.
fn unnamed(settings: &DatabaseSettings) -> Option<&'static str> {
    let given = [
        ("LAPIDARY_DATABASE_USER", settings.database_user.is_some()),
        ("LAPIDARY_DATABASE_PASSWORD", settings.database_password.is_some()),
        ("LAPIDARY_DATABASE_PASSWORD_FILE", settings.database_password_file.is_some()),
    ];
    parts(settings).into_iter().chain(given).find(|(_, given)| *given).map(|(name, _)| name)
}

fn password(settings: &DatabaseSettings) -> Result<Option<String>, UnusableAddress> {
    let Some(path) = &settings.database_password_file else {
        return Ok(settings.database_password.clone());
    };
    let text = std::fs::read_to_string(path)
        .map_err(|cause| UnusableAddress::PasswordFile { path: path.clone(), cause })?;
    Ok(Some(text.strip_suffix('\n').map_or(text.as_str(), |line| line.trim_end_matches('\r')).to_owned()))
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use tokio_postgres::config::Host;

    use super::*;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        settings: DatabaseSettings,
    }

    /// A password that must be escaped in a URL.
    const AWKWARD: &str = "p@ss:w/rd?#%41 'ä\\";

    fn settings(options: &[&str]) -> DatabaseSettings {
        let words = std::iter::once("lapidary").chain(options.iter().copied());
        Line::try_parse_from(words).map(|line| line.settings).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn a_password_setting_needs_no_escaping() {
        let all = ["--database-host=database", "--database-port=6432", "--database-name=games"];
        let password = format!("--database-password={AWKWARD}");
        let config = named(&settings(&[&all[..], &[&password]].concat())).unwrap().unwrap();
        assert_eq!(config.get_hosts(), [Host::Tcp("database".into())]);
        assert_eq!((config.get_ports(), config.get_dbname()), (&[6432][..], Some("games")));
        assert_eq!((config.get_user(), config.get_password()), (Some("lapidary"), Some(AWKWARD.as_bytes())));
    }

    #[test]
    fn a_password_file_is_read_without_its_last_line_break() {
        let path = std::env::temp_dir().join(format!("lapidary-password-{}", std::process::id()));
        std::fs::write(&path, format!("{AWKWARD}\n")).unwrap();
        let file = format!("--database-password-file={}", path.display());
        let url = "--database-url=postgres://somebody@elsewhere/games";
        let config = named(&settings(&[url, "--database-user=ada", &file])).unwrap().unwrap();
        assert_eq!((config.get_user(), config.get_password()), (Some("ada"), Some(AWKWARD.as_bytes())));
        std::fs::remove_file(&path).unwrap();
        let missing = named(&settings(&[url, &file])).unwrap_err().to_string();
        assert!(missing.contains(&path.display().to_string()), "{missing}");
    }

    #[test]
    fn a_bad_url_is_refused_without_repeating_it() {
        let refused = named(&settings(&["--database-url=postgres://u:s3cret@host:port/x"])).unwrap_err();
        assert!(!refused.to_string().contains("s3cret"), "{refused}");
    }

    #[test]
    fn an_empty_url_is_none() {
        assert!(named(&settings(&["--database-url="])).unwrap().is_none());
        let config = named(&settings(&["--database-url=", "--database-host=database"])).unwrap().unwrap();
        assert_eq!(config.get_hosts(), [Host::Tcp("database".into())]);
    }

    #[test]
    fn a_url_and_a_part_of_the_address_are_refused() {
        let url = "--database-url=postgres://somebody@elsewhere/games";
        for part in ["--database-host=here", "--database-port=1", "--database-name=x"] {
            let refused = named(&settings(&[url, part])).unwrap_err();
            assert!(matches!(refused, UnusableAddress::Twice(_)), "{part}: {refused}");
        }
    }

    #[test]
    fn a_password_without_a_host_is_refused() {
        let refused = named(&settings(&["--database-password=x"])).unwrap_err().to_string();
        assert!(refused.starts_with("LAPIDARY_DATABASE_PASSWORD is set"), "{refused}");
    }
}
