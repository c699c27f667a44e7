//! Why a request about a table is refused: about a seat, about a table to open, about who sits there, and
//! about its end without a result.

use std::time::Duration;

use crate::games::GameRefusal;
use crate::games::refusal::contains_game_refusal;
use crate::seasons::SeasonRefusal;

/// A limit on the games of one account that was reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum TooManyGames {
    /// Games created by this account that wait for players.
    #[error("You have {0} open tables that wait for players, the most that this server allows.")]
    Waiting(u32),
    /// Games in which this account sits.
    #[error("You sit in {0} games that wait or are played, the most that this server allows.")]
    Unfinished(u32),
    /// Games in which this bot sits.
    #[error("This bot plays at most {0} games at the same time, as its `accepts` declares.")]
    OfBot(u32),
    /// Series of games between bots that this account created and that are not over.
    #[error("You have created {0} bot matches that are not over, the most that this server allows.")]
    BotMatches(u32),
    /// Games that this account created within an hour.
    #[error("You have created {0} games within an hour, the most that this server allows.")]
    Created(u32),
}

/// Why a player cannot be challenged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OpponentRefusal {
    /// No player has this name.
    #[error("is not the name of a player")]
    Unknown,
    /// It is the caller.
    #[error("must name another player")]
    Oneself,
    /// The name occurs twice.
    #[error("names the same player twice; the second `greedy` of a game is the player `greedy-2`")]
    Twice,
    /// It is a bot that does not accept such a game.
    #[error("is a bot that does not accept this game: `GET /v1/bots` says what it accepts")]
    NotAccepted,
    /// It is a person.
    #[error("is not the name of a bot")]
    NoBot,
    /// The caller has blocked the player.
    #[error("names a player whom you have blocked")]
    Blocked,
    /// Only members of the club play in the ladder.
    #[error("is not a member of the club, which only lets members play in this ladder")]
    NotMember,
}

/// Why a player gets no seat or no game, or a game does not start: what joining can refuse. Whatever else
/// seats players can be refused for the same reasons.
#[derive(Debug, thiserror::Error)]
pub enum SeatRefusal {
    #[error(transparent)]
    Game(#[from] GameRefusal),
    /// No seat is free, or none for this player.
    #[error("every seat is taken")]
    Full,
    #[error("no server plays the turns of built-in opponents")]
    NoOpponents,
    #[error(transparent)]
    TooMany(#[from] TooManyGames),
    /// The season in which the game would be rated.
    #[error(transparent)]
    Season(#[from] SeasonRefusal),
}

contains_game_refusal!(SeatRefusal);

/// Lets `?` turn what any request about a game can meet into the refusal of a room, which contains a
/// [`SeatRefusal`].
macro_rules! contains_seat_refusal {
    ($room:ty) => {
        impl From<crate::games::GameRefusal> for $room {
            fn from(refusal: crate::games::GameRefusal) -> Self {
                crate::games::SeatRefusal::from(refusal).into()
            }
        }

        crate::games::refusal::contains_game_refusal!($room);
    };
}

pub(in crate::games) use contains_seat_refusal;

/// Why no table is opened: what creating and forking a game can refuse.
#[derive(Debug, thiserror::Error)]
pub enum OpenRefusal {
    #[error(transparent)]
    Seat(#[from] SeatRefusal),
    /// One of the players for whom the caller would organize the game.
    #[error("player {place} {refusal}")]
    Seated { place: usize, refusal: OpponentRefusal },
    #[error("a fork of a private game must be private")]
    OriginPrivate,
    #[error("a seat has left the game before this position")]
    ForkWithoutSeat,
    #[error("the game descends from {0} other games")]
    ForkedTooOften(usize),
}

contains_seat_refusal!(OpenRefusal);

/// Why the creator of a game does not decide who sits there: what inviting, withdrawing an invitation and
/// kicking can refuse.
#[derive(Debug, thiserror::Error)]
pub enum GuestRefusal {
    /// A built-in opponent who is invited sits down at once.
    #[error(transparent)]
    Seat(#[from] SeatRefusal),
    #[error("only the creator of the game may do this")]
    NotCreator,
    #[error("no player has this name")]
    UnknownPlayer,
    #[error("the bot does not accept such a game")]
    BotDeclines,
    #[error("the game has reached the limit of invitations")]
    TooManyInvitations,
    #[error("no such player has a seat in the game")]
    NotAtTable,
}

contains_seat_refusal!(GuestRefusal);

/// Why a game is not ended, or a seat is not taken out of it: what aborting can refuse, and the forfeit that
/// an organizer declares.
#[derive(Debug, thiserror::Error)]
pub enum EndRefusal {
    #[error(transparent)]
    Game(#[from] GameRefusal),
    #[error("the game is rated")]
    Rated,
    #[error("only the organizer of the game may do this")]
    NotOrganizer,
    #[error("the game has changed within {0:?}")]
    NotStalled(Duration),
    #[error("the game has a clock")]
    HasClock,
    /// The seat to be taken out is not the one that the game waits for.
    #[error("the game waits for another seat")]
    NotToAct,
}

contains_game_refusal!(EndRefusal);
