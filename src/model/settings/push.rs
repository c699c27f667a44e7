//! Settings for Web Push.

use std::path::PathBuf;

use clap::Args;

/// How this server introduces itself to the push services of browsers.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Push")]
pub struct PushSettings {
    /// The P-256 key with which the server introduces itself to push services (VAPID), in PEM (PKCS #8).
    /// Subscriptions depend on it: after a change, browsers must subscribe again
    /// [default: one that the first server generates and stores in the database].
    #[arg(long, env = "LAPIDARY_PUSH_KEY", value_name = "FILE")]
    pub push_key: Option<PathBuf>,
    /// How push services can reach the operator: an address such as `mailto:games@games.example`, or of a
    /// page [default: the public URL].
    #[arg(long, env = "LAPIDARY_PUSH_CONTACT", value_parser = contact)]
    pub push_contact: Option<String>,
}

fn contact(text: &str) -> Result<String, String> {
    match text.starts_with("mailto:") || text.starts_with("https://") {
        true => Ok(text.to_owned()),
        false => Err("must begin with `mailto:` or `https://`".to_owned()),
    }
}
