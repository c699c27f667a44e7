//! Series of games between bots: the bots, seats and deal of each game, and its result.
//!
//! A deal is played with every bot in every seat, so the luck of the deal cancels out.

use chrono::{DateTime, Utc};
use hmac::{Hmac, KeyInit, Mac};
use serde::{Serialize, Serializer};
use sha2::Sha256;
use utoipa::ToSchema;

use super::game::{GameId, Terms};
use super::player::Occupant;
use crate::auth::PlayerId;
use crate::id::id;
use lapidary_contest::shares::{Scores, score};
use lapidary_engine::deal::{DealId, ServerSeed, commitment};
use lapidary_opponents::Strength;
use lapidary_words::words;

/// The maximum number of games of a series.
pub const GAMES_MAX: u32 = 1_000;
/// The maximum number of games of a series at the same time.
pub const AT_ONCE_MAX: u8 = 16;
/// How many of them are played at the same time without a wish.
pub const AT_ONCE: u8 = 4;
/// The maximum number of unfinished series of one account.
pub const UNFINISHED_MAX: u32 = 5;

/// Returns the number of games of a series for this requested number: whole deals, each with every bot in
/// every seat.
pub const fn whole_deals(games: u32, bots: usize) -> u32 {
    let bots = bots as u32;
    let deals = if games > GAMES_MAX / bots * bots { GAMES_MAX / bots } else { games.div_ceil(bots) };
    deals * bots
}

id! {
    /// The id of a series.
    BotMatchId
}

impl BotMatchId {
    /// Returns the name of the deals of the series. They are hidden and revealed together.
    pub const fn deals(self) -> DealId {
        DealId(self.0.into_bytes())
    }
}

/// The secret from which all deals of a series follow. It does not implement `Debug`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct MatchSecret(pub [u8; 32]);

impl MatchSecret {
    /// Returns the commitment to the secret of this series. It does not reveal the secret.
    pub fn commitment(&self, series: BotMatchId) -> [u8; 32] {
        commitment(series.deals(), &ServerSeed::new(self.0))
    }

    /// Returns the name and the seed of the deal with this number, from 1. Each is the HMAC-SHA-256, with the
    /// secret as key, of `bot match deal ` or `bot match seed ` and the number in decimal digits. The name
    /// has the first 16 bytes.
    pub fn deal(&self, number: u32) -> (DealId, ServerSeed) {
        let name = self.derived("deal", number);
        let mut id = [0; 16];
        id.copy_from_slice(&name[..16]);
        (DealId(id), ServerSeed::new(self.derived("seed", number)))
    }

    fn derived(&self, what: &str, number: u32) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new(&padded(&self.0).into());
        mac.update(format!("bot match {what} {number}").as_bytes());
        mac.finalize().into_bytes().into()
    }
}

/// A key of 32 bytes as a block of the hash, padded with zeros.
fn padded(key: &[u8; 32]) -> [u8; 64] {
    let mut block = [0; 64];
    block[..32].copy_from_slice(key);
    block
}

words! {
    /// The state of a series.
    BotMatchStatus:
    /// Not all owners of its bots have accepted.
    Waiting = "waiting",
    /// Its games are played.
    Playing = "playing",
    /// All games are over.
    Finished = "finished",
    /// It has ended before all games were played.
    Stopped = "stopped",
}

impl BotMatchStatus {
    /// Returns whether the series is over.
    pub const fn is_over(self) -> bool {
        matches!(self, BotMatchStatus::Finished | BotMatchStatus::Stopped)
    }
}

words! {
    /// Why a series was stopped.
    StopReason:
    /// Its creator, one of its bots or the owner of one of them stopped it.
    Cancelled = "cancelled",
    /// Not all owners accepted in time.
    Expired = "expired",
    /// One of its bots was erased.
    BotErased = "bot_erased",
    /// One of its bots, or the owner of one of them, has blocked its creator.
    Blocked = "blocked",
    /// One of its bots was locked.
    BotLocked = "bot_locked",
}

/// A bot of a match.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct MatchBot {
    pub player: Occupant,
    /// Who owns it; none if it is part of the server, or erased.
    #[serde(skip)]
    pub owner: Option<PlayerId>,
    /// How strong it plays, in percent; null for a bot that is not built in.
    #[serde(serialize_with = "percent")]
    #[schema(value_type = Option<u8>, example = json!(null))]
    pub strength: Option<Strength>,
    /// Whether it, or its owner, has accepted.
    pub accepted: bool,
}

fn percent<S: Serializer>(strength: &Option<Strength>, serializer: S) -> Result<S::Ok, S::Error> {
    strength.map(Strength::percent).serialize(serializer)
}

/// A game of a series that has started.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MatchGame {
    /// Its number, from 1.
    pub number: u32,
    pub game: GameId,
    /// The ranks of its seats. None while it is played, and if it ended without a result.
    pub ranks: Option<Vec<u8>>,
    /// When the server saw that it was over.
    pub ended_at: Option<DateTime<Utc>>,
}

/// A series without its secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BotMatch {
    pub id: BotMatchId,
    /// Who created it.
    pub creator: Occupant,
    /// The terms of its games.
    pub terms: Terms,
    /// The number of games.
    pub games: u32,
    /// The maximum number of games that are played at the same time.
    pub at_once: u8,
    /// Its bots, in the order of their seats in the first game of a deal.
    pub bots: Vec<MatchBot>,
    /// Whether the server made it itself. Then its result changes ratings.
    pub ladder: bool,
    /// Its state.
    pub status: BotMatchStatus,
    /// Why it was, or is being, stopped.
    pub reason: Option<StopReason>,
    /// The commitment to its secret.
    pub commitment: [u8; 32],
    /// When it was created.
    pub created_at: DateTime<Utc>,
    /// When all owners had accepted.
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
}

impl BotMatch {
    /// Returns whether a player takes part: as its creator, one of its bots, or an owner of one.
    pub fn concerns(&self, player: PlayerId) -> bool {
        self.creator.player == player || self.bots.iter().any(|bot| bot.is_of(player))
    }

    /// Returns the number of the deal of a game, from 1.
    pub fn deal_of(&self, number: u32) -> u32 {
        number.saturating_sub(1) / self.bots.len().max(1) as u32 + 1
    }

    /// Returns the bots in the seats of a game, as indices, beginning with seat 0. Each game of a deal
    /// rotates them by one seat.
    pub fn seats_of(&self, number: u32) -> Vec<usize> {
        let count = self.bots.len();
        let rotation = number.saturating_sub(1) as usize % count.max(1);
        (0..count).map(|seat| (seat + rotation) % count).collect()
    }

    /// Returns the results of the bots, in their order, from the games with a result. Games with one deal are
    /// a cluster.
    pub fn tally(&self, games: &[MatchGame]) -> Vec<BotTally> {
        let mut tallies = vec![BotTally::default(); self.bots.len()];
        let mut deal = 0;
        for game in games {
            let Some(ranks) = &game.ranks else { continue };
            if self.deal_of(game.number) != deal {
                deal = self.deal_of(game.number);
                tallies.iter_mut().for_each(|tally| tally.scores.close());
            }
            for (seat, place) in self.seats_of(game.number).into_iter().enumerate() {
                let gained = score(ranks, seat);
                if let Some(tally) = tallies.get_mut(place) {
                    tally.scores.add(gained);
                    tally.wins += u32::from(gained == 1.0);
                    tally.shared += u32::from(gained > 0.0 && gained < 1.0);
                }
            }
        }
        tallies.iter_mut().for_each(|tally| tally.scores.close());
        tallies
    }
}

impl MatchBot {
    /// Returns whether this player decides for the bot: the bot or its owner.
    pub fn is_of(&self, player: PlayerId) -> bool {
        self.player.player == player || self.owner == Some(player)
    }
}

/// What a bot has gained in a series.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct BotTally {
    /// The shares of its games.
    pub scores: Scores,
    /// Games won alone.
    pub wins: u32,
    /// Games won together with others.
    pub shared: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock::Clock;
    use crate::game::Visibility;
    use uuid::Uuid;

    use lapidary_engine::deal::Seating;
    use lapidary_engine::ruleset::Ruleset;
    use lapidary_engine::seat::SeatCount;
    use lapidary_engine::splendor::module::Modules;

    fn series(seats: u8) -> BotMatch {
        let player =
            |number: u128| Occupant { player: PlayerId(Uuid::from_u128(number)), username: None, bot: true };
        let bot = |number: u8| MatchBot {
            player: player(number.into()),
            owner: None,
            strength: None,
            accepted: true,
        };
        BotMatch {
            id: BotMatchId(Uuid::from_u128(9)),
            creator: player(100),
            terms: Terms {
                ruleset: Ruleset::Splendor(Modules::NONE),
                seats: SeatCount::new(seats).expect("a number of seats"),
                visibility: Visibility::Unlisted,
                seating: Seating::JoinOrder,
                clock: Clock::None,
                delay: None,
                rated: false,
                ladder: false,
                tournament: None,
                season: None,
            },
            games: 6,
            at_once: 2,
            bots: (0..seats).map(bot).collect(),
            ladder: false,
            status: BotMatchStatus::Playing,
            reason: None,
            commitment: [0; 32],
            created_at: DateTime::UNIX_EPOCH,
            started_at: None,
            ended_at: None,
        }
    }

    #[test]
    fn every_bot_plays_every_deal_in_every_seat() {
        let three = series(3);
        let seats: Vec<(u32, Vec<usize>)> =
            (1..=6).map(|number| (three.deal_of(number), three.seats_of(number))).collect();
        let rotated = [vec![0, 1, 2], vec![1, 2, 0], vec![2, 0, 1]];
        let expected: Vec<(u32, Vec<usize>)> = [1, 2]
            .into_iter()
            .flat_map(|deal| rotated.iter().map(move |seats| (deal, seats.clone())))
            .collect();
        assert_eq!(seats, expected);
    }

    #[test]
    fn a_series_has_whole_deals_only() {
        let asked = [(1, 2), (100, 2), (7, 3), (1_000, 3), (999, 3), (998, 4), (1_000, 4)];
        let given = asked.map(|(games, bots)| whole_deals(games, bots));
        assert_eq!(given, [2, 100, 9, 999, 999, 1_000, 1_000]);
    }

    #[test]
    fn a_tally_counts_the_seats_of_each_game_and_leaves_out_games_without_a_result() {
        let two = series(2);
        let game = |number, ranks: Option<[u8; 2]>| MatchGame {
            number,
            game: GameId(Uuid::from_u128(u128::from(number))),
            ranks: ranks.map(|ranks| ranks.to_vec()),
            ended_at: Some(DateTime::UNIX_EPOCH),
        };
        let games = [
            game(1, Some([1, 2])),
            game(2, Some([2, 1])),
            game(3, Some([1, 1])),
            game(4, None),
            game(5, Some([2, 1])),
        ];
        let tally: Vec<(u64, f64, u32, u32)> = two
            .tally(&games)
            .iter()
            .map(|tally| (tally.scores.games(), tally.scores.sum(), tally.wins, tally.shared))
            .collect();
        assert_eq!(tally, [(4, 2.5, 2, 1), (4, 1.5, 1, 1)]);
    }

    #[test]
    fn deals_follow_from_the_secret_and_the_number() {
        let secret = MatchSecret([7; 32]);
        let (one, two) = (secret.deal(1), secret.deal(2));
        assert_eq!(one.0, secret.deal(1).0);
        assert_eq!(one.1.reveal(), secret.deal(1).1.reveal());
        assert_ne!(one.0, two.0);
        assert_ne!(one.1.reveal(), two.1.reveal());
        assert_ne!(MatchSecret([8; 32]).deal(1).0, one.0);
        // As any other program computes it: HMAC-SHA-256 of `bot match seed 1`.
        let hex: String = one.1.reveal().iter().map(|byte| format!("{byte:02x}")).collect();
        assert_eq!(hex, SEED_1);
    }

    /// The seed of deal 1 with a secret of 32 bytes 7.
    const SEED_1: &str = "9c9564653ff3ee924468409813ad39a4c6daaf148d7e03aa43bbf055f631b342";

    #[test]
    fn every_word_is_read_back() {
        for status in BotMatchStatus::ALL {
            assert_eq!(BotMatchStatus::named(status.name()), Some(status));
        }
        for reason in StopReason::ALL {
            assert_eq!(StopReason::named(reason.name()), Some(reason));
        }
    }
}
