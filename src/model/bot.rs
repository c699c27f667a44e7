//! Bots: players that are programs, and what they declare to play.

use chrono::{DateTime, TimeDelta, Utc};

use super::clock::Clock;
use super::game::Terms;
use super::player::Occupant;
use crate::auth::PlayerId;
use lapidary_engine::kids::variant::Variant;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::splendor::module::Module;

/// The maximum number of bots that one account can own.
pub const BOTS_MAX: i64 = 20;
/// A bot is online if one of its tokens was used within this time.
pub const ONLINE_WITHIN: TimeDelta = TimeDelta::minutes(5);
/// The number of games that a new bot plays at the same time, if its owner declares nothing else.
const CONCURRENT_GAMES: u32 = 8;

/// What a bot accepts. Nobody can challenge or invite it to anything else; what it does itself is its own
/// choice, except for the number of games.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Accepts {
    /// The ids of rulesets.
    pub rulesets: Vec<String>,
    /// The modules that a game may have; a game without modules is always accepted.
    pub modules: Vec<String>,
    /// The numbers of seats.
    pub seats: Vec<u8>,
    /// The kinds of clock.
    pub clocks: Vec<String>,
    /// The maximum number of unfinished games in which the bot has a seat.
    pub concurrent_games: u32,
}

impl Accepts {
    /// Returns whether the bot accepts a game on these terms.
    pub fn admit(&self, terms: &Terms) -> bool {
        let has = |words: &[String], word: &str| words.iter().any(|known| known == word);
        has(&self.rulesets, terms.ruleset.id())
            && terms.ruleset.modules().into_iter().all(|module| has(&self.modules, module))
            && self.seats.iter().any(|seats| usize::from(*seats) == terms.seats.get())
            && has(&self.clocks, terms.clock.kind())
    }

    /// Returns the modules of all rulesets.
    pub fn known_modules() -> Vec<&'static str> {
        Module::ALL.iter().map(|module| module.name()).chain([Variant::MYSTERIES]).collect()
    }
}

impl Default for Accepts {
    /// Returns what a new bot accepts: the base game, with any clock.
    fn default() -> Self {
        Accepts {
            rulesets: Ruleset::IDS.into_iter().take(1).map(str::to_owned).collect(),
            modules: Vec::new(),
            seats: vec![2, 3, 4],
            clocks: Clock::KINDS.map(str::to_owned).to_vec(),
            concurrent_games: CONCURRENT_GAMES,
        }
    }
}

/// A change of what a bot accepts: a field that is not given keeps its value.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct AcceptsChange {
    pub rulesets: Option<Vec<String>>,
    pub modules: Option<Vec<String>>,
    pub seats: Option<Vec<u8>>,
    pub clocks: Option<Vec<String>>,
    pub concurrent_games: Option<u32>,
}

impl AcceptsChange {
    /// Returns what the bot accepts after the change.
    #[must_use]
    pub fn applied_to(self, before: Accepts) -> Accepts {
        Accepts {
            rulesets: self.rulesets.unwrap_or(before.rulesets),
            modules: self.modules.unwrap_or(before.modules),
            seats: self.seats.unwrap_or(before.seats),
            clocks: self.clocks.unwrap_or(before.clocks),
            concurrent_games: self.concurrent_games.unwrap_or(before.concurrent_games),
        }
    }
}

/// A bot that is not erased.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Bot {
    /// Its id as a player.
    pub id: PlayerId,
    /// Its name.
    pub username: String,
    /// Who owns it; none if it is part of the server.
    pub owner: Option<Occupant>,
    /// What it accepts.
    pub accepts: Accepts,
    /// Whether one of its tokens was used a short time ago.
    pub online: bool,
    /// When it was created.
    pub created_at: DateTime<Utc>,
}
