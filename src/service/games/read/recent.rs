//! Games as the last turn or read left them, so that the next one need not load them.
//!
//! Memory may be wrong at any time, because other servers store turns too. Therefore memory alone never
//! refuses, accepts or shows anything. A turn that uses it is written under a condition that holds only if it
//! is right. The [reader](super::reader) asks the database whether it still is.

use std::sync::Arc;
use std::time::{Duration, Instant};

use quick_cache::sync::Cache;

use lapidary_model::auth::Identity;
use lapidary_model::game::{GameId, Status, Version, Visibility};
use lapidary_model::stamp::Stamp;
use lapidary_store::games::{GameRecord, StoredGame};

/// How many games are remembered; about 1 KB each.
const GAMES_MAX: usize = 32_768;
/// How long a game is remembered for reads. This is well before the database could repeat a transaction
/// number, so no stamp can mean another state.
const AGE_MAX: Duration = Duration::from_secs(3_600);

/// The games that were played or read last on this server, and when each was first remembered.
pub struct Recent(Cache<GameId, (Arc<StoredGame>, Instant)>);

/// Whether a caller may see everything that the caller's seat may see. Only facts that never change while the
/// game is active decide this.
fn is_open_to(record: &GameRecord, caller: Option<&Identity>) -> bool {
    let is_seated = || caller.is_some_and(|caller| record.seat_of(caller.player).is_some());
    // A game with a shared deal or a delay needs more than its own rows.
    let is_plain = record.shared_deal.is_none() && record.terms.delay.is_none();
    is_plain && (record.terms.visibility != Visibility::Private || is_seated())
}

impl Default for Recent {
    fn default() -> Self {
        Recent(Cache::new(GAMES_MAX))
    }
}

impl Recent {
    /// Returns the game if it was left at this version. If the caller knows a later one, forgets the game,
    /// because it must be loaded.
    pub(in crate::games) fn recall(&self, id: GameId, version: Version) -> Option<Arc<StoredGame>> {
        let (game, _) = self.0.get(&id)?;
        if game.record.version < version {
            self.0.remove(&id);
        }
        (game.record.version == version).then_some(game)
    }

    /// Returns the game with its stamp, if this caller may see it once the database confirms the stamp.
    pub(super) fn recall_for(
        &self,
        id: GameId,
        caller: Option<&Identity>,
    ) -> Option<(Arc<StoredGame>, Stamp)> {
        let (game, since) = self.0.get(&id)?;
        let is_fit = since.elapsed() < AGE_MAX && is_open_to(&game.record, caller);
        let stamp = game.stamp.filter(|_| is_fit)?;
        Some((game, stamp))
    }

    /// Remembers a game as a turn has left it. Forgets an ended game.
    pub(in crate::games) fn remember(&self, game: StoredGame) {
        let id = game.record.id;
        if game.record.status == Status::Active {
            self.0.insert(id, (Arc::new(game), Instant::now()));
        } else {
            self.0.remove(&id);
        }
    }

    /// Remembers a loaded game if it can be recognized later, unless a later version is remembered.
    pub(super) fn remember_loaded(&self, game: &Arc<StoredGame>) {
        let StoredGame { record, stamp } = &**game;
        let is_later = |(known, _): (Arc<StoredGame>, Instant)| known.record.version > record.version;
        if stamp.is_some() && record.status == Status::Active && !self.0.get(&record.id).is_some_and(is_later)
        {
            self.0.insert(record.id, (Arc::clone(game), Instant::now()));
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::DateTime;
    use uuid::Uuid;

    use super::*;
    use lapidary_engine::deal::Seating;
    use lapidary_engine::ruleset::Ruleset;
    use lapidary_engine::seat::SeatCount;
    use lapidary_model::auth::PlayerId;
    use lapidary_model::clock::Clock;
    use lapidary_model::game::Terms;
    use lapidary_model::stamp::Writer;

    const STAMP: Stamp = Stamp { game: Writer(7), updated_at: DateTime::UNIX_EPOCH, clocks: None };

    /// A public game in play at this version.
    fn record(version: u32) -> GameRecord {
        GameRecord {
            id: GameId(Uuid::from_u128(1)),
            terms: Terms {
                ruleset: Ruleset::parse("splendor", [], []).expect("the base game"),
                seats: SeatCount::new(2).expect("a number of seats"),
                visibility: Visibility::Public,
                seating: Seating::JoinOrder,
                clock: Clock::None,
                delay: None,
                rated: false,
                ladder: false,
                tournament: None,
                season: None,
            },
            status: Status::Active,
            version: Version(version),
            game: None,
            commitment: [0; 32],
            creator: PlayerId(Uuid::from_u128(2)),
            created_at: DateTime::UNIX_EPOCH,
            label: None,
            organized: false,
            occupants: Vec::new(),
            strengths: Vec::new(),
            origin: None,
            shared_deal: None,
            sealed: false,
            abort_agreed: Vec::new(),
            clocks: None,
        }
    }

    fn left(version: u32) -> StoredGame {
        StoredGame { record: record(version), stamp: Some(STAMP) }
    }

    /// The version that is remembered for reads.
    fn known(recent: &Recent) -> Option<u32> {
        recent.recall_for(record(0).id, None).map(|(game, _)| game.record.version.0)
    }

    #[test]
    fn a_game_that_a_caller_knows_to_be_later_is_forgotten() {
        let recent = Recent::default();
        recent.remember(left(5));
        assert!(recent.recall(record(0).id, Version(4)).is_none());
        assert_eq!(known(&recent), Some(5), "a caller who knows less tells nothing");
        assert!(recent.recall(record(0).id, Version(5)).is_some());
        assert!(recent.recall(record(0).id, Version(6)).is_none());
        assert_eq!(known(&recent), None);
    }

    #[test]
    fn a_game_is_remembered_for_reads_only_so_long() {
        let recent = Recent::default();
        let remember_since = |age: Duration| {
            let since = Instant::now().checked_sub(age).expect("a time in the past");
            recent.0.insert(record(0).id, (Arc::new(left(5)), since));
        };
        remember_since(AGE_MAX - Duration::from_secs(60));
        assert_eq!(known(&recent), Some(5));
        remember_since(AGE_MAX);
        assert_eq!(known(&recent), None);
        assert!(recent.recall(record(0).id, Version(5)).is_some(), "a turn compares more than the stamp");
    }

    #[test]
    fn a_game_that_was_loaded_replaces_no_later_one() {
        let recent = Recent::default();
        recent.remember_loaded(&Arc::new(left(5)));
        recent.remember_loaded(&Arc::new(left(4)));
        assert_eq!(known(&recent), Some(5));
        recent.remember_loaded(&Arc::new(StoredGame { stamp: None, ..left(6) }));
        assert_eq!(known(&recent), Some(5), "a game without a stamp cannot be recognized later");
        let over = GameRecord { status: Status::Finished, ..record(7) };
        recent.remember(StoredGame { record: over, stamp: Some(STAMP) });
        assert_eq!(known(&recent), None);
    }
}
