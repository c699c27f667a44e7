//! Columns of an upsert.

/// The columns of a table that take the values of the row that could not be added.
macro_rules! excluded {
    ($table:ident: $($column:ident),+) => {
        ($($table::$column.eq(diesel::upsert::excluded($table::$column))),+)
    };
}

pub(super) use excluded;
