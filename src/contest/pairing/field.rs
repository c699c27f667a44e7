//! The field of a round: its contenders in order, and the facts about each pair.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::request::{Meet, Request};
use crate::event::entry::{Entrant, EntryId};
use crate::event::record::{Float, Record, Records, records};

/// A contender of the round.
#[derive(Clone, Debug)]
pub struct Contender {
    /// The entry.
    pub id: EntryId,
    /// The entrant. Its seed and its rating at registration order equal scores.
    pub entrant: Entrant,
    /// What was played so far. The points include virtual ones.
    pub record: Record,
    /// A number from the seed that decides if nothing else does.
    pub draw: u64,
}

/// The contenders from the highest score to the lowest.
#[derive(Clone, Debug)]
pub struct Field {
    /// The contenders in order.
    pub contenders: Vec<Contender>,
    meet: Meet,
    met: Vec<u16>,
    forbidden: Vec<bool>,
}

impl Field {
    /// Returns the field of these entrants in the requested round.
    pub fn new(request: &Request<'_>, entrants: &[Entrant]) -> Field {
        let mut records = records(request.rounds, &request.settings.points);
        let contenders = ordered(request, entrants, &mut records);
        let places: BTreeMap<EntryId, usize> =
            contenders.iter().enumerate().map(|(place, one)| (one.id, place)).collect();
        let n = contenders.len();
        let (mut met, mut forbidden) = (vec![0; n * n], vec![false; n * n]);
        for (place, one) in contenders.iter().enumerate() {
            for (other, &times) in &one.record.met {
                if let Some(&other) = places.get(other) {
                    met[place * n + other] = times;
                }
            }
        }
        for (a, b) in &request.settings.forbidden {
            if let (Some(&a), Some(&b)) = (places.get(a), places.get(b)) {
                forbidden[a * n + b] = true;
                forbidden[b * n + a] = true;
            }
        }
        Field { contenders, meet: request.settings.meet, met, forbidden }
    }

    /// The number of contenders.
    pub fn len(&self) -> usize {
        self.contenders.len()
    }

    /// Returns whether nobody takes part.
    pub fn is_empty(&self) -> bool {
        self.contenders.is_empty()
    }

    /// Returns the field of only these contenders, given by their places in ascending order.
    pub fn part(&self, places: &[usize]) -> Field {
        let n = self.len();
        let pairs = || places.iter().flat_map(|&a| places.iter().map(move |&b| a * n + b));
        Field {
            contenders: places.iter().map(|&place| self.contenders[place].clone()).collect(),
            meet: self.meet,
            met: pairs().map(|index| self.met[index]).collect(),
            forbidden: pairs().map(|index| self.forbidden[index]).collect(),
        }
    }

    /// Returns how often two contenders have met.
    pub fn met(&self, a: usize, b: usize) -> u16 {
        self.met[a * self.len() + b]
    }

    /// Returns whether two contenders must not meet.
    pub fn is_forbidden(&self, a: usize, b: usize) -> bool {
        self.forbidden[a * self.len() + b]
    }

    /// Returns the points of a contender in twelfths. Returns 0 if scores do not matter.
    pub fn score(&self, place: usize) -> i64 {
        match self.meet {
            Meet::Anybody => 0,
            Meet::EqualScores => self.contenders[place].record.points.twelfths(),
        }
    }

    /// Returns the squared difference of points in squared twelfths. Returns 0 if scores do not matter.
    pub fn score_squared(&self, a: usize, b: usize) -> i64 {
        let difference = self.score(a) - self.score(b);
        difference * difference
    }

    /// Returns how many of two contenders would float as in the last round.
    pub fn repeated_floats(&self, a: usize, b: usize) -> u32 {
        let (a, b) = (&self.contenders[a].record, &self.contenders[b].record);
        let (upper, lower) = match a.points.cmp(&b.points) {
            std::cmp::Ordering::Equal => return 0,
            std::cmp::Ordering::Greater => (a, b),
            std::cmp::Ordering::Less => (b, a),
        };
        u32::from(upper.float == Float::Down) + u32::from(lower.float == Float::Up)
    }

    /// Returns how often a contender sat at a table of at most this size.
    pub fn small_tables(&self, place: usize, seats: usize) -> u16 {
        self.contenders[place].record.sizes.iter().take(seats + 1).sum()
    }

    /// Returns the contenders' entries.
    pub fn ids(&self, table: &[usize]) -> Vec<EntryId> {
        table.iter().map(|&place| self.contenders[place].id).collect()
    }
}

/// By points, seed, rating, then lot. By lot alone if scores do not matter.
fn ordered(request: &Request<'_>, entrants: &[Entrant], records: &mut Records) -> Vec<Contender> {
    let mut draws = request.seed.draws(&format!("round {}", request.rounds.len() + 1));
    // Draws follow the order of registration, so the order of the list does not matter.
    let mut sorted: Vec<&Entrant> = entrants.iter().collect();
    sorted.sort_by_key(|entrant| entrant.id);
    let contender = |entrant: &Entrant| {
        let mut record = records.remove(&entrant.id).unwrap_or_default();
        record.points += request.settings.virtual_points.of(entrant.id);
        Contender { id: entrant.id, entrant: *entrant, record, draw: draws.number() }
    };
    let mut contenders: Vec<Contender> = sorted.into_iter().map(contender).collect();
    match request.settings.meet {
        Meet::EqualScores => {
            contenders.sort_by_key(|one| (Reverse(one.record.points), one.entrant.strength(), one.draw));
        }
        Meet::Anybody => contenders.sort_by_key(|one| one.draw),
    }
    contenders
}
