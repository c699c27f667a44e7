//! New log entries as lists, one for each column, for the statements that write them.

use diesel::pg::Pg;
use diesel::prelude::*;
use diesel::query_builder::{AstPass, QueryFragment};

use crate::by_hand::push_sql;
use lapidary_model::game::Version;
use lapidary_model::log::NewEntry;

/// The columns `seq, seat, by, kind, action`, in this order.
#[derive(Default)]
pub(super) struct EntryColumns {
    seqs: Vec<i32>,
    seats: Vec<Option<i16>>,
    authors: Vec<&'static str>,
    kinds: Vec<&'static str>,
    actions: Vec<Option<String>>,
}

impl EntryColumns {
    /// Adds the entries that follow a version.
    pub(super) fn push(&mut self, from: Version, entries: &[NewEntry]) {
        for (seq, entry) in (from.0.cast_signed() + 1..).zip(entries) {
            self.seqs.push(seq);
            self.seats.push(entry.seat.map(|seat| seat.number().into()));
            self.authors.push(entry.by.name());
            self.kinds.push(entry.kind.name());
            self.actions.push(entry.action.clone());
        }
    }
}

impl QueryFragment<Pg> for EntryColumns {
    fn walk_ast<'b>(&'b self, mut out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        push_sql!(&mut out, bind(self.seqs, self.seats, self.authors, self.kinds, self.actions));
        Ok(())
    }
}
