//! The common parts of the inputs of evaluations.
//!
//! Every input has a fixed place in a list, and a place holds one row or none. So two positions can be
//! compared place by place, and an evaluation needs only the difference.

use std::fmt::Debug;

use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::slot::SlotSet;
use lapidary_engine::splendor::state::State;

/// A row of the first layer. Row 0 is always zero and means an empty place.
pub type Row = u16;

/// A list of places with their rows.
pub trait Rows: Copy + Debug + AsRef<[Row]> + AsMut<[Row]> {
    /// No place has a row.
    const NONE: Self;
}

impl<const PLACES: usize> Rows for [Row; PLACES] {
    const NONE: [Row; PLACES] = [0; PLACES];
}

/// A kind of inputs.
pub trait Inputs: Copy + Debug + PartialEq {
    /// The number of rows.
    const ROWS: usize;
    /// The integer for 1 in the first layer. The more rows are active, the smaller it must be, so that sums
    /// fit into 16 bits.
    const SCALE: f32;
    /// The places that a turn of the seat can change in its own view: its own places and those of the table.
    /// The last one is always empty.
    type OwnRows: Rows;
    /// The places of another seat.
    type OtherRows: Rows;
    /// What a turn can change for other seats.
    type Shared: Copy + Debug + Default;

    /// The number of places of the seat and the table that can have rows at this table. Later ones are empty.
    fn own_places(state: &State) -> usize;

    /// Writes the rows of the viewing seat and the table. Cards in the places `unseen` are unknown.
    fn write_own(state: &State, seat: Seat, unseen: SlotSet, rows: &mut Self::OwnRows);

    /// Writes the rows of another seat, seen from `seat`.
    fn write_other(state: &State, seat: Seat, other: Seat, unseen: SlotSet, rows: &mut Self::OtherRows);

    /// What a turn can change for other seats.
    fn shared(state: &State) -> Self::Shared;

    /// Calls `change` with each place of another seat that a turn may change, and with the new row.
    fn each_change(before: &Self::Shared, after: &State, other: Seat, change: impl FnMut(usize, Row));
}

/// The active rows of a position for a seat. Cards in the places `unseen` are unknown.
pub fn active_rows<I: Inputs>(state: &State, seat: Seat, unseen: SlotSet, rows: &mut Vec<Row>) {
    let mut add = |places: &[Row]| rows.extend(places.iter().filter(|&&row| row != 0));
    for other in state.seat_count().seats().filter(|&other| other != seat) {
        let mut of_other = I::OtherRows::NONE;
        I::write_other(state, seat, other, unseen, &mut of_other);
        add(of_other.as_ref());
    }
    let mut own = I::OwnRows::NONE;
    I::write_own(state, seat, unseen, &mut own);
    add(own.as_ref());
}
