//! A trained evaluation: the worth of a position for the seat that has just moved.
//!
//! A first layer of 16-bit integers adds the active rows, and a small head does the rest. The parts of other
//! seats are added once for each position. A turn adds only its changes.

use std::marker::PhantomData;

use lapidary_engine::seat::{SEATS_MAX, Seat};
use lapidary_engine::splendor::slot::SlotSet;
use lapidary_engine::splendor::state::State;

use super::features::{AnyTable, BaseGame, Inputs, Row, Rows, active_rows};

/// The units of the second layer.
pub const HIDDEN: usize = 16;
/// The factor of the integer for 1 in the last unit of the first layer. This unit has no threshold and is
/// added to the result.
const LAST_UNIT: f32 = 2.0;

/// The evaluation of the base game of two: 64 units in the first layer.
pub type BaseOfTwoNet = Net<BaseGame<1>, 64, 8_192>;
/// The evaluation of the base game of three and four: 64 units in the first layer.
pub type BaseOfMoreNet = Net<BaseGame<3>, 64, 16_384>;
/// The evaluation of other tables: 32 units in the first layer.
pub type AnyTableNet = Net<AnyTable, 32, 16_384>;

/// A row of the first layer, or a sum of rows. It fills whole cache lines.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(align(64))]
pub struct Sums<const UNITS: usize>(pub [i16; UNITS]);

impl<const UNITS: usize> Sums<UNITS> {
    /// All zero.
    pub const ZERO: Sums<UNITS> = Sums([0; UNITS]);

    #[inline(always)]
    fn add(&mut self, row: &Sums<UNITS>) {
        for (sum, weight) in self.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_add(*weight);
        }
    }

    #[inline(always)]
    fn subtract(&mut self, row: &Sums<UNITS>) {
        for (sum, weight) in self.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
}

/// The weights after the first layer.
#[derive(Clone, PartialEq, Debug)]
pub struct Head<const UNITS: usize> {
    /// From the units of the first layer; the last row is unused.
    pub hidden: [[f32; HIDDEN]; UNITS],
    pub hidden_bias: [f32; HIDDEN],
    pub result: [f32; HIDDEN],
    pub result_bias: f32,
}

impl<const UNITS: usize> Head<UNITS> {
    /// The logit of these values of the first layer. The last one is added to the result.
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

/// An evaluation with its weights: its inputs, the units of its first layer, and its rows in memory. `MEMORY`
/// is a power of two, so that a mask keeps every index inside.
#[derive(Clone, PartialEq, Debug)]
pub struct Net<I, const UNITS: usize, const MEMORY: usize> {
    /// The first layer; row 0 is zero.
    rows: Box<[Sums<UNITS>; MEMORY]>,
    head: Head<UNITS>,
    inputs: PhantomData<I>,
}

/// What is the same for all turns of a seat in a position.
#[derive(Clone, Debug)]
pub struct Base<I: Inputs, const UNITS: usize> {
    seat: Seat,
    sums: Sums<UNITS>,
    own: I::OwnRows,
    others: [I::OtherRows; SEATS_MAX - 1],
    shared: I::Shared,
}

impl<I: Inputs, const UNITS: usize> Default for Base<I, UNITS> {
    fn default() -> Base<I, UNITS> {
        Base {
            seat: Seat::FIRST,
            sums: Sums::ZERO,
            own: I::OwnRows::NONE,
            others: [I::OtherRows::NONE; SEATS_MAX - 1],
            shared: I::Shared::default(),
        }
    }
}

impl<I: Inputs, const UNITS: usize, const MEMORY: usize> Net<I, UNITS, MEMORY> {
    /// The units of the first layer.
    pub const UNITS: usize = UNITS;

    /// What 1 is in the integers of a unit of the first layer.
    pub const fn scale_of(unit: usize) -> f32 {
        if unit == UNITS - 1 { LAST_UNIT * I::SCALE } else { I::SCALE }
    }

    /// A net with this first layer. It must have as many rows as the inputs; the first one must be zero.
    pub fn new(rows: Vec<Sums<UNITS>>, head: Head<UNITS>) -> Option<Net<I, UNITS, MEMORY>> {
        const { assert!(MEMORY.is_power_of_two() && I::ROWS <= MEMORY) };
        if rows.len() != I::ROWS || rows[0] != Sums::ZERO {
            return None;
        }
        let mut rows = rows;
        rows.resize(MEMORY, Sums::ZERO);
        let rows = rows.into_boxed_slice().try_into().ok()?;
        Some(Net { rows, head, inputs: PhantomData })
    }

    /// The first layer.
    pub fn rows(&self) -> &[Sums<UNITS>] {
        &self.rows[..I::ROWS]
    }

    /// The weights after the first layer.
    pub const fn head(&self) -> &Head<UNITS> {
        &self.head
    }

    #[inline]
    fn row(&self, row: Row) -> &Sums<UNITS> {
        &self.rows[row as usize % MEMORY]
    }

    /// Computes what all turns of the seat in this position share.
    pub fn prepare(&self, state: &State, seat: Seat, base: &mut Base<I, UNITS>) {
        base.seat = seat;
        base.shared = I::shared(state);
        base.sums = Sums::ZERO;
        base.own = I::OwnRows::NONE;
        base.others = [I::OtherRows::NONE; SEATS_MAX - 1];
        I::write_own(state, seat, SlotSet::NONE, &mut base.own);
        let others = state.seat_count().seats().filter(|&other| other != seat);
        for (rows, other) in base.others.iter_mut().zip(others) {
            I::write_other(state, seat, other, SlotSet::NONE, rows);
            rows.as_ref().iter().for_each(|&row| base.sums.add(self.row(row)));
        }
        base.own.as_ref().iter().for_each(|&row| base.sums.add(self.row(row)));
    }

    /// The logit of the seat's chance to win after one of its turns in the prepared position.
    pub fn logit_after(&self, base: &Base<I, UNITS>, after: &State) -> f32 {
        let mut sums = base.sums;
        let others = after.seat_count().seats().filter(|&other| other != base.seat);
        for (rows, other) in base.others.iter().zip(others) {
            I::each_change(&base.shared, after, other, |place, now| {
                sums.subtract(self.row(rows.as_ref()[place]));
                if now != 0 {
                    sums.add(self.row(now));
                }
            });
        }
        let mut own = base.own;
        I::write_own(after, base.seat, SlotSet::NONE, &mut own);
        // Collects the changes before it adds them, so that the sums stay in registers. The lists have room
        // for one extra place.
        let (mut coming, mut going) = (I::OwnRows::NONE, I::OwnRows::NONE);
        let mut count = 0;
        let places = I::own_places(after);
        for (&now, &before) in own.as_ref()[..places].iter().zip(base.own.as_ref()) {
            coming.as_mut()[count] = now;
            going.as_mut()[count] = before;
            count += usize::from(now != before);
        }
        for (&now, &before) in coming.as_ref()[..count].iter().zip(going.as_ref()) {
            let (now, before) = (self.row(now), self.row(before));
            for (sum, (now, before)) in sums.0.iter_mut().zip(now.0.iter().zip(&before.0)) {
                *sum = sum.wrapping_add(now.wrapping_sub(*before));
            }
        }
        self.result(&sums)
    }

    /// The logit of the seat's chance to win in a position after some turn.
    pub fn logit(&self, state: &State, seat: Seat) -> f32 {
        let mut sums = Sums::ZERO;
        let mut add = |rows: &[Row]| rows.iter().for_each(|&row| sums.add(self.row(row)));
        for other in state.seat_count().seats().filter(|&other| other != seat) {
            let mut rows = I::OtherRows::NONE;
            I::write_other(state, seat, other, SlotSet::NONE, &mut rows);
            add(rows.as_ref());
        }
        let mut own = I::OwnRows::NONE;
        I::write_own(state, seat, SlotSet::NONE, &mut own);
        add(own.as_ref());
        self.result(&sums)
    }

    /// The active rows of a position. Cards in the places `unseen` are unknown.
    pub fn active_rows(state: &State, seat: Seat, unseen: SlotSet) -> Box<[Row]> {
        let mut rows = Vec::with_capacity(320);
        active_rows::<I>(state, seat, unseen, &mut rows);
        rows.into_boxed_slice()
    }

    #[inline]
    fn result(&self, sums: &Sums<UNITS>) -> f32 {
        let mut values = [0.0; UNITS];
        for (value, sum) in values.iter_mut().zip(sums.0) {
            *value = f32::from(sum) * (1.0 / I::SCALE);
        }
        values[UNITS - 1] *= 1.0 / LAST_UNIT;
        self.head.logit(&values)
    }
}
