//! Why a request about a table is refused: about a seat, about opening a table, about its players, and about
//! its end without a result.

use std::time::Duration;

use crate::games::GameRefusal;
use crate::games::play::refusal::not_your_turn;
use crate::refusal::{SessionEnded, refusals};
use crate::seasons::SeasonRefusal;
use lapidary_store::Failure;
use lapidary_store::games::NoGame;

/// Why a player cannot be challenged.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum OpponentRefusal {
    /// No player has this name.
    #[error("is not the name of a player")]
    Unknown,
    /// It is the caller.
    #[error("must name another player")]
    Oneself,
    /// The name occurs more than once.
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

refusals! {
    /// A limit on the games of one account that was reached.
    #[derive(Clone, Copy, PartialEq, Eq)]
    pub enum TooManyGames {
        /// Games created by this account that wait for players.
        Waiting(most: u32) = TooManyGames,
            "You have {most} open tables that wait for players, the most that this server allows.";
        /// Games in which this account has a seat.
        Unfinished(most: u32) = TooManyGames,
            "You sit in {most} games that wait or are played, the most that this server allows.";
        /// Games in which this bot has a seat.
        OfBot(most: u32) = TooManyGames,
            "This bot plays at most {most} games at the same time, as its `accepts` declares.";
        /// Series of games between bots that this account created and that are not over.
        BotMatches(most: u32) = TooManyGames,
            "You have created {most} bot matches that are not over, the most that this server allows.";
        /// Games that this account created within an hour.
        Created(most: u32) = TooManyGames,
            "You have created {most} games within an hour, the most that this server allows.";
    }

    /// Why a player gets no seat or no game, or a game does not start: the refusals of joining. Everything
    /// else that seats players can have the same refusals.
    pub enum SeatRefusal {
        /// No seat is free, or none for this player.
        Full = GameFull, "The game has no free seat.";
        /// No server plays the turns of built-in opponents.
        NoOpponents = NotAvailable, "This server offers no built-in opponents now.";
    } contains {
        Game(GameRefusal),
        TooMany(TooManyGames),
        /// The season in which the game would be rated.
        Season(SeasonRefusal),
    } through GameRefusal: Failure, NoGame, SessionEnded, diesel::result::Error;

    /// Why no table is opened: the refusals of creating and forking a game.
    pub enum OpenRefusal {
        /// One of the players for the organized game.
        Seated { place: usize, refusal: OpponentRefusal } = ValidationFailed at format!("/seated/{place}"),
            "{refusal}";
        OriginPrivate = ValidationFailed at "/visibility",
            "must be private, because the game that is over is private";
        ForkWithoutSeat = NotAvailable, "A seat has left the game before this version. Fork an earlier one.";
        ForkedTooOften(most: usize) = NotAvailable,
            "This game descends from {most} other games, and cannot be forked again.";
    } contains {
        Seat(SeatRefusal),
    } through SeatRefusal: GameRefusal, Failure, NoGame, SessionEnded, diesel::result::Error;

    /// Why the creator's request about the players is refused: the refusals of inviting, withdrawing an
    /// invitation and kicking.
    pub enum GuestRefusal {
        NotCreator = Forbidden, "Only the creator of the game can do this.";
        UnknownPlayer = ValidationFailed at "/username", "is not the name of a player";
        BotDeclines = ValidationFailed at "/username",
            "is a bot that does not accept this game: `GET /v1/bots` says what it accepts";
        TooManyInvitations = ValidationFailed at "/username", "would exceed the limit of invitations to one game";
        NotAtTable = ValidationFailed at "/username", "must name another player in this game";
    } contains {
        /// An invited built-in opponent sits down at once.
        Seat(SeatRefusal),
    } through SeatRefusal: GameRefusal, Failure, NoGame, SessionEnded, diesel::result::Error;

    /// Why a game is not ended, or a seat is not taken out of it: the refusals of aborting, and of the
    /// forfeit that an organizer declares.
    pub enum EndRefusal {
        Rated = GameRated, "A rated game cannot be aborted. Resign to leave it.";
        NotOrganizer = Forbidden, "Only the organizer of the game can do this.";
        NotStalled(after: Duration) = GameNotStalled,
            "Something has happened in this game within {} ms.", after.as_millis();
        HasClock = NotAvailable, "This game has a clock, which takes out a seat that does not move.";
        /// The seat to be taken out is not the one that the game waits for.
        NotToAct => not_your_turn(0);
    } contains {
        Game(GameRefusal),
    } through GameRefusal: Failure, NoGame, SessionEnded, diesel::result::Error;
}
