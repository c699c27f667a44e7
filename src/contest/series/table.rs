//! The table of a series: points for places in events. Only the best ones count.

use std::cmp::Reverse;

use super::tie_break::SeriesTieBreak;
use crate::event::points::Points;

/// Twelfths of a point.
const TWELFTHS: i64 = 12;

/// Somebody in a series, as a number from 0.
pub type Contestant = usize;

/// What somebody has reached in an event that is over.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EventResult {
    /// Who.
    pub who: Contestant,
    /// The place in the event, from 1; equal places are shared.
    pub place: u32,
    /// The points in the event.
    pub points: Points,
}

/// Where the points of a series come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SeriesPoints {
    /// By the places in events, with the first place first. Places after the last one get none.
    Places(Vec<u32>),
    /// From the events: their points are added.
    Events,
}

impl SeriesPoints {
    /// Returns the points for these places. Without places, returns those of the events.
    pub fn for_places(list: Vec<u32>) -> SeriesPoints {
        if list.is_empty() { SeriesPoints::Events } else { SeriesPoints::Places(list) }
    }

    /// Returns the points of a result in an event with these results. A shared place gets the average of its
    /// points and those of the places left free, rounded down to a twelfth of a point.
    pub fn of(&self, result: &EventResult, event: &[EventResult]) -> Points {
        let SeriesPoints::Places(list) = self else { return result.points };
        let sharing = event.iter().filter(|other| other.place == result.place).count().max(1);
        let better = usize::try_from(result.place).unwrap_or(usize::MAX).saturating_sub(1);
        let sum: i64 = list.iter().skip(better).take(sharing).map(|&points| i64::from(points)).sum();
        Points::of_twelfths(sum * TWELFTHS / i64::try_from(sharing).unwrap_or(i64::MAX))
    }
}

/// A result in the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct SeriesResult {
    /// The number of the event, from 0.
    pub event: usize,
    /// The place in the event.
    pub place: u32,
    /// The points in the series.
    pub points: Points,
    /// Whether it is one of the best ones, which count.
    pub counts: bool,
}

/// A line of the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SeriesLine {
    /// The place, from 1; equal places are shared.
    pub place: u32,
    /// Who.
    pub who: Contestant,
    /// The sum of the results that count.
    pub points: Points,
    /// The number of first places among the results that count.
    pub wins: u32,
    /// Better minus worse places in events against those still level after all other criteria. 0 for others.
    pub head_to_head: i64,
    /// The results in the order of the events.
    pub results: Vec<SeriesResult>,
    /// The criterion that separates this line from the one above. None for the first line and shared places.
    pub decided_by: Option<SeriesTieBreak>,
}

/// Returns the table of a series, with the first place first. The events are in the order of their ends, and
/// each contains an entrant once. The best `best_of` results of everybody count: the highest points, then the
/// better place, then the earlier event.
pub fn series_table(events: &[Vec<EventResult>], points: &SeriesPoints, best_of: usize) -> Vec<SeriesLine> {
    let mut lines: Vec<SeriesLine> = Vec::new();
    for (number, event) in events.iter().enumerate() {
        for result in event {
            while lines.len() <= result.who {
                lines.push(unplaced(lines.len()));
            }
            let points = points.of(result, event);
            lines[result.who].results.push(SeriesResult {
                event: number,
                place: result.place,
                points,
                counts: false,
            });
        }
    }
    lines.retain(|line| !line.results.is_empty());
    for line in &mut lines {
        count_best(line, best_of);
    }
    let mut groups = vec![(lines, None)];
    for tie_break in SeriesTieBreak::ALL {
        groups = groups.into_iter().flat_map(|group| split(group, tie_break)).collect();
    }
    placed(groups)
}

const fn unplaced(who: Contestant) -> SeriesLine {
    SeriesLine {
        place: 0,
        who,
        points: Points::whole(0),
        wins: 0,
        head_to_head: 0,
        results: Vec::new(),
        decided_by: None,
    }
}

/// Marks the best results and sums them up.
fn count_best(line: &mut SeriesLine, best_of: usize) {
    let mut best: Vec<usize> = (0..line.results.len()).collect();
    best.sort_by_key(|&index| {
        let result = &line.results[index];
        (Reverse(result.points), result.place, index)
    });
    for index in best.into_iter().take(best_of) {
        let result = &mut line.results[index];
        result.counts = true;
        line.points += result.points;
        line.wins += u32::from(result.place == 1);
    }
}

/// Level lines, with the criterion that separates them from the lines above.
type Group = (Vec<SeriesLine>, Option<SeriesTieBreak>);

/// Splits a group by one criterion, with the better part first.
fn split((mut lines, decided_by): Group, tie_break: SeriesTieBreak) -> Vec<Group> {
    if lines.len() < 2 {
        return vec![(lines, decided_by)];
    }
    if tie_break == SeriesTieBreak::HeadToHead {
        meet(&mut lines);
    }
    let value = |line: &SeriesLine| value(line, tie_break);
    lines.sort_by_cached_key(|line| Reverse(value(line)));
    let parts = lines.chunk_by(|a, b| value(a) == value(b)).zip(0..);
    parts.map(|(part, n)| (part.to_vec(), if n == 0 { decided_by } else { Some(tie_break) })).collect()
}

/// Returns the numbers that a criterion compares in order. More is better.
fn value(line: &SeriesLine, tie_break: SeriesTieBreak) -> Vec<i64> {
    match tie_break {
        SeriesTieBreak::Points => vec![line.points.twelfths()],
        SeriesTieBreak::Wins => vec![line.wins.into()],
        SeriesTieBreak::BestResults => {
            let counted = line.results.iter().filter(|result| result.counts);
            let mut best: Vec<i64> = counted.map(|result| result.points.twelfths()).collect();
            best.sort_by_key(|&points| Reverse(points));
            best
        }
        SeriesTieBreak::Events => vec![line.results.len() as i64],
        SeriesTieBreak::HeadToHead => vec![line.head_to_head],
    }
}

/// Sets better minus worse places of each line against the others, in events with both of them.
fn meet(lines: &mut [SeriesLine]) {
    let mut places: Vec<(usize, u32, usize)> = Vec::new();
    for (index, line) in lines.iter().enumerate() {
        places.extend(line.results.iter().map(|result| (result.event, result.place, index)));
    }
    places.sort_unstable();
    for event in places.chunk_by(|a, b| a.0 == b.0) {
        for &(_, place, index) in event {
            let better = event.partition_point(|other| other.1 < place);
            let worse = event.len() - event.partition_point(|other| other.1 <= place);
            lines[index].head_to_head += worse as i64 - better as i64;
        }
    }
}

fn placed(groups: Vec<Group>) -> Vec<SeriesLine> {
    let mut all: Vec<SeriesLine> = Vec::new();
    for (lines, decided_by) in groups {
        let place = all.len() as u32 + 1;
        for (line, n) in lines.into_iter().zip(0..) {
            all.push(SeriesLine { place, decided_by: if n == 0 { decided_by } else { None }, ..line });
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns an event from the places of its participants.
    fn event(places: &[(Contestant, u32)]) -> Vec<EventResult> {
        let result = |&(who, place)| EventResult { who, place, points: Points::whole(20 - place) };
        places.iter().map(result).collect()
    }

    fn table(events: &[&[(Contestant, u32)]], list: &[u32], best_of: usize) -> Vec<SeriesLine> {
        let events: Vec<Vec<EventResult>> = events.iter().map(|places| event(places)).collect();
        series_table(&events, &SeriesPoints::Places(list.to_vec()), best_of)
    }

    /// Returns the places with their holders and the criterion that separates each from the line above.
    fn order(lines: &[SeriesLine]) -> Vec<(u32, Contestant, Option<&'static str>)> {
        lines.iter().map(|line| (line.place, line.who, line.decided_by.map(SeriesTieBreak::name))).collect()
    }

    #[test]
    fn the_best_results_count() {
        let lines = table(&[&[(0, 1), (1, 2), (2, 3)], &[(1, 1), (2, 2)], &[(2, 1), (0, 3)]], &[10, 6, 4], 2);
        // 1 and 2 have 16 points, one win and the same results, but 2 has played in three events.
        assert_eq!(order(&lines), [(1, 2, None), (2, 1, Some("events")), (3, 0, Some("points"))]);
        let of_2 = lines.iter().find(|line| line.who == 2).expect("a line");
        let counts: Vec<(usize, i64, bool)> = of_2
            .results
            .iter()
            .map(|result| (result.event, result.points.twelfths() / 12, result.counts))
            .collect();
        assert_eq!(counts, [(0, 4, false), (1, 6, true), (2, 10, true)]);
        assert_eq!(of_2.points, Points::whole(16));
    }

    #[test]
    fn shared_places_share_their_points() {
        let lines = table(&[&[(0, 1), (1, 2), (2, 2), (3, 4)]], &[25, 18, 15], 9);
        let twelfths: Vec<i64> = lines.iter().map(|line| line.points.twelfths()).collect();
        assert_eq!(twelfths, [300, 198, 198, 0]);
        // The average of seven is rounded down to a twelfth for all.
        let seven: Vec<(Contestant, u32)> = (0..7).map(|who| (who, 1)).collect();
        assert!(table(&[&seven], &[10], 9).iter().all(|line| line.points.twelfths() == 120 / 7));
        let events = series_table(&[event(&[(0, 2)])], &SeriesPoints::Events, 1);
        assert_eq!(events[0].points, Points::whole(18));
    }

    #[test]
    fn each_criterion_decides_in_its_turn() {
        // Wins: 12 + 0 against 6 + 6.
        let wins = table(&[&[(0, 1), (1, 2)], &[(1, 2), (0, 4)]], &[12, 6], 9);
        assert_eq!(order(&wins), [(1, 0, None), (2, 1, Some("wins"))]);
        // Best results: 9 + 1 against 5 + 5, nobody has won.
        let best = table(&[&[(0, 2), (1, 3)], &[(1, 3), (0, 4)]], &[20, 9, 5, 1], 9);
        assert_eq!(order(&best), [(1, 0, None), (2, 1, Some("best_results"))]);
        // Events: the result of the third one does not count.
        let events = table(&[&[(0, 1)], &[(1, 1)], &[(1, 9)]], &[10], 1);
        assert_eq!(order(&events), [(1, 1, None), (2, 0, Some("events"))]);
        // Head to head: 0 was ahead of 1 in the event without points.
        let met = table(&[&[(0, 1)], &[(1, 1)], &[(0, 8), (1, 9)]], &[10], 1);
        assert_eq!(order(&met), [(1, 0, None), (2, 1, Some("head_to_head"))]);
        assert_eq!((met[0].head_to_head, met[1].head_to_head), (1, -1));
        // Nothing else: they share the place, and the next place is the third.
        let level = table(&[&[(0, 1), (2, 5)], &[(1, 1), (2, 5)]], &[10], 9);
        assert_eq!(order(&level), [(1, 0, None), (1, 1, None), (3, 2, Some("points"))]);
    }

    #[test]
    fn nobody_is_nowhere() {
        assert_eq!(table(&[], &[10], 1), []);
        assert_eq!(table(&[&[]], &[10], 1), []);
        assert_eq!(order(&table(&[&[(3, 7)]], &[], 1)), [(1, 3, None)]);
    }
}
