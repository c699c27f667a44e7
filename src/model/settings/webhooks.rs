//! Settings for webhooks, and for the endpoints of bots.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use ipnet::IpNet;

use super::{milliseconds, network};

/// Where webhooks may go. Without settings, they go to the public internet only.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Webhooks")]
pub struct WebhookSettings {
    /// Networks that webhooks may reach although they are not public, also with `http://` and on any port,
    /// separated by commas: addresses such as `10.0.0.1`, and networks such as `10.0.0.0/8`. Any player can
    /// make this server send requests there.
    #[arg(long, env = "LAPIDARY_WEBHOOK_NETWORKS", value_delimiter = ',', value_parser = network)]
    pub webhook_networks: Vec<IpNet>,
    /// Certificates in PEM of the authorities that may vouch for the receivers of webhooks
    /// [default: those of the system].
    #[arg(long, env = "LAPIDARY_WEBHOOK_CA", value_name = "FILE")]
    pub webhook_ca: Option<PathBuf>,
    /// How often this server checks for messages to send, in milliseconds. Only tests change it.
    #[arg(long, hide = true, default_value = "500", value_parser = milliseconds)]
    pub webhook_interval: Duration,
    /// How often this server looks for bots with endpoints that no other server asks.
    #[arg(skip = Duration::from_secs(5))]
    pub endpoint_interval: Duration,
}
