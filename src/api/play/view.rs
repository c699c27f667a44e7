//! The view of a game: the common parts of all rulesets, which are the turn, the pending decision and the
//! result, and the different parts. It does not know the players or the secrets.

use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::{kids, splendor};
use lapidary_engine::game::View;
use lapidary_engine::outcome::{Outcome, Reason};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::card::{CardId, Level};
use lapidary_engine::turn::Turn;
use lapidary_model::game::Origin;

/// The decision that the game waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ToAct)]
pub struct ToActBody {
    pub seat: u8,
    /// The kind of decision; values may be added.
    #[schema(example = "main")]
    pub decision: &'static str,
    /// How many tokens the seat must return; for `return` (B13, K5, K12).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub tokens: Option<u8>,
    /// The level of the card that the seat takes at no cost; for `take_free` (O7, O8).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub level: Option<u8>,
    /// The card that waits for its association, for `associate` (O5); the card that can be bought, for
    /// `conquest` (S7).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub card: Option<&'static str>,
}

/// The current turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Turn)]
pub struct TurnBody {
    pub seat: u8,
    /// The number of the turn in the game, from 1.
    pub number: u16,
}

/// Where a fork begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Origin)]
pub struct OriginBody {
    /// The game that is over.
    pub game: Uuid,
    /// The version whose position the fork begins with.
    pub at: u32,
}

impl From<Origin> for OriginBody {
    fn from(origin: Origin) -> Self {
        OriginBody { game: origin.game.0, at: origin.at.0 }
    }
}

/// How a game ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = GameResult)]
pub struct ResultBody {
    /// Why it ended; values may be added.
    pub reason: Reason,
    /// The rank of each seat, 1 is the best. Equal seats share a rank, and the next rank is skipped.
    pub ranks: Vec<u8>,
    /// The seats with rank 1.
    pub winners: Vec<u8>,
    /// The number of turns of the game, including the last one; left out in lists of games.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub turns: Option<u16>,
}

/// What a seat owns; the ruleset decides the fields.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Holdings)]
pub enum HoldingsBody {
    /// In Splendor.
    Splendor(splendor::view::HoldingsBody),
    /// In Kids.
    Kids(kids::view::HoldingsBody),
}

/// The pieces on the table; the ruleset decides the fields.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[serde(untagged)]
#[schema(as = Table)]
pub enum TableBody {
    /// In Splendor.
    Splendor(splendor::view::TableBody),
    /// In Kids.
    Kids(Box<kids::view::TableBody>),
}

/// The position of a game as one viewer sees it, without the fields of games in every status.
#[derive(Debug, Clone, PartialEq)]
pub struct Position {
    /// The decision that the game waits for. None if the game is over.
    pub to_act: Option<ToActBody>,
    /// The current turn; none if the game is over.
    pub turn: Option<TurnBody>,
    /// What each seat owns, in order of seats.
    pub seats: Vec<HoldingsBody>,
    /// The pieces on the table.
    pub table: TableBody,
    /// The result of a finished game.
    pub result: Option<ResultBody>,
}

impl From<&View> for Position {
    fn from(view: &View) -> Self {
        match view {
            View::Splendor(view) => Position {
                to_act: view.to_act.map(|(seat, decision)| ToActBody {
                    tokens: view.question.tokens,
                    level: view.question.level.map(Level::number),
                    card: view.question.card.map(CardId::name),
                    ..ToActBody::plain(seat, decision.name())
                }),
                turn: view.turn.map(TurnBody::from),
                seats: view
                    .seats
                    .iter()
                    .map(|seat| splendor::view::HoldingsBody::of(seat, view.modules))
                    .map(HoldingsBody::Splendor)
                    .collect(),
                table: TableBody::Splendor(view.into()),
                result: view.outcome.as_ref().map(|outcome| ResultBody::of(outcome, Some(view.turns_begun))),
            },
            View::Kids(view) => Position {
                to_act: view.to_act.map(|(seat, decision)| ToActBody {
                    tokens: view.tokens_to_return,
                    ..ToActBody::plain(seat, decision.name())
                }),
                turn: view.turn.map(TurnBody::from),
                seats: view.seats.iter().map(|seat| HoldingsBody::Kids(seat.into())).collect(),
                table: TableBody::Kids(Box::new(view.into())),
                result: view.outcome.as_ref().map(|outcome| ResultBody::of(outcome, Some(view.turns_begun))),
            },
        }
    }
}

impl Position {
    /// Returns a game before its start, with this number of players.
    pub fn bare(ruleset: Ruleset, players: usize) -> Self {
        Position {
            to_act: None,
            turn: None,
            seats: vec![HoldingsBody::bare(ruleset); players],
            table: TableBody::bare(ruleset),
            result: None,
        }
    }
}

impl TableBody {
    /// Returns the table of a game that has not started.
    pub fn bare(ruleset: Ruleset) -> Self {
        match ruleset {
            Ruleset::Splendor(modules) => TableBody::Splendor(splendor::view::TableBody::bare(modules)),
            Ruleset::Kids(_) => TableBody::Kids(Box::default()),
        }
    }
}

impl HoldingsBody {
    /// Returns what a seat owns in a game that has not started.
    pub fn bare(ruleset: Ruleset) -> Self {
        match ruleset {
            Ruleset::Splendor(modules) => HoldingsBody::Splendor(splendor::view::HoldingsBody::bare(modules)),
            Ruleset::Kids(_) => HoldingsBody::Kids(kids::view::HoldingsBody::default()),
        }
    }
}

impl ToActBody {
    /// Returns the decision without details.
    pub const fn plain(seat: Seat, decision: &'static str) -> Self {
        ToActBody { seat: seat.number(), decision, tokens: None, level: None, card: None }
    }
}

impl From<Turn> for TurnBody {
    fn from(turn: Turn) -> Self {
        TurnBody { seat: turn.seat.number(), number: turn.number }
    }
}

impl ResultBody {
    /// Returns the result of a game. `turns` is its number of turns, if known.
    pub fn of(outcome: &Outcome, turns: Option<u16>) -> Self {
        ResultBody {
            reason: outcome.reason,
            ranks: outcome.ranks.clone(),
            winners: outcome.winners().into_iter().map(Seat::number).collect(),
            turns,
        }
    }
}
