//! The trained evaluation: what a position of the base game is worth to the seat that has just moved.
//!
//! A first layer of 16-bit integers adds the active rows, a small head does the rest. What other seats hold
//! is added once for each position; a turn adds only what it changes.

use lapidary_engine::seat::{SEATS_MAX, Seat};
use lapidary_engine::splendor::slot::{Slot, SlotSet};
use lapidary_engine::splendor::state::State;

use super::features::{
    ROWS, Role, Row, SEAT_PLACES, SeatRows, TABLE_PLACES, active_rows, market_place, noble_place, write_seat,
    write_table,
};

/// The units of the first layer. The last one has no threshold and goes to the result directly.
pub const UNITS: usize = 64;
/// The units of the second layer.
pub const HIDDEN: usize = 16;
/// What 1 is in the integers of the first layer.
pub const SCALE: f32 = 1024.0;
/// What 1 is in the integers of its last unit.
pub const SCALE_OF_LAST: f32 = 2048.0;

/// A row of the first layer, or a sum of rows. It fills whole cache lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Sums(pub [i16; UNITS]);

impl Sums {
    /// All zero.
    pub const ZERO: Sums = Sums([0; UNITS]);

    #[inline(always)]
    fn add(&mut self, row: &Sums) {
        for (sum, weight) in self.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    #[inline(always)]
    fn subtract(&mut self, row: &Sums) {
        for (sum, weight) in self.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
}

/// The rows in memory: a power of two, so that a mask keeps every index inside.
const ROWS_IN_MEMORY: usize = ROWS.next_power_of_two();
/// The places whose rows a turn of the seat can change: its own and those of the table.
const CHANGING_PLACES: usize = SEAT_PLACES + TABLE_PLACES;
/// Their rows.
type ChangingRows = [Row; CHANGING_PLACES];

#[inline]
fn write_changing(state: &State, seat: Seat, rows: &mut ChangingRows) {
    if let Some((of_seat, rest)) = rows.split_first_chunk_mut()
        && let Some(of_table) = rest.first_chunk_mut()
    {
        write_seat(state, seat, Role::Own, SlotSet::NONE, of_seat);
        write_table(state, seat, SlotSet::NONE, of_table);
    }
}

/// The weights after the first layer.
#[derive(Clone, PartialEq, Debug)]
pub struct Head {
    /// From the units of the first layer; the last row is unused.
    pub hidden: [[f32; HIDDEN]; UNITS],
    pub hidden_bias: [f32; HIDDEN],
    pub result: [f32; HIDDEN],
    pub result_bias: f32,
}

impl Head {
    /// The logit of these values of the first layer; the last one is added to the result.
    #[inline]
    pub fn logit(&self, values: &[f32; UNITS]) -> f32 {
        let active = values.map(|value| if value > 0.0 { value } else { 0.0 });
        let mut hidden = self.hidden_bias;
        for (value, row) in active[..UNITS - 1].iter().zip(&self.hidden) {
            for unit in 0..HIDDEN {
                hidden[unit] += value * row[unit];
            }
        }
        let results = hidden.iter().zip(&self.result).map(|(value, weight)| value.max(0.0) * weight);
        self.result_bias + values[UNITS - 1] + results.sum::<f32>()
    }
}

/// An evaluation with its weights.
#[derive(Clone, PartialEq, Debug)]
pub struct Net {
    /// The first layer; row 0 is zero.
    rows: Box<[Sums; ROWS_IN_MEMORY]>,
    head: Head,
}

/// What is the same for all turns of a seat in a position.
#[derive(Clone, Debug)]
pub struct Base {
    seat: Seat,
    sums: Sums,
    own: ChangingRows,
    others: [SeatRows; SEATS_MAX - 1],
    cards: [u8; 12],
    nobles: u16,
}

impl Default for Base {
    fn default() -> Base {
        Base {
            seat: Seat::FIRST,
            sums: Sums::ZERO,
            own: [0; CHANGING_PLACES],
            others: [[0; SEAT_PLACES]; SEATS_MAX - 1],
            cards: [0; 12],
            nobles: 0,
        }
    }
}

fn cards(state: &State) -> [u8; 12] {
    std::array::from_fn(|slot| {
        Slot::new(slot as u8).and_then(|slot| state.market().card(slot)).map_or(0, |card| card.number())
    })
}

impl Net {
    /// A net with this first layer, which must have [`ROWS`] rows.
    pub fn new(rows: Vec<Sums>, head: Head) -> Option<Net> {
        if rows.len() != ROWS || rows[0] != Sums::ZERO {
            return None;
        }
        let mut rows = rows;
        rows.resize(ROWS_IN_MEMORY, Sums::ZERO);
        rows.into_boxed_slice().try_into().ok().map(|rows| Net { rows, head })
    }

    /// The first layer.
    pub fn rows(&self) -> &[Sums] {
        &self.rows[..ROWS]
    }

    /// The weights after the first layer.
    pub const fn head(&self) -> &Head {
        &self.head
    }

    #[inline]
    fn row(&self, row: Row) -> &Sums {
        &self.rows[row as usize % ROWS_IN_MEMORY]
    }

    /// Computes what all turns of the seat in this position share.
    pub fn prepare(&self, state: &State, seat: Seat, base: &mut Base) {
        base.seat = seat;
        base.cards = cards(state);
        base.nobles = state.nobles_left().bits();
        base.sums = Sums::ZERO;
        write_changing(state, seat, &mut base.own);
        let others = state.seat_count().seats().filter(|&other| other != seat);
        for (rows, other) in base.others.iter_mut().zip(others) {
            write_seat(state, other, Role::Other, SlotSet::NONE, rows);
            rows.iter().for_each(|&row| base.sums.add(self.row(row)));
        }
        base.own.iter().for_each(|&row| base.sums.add(self.row(row)));
    }

    /// The logit of the seat's chance to win after one of its turns in the prepared position.
    pub fn logit_after(&self, base: &Base, after: &State) -> f32 {
        let mut sums = base.sums;
        let others = &base.others[..after.seat_count().get() - 1];
        let mut vanish = |place: usize| {
            others.iter().for_each(|rows| sums.subtract(self.row(rows[place])));
        };
        for (slot, (now, before)) in cards(after).into_iter().zip(base.cards).enumerate() {
            if now != before {
                let at = market_place(slot);
                (at..at + 3).for_each(&mut vanish);
            }
        }
        let mut gone = base.nobles & !after.nobles_left().bits();
        while gone != 0 {
            vanish(noble_place(gone.trailing_zeros() as usize));
            gone &= gone - 1;
        }
        let mut own = base.own;
        write_changing(after, base.seat, &mut own);
        // Collects the changes before it adds them, so that the sums stay in registers.
        let mut changes = [(0, 0); CHANGING_PLACES + 1];
        let mut count = 0;
        for (&now, &before) in own.iter().zip(&base.own) {
            changes[count] = (now, before);
            count += usize::from(now != before);
        }
        for &(now, before) in &changes[..count] {
            let (now, before) = (self.row(now), self.row(before));
            for (sum, (now, before)) in sums.0.iter_mut().zip(now.0.iter().zip(&before.0)) {
                *sum = sum.wrapping_add(now.wrapping_sub(*before));
            }
        }
        self.result(&sums)
    }

    /// The logit of the seat's chance to win in a position after some turn.
    pub fn logit(&self, state: &State, seat: Seat) -> f32 {
        let mut rows = Vec::with_capacity(SEATS_MAX * SEAT_PLACES);
        active_rows(state, seat, SlotSet::NONE, &mut rows);
        let mut sums = Sums::ZERO;
        rows.iter().for_each(|&row| sums.add(self.row(row)));
        self.result(&sums)
    }

    #[inline]
    fn result(&self, sums: &Sums) -> f32 {
        let mut values = [0.0; UNITS];
        for (value, sum) in values.iter_mut().zip(sums.0) {
            *value = f32::from(sum) * (1.0 / SCALE);
        }
        values[UNITS - 1] *= SCALE / SCALE_OF_LAST;
        self.head.logit(&values)
    }
}
