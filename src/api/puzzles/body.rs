//! Puzzles in JSON: the position in the form of a game's view, and the solution for those who have answered.

use chrono::NaiveDate;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use crate::games::body::LegalActionBody;
use crate::ladders::body::RatingBody;
use crate::play::action::{self, PostedAction};
use crate::play::rulesets::PlayedBody;
use crate::play::view::{HoldingsBody, Position, TableBody, ToActBody, TurnBody};
use crate::problems::problem::Fault;
use lapidary_analysis::Shares;
use lapidary_analysis::puzzles::{Puzzle, Theme, notation};
use lapidary_engine::game::{Game, Payments, Proposal};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::viewer::Viewer;
use lapidary_model::puzzle::{GivenAnswer, PuzzleRating, SolverRecord};
use lapidary_operation::body;
use lapidary_service::puzzles::PuzzleView;

/// The steps of a share of the game.
const STEPS_OF_SHARE: f32 = 10_000.0;

/// A puzzle: the position as its seat sees it, in the fields of a game. The names of the players are not part
/// of it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Puzzle)]
pub struct PuzzleBody {
    id: Uuid,
    #[serde(flatten)]
    played: PlayedBody,
    /// The seat whose best turn is asked for.
    viewer_seat: u8,
    /// The decision that the turn begins with.
    to_act: Option<ToActBody>,
    /// The turn.
    turn: Option<TurnBody>,
    /// The number of seats.
    seat_count: u8,
    /// The seats in order of play.
    seats: Vec<PuzzleSeatBody>,
    #[serde(flatten)]
    table: TableBody,
    /// The legal actions with which a turn can begin, each purchase once, with the canonical payment. Other
    /// exact payments are accepted too.
    legal_actions: Vec<LegalActionBody>,
    /// How hard it is: its rating in the pool of puzzles.
    rating: RatingBody,
    /// How often it was answered by players, each once.
    #[schema(example = 40)]
    answers: u32,
    /// How many of these answers were right.
    #[schema(example = 17)]
    solved: u32,
    /// The result of the caller's answer, with the solution; null until the caller has answered.
    result: Option<PuzzleResultBody>,
}

/// A seat of a puzzle, and what it owns.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = PuzzleSeat)]
pub struct PuzzleSeatBody {
    seat: u8,
    #[serde(flatten)]
    holdings: HoldingsBody,
}

/// The puzzle of a day.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = DailyPuzzle)]
pub struct DailyPuzzleBody {
    /// The day, by UTC.
    #[schema(value_type = String, format = Date, example = "2026-11-25")]
    pub date: NaiveDate,
    pub puzzle: PuzzleBody,
}

/// The result of the answer of the caller that counted, with the solution.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = PuzzleResult)]
pub struct PuzzleResultBody {
    /// Whether the answer solves the puzzle.
    solved: bool,
    /// The turn that was answered, in notation; several decisions are separated by `; `.
    #[schema(example = "take wug")]
    answered: String,
    /// Turns that solve the puzzle, in notation, the best first. They begin with the same decision. A turn
    /// that ends the game with a result as good, or wins whatever is answered, solves it too.
    #[schema(example = json!(["buy base-2-red-4 2w2r"]))]
    solutions: Vec<String>,
    /// What share of the game each seat wins after the best turn, in seat order: on average over games that
    /// are played on, or exactly if the turn wins by force.
    #[schema(example = json!([0.65, 0.35]))]
    shares: Vec<f32>,
    /// The best turn that does not solve it.
    #[schema(example = "take wug")]
    rival: String,
    /// What share of the game each seat wins after that.
    #[schema(example = json!([0.43, 0.57]))]
    rival_shares: Vec<f32>,
    /// What the puzzle is about.
    #[schema(example = json!(["race"]))]
    themes: Vec<&'static str>,
    /// The rating of the caller in the pool of puzzles before the answer.
    rating_before: RatingBody,
    /// The rating after it.
    rating_after: RatingBody,
}

/// What a player has reached in the pool of puzzles.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PuzzleRecord)]
pub struct PuzzleRecordBody {
    #[serde(flatten)]
    rating: RatingBody,
    /// The number of puzzles that the player has answered.
    #[schema(example = 12)]
    answers: u32,
    /// The number of those that the player has solved.
    #[schema(example = 7)]
    solved: u32,
}

/// A turn as the answer to a puzzle.
#[body]
#[schema(example = json!({"actions": [{"type": "take", "gems": ["white", "blue", "green"]}]}))]
pub struct AnswerPuzzle {
    /// The complete turn, in order, as for a game.
    #[schema(min_items = 1, max_items = 16)]
    actions: Vec<PostedAction>,
}

impl AnswerPuzzle {
    /// Returns what the actions propose in a puzzle of this ruleset.
    pub fn proposals(&self, ruleset: Ruleset) -> Result<Vec<Proposal>, Vec<Fault>> {
        action::proposals(&self.actions, ruleset, "/actions")
    }
}

impl From<&PuzzleView> for PuzzleBody {
    fn from(view: &PuzzleView) -> Self {
        let (puzzle, PuzzleRating { rating, answers, solved }) = (&*view.puzzle, view.rating);
        let position = Position::from(&Game::Splendor(puzzle.position).view(Viewer::Seat(puzzle.seat)));
        let legal = Game::Splendor(puzzle.known()).legal_actions(Payments::Canonical);
        let seat = |(seat, holdings)| PuzzleSeatBody { seat, holdings };
        PuzzleBody {
            id: view.id.0,
            played: Ruleset::Splendor(puzzle.position.modules()).into(),
            viewer_seat: puzzle.seat.number(),
            to_act: position.to_act,
            turn: position.turn,
            seat_count: puzzle.position.seat_count().get() as u8,
            seats: (0..).zip(position.seats).map(seat).collect(),
            table: position.table,
            legal_actions: legal.iter().map(LegalActionBody::from).collect(),
            rating: rating.into(),
            answers,
            solved,
            result: view.given.as_ref().map(|given| PuzzleResultBody::new(puzzle, given)),
        }
    }
}

impl PuzzleResultBody {
    /// Returns the result of an answer to a puzzle.
    fn new(puzzle: &Puzzle, given: &GivenAnswer) -> PuzzleResultBody {
        let shares = |shares: Shares| {
            let rounded = |share: f32| (share * STEPS_OF_SHARE).round() / STEPS_OF_SHARE;
            puzzle.position.seat_count().seats().map(|seat| rounded(shares.of(seat))).collect()
        };
        PuzzleResultBody {
            solved: given.is_right,
            answered: given.turn.clone(),
            solutions: puzzle.solutions.iter().map(|turn| notation(turn)).collect(),
            shares: shares(puzzle.shares),
            rival: notation(&puzzle.rival),
            rival_shares: shares(puzzle.rival_shares),
            themes: puzzle.themes.iter().map(|theme| Theme::name(*theme)).collect(),
            rating_before: given.before.into(),
            rating_after: given.after.into(),
        }
    }
}

impl From<SolverRecord> for PuzzleRecordBody {
    fn from(record: SolverRecord) -> Self {
        PuzzleRecordBody { rating: record.rating.into(), answers: record.answers, solved: record.solved }
    }
}
