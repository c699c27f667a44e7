//! Background jobs. Jobs on games claim their work in the database, so they are safe on several servers. The
//! server that receives a request for a mail sends the mail.

mod alerts;
mod analyses;
mod bot_ladder;
mod bot_matches;
mod clocks;
mod cluster;
mod endpoints;
mod expiry;
mod fold;
mod name_words;
mod opponents;
mod outbox;
mod pairing;
mod presence;
mod profiles;
mod relay;
mod reset_mail;
mod rounds;
mod statistics;
mod token_uses;
mod tournaments;

pub use alerts::tell_players;
pub use analyses::analyze_games;
pub use bot_ladder::match_bots;
pub use bot_matches::advance_bot_matches;
pub use clocks::{BEAT_EVERY, beat, end_overdue};
pub use cluster::{ASK_EVERY, FORGET_EVERY, ask_workers, forget_ended};
pub use endpoints::ask_bots;
pub use expiry::expire_tables;
pub use fold::fold_logs;
pub use name_words::keep_name_words;
pub use opponents::play_opponents;
pub use outbox::send_messages;
pub use pairing::pair_seeks;
pub use presence::{ROUND_EVERY, share_presence};
pub use profiles::{LEARN_EVERY, keep_profiles};
pub use relay::{STABLE, relay};
pub use reset_mail::mail_resets;
pub use rounds::{Plan, Rounds};
pub use statistics::count_games;
pub use token_uses::{RECORD_EVERY, record_token_uses};
pub use tournaments::{advance_tournaments, cancel_orphans};
