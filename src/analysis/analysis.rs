//! A whole judged game: its turning points, the play of each seat, and the part of luck.

use lapidary_engine::outcome::Outcome;
use lapidary_engine::seat::{SEATS_MAX, Seat, SeatCount};

use crate::judgement::{Judgement, MISTAKE};
use crate::shares::Shares;
use lapidary_words::words;

/// The number of turning points.
const TURNING_POINTS_MAX: usize = 3;
/// The mean loss of a free choice that halves the accuracy.
const LOSS_THAT_HALVES: f32 = 0.05;

/// A judged game.
#[derive(Clone, PartialEq, Debug)]
pub struct Analysis {
    /// The number of seats.
    pub seats: SeatCount,
    /// Every choice, in order.
    pub judgements: Vec<Judgement>,
    /// What each seat got.
    pub result: Shares,
}

words! {
    /// Why a game turned.
    #[derive(PartialOrd, Ord)]
    Cause:
    /// What was played lost a share that another turn would have kept.
    Mistake = "mistake",
    /// The cards that were revealed.
    Luck = "luck",
}

/// A choice after which the game was another one.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct TurningPoint {
    /// The place of its judgement, from 0.
    pub index: usize,
    /// What turned the game.
    pub cause: Cause,
    /// The change for the seat that chose. Negative if the seat lost.
    pub change: f32,
}

/// A seat over the whole game. Shares are of one game: `opening + play + opponents + luck + rest = result`.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct SeatSummary {
    pub seat: Seat,
    /// The free choices: those with an alternative.
    pub choices: usize,
    /// Those that were mistakes.
    pub mistakes: usize,
    /// 0 to 100: 100 loses nothing. Each 5 % of the game lost on average by free choices halves it.
    pub accuracy: f32,
    /// What the seat could expect before the first choice.
    pub opening: f32,
    /// What its own choices lost; never above 0.
    pub play: f32,
    /// What it gained or lost by the choices of others.
    pub opponents: f32,
    /// What revealed cards changed.
    pub luck: f32,
    /// What the judge saw only later, and changes outside of choices, such as resigning.
    pub rest: f32,
    /// What it got.
    pub result: f32,
}

impl Analysis {
    /// Puts the judgements of a finished game together.
    pub fn new(seats: SeatCount, judgements: Vec<Judgement>, outcome: &Outcome) -> Analysis {
        let winners = outcome.winners();
        let mut result = [0.0; SEATS_MAX];
        winners.iter().for_each(|winner| result[winner.index()] = 1.0 / winners.len() as f32);
        Analysis { seats, judgements, result: Shares::new(result) }
    }

    /// The turning points, at most three, in the order of the game: the choices with the greatest changes for
    /// some seat, as far as the judge can tell. Small changes do not count, so there may be none.
    pub fn turning_points(&self) -> Vec<TurningPoint> {
        let of = |(index, judgement): (usize, &Judgement)| {
            let (loss, luck) = (judgement.loss(), judgement.luck.largest());
            let of_seat = judgement.luck.of(judgement.seat);
            let (size, cause, change) =
                if loss >= luck { (loss, Cause::Mistake, -loss) } else { (luck, Cause::Luck, of_seat) };
            (size >= MISTAKE).then_some((size, TurningPoint { index, cause, change }))
        };
        let mut points: Vec<_> = self.judgements.iter().enumerate().filter_map(of).collect();
        points.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut points: Vec<_> =
            points.into_iter().take(TURNING_POINTS_MAX).map(|(_, point)| point).collect();
        points.sort_by_key(|point| point.index);
        points
    }

    /// What the seats did.
    pub fn summaries(&self) -> impl Iterator<Item = SeatSummary> + '_ {
        self.seats.seats().map(|seat| self.summary(seat))
    }

    /// What a seat did.
    pub fn summary(&self, seat: Seat) -> SeatSummary {
        let own = || self.judgements.iter().filter(|judgement| judgement.seat == seat && judgement.was_free);
        let (choices, lost) = (own().count(), own().map(Judgement::loss).sum::<f32>());
        let opening = self.judgements.first().map_or(0.0, |first| first.before.of(seat));
        let (mut play, mut opponents, mut luck) = (0.0, 0.0, 0.0);
        for judgement in &self.judgements {
            let change = judgement.after.less(judgement.before).of(seat);
            *(if judgement.seat == seat { &mut play } else { &mut opponents }) += change;
            luck += judgement.luck.of(seat);
        }
        let result = self.result.of(seat);
        SeatSummary {
            seat,
            choices,
            mistakes: own().filter(|judgement| judgement.is_mistake()).count(),
            accuracy: 100.0 * (-lost / choices.max(1) as f32 / LOSS_THAT_HALVES).exp2(),
            opening,
            play,
            opponents,
            luck,
            rest: result - opening - play - opponents - luck,
            result,
        }
    }
}
