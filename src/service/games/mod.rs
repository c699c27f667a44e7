//! Use cases of games: creating, joining, seeing, playing, leaving.
//!
//! They return domain values; each decides who may do it, in the order in which the contract tells refusals.

mod abort;
mod access;
mod create;
mod expire;
mod history;
mod invite;
mod join;
mod kick;
mod leave;
mod leave_all;
mod limits;
mod look;
mod play_on;
mod recent;
mod refusal;
mod replay;
mod replays;
mod resign;
mod turn;
mod verify;
mod wait;

pub use create::NewTable;
pub use history::{Aborted, Ended, Event, Events, Export, Happening, Start};
pub use leave_all::has_left_all;
pub use limits::TooManyGames;
pub use look::{Asked, GameView};
pub use refusal::GameRefusal;
pub use replay::Divergence;
pub use turn::{Played, PostedTurn, TurnRefusal};

use tokio_util::sync::CancellationToken;

use recent::Recent;
use replays::Replays;

use crate::engine::kids::sides::Sides;
use crate::settings::GameSettings;
use crate::store::Pool;
use crate::stream::Watchers;

/// The games of this server, and everything that acting on them takes.
///
/// Its methods are the use cases. Each is one transaction, or says in its documentation why it is several.
pub struct Games {
    pool: Pool,
    watchers: Watchers,
    recent: Recent,
    replays: Replays,
    boards: Sides,
    settings: GameSettings,
    stopping: CancellationToken,
}

impl Games {
    /// Games in this database, played on these boards. Waits end when `stopping` is cancelled.
    pub fn new(
        pool: Pool,
        watchers: Watchers,
        boards: Sides,
        settings: GameSettings,
        stopping: CancellationToken,
    ) -> Games {
        let (recent, replays) = (Recent::default(), Replays::default());
        Games { pool, watchers, recent, replays, boards, settings, stopping }
    }
}
