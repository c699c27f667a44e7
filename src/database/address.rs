//! The address of a database, built from the settings or read from a text.
//!
//! This module knows hosts, users and passwords; it opens no connections.

use std::path::PathBuf;

use tokio_postgres::Config;
use tokio_postgres::config::{SslMode, SslNegotiation};

use super::encryption::{Encryption, UnusableEncryption};
use super::parameters::Parameters;
use lapidary_model::settings::DatabaseSettings;

/// The default name of the database and of its user.
pub const DEFAULT_NAME: &str = "lapidary";

/// Where a database is, which user logs in, and how connections are encrypted.
#[derive(Debug, Clone)]
pub struct Address {
    /// Host, port, user, password and name of the database.
    pub config: Config,
    /// How connections are encrypted.
    pub encryption: Encryption,
}

/// Why the settings do not give a valid address.
#[derive(Debug, thiserror::Error)]
pub enum UnusableAddress {
    /// The URL cannot be parsed. It may contain a password, so the error does not repeat it.
    #[error(
        "DATABASE_URL is not a PostgreSQL URL or a list of key=value pairs ({0}); put a password with special characters into \
         LAPIDARY_DATABASE_PASSWORD or LAPIDARY_DATABASE_PASSWORD_FILE"
    )]
    Url(tokio_postgres::Error),
    /// The URL has a parameter of libpq that is not supported here.
    #[error("DATABASE_URL has the parameter {0}, which is not supported: leave it out")]
    Unsupported(&'static str),
    /// A parameter has a spelling that only the driver understands, such as escaped letters.
    #[error("DATABASE_URL has the parameter {0} in another spelling: write its name as it is here")]
    Spelling(&'static str),
    /// The settings for encryption cannot be used.
    #[error(transparent)]
    Encryption(#[from] UnusableEncryption),
    /// A setting repeats a part of the address that the URL contains.
    #[error("DATABASE_URL and {0} are both set; set one of them")]
    Twice(&'static str),
    /// Settings for an external database are present, but none says where it is.
    #[error("{0} is set, but neither DATABASE_URL nor LAPIDARY_DATABASE_HOST names a database")]
    NoHost(&'static str),
}

impl Address {
    /// Reads a URL or key=value pairs. Fails if it is neither, or has a parameter that is not supported.
    pub fn read(text: &str) -> Result<Address, UnusableAddress> {
        Address::with_encryption(text, None, None)
    }

    /// Reads a URL or key=value pairs, with these defaults for encryption.
    fn with_encryption(
        text: &str,
        mode: Option<&str>,
        authorities: Option<PathBuf>,
    ) -> Result<Address, UnusableAddress> {
        // The driver also accepts spaces around an address, which are common in files of settings.
        let parameters = Parameters::split(text.trim()).map_err(UnusableAddress::Unsupported)?;
        let config: Config = parameters.others.parse().map_err(UnusableAddress::Url)?;
        // No option of encryption may reach the driver in another spelling: it would have no effect.
        if config.get_ssl_mode() != SslMode::Prefer {
            return Err(UnusableAddress::Spelling("sslmode"));
        }
        if mode.is_some() && parameters.mode.is_some() {
            return Err(UnusableAddress::Twice("LAPIDARY_DATABASE_SSLMODE"));
        }
        if authorities.is_some() && parameters.authorities.is_some() {
            return Err(UnusableAddress::Twice("LAPIDARY_DATABASE_CA"));
        }
        let mode = parameters.mode.as_deref().or(mode);
        let authorities = parameters.authorities.map(PathBuf::from).or(authorities);
        let encryption = Encryption::new(mode, authorities)?;
        let is_direct = config.get_ssl_negotiation() == SslNegotiation::Direct;
        if is_direct && !matches!(encryption, Encryption::Verified { .. }) {
            return Err(UnusableAddress::Unsupported("sslnegotiation=direct without sslmode=verify-full"));
        }
        Ok(Address { config, encryption })
    }
}

/// Returns the address of the external database in the settings, or `None` if there is none.
pub fn named(settings: &DatabaseSettings) -> Result<Option<Address>, UnusableAddress> {
    // Files of settings often have an empty line for a setting without a value.
    let url = settings.database_url.as_deref().filter(|url| !url.trim().is_empty());
    let (mode, authorities) = (sslmode(settings), settings.database_ca.clone());
    let mut address = match (url, &settings.database_host) {
        (Some(url), _) => match parts(settings).into_iter().find(|(_, is_given)| *is_given) {
            Some((name, _)) => return Err(UnusableAddress::Twice(name)),
            None => Address::with_encryption(url, mode, authorities)?,
        },
        (None, Some(host)) => {
            Address { config: on_host(host, settings), encryption: Encryption::new(mode, authorities)? }
        }
        (None, None) => return unnamed(settings).map_or(Ok(None), |name| Err(UnusableAddress::NoHost(name))),
    };
    if let Some(user) = &settings.database_user {
        address.config.user(user);
    }
    if let Some(password) = settings.database_password.as_ref().or(settings.database_password_file.as_ref()) {
        address.config.password(password);
    }
    Ok(Some(address))
}

fn on_host(host: &str, settings: &DatabaseSettings) -> Config {
    let mut config = Config::new();
    // A path is the directory of a Unix socket, as in PostgreSQL.
    config.host(host).user(DEFAULT_NAME);
    config.dbname(settings.database_name.as_deref().unwrap_or(DEFAULT_NAME));
    if let Some(port) = settings.database_port {
        config.port(port);
    }
    config
}

/// Returns the settings for parts of the address that a URL contains, and whether each is set.
fn parts(settings: &DatabaseSettings) -> [(&'static str, bool); 3] {
    [
        ("LAPIDARY_DATABASE_HOST", settings.database_host.is_some()),
        ("LAPIDARY_DATABASE_PORT", settings.database_port.is_some()),
        ("LAPIDARY_DATABASE_NAME", settings.database_name.is_some()),
    ]
}

/// Returns the first setting that applies only to an external database.
fn unnamed(settings: &DatabaseSettings) -> Option<&'static str> {
    let given = [
        ("LAPIDARY_DATABASE_USER", settings.database_user.is_some()),
        ("LAPIDARY_DATABASE_PASSWORD", settings.database_password.is_some()),
        ("LAPIDARY_DATABASE_PASSWORD_FILE", settings.database_password_file.is_some()),
        ("LAPIDARY_DATABASE_SSLMODE", sslmode(settings).is_some()),
        ("LAPIDARY_DATABASE_CA", settings.database_ca.is_some()),
    ];
    parts(settings).into_iter().chain(given).find(|(_, given)| *given).map(|(name, _)| name)
}

fn sslmode(settings: &DatabaseSettings) -> Option<&str> {
    settings.database_sslmode.as_deref().filter(|mode| !mode.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use clap::Parser;
    use tokio_postgres::config::Host;

    use super::*;
    use crate::encryption::Hosts;

    #[derive(Parser)]
    struct AddressArgs {
        #[command(flatten)]
        settings: DatabaseSettings,
    }

    /// A password that must be escaped in a URL.
    const AWKWARD: &str = "p@ss:w/rd?#%41 'ä\\";

    fn settings(options: &[&str]) -> DatabaseSettings {
        let words = std::iter::once("lapidary").chain(options.iter().copied());
        AddressArgs::try_parse_from(words).map(|line| line.settings).unwrap_or_else(|error| panic!("{error}"))
    }

    #[test]
    fn no_spelling_of_encryption_reaches_the_driver_alone() {
        for asked in [" postgres://u:p@a/b?sslmode=require", "\npostgres://a/b?sslmode=verify-full\n"] {
            let address = Address::read(asked).unwrap_or_else(|error| panic!("{asked:?}: {error}"));
            assert!(matches!(address.encryption, Encryption::Verified { .. }), "{asked:?}");
        }
        for refused in ["postgres://a/b?ssl%6dode=require", "postgres://a/b?sslnegotiation=direct"] {
            assert!(Address::read(refused).is_err(), "{refused:?}");
        }
    }

    #[test]
    fn a_password_setting_needs_no_escaping() {
        let all = ["--database-host=database", "--database-port=6432", "--database-name=games"];
        let password = format!("--database-password={AWKWARD}");
        let config = named(&settings(&[&all[..], &[&password]].concat())).unwrap().unwrap().config;
        assert_eq!(config.get_hosts(), [Host::Tcp("database".into())]);
        assert_eq!((config.get_ports(), config.get_dbname()), (&[6432][..], Some("games")));
        assert_eq!((config.get_user(), config.get_password()), (Some("lapidary"), Some(AWKWARD.as_bytes())));
    }

    #[test]
    fn a_bad_url_is_refused_without_repeating_it() {
        let refused = named(&settings(&["--database-url=postgres://u:s3cret@host:port/x"])).unwrap_err();
        assert!(!refused.to_string().contains("s3cret"), "{refused}");
    }

    #[test]
    fn an_empty_url_is_none() {
        assert!(named(&settings(&["--database-url="])).unwrap().is_none());
        let config =
            named(&settings(&["--database-url=", "--database-host=database"])).unwrap().unwrap().config;
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

    #[test]
    fn a_host_and_a_url_can_ask_for_encryption_and_a_file_of_authorities_does() {
        let verified = |authorities: Option<&str>, hosts| Encryption::Verified {
            authorities: authorities.map(PathBuf::from),
            hosts,
        };
        let host = "--database-host=database";
        for (options, expected) in [
            (&[host][..], Encryption::Unasked),
            (&[host, "--database-sslmode=verify-full"], verified(None, Hosts::Named)),
            (&[host, "--database-ca=/ca.pem"], verified(Some("/ca.pem"), Hosts::Named)),
            (
                &[host, "--database-ca=/ca.pem", "--database-sslmode=verify-ca"],
                verified(Some("/ca.pem"), Hosts::Any),
            ),
            (&[host, "--database-sslmode=disable"], Encryption::Off),
            (&[host, "--database-sslmode="], Encryption::Unasked),
            (&["--database-url=host=a sslmode=verify-full"], verified(None, Hosts::Named)),
            (
                &["--database-url=postgres://a/b", "--database-ca=/ca.pem"],
                verified(Some("/ca.pem"), Hosts::Named),
            ),
            (
                &["--database-url=postgres://a/b?sslmode=verify-ca&sslrootcert=%2Fca.pem"],
                verified(Some("/ca.pem"), Hosts::Any),
            ),
        ] {
            let address = named(&settings(options)).unwrap_or_else(|error| panic!("{options:?}: {error}"));
            assert_eq!(address.unwrap().encryption, expected, "{options:?}");
        }
    }

    #[test]
    fn each_contradiction_about_encryption_has_a_sentence_of_its_own() {
        for (options, expected) in [
            (
                &["--database-url=host=a sslmode=prefer"][..],
                "sslmode=prefer would send everything in clear text",
            ),
            (
                &["--database-url=host=a sslmode=disable", "--database-ca=/ca.pem"],
                "sslmode=disable contradicts",
            ),
            (
                &["--database-url=host=a sslmode=require", "--database-sslmode=require"],
                "SSLMODE are both set",
            ),
            (&["--database-url=host=a sslrootcert=/a.pem", "--database-ca=/a.pem"], "CA are both set"),
            (
                &["--database-url=postgres://u:s3cret@a/b?sslcert=%2Fme.pem"],
                "sslcert, which is not supported",
            ),
            (&["--database-ca=/ca.pem"], "LAPIDARY_DATABASE_CA is set, but neither"),
            (&["--database-sslmode=require"], "LAPIDARY_DATABASE_SSLMODE is set, but neither"),
        ] {
            let refused = named(&settings(options)).unwrap_err().to_string();
            assert!(refused.contains(expected) && !refused.contains("s3cret"), "{options:?}: {refused}");
        }
    }
}
