//! All games behind one closed enum, at the edge of the rules. It does not know any single rule.

use super::bytes::SnapshotError;
use super::from_view::ImpossibleView;
use super::kids;
use super::notation::NotationError;
use super::outcome::Outcome;
use super::record::{By, Entry, Leaving, Log, Recorder};
use super::reveal::Reveal;
use super::ruleset::Ruleset;
use super::seat::{Seat, SeatCount};
use super::splendor;
use super::splendor::missing::Missing;
use super::splendor::payment::PAYMENTS_LISTED_MAX;
use super::turn::Turn;
use super::viewer::Viewer;
use lapidary_words::words;
use std::fmt;

mod deal;

pub use deal::{DealMismatch, Opening};

/// A running or finished game.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Game {
    /// Splendor with its modules.
    Splendor(splendor::state::State),
    /// Splendor Kids with or without the Mysteries.
    Kids(kids::state::State),
}

/// A complete decision in some game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// In Splendor.
    Splendor(splendor::action::Action),
    /// In Splendor Kids.
    Kids(kids::action::Action),
}

/// A decision as posted, in some game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Proposal {
    /// In Splendor.
    Splendor(splendor::action::Proposal),
    /// In Splendor Kids.
    Kids(kids::action::Proposal),
}

/// Something that happened in some game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effect {
    /// In Splendor.
    Splendor(splendor::effect::Effect),
    /// In Splendor Kids.
    Kids(kids::effect::Effect),
}

/// A game as seen by one viewer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum View {
    /// A view of Splendor.
    Splendor(splendor::view::View),
    /// A view of Splendor Kids.
    Kids(kids::view::View),
}

/// Why an action is refused.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum Refusal {
    /// In Splendor.
    #[error(transparent)]
    Splendor(splendor::refusal::Refusal),
    /// In Splendor Kids.
    #[error(transparent)]
    Kids(kids::refusal::Refusal),
    /// The action belongs to another game.
    #[error("This action belongs to another game.")]
    OtherGame,
}

/// Converts a type of each game into the enum of all games.
macro_rules! lift {
    ($($Lifted:ident from $($path:ident)::+;)*) => {$(
        impl From<splendor::$($path)::+> for $Lifted {
            fn from(one: splendor::$($path)::+) -> Self {
                $Lifted::Splendor(one)
            }
        }

        impl From<kids::$($path)::+> for $Lifted {
            fn from(one: kids::$($path)::+) -> Self {
                $Lifted::Kids(one)
            }
        }
    )*};
}

lift! {
    Game from state::State;
    Action from action::Action;
    Proposal from action::Proposal;
    Effect from effect::Effect;
    View from view::View;
    Refusal from refusal::Refusal;
}

/// Runs the same expression on the value of either game: `in_each!(Game, game, state => state.turn())`.
macro_rules! in_each {
    ($Lifted:ident, $value:expr, $one:ident => $answer:expr) => {
        match $value {
            $Lifted::Splendor($one) => $answer,
            $Lifted::Kids($one) => $answer,
        }
    };
}

/// An entry of a game's log.
pub type GameEntry = Entry<Action, Effect>;
/// The log of a game.
pub type GameLog = Log<Action, Effect>;

words! {
    /// Which payments are listed.
    #[derive(Default)]
    Payments:
    /// The canonical payment of each purchase (B10); where no payment is canonical, every choice of discards
    /// (O10).
    #[default]
    Canonical = "canonical",
    /// Every exact payment, up to a limit for each card.
    All = "all",
}

impl Game {
    /// The ruleset that is played.
    pub fn ruleset(&self) -> Ruleset {
        match self {
            Game::Splendor(state) => Ruleset::Splendor(state.modules()),
            Game::Kids(state) => Ruleset::Kids(state.variant()),
        }
    }

    /// The seat that must decide next, and the kind of decision as named in the contract; `None` when the
    /// game is over.
    pub fn to_act(&self) -> Option<(Seat, &'static str)> {
        in_each!(Game, self, state => state.to_act().map(|(seat, decision)| (seat, decision.name())))
    }

    /// The current turn; `None` when the game is over.
    pub fn turn(&self) -> Option<Turn> {
        in_each!(Game, self, state => state.turn())
    }

    /// The number of turns that have begun, including the last one of a finished game.
    pub fn turns_begun(&self) -> u16 {
        in_each!(Game, self, state => state.turns_begun())
    }

    /// The number of seats.
    pub fn seat_count(&self) -> SeatCount {
        in_each!(Game, self, state => state.seat_count())
    }

    /// The seats that have not gone out (B19).
    pub fn seats_in_play(&self) -> Vec<Seat> {
        in_each!(Game, self, state => state.seats_in_play().collect())
    }

    /// The result; `None` while the game runs.
    pub fn outcome(&self) -> Option<Outcome> {
        in_each!(Game, self, state => state.outcome())
    }

    /// The legal actions of the seat that must decide; empty when the game is over.
    pub fn legal_actions(&self, payments: Payments) -> Vec<Action> {
        in_each!(Game, self, state => {
            let mut actions = Vec::new();
            match payments {
                Payments::Canonical => state.legal_actions(&mut actions),
                Payments::All => state.legal_actions_with_every_payment(&mut actions),
            }
            actions.into_iter().map(Action::from).collect()
        })
    }

    /// What a seat lacks to buy each card that it sees and cannot pay for; empty in Kids, which has no cards.
    pub fn missing(&self, seat: Seat) -> Vec<Missing> {
        match self {
            Game::Splendor(state) => state.missing(seat),
            Game::Kids(_) => Vec::new(),
        }
    }

    /// Completes a decision of the seat that must decide: a purchase without a payment gets the canonical one
    /// (B10). The error says why the purchase is illegal. Other decisions are returned without a check.
    pub fn complete(&self, proposal: &Proposal) -> Result<Action, Refusal> {
        match (self, proposal) {
            (Game::Splendor(state), Proposal::Splendor(proposal)) => {
                state.complete(proposal).map(Action::Splendor).map_err(Refusal::Splendor)
            }
            (Game::Kids(state), Proposal::Kids(proposal)) => {
                state.complete(proposal).map(Action::Kids).map_err(Refusal::Kids)
            }
            (Game::Splendor(_), Proposal::Kids(_)) | (Game::Kids(_), Proposal::Splendor(_)) => {
                Err(Refusal::OtherGame)
            }
        }
    }

    /// Applies a decision of the seat that must decide, and adds its entries to the log. Returns the refusal,
    /// if the action is illegal; game and log are then unchanged.
    pub fn play(&mut self, action: &Action, log: &mut GameLog) -> Result<(), Refusal> {
        self.play_until(action, usize::MAX, log)
    }

    /// Like [`Game::play`], but the engine makes no decisions of its own once the log has `end` entries: a
    /// replay stops there. Returns the refusal, if the action is illegal; game and log are then unchanged.
    pub fn play_until(&mut self, action: &Action, end: usize, log: &mut GameLog) -> Result<(), Refusal> {
        match (self, action) {
            (Game::Splendor(state), Action::Splendor(action)) => {
                state.play(action, &mut Edge { log, end }).map_err(Refusal::Splendor)
            }
            (Game::Kids(state), Action::Kids(action)) => {
                state.play(action, &mut Edge { log, end }).map_err(Refusal::Kids)
            }
            (Game::Splendor(_), Action::Kids(_)) | (Game::Kids(_), Action::Splendor(_)) => {
                Err(Refusal::OtherGame)
            }
        }
    }

    /// Takes a seat out of the game (B19) and adds the entries to the log. Does nothing if the seat is out or
    /// the game is over.
    pub fn leave(&mut self, seat: Seat, how: Leaving, log: &mut GameLog) {
        self.leave_until(seat, how, usize::MAX, log);
    }

    /// Like [`Game::leave`], but the engine makes no decisions of its own once the log has `end` entries: a
    /// replay stops there.
    pub fn leave_until(&mut self, seat: Seat, how: Leaving, end: usize, log: &mut GameLog) {
        in_each!(Game, self, state => state.leave(seat, how, &mut Edge { log, end }))
    }

    /// The game as seen by this viewer (B18).
    pub fn view(&self, viewer: Viewer) -> View {
        in_each!(Game, self, state => state.view(viewer).into())
    }

    /// A game that looks like this view to its viewer; what is hidden is dealt anew. `shuffle` reorders a
    /// list of numbers.
    pub fn from_view(view: &View, shuffle: &mut dyn FnMut(&mut [usize])) -> Result<Game, ImpossibleView> {
        Ok(match view {
            View::Splendor(view) => splendor::state::State::from_view(view, shuffle)?.into(),
            View::Kids(view) => kids::state::State::from_view(view, shuffle)?.into(),
        })
    }

    /// The game as bytes, including hidden cards.
    pub fn encode(&self) -> Vec<u8> {
        in_each!(Game, self, state => state.encode())
    }

    /// Decodes a game of this ruleset from its bytes.
    pub fn decode(ruleset: Ruleset, bytes: &[u8]) -> Result<Game, SnapshotError> {
        let game: Game = match ruleset {
            Ruleset::Splendor(_) => splendor::state::State::decode(bytes)?.into(),
            Ruleset::Kids(_) => kids::state::State::decode(bytes)?.into(),
        };
        if game.ruleset() == ruleset { Ok(game) } else { Err(SnapshotError) }
    }
}

/// A recorder that converts the entries of one game into entries of a log of all games.
struct Edge<'a> {
    log: &'a mut GameLog,
    end: usize,
}

impl<A: Copy, E> Recorder<A, E> for Edge<'_>
where
    Action: From<A>,
    Effect: From<E>,
{
    fn decision(&mut self, seat: Seat, by: By, action: &A) {
        self.log.decision(seat, by, &Action::from(*action));
    }

    fn leaving(&mut self, seat: Seat, how: Leaving) {
        Recorder::<Action, Effect>::leaving(self.log, seat, how);
    }

    fn effect(&mut self, effect: E) {
        self.log.effect(Effect::from(effect));
    }

    fn goes_on(&self) -> bool {
        self.log.0.len() < self.end
    }
}

impl Action {
    /// Parses the canonical notation of an action of this ruleset.
    pub fn parse(ruleset: Ruleset, line: &str) -> Result<Action, NotationError> {
        match ruleset {
            Ruleset::Splendor(_) => line.parse().map(Action::Splendor),
            Ruleset::Kids(_) => line.parse().map(Action::Kids),
        }
    }

    /// The canonical notation as shown to this viewer: the card kept with P4 is `keep ?` for others (B18).
    pub fn notation(&self, seat: Seat, viewer: Viewer) -> String {
        match self {
            Action::Splendor(action) => splendor::view::notation_shown_to(action, seat, viewer),
            Action::Kids(action) => action.to_string(),
        }
    }

    /// The action, if this viewer may see all of it (B18).
    pub fn shown_to(&self, seat: Seat, viewer: Viewer) -> Option<&Action> {
        match self {
            Action::Splendor(action) => action.shown_to(seat, viewer).map(|_| self),
            Action::Kids(_) => Some(self),
        }
    }
}

/// Whether one purchase has as many listed payments as the limit allows; it may then have more exact
/// payments.
pub fn payments_reach_limit(listed: &[Action]) -> bool {
    let bought = |action: &Action| match action {
        Action::Splendor(action) => action.purchase(),
        Action::Kids(_) => None,
    };
    let one_purchase = |one: &Action, next: &Action| bought(one).is_some() && bought(one) == bought(next);
    listed.chunk_by(one_purchase).any(|payments| payments.len() >= PAYMENTS_LISTED_MAX)
}

impl Proposal {
    /// Whether the proposal may follow what an earlier one in the same request revealed (B18, K14).
    pub const fn may_follow(&self, revealed: Reveal) -> bool {
        match revealed {
            Reveal::Nothing => true,
            Reveal::Inert => self.settles(),
            Reveal::Decisive => false,
        }
    }

    /// Whether it is a return, a noble or a post: a decision that settles a turn after its action.
    const fn settles(&self) -> bool {
        match self {
            Proposal::Splendor(splendor::action::Proposal::Exact(action)) => action.may_follow_reveal(),
            Proposal::Kids(kids::action::Proposal::Exact(action)) => action.may_follow_reveal(),
            Proposal::Splendor(_) | Proposal::Kids(_) => false,
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        in_each!(Action, self, action => action.fmt(f))
    }
}

impl Effect {
    /// How much the effect reveals of what was hidden or random before (B18, K14).
    pub const fn reveal(&self) -> Reveal {
        match self {
            Effect::Splendor(effect) if effect.uncovers() => Reveal::Inert,
            Effect::Splendor(_) => Reveal::Nothing,
            Effect::Kids(effect) => effect.reveal(),
        }
    }

    /// The effect as shown to this viewer (B18).
    #[must_use]
    pub fn shown_to(self, viewer: Viewer) -> Effect {
        match self {
            Effect::Splendor(effect) => Effect::Splendor(effect.shown_to(viewer)),
            Effect::Kids(_) => self,
        }
    }
}

impl Refusal {
    /// The number of the ruling that forbids the action.
    pub const fn rule(&self) -> &'static str {
        match self {
            Refusal::Splendor(refusal) => refusal.rule(),
            Refusal::Kids(refusal) => refusal.rule(),
            Refusal::OtherGame => "T1",
        }
    }
}

/// How much an entry reveals; this limits what may follow it in the same request (B18, K14).
pub fn reveal_of(entry: &GameEntry) -> Reveal {
    entry.effects.iter().map(Effect::reveal).max().unwrap_or_default()
}
