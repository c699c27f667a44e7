//! The problems for refused requests about tables: about a seat, about a table to open, about who sits
//! there, and about its end without a result.

use super::play_refusal::not_your_turn;
use crate::problems::problem::Fault;
use crate::{Code, Problem};
use lapidary_service::games::{EndRefusal, GuestRefusal, OpenRefusal, SeatRefusal};
use lapidary_service::seasons::SeasonRefusal;

impl From<SeatRefusal> for Problem {
    fn from(refusal: SeatRefusal) -> Self {
        match refusal {
            SeatRefusal::Game(refusal) => refusal.into(),
            SeatRefusal::Full => Problem::new(Code::GameFull, "The game has no free seat."),
            SeatRefusal::NoOpponents => {
                Problem::new(Code::NotAvailable, "This server offers no built-in opponents now.")
            }
            SeatRefusal::TooMany(limit) => Problem::new(Code::TooManyGames, limit.to_string()),
            SeatRefusal::Season(refusal) => refusal.into(),
        }
    }
}

impl From<OpenRefusal> for Problem {
    fn from(refusal: OpenRefusal) -> Self {
        match refusal {
            OpenRefusal::Seat(refusal) => refusal.into(),
            OpenRefusal::Seated { place, refusal } => {
                Problem::validation(vec![Fault::at(format!("/seated/{place}"), refusal.to_string())])
            }
            OpenRefusal::OriginPrivate => Problem::validation(vec![Fault::at(
                "/visibility",
                "must be private, because the game that is over is private",
            )]),
            OpenRefusal::ForkWithoutSeat => {
                let detail = "A seat has left the game before this version. Fork an earlier one.";
                Problem::new(Code::NotAvailable, detail)
            }
            OpenRefusal::ForkedTooOften(most) => {
                let detail =
                    format!("This game descends from {most} other games, and cannot be forked again.");
                Problem::new(Code::NotAvailable, detail)
            }
        }
    }
}

impl From<GuestRefusal> for Problem {
    fn from(refusal: GuestRefusal) -> Self {
        match refusal {
            GuestRefusal::Seat(refusal) => refusal.into(),
            GuestRefusal::NotCreator => not_creator(),
            GuestRefusal::UnknownPlayer => {
                Problem::validation(vec![Fault::at("/username", "is not the name of a player")])
            }
            GuestRefusal::BotDeclines => {
                let detail = "is a bot that does not accept this game: `GET /v1/bots` says what it accepts";
                Problem::validation(vec![Fault::at("/username", detail)])
            }
            GuestRefusal::TooManyInvitations => Problem::validation(vec![Fault::at(
                "/username",
                "would exceed the limit of invitations to one game",
            )]),
            GuestRefusal::NotAtTable => {
                let detail = "must name another player in this game";
                Problem::validation(vec![Fault::at("/username", detail)])
            }
        }
    }
}

/// Returns the problem of a request that only the creator of a game can make.
pub fn not_creator() -> Problem {
    Problem::new(Code::Forbidden, "Only the creator of the game can do this.")
}

impl From<EndRefusal> for Problem {
    fn from(refusal: EndRefusal) -> Self {
        match refusal {
            EndRefusal::Game(refusal) => refusal.into(),
            EndRefusal::Rated => {
                Problem::new(Code::GameRated, "A rated game cannot be aborted. Resign to leave it.")
            }
            EndRefusal::NotOrganizer => {
                Problem::new(Code::Forbidden, "Only the organizer of the game can do this.")
            }
            EndRefusal::NotStalled(after) => {
                let detail = format!("Something has happened in this game within {} ms.", after.as_millis());
                Problem::new(Code::GameNotStalled, detail)
            }
            EndRefusal::HasClock => Problem::new(
                Code::NotAvailable,
                "This game has a clock, which takes out a seat that does not move.",
            ),
            EndRefusal::NotToAct => not_your_turn(0),
        }
    }
}

impl From<SeasonRefusal> for Problem {
    fn from(refusal: SeasonRefusal) -> Self {
        let fault = |detail: String| Problem::validation(vec![Fault::at("/ladder", detail)]);
        match refusal {
            SeasonRefusal::NoLadder => fault("is not the id of a ladder".to_owned()),
            SeasonRefusal::OtherGames(pool) => fault(format!("is for games of {pool}")),
            SeasonRefusal::OtherPlayers => {
                fault("is not possible in a game of people and bots together".to_owned())
            }
            SeasonRefusal::NotRunning => Problem::new(
                Code::NoSeason,
                "No season of the ladder runs, or that of this challenge has ended. Play in the next season, or without `ladder`.",
            ),
            SeasonRefusal::MembersOnly(_) => Problem::new(
                Code::InvitationRequired,
                "Only members of the club play in this ladder. Join the club with `POST /v1/clubs/{id}/join`.",
            ),
            SeasonRefusal::Storage(failure) => failure.into(),
        }
    }
}
