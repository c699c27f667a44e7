//! The sole winner of a knock-out table, and the final order of a knock-out. The rated result stays.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::event::entry::EntryId;
use crate::event::round::{PlayedTable, SeatResult};
use crate::event::seed::EventSeed;

/// What made a winner the only one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WonBy {
    /// A first place that nobody shares.
    Place,
    /// The fewest cards of those who share the first place.
    FewestCards,
    /// The most tokens of those who are still level.
    MostTokens,
    /// The lot of the event.
    Lot,
}

/// Returns the sole winner of a table: of those who share the first place, the one with the fewest cards,
/// then the most tokens, then the lowest lot. Cards and tokens decide only if they are known for all who are
/// level. A table at which all have forfeited has none.
pub fn sole_winner(table: &PlayedTable, seed: &EventSeed) -> Option<(EntryId, WonBy)> {
    let mut level: Vec<&SeatResult> = table.seats.iter().filter(|seat| !seat.forfeit).collect();
    keep_lowest(&mut level, |seat| Some(seat.place.into()));
    let mut won_by = WonBy::Place;
    if level.len() > 1 {
        keep_lowest(&mut level, |seat| seat.cards);
        won_by = WonBy::FewestCards;
    }
    if level.len() > 1 {
        keep_lowest(&mut level, |seat| seat.tokens.map(|tokens| u16::MAX - tokens));
        won_by = WonBy::MostTokens;
    }
    if level.len() > 1 {
        level.sort_by_cached_key(|seat| seed.lot(seat.entry));
        won_by = WonBy::Lot;
    }
    level.first().map(|seat| (seat.entry, won_by))
}

/// Returns the entries that advance from a table, at most this many: its winner, then the winner among the
/// others, and so on. Entries that have forfeited do not advance.
pub fn winners(table: &PlayedTable, seed: &EventSeed, places: usize) -> Vec<EntryId> {
    let mut rest = table.clone();
    let mut on = Vec::new();
    while on.len() < places
        && let Some((winner, _)) = sole_winner(&rest, seed)
    {
        rest.seats.retain(|seat| seat.entry != winner);
        on.push(winner);
    }
    on
}

/// Returns the entries of a final in order: by games won, then by the last game. An entry that forfeited the
/// last game has no rank.
pub fn final_ranking(games: &[PlayedTable], seed: &EventSeed) -> Vec<EntryId> {
    let Some(last) = games.last() else { return Vec::new() };
    let won = |entry: EntryId| {
        let winners = games.iter().filter_map(|game| sole_winner(game, seed));
        winners.filter(|&(winner, _)| winner == entry).count()
    };
    let mut ranking = winners(last, seed, last.seats.len());
    ranking.sort_by_cached_key(|&entry| Reverse(won(entry)));
    ranking
}

/// Returns a standing in which the finalists share out their places in the order of the final.
pub fn with_final(standing: &[EntryId], ranking: &[EntryId]) -> Vec<EntryId> {
    let mut ranked = ranking.iter().filter(|entry| standing.contains(entry));
    let own = |entry: &EntryId| match ranking.contains(entry) {
        true => ranked.next().copied().unwrap_or(*entry),
        false => *entry,
    };
    standing.iter().map(own).collect()
}

/// Keeps the seats with the lowest value. Keeps all if one has an unknown value.
fn keep_lowest(level: &mut Vec<&SeatResult>, value: impl Fn(&SeatResult) -> Option<u16>) {
    let values: Option<Vec<u16>> = level.iter().map(|seat| value(seat)).collect();
    let Some(lowest) = values.and_then(|values| values.into_iter().min()) else { return };
    level.retain(|seat| value(seat) == Some(lowest));
}

/// Returns the order of a knock-out: entries that reached a later round come first, equal ones in the order
/// of the standing.
///
/// `stays` says who takes part until the end. Of the entries that got furthest, those that have left come
/// last. If all of them have left, the best of the other entries that stay gets the first place. So the first
/// one stays if anybody does.
pub fn knock_out_order(
    standing: &[EntryId],
    reached: &BTreeMap<EntryId, u16>,
    stays: &dyn Fn(EntryId) -> bool,
) -> Vec<EntryId> {
    let furthest = reached.values().max();
    let mut order = standing.to_vec();
    order.sort_by_cached_key(|&entry| {
        let own = reached.get(&entry);
        (Reverse(own), own == furthest && !stays(entry))
    });
    if let Some(first) = order.iter().position(|&entry| stays(entry)) {
        order[..=first].rotate_right(1);
    }
    order
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(reached: &[(u32, u16)], left: &[u32]) -> Vec<u32> {
        let reached = reached.iter().map(|&(entry, round)| (EntryId(entry), round)).collect();
        let standing = [1, 2, 3, 4].map(EntryId);
        let order = knock_out_order(&standing, &reached, &|entry| !left.contains(&entry.0));
        order.into_iter().map(|entry| entry.0).collect()
    }

    #[test]
    fn the_final_ranks_those_who_played_it() {
        let seat = |(entry, place): (u32, u8)| SeatResult {
            entry: EntryId(entry),
            place,
            prestige: None,
            cards: None,
            tokens: None,
            forfeit: false,
        };
        let game = |seats: [(u32, u8); 4]| PlayedTable { seats: seats.map(seat).to_vec() };
        let seed = EventSeed::new([1; 32]);
        let ids = |entries: &[u32]| entries.iter().map(|&entry| EntryId(entry)).collect::<Vec<_>>();
        let last = game([(1, 3), (2, 4), (5, 1), (7, 2)]);
        assert_eq!(final_ranking(std::slice::from_ref(&last), &seed), ids(&[5, 7, 1, 2]));
        let first = game([(1, 1), (2, 2), (5, 3), (7, 4)]);
        assert_eq!(final_ranking(&[first.clone(), last], &seed), ids(&[5, 1, 7, 2]), "games won count first");
        assert_eq!(final_ranking(&[], &seed), []);
        let standing = ids(&[1, 2, 3, 4, 5, 6, 7]);
        assert_eq!(with_final(&standing, &ids(&[5, 7, 1, 2])), ids(&[5, 7, 3, 4, 1, 6, 2]));
        assert_eq!(with_final(&standing, &ids(&[9, 2, 1])), ids(&[2, 1, 3, 4, 5, 6, 7]), "9 is not listed");
    }

    #[test]
    fn whoever_has_left_is_never_the_first_if_anybody_stays() {
        let semifinals = [(1, 2), (2, 1), (3, 1), (4, 2)];
        assert_eq!(order(&semifinals, &[]), [1, 4, 2, 3]);
        assert_eq!(order(&semifinals, &[1]), [4, 1, 2, 3]);
        assert_eq!(order(&semifinals, &[2]), [1, 4, 2, 3], "those who are out keep their order");
        assert_eq!(order(&semifinals, &[1, 4]), [2, 1, 4, 3]);
        assert_eq!(order(&semifinals, &[1, 2, 4]), [3, 1, 4, 2]);
        assert_eq!(order(&semifinals, &[1, 2, 3, 4]), [1, 4, 2, 3]);
        assert_eq!(order(&[(1, 3), (2, 1), (3, 1), (4, 2)], &[1]), [4, 1, 2, 3], "the other finalist wins");
        assert_eq!(order(&[], &[1, 2, 4]), [3, 1, 2, 4]);
    }
}
