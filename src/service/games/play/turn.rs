//! A turn: decisions of one seat. Either all of them apply or none.

use super::commit::Played;
use super::playing::Playing;
use super::step::Step;
use crate::games::read::access::viewer;
use crate::games::read::history::History;
use crate::games::read::look::GameView;
use crate::games::{GameRefusal, PlayRefusal};
use lapidary_engine::game::{Action, Game, Payments, Proposal};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::Seat;
use lapidary_model::auth::Identity;
use lapidary_model::game::{GameId, Status, Version};
use lapidary_model::log::{Author, LogEntry};
use lapidary_store::games::{GameRecord, Premise};
use lapidary_store::{Failure, Postgres};

/// How often a turn is tried against concurrent writes before it is refused.
const TRIES_MAX: usize = 4;

/// Decisions as posted. They can be parsed once the ruleset of the game is known.
pub struct PostedTurn<'a, R> {
    pub id: GameId,
    /// The version of the game that the client saw.
    pub version: Version,
    pub caller: &'a Identity,
    /// Parses the decisions for a ruleset, or returns their faults.
    pub read: R,
}

/// Why a posted turn is refused.
pub enum TurnRefusal<F> {
    /// The decisions cannot be parsed.
    Unreadable {
        faults: F,
        /// The pending decision of the caller's seat with its legal actions, if the game waits for that seat.
        pending: Option<(&'static str, Vec<Action>)>,
    },
    /// The decisions were parsed and refused.
    Refused(PlayRefusal),
}

impl<F> From<PlayRefusal> for TurnRefusal<F> {
    fn from(refusal: PlayRefusal) -> Self {
        TurnRefusal::Refused(refusal)
    }
}

impl<F> From<GameRefusal> for TurnRefusal<F> {
    fn from(refusal: GameRefusal) -> Self {
        TurnRefusal::Refused(refusal.into())
    }
}

impl Playing {
    /// Plays a turn. A retry of a stored turn gets the original response.
    ///
    /// If this server stored the last turn of the game, one statement is enough; otherwise it loads the game
    /// first. A refused turn changes nothing.
    pub async fn play<F>(
        &self,
        posted: PostedTurn<'_, impl Fn(Ruleset) -> Result<Vec<Proposal>, F>>,
    ) -> Result<Played, TurnRefusal<F>> {
        let PostedTurn { id, version, caller, ref read } = posted;
        if let Some(played) = self.play_on(id, version, caller, |ruleset| read(ruleset).ok()).await? {
            return Ok(played);
        }
        let loaded = async {
            let turn = AuthorizedTurn::open(self, id, caller).await?;
            let proposals = turn.read(read)?;
            Ok(turn.play(version, &proposals).await?)
        };
        Box::pin(loaded).await
    }

    /// Plays the turn of a bot. Its decisions are already parsed.
    pub(in crate::games) async fn play_for_bot(
        &self,
        id: GameId,
        version: Version,
        bot: &Identity,
        proposals: &[Proposal],
    ) -> Result<Played, PlayRefusal> {
        if let Some(played) = self.play_on(id, version, bot, |_| Some(proposals.to_vec())).await? {
            return Ok(played);
        }
        let loaded = async { AuthorizedTurn::open(self, id, bot).await?.play(version, proposals).await };
        Box::pin(loaded).await
    }

    /// Checks a turn without changing anything. Returns the version of the game.
    pub async fn judge<F>(
        &self,
        posted: PostedTurn<'_, impl Fn(Ruleset) -> Result<Vec<Proposal>, F>>,
    ) -> Result<Version, TurnRefusal<F>> {
        let turn = AuthorizedTurn::open(self, posted.id, posted.caller).await?;
        let proposals = turn.read(&posted.read)?;
        Ok(turn.judge(posted.version, &proposals)?)
    }
}

/// A turn whose caller is authorized and has a seat. Its decisions are not checked yet.
struct AuthorizedTurn<'a> {
    games: &'a Playing,
    caller: &'a Identity,
    record: GameRecord,
    seat: Seat,
}

impl<'a> AuthorizedTurn<'a> {
    /// Authorizes the caller: the session is open, the game is visible to them, and they have a seat.
    async fn open(
        games: &'a Playing,
        id: GameId,
        caller: &'a Identity,
    ) -> Result<AuthorizedTurn<'a>, GameRefusal> {
        let (record, seat) = games.read.load_seated(id, caller).await?;
        Ok(AuthorizedTurn { games, caller, record, seat })
    }

    /// Parses the decisions for the ruleset of the game.
    fn read<F>(
        &self,
        read: impl Fn(Ruleset) -> Result<Vec<Proposal>, F>,
    ) -> Result<Vec<Proposal>, TurnRefusal<F>> {
        read(self.ruleset()).map_err(|faults| TurnRefusal::Unreadable { faults, pending: self.pending() })
    }

    fn ruleset(&self) -> Ruleset {
        self.record.terms.ruleset
    }

    /// Returns the pending decision of the caller's seat with its legal actions, or `None` if the game waits
    /// for no decision of this seat.
    fn pending(&self) -> Option<(&'static str, Vec<Action>)> {
        let game = self.record.game.as_ref().filter(|_| self.record.status == Status::Active)?;
        let (_, decision) = game.to_act().filter(|(decider, _)| *decider == self.seat)?;
        Some((decision, game.legal_actions(Payments::Canonical)))
    }

    /// Checks decisions made for a version, without changing anything.
    fn judge(&self, version: Version, proposals: &[Proposal]) -> Result<Version, PlayRefusal> {
        let game = self.playable(version)?;
        Step::judge(game, self.seat, proposals)?;
        Ok(self.record.version)
    }

    /// Plays decisions made for a version. A retry of stored decisions gets the original response.
    async fn play(mut self, version: Version, proposals: &[Proposal]) -> Result<Played, PlayRefusal> {
        let (mut lost, mut contended): (Option<Failure>, Option<Failure>) = (None, None);
        for _ in 0..TRIES_MAX {
            if version < self.record.version
                && let Some(played) = self.repeated(version, proposals).await?
            {
                // If the confirmation was lost, this request is assumed to have stored the turn.
                return Ok(Played { replayed: lost.is_none(), ..played });
            }
            let game = self.playable(version)?;
            if let Some(failure) = lost {
                return Err(failure.into());
            }
            let step = Step::judge(game, self.seat, proposals)?;
            let premise = Premise::of(self.caller, &self.record.occupants);
            match self.games.commit(&self.record, self.seat, step, Some(premise)).await {
                Ok(Some((played, after))) => {
                    self.games.recent.remember(after);
                    return Ok(played);
                }
                Ok(None) => {}
                Err(GameRefusal::Storage(failure @ Failure::Contended(_))) => contended = Some(failure),
                // Only the log shows whether the turn is stored. If it is, the next attempt finds it there.
                Err(GameRefusal::Storage(failure @ Failure::Away(_))) => lost = Some(failure),
                Err(refusal) => return Err(refusal.into()),
            }
            (self.record, self.seat) = self.games.read.load_seated(self.record.id, self.caller).await?;
        }
        match contended {
            // No other change came in between, so the same request may succeed later.
            Some(failure) if version == self.record.version => Err(failure.into()),
            _ => Err(GameRefusal::VersionConflict { version: self.record.version }.into()),
        }
    }

    /// Returns the game if it is active and has this version.
    fn playable(&self, version: Version) -> Result<&Game, GameRefusal> {
        match (self.record.status, &self.record.game) {
            (Status::Waiting, _) => Err(GameRefusal::NotStarted),
            (Status::Finished | Status::Aborted, _) => Err(GameRefusal::Finished),
            (Status::Frozen, _) => Err(GameRefusal::Frozen),
            (Status::Active, Some(game)) if version == self.record.version => Ok(game),
            (Status::Active, Some(_)) => Err(GameRefusal::VersionConflict { version: self.record.version }),
            (Status::Active, None) => Err(GameRefusal::Broken("an active game has no position")),
        }
    }

    /// Returns the original response to these decisions, if the log has them after this version.
    #[boxed]
    async fn repeated(
        &self,
        version: Version,
        proposals: &[Proposal],
    ) -> Result<Option<Played>, GameRefusal> {
        if version < Version(1) || self.record.game.is_none() {
            return Ok(None);
        }
        let mut connection = self.games.pool.get().await?;
        let history = History::load(&connection, &self.record).await?;
        let Some(until) = played_until(&history, self.ruleset(), self.seat, version, proposals)? else {
            return Ok(None);
        };
        answer(&mut connection, &self.record, self.seat, &history, version, until).await.map(Some)
    }
}

/// Returns the events between two versions and the view after them, as the response to a repeated request.
pub(super) async fn answer(
    connection: &mut Postgres,
    record: &GameRecord,
    seat: Seat,
    history: &History,
    since: Version,
    until: Version,
) -> Result<Played, GameRefusal> {
    let events = history.events(connection, record, since, until).await?;
    let game = history.game_at(until)?;
    Ok(Played {
        viewer: viewer(record, Some(seat)),
        events,
        game: GameView::at(record, Some(seat), until, Some(&game)),
        replayed: true,
    })
}

/// Returns the version up to which the log has these decisions of this seat, with automatic entries. Returns
/// `None` if the log has other entries.
fn played_until(
    history: &History,
    ruleset: Ruleset,
    seat: Seat,
    version: Version,
    proposals: &[Proposal],
) -> Result<Option<Version>, GameRefusal> {
    let later: Vec<&LogEntry> = history.log().iter().filter(|stored| stored.seq > version).collect();
    let mut decisions = proposals.iter();
    let mut until = version;
    for stored in later {
        if stored.entry.by == Author::Engine {
            until = stored.seq;
            continue;
        }
        let Some(proposal) = decisions.next() else {
            return Ok(Some(until));
        };
        let before = history.game_at(Version(stored.seq.0 - 1))?;
        let own = stored.entry.by == Author::Player && stored.entry.seat == Some(seat);
        if !own || !is_same(&before, proposal, stored, ruleset) {
            return Ok(None);
        }
        until = stored.seq;
    }
    Ok(if decisions.next().is_none() { Some(until) } else { None })
}

/// Whether a stored decision equals this proposal, once the position before it completes the proposal.
fn is_same(before: &Game, proposal: &Proposal, stored: &LogEntry, ruleset: Ruleset) -> bool {
    let action = stored.entry.action.as_deref().and_then(|line| Action::parse(ruleset, line).ok());
    action.is_some() && before.complete(proposal).ok() == action
}

#[boxed]
impl Playing {
    /// Returns the events after a version up to the version of `game`, for a turn that was stored for the
    /// former version.
    pub async fn since(
        &self,
        game: GameView,
        caller: &Identity,
        version: Version,
        replayed: bool,
    ) -> Result<Played, GameRefusal> {
        let part = self.read.events_of_turn(game.id, caller, version).await?;
        let events = part.events.into_iter().filter(|event| event.seq <= game.version).collect();
        Ok(Played { viewer: part.viewer, events, game, replayed })
    }
}
