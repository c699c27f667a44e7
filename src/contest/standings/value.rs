//! The values of tie-breaks: whole numbers of millionths, so that all computations agree. More is better.

use std::cmp::Ordering;

use super::fractions::floor_of_sum;
use super::games::{AllGames, Games, Index};
pub use super::tie_break::MICRO;
use super::tie_break::TieBreak;

/// Twelfths of a point or a win.
const TWELFTHS: i64 = 12;
/// The rating points that a full score adds to the mean rating of the opponents.
const PERFORMANCE_MAX: i64 = 400;

/// Returns a fraction in millionths, rounded down. Returns none for a division by zero.
fn micro(part: i64, whole: i64) -> Option<i64> {
    let quotient = (i128::from(part) * i128::from(MICRO)).checked_div_euclid(i128::from(whole))?;
    Some(i64::try_from(quotient).unwrap_or(i64::MAX))
}

/// Returns the value of a tie-break among level entries, listed in ascending order. An empty mean has no
/// value, nor has a sum with an unknown part. `Lot` has none: it is not a number.
pub fn value(all: &AllGames, own: Index, tie_break: TieBreak, level: &[Index]) -> Option<i64> {
    let games = &all.games[own];
    match tie_break {
        TieBreak::Points => micro(games.points.twelfths(), TWELFTHS),
        TieBreak::Wins => micro(games.win_twelfths, TWELFTHS),
        TieBreak::HeadToHead => Some(head_to_head(games, level)),
        TieBreak::SonnebornBerger => sonneborn_berger(all, games),
        TieBreak::BuchholzAverage => mean_points(&opponents_points(all, games)),
        TieBreak::BuchholzCut1 => {
            let mut points = opponents_points(all, games);
            points.sort_unstable();
            mean_points(points.get(1..).unwrap_or_default())
        }
        TieBreak::OpponentsWinShare => opponents_win_share(all, games),
        TieBreak::PrestigeRatio => {
            mean(games.prestige.iter().map(|&(own, winner)| (own.min(winner).into(), winner.into())))
        }
        TieBreak::PrestigeSum => games.prestige_sum.map(|sum| sum * MICRO),
        TieBreak::SeatDifference => mean(games.seat_differences.iter().copied()),
        TieBreak::FewestCards => {
            let cards = games.cards.iter().copied().map(i64::from);
            micro(cards.sum(), games.cards.len() as i64).map(|mean| -mean)
        }
        TieBreak::RatingPerformance => rating_performance(all, games),
        TieBreak::Lot => None,
    }
}

/// Returns better minus worse places at tables with the other level entries.
fn head_to_head(games: &Games, level: &[Index]) -> i64 {
    let is_level = |index: &Index| level.binary_search(index).is_ok();
    let among = games.meetings.iter().filter(|meeting| is_level(&meeting.opponent));
    among
        .map(|meeting| match meeting.place {
            Ordering::Less => MICRO,
            Ordering::Equal => 0,
            Ordering::Greater => -MICRO,
        })
        .sum()
}

fn opponents_points(all: &AllGames, games: &Games) -> Vec<i64> {
    games.meetings.iter().map(|meeting| all.games[meeting.opponent].points.twelfths()).collect()
}

fn mean_points(points: &[i64]) -> Option<i64> {
    micro(points.iter().sum(), TWELFTHS * points.len() as i64)
}

/// Returns the mean of fractions in millionths, rounded down once. Returns none without fractions.
fn mean(fractions: impl Iterator<Item = (i64, u32)>) -> Option<i64> {
    let mut count = 0;
    let sum = floor_of_sum(fractions.map(|(part, whole)| (part * MICRO, whole)).inspect(|_| count += 1));
    sum.checked_div_euclid(count)
}

fn sonneborn_berger(all: &AllGames, games: &Games) -> Option<i64> {
    let halves = games.meetings.iter().map(|meeting| {
        let points = all.games[meeting.opponent].points.twelfths();
        match meeting.place {
            Ordering::Less => 2 * points,
            Ordering::Equal => points,
            Ordering::Greater => 0,
        }
    });
    micro(halves.sum(), 2 * TWELFTHS)
}

fn opponents_win_share(all: &AllGames, games: &Games) -> Option<i64> {
    let opponents = games.meetings.iter().map(|meeting| &all.games[meeting.opponent]);
    let played = opponents.filter(|opponent| opponent.games > 0);
    mean(played.map(|opponent| (opponent.win_twelfths, (TWELFTHS * opponent.games) as u32)))
}

/// The mean rating of the opponents, plus 400 (better - worse places) / meetings.
fn rating_performance(all: &AllGames, games: &Games) -> Option<i64> {
    let ratings: i64 = games.meetings.iter().map(|meeting| all.games[meeting.opponent].rating).sum();
    let better = games.meetings.iter().filter(|meeting| meeting.place == Ordering::Less).count() as i64;
    let worse = games.meetings.iter().filter(|meeting| meeting.place == Ordering::Greater).count() as i64;
    micro(ratings + PERFORMANCE_MAX * (better - worse), games.meetings.len() as i64)
}
