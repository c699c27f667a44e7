//! The expected share of each seat. Shares add up to 1. Also differences of such shares.

use lapidary_engine::seat::{SEATS_MAX, Seat, SeatCount};

/// The steps of a stored share: finer than the precision of the judge.
const STEPS: f32 = 10_000.0;

/// A share of the game for each seat. A win is 1, and winners share it. Shares of a position add up to 1,
/// differences of two positions to 0.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Shares([f32; SEATS_MAX]);

impl Shares {
    /// These shares, in seat order, rounded to ten-thousandths.
    pub fn new(shares: [f32; SEATS_MAX]) -> Shares {
        Shares(shares.map(|share| (share * STEPS).round() / STEPS))
    }

    /// The share of a seat.
    pub const fn of(&self, seat: Seat) -> f32 {
        self.0[seat.index()]
    }

    /// These shares less others.
    #[must_use]
    pub fn less(self, other: Shares) -> Shares {
        Shares::new(std::array::from_fn(|seat| self.0[seat] - other.0[seat]))
    }

    /// The sum of both.
    #[must_use]
    pub fn plus(self, other: Shares) -> Shares {
        Shares::new(std::array::from_fn(|seat| self.0[seat] + other.0[seat]))
    }

    /// The largest share or difference, by its amount.
    pub fn largest(&self) -> f32 {
        self.0.iter().fold(0.0, |most: f32, share| most.max(share.abs()))
    }
    /// The shares of these seats in ten-thousandths, separated by spaces.
    pub(crate) fn written(&self, seats: SeatCount) -> String {
        let steps = |seat: Seat| ((self.of(seat) * STEPS).round() as i32).to_string();
        seats.seats().map(steps).collect::<Vec<_>>().join(" ")
    }

    /// Reads the shares of these seats in their written form. Returns none for any other text.
    pub(crate) fn read(text: &str, seats: SeatCount) -> Option<Shares> {
        let mut shares = [0.0; SEATS_MAX];
        let mut words = text.split(' ');
        for seat in seats.seats() {
            shares[seat.index()] = words.next()?.parse::<i32>().ok()? as f32 / STEPS;
        }
        words.next().is_none().then(|| Shares::new(shares))
    }
}
