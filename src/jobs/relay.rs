//! A job that never pauses: carries announcements between servers of one database.

use std::convert::Infallible;
use std::time::Duration;

use tokio::time::sleep;

use super::rounds::Rounds;
use lapidary_service::Relay;

/// The delay before a lost connection is opened again.
const RETRY: Duration = Duration::from_secs(2);
/// A connection is a success of the job after this time, and again after each such time.
pub const STABLE: Duration = Duration::from_secs(20);

/// Carries announcements until the server stops. Without the connection, the server polls the database
/// instead, so followers of games hear of turns on other servers later.
pub async fn relay(relay: Relay, rounds: Rounds) {
    let lasting = async || -> Infallible {
        loop {
            sleep(STABLE).await;
            rounds.succeed();
        }
    };
    loop {
        let ended = tokio::select! {
            ended = relay.run() => ended,
            never = lasting() => match never {},
            () = rounds.stopping.cancelled() => return,
        };
        if let Err(cause) = ended {
            rounds.fail(&cause);
        }
        let pause = async {
            sleep(RETRY).await;
            // A failure here means that the database is away, and the requests report that.
            let _ = relay.look().await;
        };
        if rounds.stopping.run_until_cancelled(pause).await.is_none() {
            return;
        }
    }
}
