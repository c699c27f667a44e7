//! An analysis as JSON.

use lapidary_analysis::{
    Analysis, Cause, Grade, Judgement, MISTAKE, Reason, SeatSummary, Shares, TurningPoint,
};
use serde::Serialize;
use utoipa::ToSchema;

/// The steps of an accuracy, and of a share of the game.
const STEPS_OF_ACCURACY: f32 = 10.0;
const STEPS_OF_SHARE: f32 = 10_000.0;

/// What the turns of a finished game were worth. A share of the game is 1 for a win; winners share it.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = Analysis)]
pub struct AnalysisBody {
    /// The smallest loss that is called a mistake. The judge cannot tell smaller ones from none.
    #[schema(example = 0.06)]
    pub mistake_from: f32,
    /// Each seat over the whole game, in seat order.
    pub seats: Vec<AnalyzedSeatBody>,
    /// Where the game turned, at most three, in the order of the game.
    pub turning_points: Vec<TurningPointBody>,
    /// Every choice. A turn in the middle of which a card was revealed has several.
    pub choices: Vec<JudgementBody>,
}

/// A seat over a whole game: `opening + play + opponents + luck + rest = result`.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = AnalyzedSeat)]
pub struct AnalyzedSeatBody {
    #[schema(example = 0)]
    pub seat: u8,
    /// 0 to 100. A seat that loses nothing has 100; it halves with every 0.05 that a choice loses on average.
    #[schema(example = 81.4)]
    pub accuracy: f32,
    /// The choices that had an alternative.
    #[schema(example = 27)]
    pub choices: usize,
    /// Those that were mistakes.
    #[schema(example = 3)]
    pub mistakes: usize,
    /// The share that the seat could expect before the first turn.
    #[schema(example = 0.51)]
    pub opening: f32,
    /// What its own choices changed; never above 0.
    #[schema(example = -0.41)]
    pub play: f32,
    /// What the choices of the others changed.
    #[schema(example = 0.62)]
    pub opponents: f32,
    /// What revealed cards changed: luck apart from play.
    #[schema(example = 0.12)]
    pub luck: f32,
    /// What the judge saw only later, and what happened outside of choices, such as resigning.
    #[schema(example = 0.16)]
    pub rest: f32,
    /// The share that the seat got.
    #[schema(example = 1.0)]
    pub result: f32,
}

/// A choice after which the game was another one.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = TurningPoint)]
pub struct TurningPointBody {
    /// The place of the choice in `choices`, from 0.
    #[schema(example = 41)]
    pub index: usize,
    /// The version of the game in which it was made.
    #[schema(example = 47)]
    pub version: u32,
    /// The number of the turn.
    #[schema(example = 40)]
    pub turn: u16,
    /// Whose choice it was.
    #[schema(example = 1)]
    pub seat: u8,
    /// What turned the game.
    pub cause: Cause,
    /// What it changed for this seat.
    #[schema(example = -0.22)]
    pub change: f32,
}

/// A choice with its worth.
#[derive(Debug, Clone, PartialEq, Serialize, ToSchema)]
#[schema(as = JudgedChoice)]
pub struct JudgementBody {
    /// The version of the game in which it was made: `GET /v1/games/{id}?at=` shows it.
    #[schema(example = 47)]
    pub version: u32,
    /// The number of the turn.
    #[schema(example = 40)]
    pub turn: u16,
    #[schema(example = 1)]
    pub seat: u8,
    /// What was decided, in notation; several decisions are separated by `; `.
    #[schema(example = "take wug")]
    pub played: String,
    /// The best that was found, if it is better than what was decided.
    #[schema(example = "buy base-2-red-4 2w2r")]
    pub best: Option<String>,
    /// The turns that the judge expects after the best: an answer, and the next turn of the seat. Empty
    /// without a best.
    #[schema(example = json!(["take wug", "buy base-2-blue-1 0"]))]
    pub line: Vec<String>,
    /// Why the best is better: what it brings within this line, compared with the line after what was
    /// decided. May be empty: then the judge values what comes later.
    #[schema(example = json!(["noble", "points"]))]
    pub reasons: Vec<Reason>,
    /// How bad the choice was.
    pub grade: Grade,
    /// What the choice lost against the best that was found.
    #[schema(example = 0.22)]
    pub loss: f32,
    /// Whether the judge can tell this loss from none.
    pub mistake: bool,
    /// Whether there was an alternative.
    pub free: bool,
    /// What each seat could expect, had the best been played, in seat order.
    #[schema(example = json!([0.4, 0.6]))]
    pub before: Vec<f32>,
    /// What each seat could expect after what was decided, before anything was revealed.
    #[schema(example = json!([0.62, 0.38]))]
    pub after: Vec<f32>,
    /// What the cards changed that were revealed then.
    #[schema(example = json!([0.0, 0.0]))]
    pub luck: Vec<f32>,
}

impl From<&Analysis> for AnalysisBody {
    fn from(analysis: &Analysis) -> Self {
        let shares =
            |shares: Shares| analysis.seats.seats().map(|seat| shares.of(seat)).collect::<Vec<f32>>();
        let judgement = |one: &Judgement| JudgementBody {
            version: one.version,
            turn: one.turn,
            seat: one.seat.number(),
            played: one.played.clone(),
            best: one.best.clone(),
            line: one.line.clone(),
            reasons: one.reasons.clone(),
            grade: one.grade(),
            loss: share(one.loss()),
            mistake: one.is_mistake(),
            free: one.was_free,
            before: shares(one.before),
            after: shares(one.after),
            luck: shares(one.luck),
        };
        let points = analysis.turning_points();
        AnalysisBody {
            mistake_from: MISTAKE,
            seats: analysis.summaries().map(AnalyzedSeatBody::from).collect(),
            turning_points: points.iter().filter_map(|point| turning_point(analysis, point)).collect(),
            choices: analysis.judgements.iter().map(judgement).collect(),
        }
    }
}

fn turning_point(analysis: &Analysis, point: &TurningPoint) -> Option<TurningPointBody> {
    let judgement = analysis.judgements.get(point.index)?;
    Some(TurningPointBody {
        index: point.index,
        version: judgement.version,
        turn: judgement.turn,
        seat: judgement.seat.number(),
        cause: point.cause,
        change: share(point.change),
    })
}

impl From<SeatSummary> for AnalyzedSeatBody {
    fn from(seat: SeatSummary) -> Self {
        AnalyzedSeatBody {
            seat: seat.seat.number(),
            accuracy: (seat.accuracy * STEPS_OF_ACCURACY).round() / STEPS_OF_ACCURACY,
            choices: seat.choices,
            mistakes: seat.mistakes,
            opening: share(seat.opening),
            play: share(seat.play),
            opponents: share(seat.opponents),
            luck: share(seat.luck),
            rest: share(seat.rest),
            result: share(seat.result),
        }
    }
}

fn share(share: f32) -> f32 {
    (share * STEPS_OF_SHARE).round() / STEPS_OF_SHARE
}
