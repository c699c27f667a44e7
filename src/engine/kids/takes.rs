//! Counts the takes that a supply allows, without listing them (K3, K4). It does not know who takes.

use super::resource::Resource;
use super::state::State;
use super::tokens::{Resources, Tokens};
use crate::bits::{count, nth_bit};

/// The number of sets of five resources.
const SETS: usize = 1 << Resource::ALL.len();
/// The maximum number of takes of different resources.
const DIFFERENT_MAX: usize = 10;

/// For each set of resources in the supply: the number of takes of different resources, and these takes as
/// sets (K4).
static DIFFERENT: [(u8, [u8; DIFFERENT_MAX]); SETS] = {
    let mut table = [(0, [0; DIFFERENT_MAX]); SETS];
    let mut left = 1;
    while left < SETS {
        table[left] = different(left as u8);
        left += 1;
    }
    table
};

/// The takes of different resources: three of those in the supply; each single one and each pair if fewer
/// than three are left (K4). They are ordered by their first resource, then by the second.
const fn different(left: u8) -> (u8, [u8; DIFFERENT_MAX]) {
    let (mut number, mut sets) = (0, [0; DIFFERENT_MAX]);
    let mut first = 1;
    while first <= left {
        let mut second = first << 1;
        while first & left != 0 && second <= left {
            let mut third = second << 1;
            while second & left != 0 && third <= left {
                if third & left != 0 {
                    sets[number] = first | second | third;
                    number += 1;
                }
                third <<= 1;
            }
            if second & left != 0 && left.count_ones() < 3 {
                sets[number] = first | second;
                number += 1;
            }
            second <<= 1;
        }
        if first & left != 0 && left.count_ones() < 3 {
            sets[number] = first;
            number += 1;
        }
        first <<= 1;
    }
    (number as u8, sets)
}

/// The takes from a supply: different resources first, then two of one resource, then one gold.
#[derive(Clone, Copy, Debug)]
pub(super) struct Takes {
    different: &'static (u8, [u8; DIFFERENT_MAX]),
    /// The resources of which two can be taken, as bits.
    pairs: u8,
    gold: bool,
}

impl Takes {
    /// The number of takes.
    #[inline]
    pub fn len(&self) -> usize {
        self.different.0 as usize + count(u64::from(self.pairs)) + usize::from(self.gold)
    }

    /// The take with this number.
    #[inline]
    pub fn nth(&self, number: usize) -> Option<Tokens> {
        let (different, sets) = self.different;
        let Some(beyond) = number.checked_sub(*different as usize) else {
            let each = |resource: Resource| sets[number] >> resource.index() & 1;
            return Some(Tokens::new(Resources::new(Resource::ALL.map(each)), 0));
        };
        match beyond.checked_sub(count(u64::from(self.pairs))) {
            None => {
                let pair = Resource::ALL[nth_bit(u64::from(self.pairs), beyond) as usize];
                Some(Tokens::new(Resources::of(pair, 2), 0))
            }
            Some(0) if self.gold => Some(Tokens::new(Resources::NONE, 1)),
            Some(_) => None,
        }
    }
}

impl State {
    /// The takes that the supply allows (K3, K4).
    #[inline]
    pub(super) fn takes(&self) -> Takes {
        let supply = self.supply.resources();
        Takes {
            different: &DIFFERENT[supply.kinds_with(1) as usize % SETS],
            pairs: supply.kinds_with(2),
            gold: self.supply.gold() > 0,
        }
    }
}
