//! One decision of a built-in opponent: from the stored game to the use case of a turn.
//!
//! The version of the game decides: a decision that comes too late changes nothing.

use std::time::{Duration, Instant};

use chrono::Utc;
use diesel_async::AsyncConnection;

use super::opponents::Opponents;
use super::thinkers::{Answer, Question, Task};
use crate::games::{ClockRefusal, GameRefusal, OpposeRefusal, PlayRefusal};
use crate::stream::Taken;
use lapidary_engine::decisions;
use lapidary_engine::game::{Action, Game, Proposal};
use lapidary_engine::seat::Seat;
use lapidary_model::built_in::{BuiltIn, Strength};
use lapidary_model::game::Status;
use lapidary_opponents::Seen;
use lapidary_store::games::{self, GameRecord, Mark};

/// For one decision, an opponent uses the remaining time of its clock divided by this.
const PARTS_OF_THE_CLOCK: u32 = 20;

#[boxed]
impl Opponents {
    /// Lets the built-in opponents of a game respond: to a proposal to abort or to pause the game, or with
    /// one decision. The effects put the game into the queue again. If this fails, the search finds the game
    /// again.
    pub async fn attend(&self, taken: &Taken) -> Result<(), OpposeRefusal> {
        let Some(record) = self.load(taken).await? else { return Ok(()) };
        if self.answer_proposals(&record).await? {
            return Ok(());
        }
        match asked(&record) {
            Some(_) if is_paused(&record) => Ok(()),
            Some(_) => self.decide_alone(taken).await,
            None => {
                if record.status == Status::Active {
                    let mark = Mark { version: record.version, agreed: record.abort_agreed.len() };
                    self.marks().insert(record.id, mark);
                }
                Ok(())
            }
        }
    }

    /// Returns the game; none if the opponent no longer has a seat in it.
    async fn load(&self, taken: &Taken) -> Result<Option<GameRecord>, GameRefusal> {
        match self.games.read.load_seated(taken.game, &taken.opponent.identity()).await {
            Ok((record, _)) => Ok(Some(record)),
            Err(GameRefusal::NotFound | GameRefusal::NotSeated) => Ok(None),
            Err(refusal) => Err(refusal),
        }
    }

    /// Decides on this server, unless another one works on the decision.
    async fn decide_alone(&self, taken: &Taken) -> Result<(), OpposeRefusal> {
        // A server alone needs no lock, and with a single connection it cannot hold one. Then two servers may
        // think about the same decision, and the version lets one of them store it.
        if !self.watchers.outbox().is_open() || self.pool.usage().max < 2 {
            return self.decide(taken).await;
        }
        // The lock ends with the connection, so the decisions of a dead server are free at once.
        let mut connection = self.pool.get().await?;
        connection
            .transaction(async |connection| match games::try_hold_decision(connection, taken.game).await? {
                true => self.decide(taken).await,
                false => Ok(()),
            })
            .await
    }

    /// Asks the opponent whose turn it is, and sends its answer.
    async fn decide(&self, taken: &Taken) -> Result<(), OpposeRefusal> {
        let Some(record) = self.load(taken).await? else { return Ok(()) };
        let Some((opponent, seat, game)) = asked(&record) else { return Ok(()) };
        let task = Task { question: Question::Decision, ..self.task(&record, opponent, seat, game).await? };
        let proposals = match self.thinkers.ask(task).await {
            Answer::Decides(actions) => proposals(actions),
            Answer::Resigns => return self.resign(&record, opponent).await,
            Answer::Agrees(_) | Answer::Failed => Vec::new(),
        };
        if proposals.is_empty() || decisions::judge(game, seat, &proposals).is_err() {
            tracing::error!(game = %record.id, version = %record.version, opponent = opponent.kind().name(),
                "a built-in opponent has no legal decision and resigns");
            return self.resign(&record, opponent).await;
        }
        let bot = opponent.identity();
        match self.games.play.play_for_bot(record.id, record.version, &bot, &proposals).await {
            Ok(_) => Ok(()),
            Err(refusal) => unless_too_late(refusal),
        }
    }

    async fn resign(&self, record: &GameRecord, opponent: BuiltIn) -> Result<(), OpposeRefusal> {
        match self.games.play.resign(record.id, &opponent.identity()).await {
            Ok(_) => Ok(()),
            Err(refusal) => unless_too_late(refusal),
        }
    }

    /// Answers proposals to pause or to abort the game. Returns whether this has changed the game.
    async fn answer_proposals(&self, record: &GameRecord) -> Result<bool, OpposeRefusal> {
        let mut has_changed = false;
        for (opponent, seat) in built_in_seats(record) {
            if is_pause_proposed(record, seat) {
                has_changed |= done(self.games.play.pause(record.id, &opponent.identity()).await)?;
            }
            if record.abort_agreed.is_empty() || record.abort_agreed.contains(&seat) {
                continue;
            }
            let agrees = match &record.game {
                Some(game) => self.agrees_to_abort(record, opponent, seat, game).await?,
                None => true,
            };
            if agrees {
                has_changed |= done(self.games.open.abort(record.id, &opponent.identity()).await)?;
            }
        }
        Ok(has_changed)
    }

    async fn agrees_to_abort(
        &self,
        record: &GameRecord,
        opponent: BuiltIn,
        seat: Seat,
        game: &Game,
    ) -> Result<bool, GameRefusal> {
        let task = Task { question: Question::Abort, ..self.task(record, opponent, seat, game).await? };
        Ok(matches!(self.thinkers.ask(task).await, Answer::Agrees(true)))
    }

    /// Returns what an opponent knows of a game, with its strength and its time.
    async fn task(
        &self,
        record: &GameRecord,
        opponent: BuiltIn,
        seat: Seat,
        game: &Game,
    ) -> Result<Task, GameRefusal> {
        Ok(Task {
            kind: opponent.kind(),
            strength: self.strength(record, opponent).await?,
            seen: Seen::new(game, seat),
            question: Question::Decision,
            simulations: self.settings.opponent_simulations,
            time: self.settings.opponent_time,
            until: time_left(record).map(|left| Instant::now() + left / PARTS_OF_THE_CLOCK),
        })
    }

    async fn strength(&self, record: &GameRecord, opponent: BuiltIn) -> Result<Strength, GameRefusal> {
        let key = (record.id, opponent);
        if let Some(known) = self.strengths.get(&key) {
            return Ok(known);
        }
        let strength = games::strength(&mut *self.pool.get().await?, record.id, opponent).await?;
        self.strengths.insert(key, strength);
        Ok(strength)
    }
}

/// Returns the built-in opponent whose turn it is in an active game.
fn asked(record: &GameRecord) -> Option<(BuiltIn, Seat, &Game)> {
    let game = record.game.as_ref().filter(|_| record.status == Status::Active)?;
    let (seat, _) = game.to_act()?;
    let occupant = record.occupants.get(seat.index())?;
    Some((BuiltIn::of(occupant.player)?, seat, game))
}

/// Returns the built-in opponents that are still in play in an unfinished game.
fn built_in_seats(record: &GameRecord) -> Vec<(BuiltIn, Seat)> {
    let is_in_play = |seat: &Seat| match (record.status, &record.game) {
        (Status::Waiting, _) => true,
        (Status::Active, Some(game)) => game.seats_in_play().contains(seat),
        _ => false,
    };
    let seated = record.occupants.iter().zip((0..).map_while(Seat::new));
    let built_in = seated.filter_map(|(occupant, seat)| Some((BuiltIn::of(occupant.player)?, seat)));
    built_in.filter(|(_, seat)| is_in_play(seat)).collect()
}

fn is_paused(record: &GameRecord) -> bool {
    record.clocks.as_ref().is_some_and(|clocks| clocks.is_paused(Utc::now()))
}

/// Whether others propose to pause the game, and this seat has not agreed.
fn is_pause_proposed(record: &GameRecord, seat: Seat) -> bool {
    let agreed = record.clocks.as_ref().map(|clocks| &clocks.pause_agreed);
    agreed.is_some_and(|agreed| !agreed.is_empty() && !agreed.contains(&seat)) && !is_paused(record)
}

/// Returns the time that the running clock has left; none without a clock.
fn time_left(record: &GameRecord) -> Option<Duration> {
    let deadline = record.clocks.as_ref()?.deadline()?;
    Some((deadline - Utc::now()).to_std().unwrap_or_default())
}

fn proposals(actions: Vec<Action>) -> Vec<Proposal> {
    let proposal = |action| match action {
        Action::Splendor(action) => Proposal::Splendor(action.into()),
        Action::Kids(action) => Proposal::Kids(action.into()),
    };
    actions.into_iter().map(proposal).collect()
}

/// Returns whether something was done; false if it came too late.
fn done<T>(result: Result<T, impl Into<OpposeRefusal>>) -> Result<bool, OpposeRefusal> {
    match result {
        Ok(_) => Ok(true),
        Err(refusal) => unless_too_late(refusal).map(|()| false),
    }
}

/// Returns the refusal, unless it means that the game has changed meanwhile.
fn unless_too_late(refusal: impl Into<OpposeRefusal>) -> Result<(), OpposeRefusal> {
    match refusal.into() {
        OpposeRefusal::Game(
            GameRefusal::VersionConflict { .. }
            | GameRefusal::Started
            | GameRefusal::Finished
            | GameRefusal::Frozen
            | GameRefusal::NotFound
            | GameRefusal::NotSeated,
        )
        | OpposeRefusal::Play(PlayRefusal::NotYourTurn { .. })
        | OpposeRefusal::Clock(ClockRefusal::Out) => Ok(()),
        refusal => Err(refusal),
    }
}
