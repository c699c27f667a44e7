//! Seeks: their rows, their secrets, and the locks under which they are paired.
//!
//! A transaction that pairs seeks locks, in this order: its caller, the terms, the players of the group in
//! the order of their ids, their accounts in the same order, and the rows of their seeks.

mod lock;
mod pairing;
mod rows;

pub use pairing::{
    Secret, begin_group, blocks_among, candidate, candidates, give_up, lock_open, lock_terms, met_often,
    newest, open, pair, secrets, withdraw_live,
};
pub use rows::{
    NewSeek, Whose, count_open, expire_in_season, find, insert, list, lock_owner, withdraw, withdraw_all,
};
