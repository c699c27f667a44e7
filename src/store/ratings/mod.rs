//! Ratings: the counters of pools, the ratings of players, and the public log.
//!
//! Whoever writes here holds the row of the pool, so nobody else changes a rating or the log of that pool
//! meanwhile.

mod annul;
mod begun;
mod carried;
mod limits;
mod log;
mod pools;
mod recompute;
mod settle;
mod standings;

pub use annul::{
    annulment_of, annulments, corrections, event_of, insert_annulment, keep_annulled, mark_annulled,
    mark_replaced, remove_opponents,
};
pub use begun::{RatedStart, Sitting, note_starts, sittings_before, take_back_starts};
pub use carried::{last_in_earlier_seasons, players_from};
pub use limits::{
    early_leavers, give_number_back, insert_unrated, last_day, left_early_before, means_before, unrated_among,
};
pub use log::{Fate, games_after, history, of_game, of_games, of_player_without, of_tournament};
pub use pools::{lock_pool, pool, pool_names, pools, pools_of_club};
pub use recompute::{
    correct_events, correct_ratings, different_opponents, forms_before, rebuild_opponents, rebuild_ratings,
    records_after, recount_players,
};
pub use settle::{NewEvent, append, lock_records, next_number};
pub use standings::{
    Board, PageStart, highest, of_player, of_player_in_club, ratings_among, standings, start_around,
};
