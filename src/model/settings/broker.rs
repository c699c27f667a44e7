//! Settings for a message broker between servers.

use std::convert::Infallible;
use std::path::PathBuf;

use clap::Args;

use super::secret_file::{in_file, whole};

/// How servers of one database tell each other what has happened. Without a broker, PostgreSQL carries their
/// announcements.
#[derive(Clone, Args)]
#[command(next_help_heading = "Several servers")]
pub struct BrokerSettings {
    /// NATS servers that carry announcements between servers, such as `nats://nats.example:4222`, or `tls://`
    /// for an encrypted connection; several are separated by commas [default: PostgreSQL carries them].
    #[arg(long, env = "LAPIDARY_NATS_URL", hide_env_values = true, value_parser = nats_url)]
    pub nats_url: Option<NatsUrl>,
    /// User of the NATS servers.
    #[arg(long, env = "LAPIDARY_NATS_USER", requires = "nats_secret")]
    pub nats_user: Option<String>,
    /// Password of that user, or without a user a token. No character needs escaping.
    #[arg(long, env = "LAPIDARY_NATS_PASSWORD", hide_env_values = true, group = "nats_secret")]
    pub nats_password: Option<String>,
    /// File that contains this password.
    #[arg(long, env = "LAPIDARY_NATS_PASSWORD_FILE", value_name = "FILE", value_parser = in_file(whole), group = "nats_secret")]
    pub nats_password_file: Option<String>,
    /// The NATS subject of the announcements: one for each database.
    #[arg(long, env = "LAPIDARY_NATS_SUBJECT", default_value = "lapidary", value_parser = subject)]
    pub nats_subject: String,
    /// Certificates in PEM of the authorities that may vouch for the NATS servers
    /// [default: those of the system].
    #[arg(long, env = "LAPIDARY_NATS_CA", value_name = "FILE")]
    pub nats_ca: Option<PathBuf>,
}

/// Addresses of NATS servers. It has no `Debug`, and no error repeats it, because it may contain a password.
#[derive(Clone)]
pub struct NatsUrl(String);

impl NatsUrl {
    /// Returns the addresses.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for NatsUrl {
    fn from(text: String) -> Self {
        NatsUrl(text)
    }
}

/// Accepts every text: the command line would repeat a refused one.
fn nats_url(text: &str) -> Result<NatsUrl, Infallible> {
    Ok(NatsUrl(text.to_owned()))
}

/// Accepts a subject without wildcards.
fn subject(text: &str) -> Result<String, &'static str> {
    let is_token = |token: &str| {
        !token.is_empty()
            && token.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-')
    };
    match text.split('.').all(is_token) {
        true => Ok(text.to_owned()),
        false => Err("must be letters, digits, `_` and `-`, in parts separated by dots"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_has_no_wildcards() {
        for subject_of_one in ["lapidary", "games.example.lapidary-2"] {
            assert_eq!(subject(subject_of_one).as_deref(), Ok(subject_of_one));
        }
        for wrong in ["", "lapidary.", "lapidary.*", ">", "two words"] {
            assert!(subject(wrong).is_err(), "{wrong}");
        }
    }
}
