//! Settings for alerts to disconnected players.

use std::time::Duration;

use clap::Args;

use super::milliseconds;

/// When players are told.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Alerts")]
pub struct AlertSettings {
    /// How long this server waits after a turn before it tells the next player, so that one message tells of
    /// many turns, in milliseconds. A turn that is played by then is not told. Whoever is connected is looked
    /// after again after the same time.
    #[arg(long, env = "LAPIDARY_ALERT_WINDOW_MS", default_value = "10000", value_parser = milliseconds)]
    pub alert_window: Duration,
    /// How long a slow game waits for a player before a mail is written to those who want one, in
    /// milliseconds, so that one mail tells of many turns.
    #[arg(long, env = "LAPIDARY_DIGEST_WAIT_MS", default_value = "1800000", value_parser = milliseconds)]
    pub digest_wait: Duration,
    /// How often this server checks for players to tell, in milliseconds. Only tests change it.
    #[arg(long, hide = true, default_value = "1000", value_parser = milliseconds)]
    pub alert_interval: Duration,
}
