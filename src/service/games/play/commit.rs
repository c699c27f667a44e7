//! Committing a step: every change of a position in play passes through here, and nothing here calls its
//! callers.
//!
//! A step that comes too late for its clock first takes its seat out, as a step of its own.

use super::clocked::Clocked;
use super::playing::Playing;
use super::step::{Step, StoredStep};
use super::verify::{self, Verdict};
use crate::games::GameRefusal;
use crate::games::read::access::viewer;
use crate::games::read::history::{GameEvent, Happening};
use crate::games::read::look::GameView;
use crate::games::read::replay::entries_of;
use crate::stream::Urgency;
use lapidary_engine::game::Game;
use lapidary_engine::record::Leaving;
use lapidary_engine::seat::Seat;
use lapidary_engine::viewer::Viewer;
use lapidary_model::auth::PlayerId;
use lapidary_model::built_in::BuiltIn;
use lapidary_model::clock::Clock;
use lapidary_model::game::{GameId, Status, Version};
use lapidary_store::clocks;
use lapidary_store::games::{self, Advance, Appended, GameRecord, Premise, StoredGame};

/// A stored turn.
pub struct Played {
    pub viewer: Viewer,
    /// The entries that the turn added.
    pub events: Vec<GameEvent>,
    /// The game after these entries.
    pub game: GameView,
    /// Whether this request repeats an earlier one, which stored the turn.
    pub replayed: bool,
}

#[boxed]
impl Playing {
    /// Stores a step and returns it with the game after it. Returns `None` if another change was faster or
    /// the premise does not hold.
    pub(in crate::games) async fn commit(
        &self,
        record: &GameRecord,
        seat: Seat,
        step: Step,
        premise: Option<Premise<'_>>,
    ) -> Result<Option<(Played, StoredGame)>, GameRefusal> {
        let outcome = step.game.outcome();
        let entries = entries_of(&step.made, outcome.as_ref());
        // Rarely needed data is on the heap, so that the future of every turn is small.
        let history = match verify::is_due(record, outcome.as_ref()) {
            true => match Box::pin(self.verify(record, &step.game, &entries)).await? {
                Verdict::Equal(history) => Some(history),
                Verdict::Frozen => {
                    self.watchers.announce(record.id, record.version);
                    return Err(GameRefusal::Frozen);
                }
                Verdict::Outdated => return Ok(None),
            },
            false => None,
        };
        let has_ended = outcome.is_some();
        let added = entries.len();
        let change = Advance::new(record.id, record.version, Some(&step.game), outcome, entries);
        let change = match &premise {
            Some(premise) => change.on(premise),
            None => change,
        };
        let after = record.after(record.version.plus(added), change.status);
        let stored = match record.terms.clock {
            Clock::None if has_ended => Box::pin(self.store_end(record, &step.game, &change)).await?,
            Clock::None => match self.writer.store(change).await? {
                Appended::At(at, stamp) => {
                    Some(StoredStep { at, clocks: None, sealed: record.sealed, stamp })
                }
                Appended::Conflict => None,
            },
            _ => Box::pin(self.store_in_time(record, &step, change)).await?,
        };
        let Some(StoredStep { at, clocks, sealed, stamp }) = stored else { return Ok(None) };
        self.wake_built_in(record, &step.game);
        self.note_turn(record, &step.game);
        let after = GameRecord { clocks, sealed, ..after };
        let ended = history.filter(|_| has_ended).map(|mut history| {
            history.sealed = sealed;
            history.ended(Some(&step.game))
        });
        let happenings = step.made.into_iter().map(Happening::Entry).chain(ended.map(Happening::Ended));
        let events = (record.version.0 + 1..)
            .zip(happenings)
            .map(|(seq, happening)| GameEvent { seq: Version(seq), at, happening })
            .collect();
        let viewer = viewer(&after, Some(seat));
        let game = GameView::at(&after, Some(seat), after.version, Some(&step.game));
        // While a game is active, only turns change its row, so the stamp belongs to this record.
        let left = StoredGame { record: GameRecord { game: Some(step.game), ..after }, stamp };
        Ok(Some((Played { viewer, events, game, replayed: false }, left)))
    }

    /// Notes that the game waits for a player, who may need an alert.
    fn note_turn(&self, record: &GameRecord, game: &Game) {
        let next = game.to_act().and_then(|(seat, _)| record.occupants.get(seat.index()));
        if let Some(next) = next {
            self.watchers.hints().put(next.player);
        }
    }

    /// Wakes a built-in opponent, if the game waits for one after a change.
    fn wake_built_in(&self, record: &GameRecord, game: &Game) {
        let Some((seat, _)) = game.to_act() else { return };
        let built_in = |seat: Seat| BuiltIn::of(record.occupants.get(seat.index())?.player);
        let Some(opponent) = built_in(seat) else { return };
        let urgency = match record.terms.clock {
            Clock::None if game.seats_in_play().into_iter().all(|seat| built_in(seat).is_some()) => {
                Urgency::Nobody
            }
            Clock::None => Urgency::Player,
            _ => Urgency::Clock,
        };
        self.watchers.due().put(record.id, opponent, urgency);
    }

    /// Stores a step of a game with clocks and announces it.
    ///
    /// Returns `None` if it is not stored, because another change was faster or time had run out. Then the
    /// seat has been taken out. The caller loads the game again, as after any conflict.
    async fn store_in_time(
        &self,
        record: &GameRecord,
        step: &Step,
        change: Advance,
    ) -> Result<Option<StoredStep>, GameRefusal> {
        match self.store_clocked(record, step, change).await? {
            Clocked::Stored(step) => return Ok(Some(step)),
            // The seat runs out of time first. Then the caller sees the new state of the game.
            Clocked::Late => Box::pin(self.time_out(record.id, record.creator)).await?,
            Clocked::Asleep => self.beat().await?,
            Clocked::Conflict | Clocked::Early => {}
        }
        Ok(None)
    }

    /// Takes out the seat to act if its time has run out. Otherwise nothing changes.
    pub(in crate::games) async fn time_out(&self, id: GameId, creator: PlayerId) -> Result<(), GameRefusal> {
        let mut connection = self.pool.get().await?;
        let Some(record) = games::load_for(&connection, id, creator).await? else { return Ok(()) };
        let (Status::Active, Some(game)) = (record.status, &record.game) else {
            // A frozen game stops, and so does its clock.
            return Ok(clocks::stop(&mut connection, &[id]).await?);
        };
        drop(connection);
        if let Some((seat, _)) = game.to_act() {
            self.commit(&record, seat, Step::take_out(game, seat, Leaving::TimedOut), None).await?;
        }
        Ok(())
    }
}
