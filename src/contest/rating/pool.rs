//! Pools: only ratings of the same ruleset, table size, pace and kind of player are comparable.

use std::fmt;
use std::str::FromStr;

use lapidary_words::words;
use thiserror::Error;

/// The maximum length of the ruleset's name, in bytes.
pub const RULESET_BYTES_MAX: usize = 80;

/// A pool of ratings, written `splendor.duel.live.human`. A pool of a season of a club has the id of the
/// season as a fifth part.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Pool {
    ruleset: String,
    size: TableSize,
    pace: Pace,
    players: PlayerKind,
    season: Option<SeasonKey>,
}

/// The id of a season in names of pools: 32 hexadecimal digits in groups of 8, 4, 4, 4 and 12.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SeasonKey(pub u128);

/// Why a text is not the name of a pool.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub enum NotAPool {
    /// It has neither four parts nor five.
    #[error(
        "the name of a pool has four parts, for example splendor.duel.live.human, and in a season of a club its id as a fifth"
    )]
    Parts,
    /// The first part is not the name of a ruleset.
    #[error("the ruleset has only the characters a-z, 0-9, _ and +, and at most {RULESET_BYTES_MAX}")]
    Ruleset,
    /// The second part is unknown.
    #[error("the size of the table must be duel or table")]
    Size,
    /// The third part is unknown.
    #[error("the pace must be live or correspondence")]
    Pace,
    /// The fourth part is unknown.
    #[error("the kind of player must be human, bot or endpoint")]
    Players,
    /// The fifth part is not the id of a season.
    #[error("the season must be an id such as 01890a5d-ac96-774b-bcce-b302099a8057")]
    Season,
}

words! {
    /// The size of the table.
    #[derive(PartialOrd, Ord)]
    TableSize:
    /// Two seats.
    Duel = "duel",
    /// Three or four seats.
    Table = "table",
}

words! {
    /// The pace of a game.
    #[derive(PartialOrd, Ord)]
    Pace:
    /// The players stay until the game ends.
    Live = "live",
    /// The players have hours or days for a turn.
    Correspondence = "correspondence",
}

words! {
    /// Who plays in the pool.
    #[derive(PartialOrd, Ord)]
    PlayerKind:
    /// People.
    Human = "human",
    /// Programs.
    Bot = "bot",
    /// Programs that the server asks and matches by itself.
    Endpoint = "endpoint",
}

impl Pool {
    /// Returns the pool of games with this ruleset. Fails if the ruleset's name is empty, is too long, or has
    /// characters other than `a-z`, `0-9`, `_` and `+`.
    pub fn new(ruleset: &str, size: TableSize, pace: Pace, players: PlayerKind) -> Result<Pool, NotAPool> {
        let allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"_+".contains(&byte);
        let is_name = (1..=RULESET_BYTES_MAX).contains(&ruleset.len()) && ruleset.bytes().all(allowed);
        is_name
            .then(|| Pool { ruleset: ruleset.to_owned(), size, pace, players, season: None })
            .ok_or(NotAPool::Ruleset)
    }

    /// Returns the pool of the same games in a season, or without one.
    #[must_use]
    pub fn in_season(self, season: Option<SeasonKey>) -> Pool {
        Pool { season, ..self }
    }

    /// Returns the pool by which the meetings of players are counted: that of people, whoever they are,
    /// except for programs that the server matches.
    #[must_use]
    pub fn met_in(self) -> Pool {
        match self.players {
            PlayerKind::Endpoint => self,
            PlayerKind::Human | PlayerKind::Bot => Pool { players: PlayerKind::Human, ..self },
        }
    }

    /// The ruleset with its modules, for example `splendor+orient`.
    pub fn ruleset(&self) -> &str {
        &self.ruleset
    }

    /// The size of the table.
    pub fn size(&self) -> TableSize {
        self.size
    }

    /// The pace.
    pub fn pace(&self) -> Pace {
        self.pace
    }

    /// Who plays.
    pub fn players(&self) -> PlayerKind {
        self.players
    }

    /// The season of a club to which the games belong. None for the pools of the server.
    pub fn season(&self) -> Option<SeasonKey> {
        self.season
    }
}

impl TableSize {
    /// Returns the size of a table with this number of seats, if it is 2 to 4.
    pub const fn of_seats(seats: usize) -> Option<TableSize> {
        match seats {
            2 => Some(TableSize::Duel),
            3 | 4 => Some(TableSize::Table),
            _ => None,
        }
    }
}

impl PlayerKind {
    /// Returns the kind of a table. None if people play with programs: such a game is unrated.
    pub fn of_table(bots: usize, seats: usize) -> Option<PlayerKind> {
        match bots {
            0 => Some(PlayerKind::Human),
            _ if bots == seats => Some(PlayerKind::Bot),
            _ => None,
        }
    }
}

#[cfg(feature = "contract")]
impl serde::Serialize for Pool {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}.{}", self.ruleset, self.size.name(), self.pace.name(), self.players.name())?;
        self.season.map_or(Ok(()), |season| write!(f, ".{season}"))
    }
}

impl fmt::Display for SeasonKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digits = format!("{:032x}", self.0);
        let (head, tail) = digits.split_at(20);
        write!(f, "{}-{}-{}-{}-{tail}", &head[..8], &head[8..12], &head[12..16], &head[16..])
    }
}

impl FromStr for SeasonKey {
    type Err = NotAPool;

    fn from_str(text: &str) -> Result<SeasonKey, NotAPool> {
        let key = u128::from_str_radix(&text.replace('-', ""), 16).map(SeasonKey);
        // A pool with two spellings of its name would become two pools.
        key.ok().filter(|key| key.to_string() == text).ok_or(NotAPool::Season)
    }
}

impl FromStr for Pool {
    type Err = NotAPool;

    fn from_str(text: &str) -> Result<Pool, NotAPool> {
        let parts: Vec<&str> = text.split('.').collect();
        let (parts, season) = match parts[..] {
            [ref parts @ .., season] if parts.len() == 4 => (parts, Some(season.parse()?)),
            ref parts => (parts, None),
        };
        let &[ruleset, size, pace, players] = parts else { return Err(NotAPool::Parts) };
        let pool = Pool::new(
            ruleset,
            TableSize::named(size).ok_or(NotAPool::Size)?,
            Pace::named(pace).ok_or(NotAPool::Pace)?,
            PlayerKind::named(players).ok_or(NotAPool::Players)?,
        )?;
        Ok(pool.in_season(season))
    }
}
