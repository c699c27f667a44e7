//! Mails that tell a player which slow games wait for them: one mail for many games.
//!
//! It knows the contents of such mails. It knows no texts and no mail server.

use std::collections::HashMap;
use std::time::Duration;

use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::alerts::QuietHours;
use super::auth::PlayerId;
use super::clock::Clock;
use super::game::GameId;
use super::own::{OwnGame, Waiting};

/// The minimum interval between mails that a player can choose, in hours.
pub const HOURS_MIN: i16 = 1;
/// The maximum interval between mails that a player can choose, in hours.
pub const HOURS_MAX: i16 = 168;
/// The maximum number of games that one mail lists, the newest.
pub const GAMES_LISTED_MAX: usize = 20;
/// How many hours the link works with which a player agrees to mails.
pub const CONFIRM_HOURS: i32 = 24;
/// The maximum number of mails with such a link that one account can request in an hour.
pub const CONFIRMATIONS_PER_HOUR: i16 = 3;
/// The maximum number of times that a mail is tried.
pub const TRIES_MAX: i16 = 5;
/// The pause before the second attempt. Each further pause is three times as long.
pub const FIRST_PAUSE: Duration = Duration::from_secs(20);

/// What a player has chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, ToSchema)]
pub struct DigestChoice {
    /// The shortest time between two mails, in hours; null for no mails.
    #[schema(minimum = 1, maximum = 168, example = 24)]
    pub every_hours: Option<i16>,
    /// Whether the link was opened that was mailed to the e-mail address of the account. Without that, no
    /// mails about turns are sent. It is false again once the account has another address.
    pub confirmed: bool,
}

/// A player whose slow games are to be read.
pub struct DueDigest {
    pub player: PlayerId,
    pub quiet: Option<QuietHours>,
    /// The time of the database.
    pub now: DateTime<Utc>,
}

/// A turn that waits in a slow game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlowTurn<'a> {
    pub game: &'a OwnGame,
    /// The number of the turn in the game.
    pub number: i64,
}

/// Returns the waiting turns of a player in slow games: those without a clock, and those with a time for each
/// turn. The newest come first.
pub fn slow_turns(waiting: &Waiting) -> Vec<SlowTurn<'_>> {
    let turns = waiting.games.values().filter_map(|game| {
        game.decision()?;
        let is_slow = !matches!(game.listed.terms.clock, Clock::Live { .. });
        let turn = game.listed.turn.filter(|_| is_slow)?;
        Some(SlowTurn { game, number: turn.number.into() })
    });
    let mut turns: Vec<SlowTurn<'_>> = turns.collect();
    turns.sort_by_key(|turn| std::cmp::Reverse(turn.game.listed.updated_at));
    turns
}

/// Returns the turns without a mail so far. `told` has the highest number of each game.
pub fn untold<'a>(turns: Vec<SlowTurn<'a>>, told: &HashMap<GameId, i64>) -> Vec<SlowTurn<'a>> {
    let is_new = |turn: &SlowTurn<'_>| {
        let known = told.get(&turn.game.listed.id);
        known.is_none_or(|number| *number < turn.number)
    };
    turns.into_iter().filter(is_new).collect()
}

/// What a mail says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LetterKind {
    /// It asks whether the player wants mails about turns.
    Confirmation,
    /// It tells of turns.
    Turns {
        /// A line for each listed game.
        lines: Vec<String>,
        /// The number of turns, including unlisted ones.
        turns: i32,
    },
}

impl LetterKind {
    /// The name of [`LetterKind::Confirmation`] in the database.
    pub const CONFIRMATION: &'static str = "confirmation";
    /// The name of [`LetterKind::Turns`] in the database.
    pub const TURNS: &'static str = "turns";

    /// Returns its name in the database.
    pub const fn name(&self) -> &'static str {
        match self {
            LetterKind::Confirmation => LetterKind::CONFIRMATION,
            LetterKind::Turns { .. } => LetterKind::TURNS,
        }
    }
}

/// A player who was asked to agree to mails.
pub struct AskedPlayer {
    pub player: PlayerId,
    pub username: String,
    /// Whether they have agreed already.
    pub has_agreed: bool,
}

/// A mail that one server sends.
pub struct ClaimedLetter {
    pub player: PlayerId,
    pub username: String,
    pub email: String,
    pub kind: LetterKind,
    /// The shortest time between two mails, in hours.
    pub every_hours: i16,
    /// The token of the link that ends the mails.
    pub end_token: String,
    /// How often it was tried before.
    pub tries: i16,
}

/// Returns the pause before the next attempt of a mail after this many attempts.
pub fn pause_after(tries: i16) -> Duration {
    FIRST_PAUSE * 3_u32.saturating_pow(u32::from(tries.unsigned_abs()).min(8))
}
