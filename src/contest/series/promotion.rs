//! Leagues: the movements up and down after a season.

use lapidary_words::words;

/// A group whose season is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EndedGroup<P> {
    /// The number of its places.
    pub size: usize,
    /// Those who stay in the league, the best first.
    pub order: Vec<P>,
    /// Whether its games decided its order. Nobody is promoted or relegated over the borders of a group with
    /// a cancelled event, except to fill free places.
    pub played: bool,
}

words! {
    /// How somebody has come into a group of the next season.
    Movement:
    /// From the group above.
    Down = "down",
    /// They were in it.
    Stays = "stays",
    /// From the group below.
    Up = "up",
    /// From outside of the league.
    New = "new",
}

/// Returns the groups of the next season, from the top: those who come down, those who stay, those who come
/// up, each in the order of the old group.
///
/// It handles the borders from top to bottom. The best `promoted` of the lower group go up, and more if the
/// upper group would have free places. Then the worst of the upper group go down until it has its size.
/// Nobody goes down two groups at once, or comes down and goes up.
pub fn next_groups<P: Copy>(ended: &[EndedGroup<P>], promoted: usize) -> Vec<Vec<(P, Movement)>> {
    let mut up = vec![0; ended.len()];
    let mut down = vec![0; ended.len()];
    for (number, (upper, lower)) in ended.iter().zip(ended.iter().skip(1)).enumerate() {
        let own = upper.order.len() - up[number];
        let arriving = number.checked_sub(1).map_or(0, |above| down[above]);
        let free = upper.size.saturating_sub(own + arriving);
        let wanted = if upper.played && lower.played { promoted } else { 0 };
        let rising = wanted.max(free).min(lower.order.len());
        up[number + 1] = rising;
        down[number] = (own + arriving + rising).saturating_sub(upper.size).min(own);
    }
    let worst = |group: usize| &ended[group].order[ended[group].order.len() - down[group]..];
    let best = |group: usize| &ended[group].order[..up[group]];
    (0..ended.len())
        .map(|number| {
            let order = &ended[number].order;
            let above = number.checked_sub(1).map(worst).unwrap_or_default();
            let own = &order[up[number]..order.len() - down[number]];
            let below = if number + 1 < ended.len() { best(number + 1) } else { &[] };
            let moved = |part: &[P], movement| part.iter().map(|&one| (one, movement)).collect::<Vec<_>>();
            [moved(above, Movement::Down), moved(own, Movement::Stays), moved(below, Movement::Up)].concat()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn group(size: usize, order: &[u32]) -> EndedGroup<u32> {
        EndedGroup { size, order: order.to_vec(), played: true }
    }

    /// Writes the groups as `numbers` with `-` for down and `+` for up.
    fn written(groups: &[Vec<(u32, Movement)>]) -> Vec<String> {
        let sign = |movement| match movement {
            Movement::Down => "-",
            Movement::Stays | Movement::New => "",
            Movement::Up => "+",
        };
        let group = |group: &Vec<(u32, Movement)>| {
            let words = group.iter().map(|&(who, movement)| format!("{who}{}", sign(movement)));
            words.collect::<Vec<_>>().join(" ")
        };
        groups.iter().map(group).collect()
    }

    #[test]
    fn full_groups_exchange_players() {
        let ended = [group(4, &[1, 2, 3, 4]), group(4, &[5, 6, 7, 8]), group(4, &[9, 10, 11, 12])];
        let next = next_groups(&ended, 1);
        assert_eq!(written(&next), ["1 2 3 5+", "4- 6 7 9+", "8- 10 11 12"]);
        let next = next_groups(&ended, 2);
        assert_eq!(written(&next), ["1 2 5+ 6+", "3- 4- 9+ 10+", "7- 8- 11 12"]);
        assert_eq!(written(&next_groups(&ended, 0)), ["1 2 3 4", "5 6 7 8", "9 10 11 12"]);
    }

    #[test]
    fn whoever_leaves_makes_room() {
        // One has left the upper group: nobody goes down.
        let next = next_groups(&[group(4, &[1, 2, 3]), group(4, &[5, 6, 7, 8])], 1);
        assert_eq!(written(&next), ["1 2 3 5+", "6 7 8"]);
        // Three have left: two more than usual come up.
        let next = next_groups(&[group(4, &[1]), group(4, &[5, 6, 7, 8])], 1);
        assert_eq!(written(&next), ["1 5+ 6+ 7+", "8"]);
        // The lower group cannot fill it, and the one below fills the lower group.
        let next = next_groups(&[group(4, &[1]), group(4, &[5, 6]), group(4, &[9, 10, 11])], 1);
        assert_eq!(written(&next), ["1 5+ 6+", "9+ 10+ 11+", ""]);
        // All have left.
        let nobody: [EndedGroup<u32>; 2] = [group(4, &[]), group(4, &[])];
        assert_eq!(written(&next_groups(&nobody, 1)), ["", ""]);
        assert_eq!(written(&next_groups::<u32>(&[], 1)), Vec::<String>::new());
    }

    #[test]
    fn a_cancelled_group_only_fills_places() {
        let cancelled = |size, order: &[u32]| EndedGroup { played: false, ..group(size, order) };
        let next = next_groups(&[group(2, &[1, 2]), cancelled(2, &[3, 4]), group(2, &[5, 6])], 1);
        assert_eq!(written(&next), ["1 2", "3 4", "5 6"]);
        let next = next_groups(&[group(2, &[1]), cancelled(2, &[3, 4]), group(2, &[5, 6])], 1);
        assert_eq!(written(&next), ["1 3+", "4 5+", "6"]);
    }

    #[test]
    fn nobody_is_lost_or_doubled_and_no_group_overflows() {
        let mut random = fastrand::Rng::with_seed(33);
        for _ in 0..2_000 {
            let promoted = random.usize(0..4);
            let mut next_number = 0..;
            let ended: Vec<EndedGroup<u32>> = (0..random.usize(1..5))
                .map(|_| {
                    let size = random.usize(2 * promoted.max(1)..12);
                    let order = next_number.by_ref().take(random.usize(0..=size)).collect();
                    EndedGroup { size, order, played: random.u8(0..4) > 0 }
                })
                .collect();
            let next = next_groups(&ended, promoted);
            let mut all: Vec<u32> = next.iter().flatten().map(|&(who, _)| who).collect();
            all.sort_unstable();
            let before: Vec<u32> = ended.iter().flat_map(|group| group.order.iter().copied()).collect();
            assert_eq!(all, before, "{ended:?}");
            for (number, group) in next.iter().enumerate() {
                assert!(group.len() <= ended[number].size, "{promoted} {ended:?}: {next:?}");
                for (who, movement) in group {
                    let from = ended.iter().position(|old| old.order.contains(who)).expect("a group");
                    let expected = match from.cmp(&number) {
                        std::cmp::Ordering::Less => Movement::Down,
                        std::cmp::Ordering::Equal => Movement::Stays,
                        std::cmp::Ordering::Greater => Movement::Up,
                    };
                    assert_eq!((*movement, from.abs_diff(number) <= 1), (expected, true), "{ended:?}");
                }
            }
        }
    }
}
