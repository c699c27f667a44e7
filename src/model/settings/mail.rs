//! Settings for sending mail.

use std::convert::Infallible;
use std::path::PathBuf;

use clap::Args;

use super::secret_file::in_file;

/// The operator's SMTP server. Without one, the server sends no mail.
#[derive(Clone, Args)]
#[command(next_help_heading = "Mail")]
pub struct MailSettings {
    /// The SMTP server that sends mail: `smtps://user:password@host` uses TLS from the start (port 465), and
    /// `smtp://user:password@host` STARTTLS (port 587). `smtp://host:25?tls=off` is not encrypted. Requires
    /// LAPIDARY_MAIL_FROM and LAPIDARY_PUBLIC_URL.
    #[arg(long, env = "LAPIDARY_MAIL_URL", hide_env_values = true, value_parser = mail_url)]
    pub mail_url: Option<MailUrl>,
    /// File that contains this address.
    #[arg(long, env = "LAPIDARY_MAIL_URL_FILE", value_name = "FILE", value_parser = in_file(mail_url), conflicts_with = "mail_url")]
    pub mail_url_file: Option<MailUrl>,
    /// The sender of the mails, such as `Lapidary <games@games.example>`.
    #[arg(long, env = "LAPIDARY_MAIL_FROM")]
    pub mail_from: Option<String>,
    /// Certificates in PEM of the authorities that may vouch for the SMTP server
    /// [default: those of the system].
    #[arg(long, env = "LAPIDARY_MAIL_CA", value_name = "FILE")]
    pub mail_ca: Option<PathBuf>,
}

/// The address of an SMTP server with user and password. It has no `Debug`, and no error repeats it.
#[derive(Clone)]
pub struct MailUrl(String);

impl MailUrl {
    /// Returns the address, with its password.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl From<String> for MailUrl {
    fn from(text: String) -> Self {
        MailUrl(text)
    }
}

/// Accepts every text: the command line would repeat a refused one with its password.
fn mail_url(text: &str) -> Result<MailUrl, Infallible> {
    Ok(MailUrl(text.to_owned()))
}
