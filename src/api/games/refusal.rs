//! The problems for refused requests about games.

use crate::extract::session_ended;
use crate::problems::problem::Fault;
use crate::problems::reason;
use crate::{Code, Problem};
use lapidary_model::clocks::REMAINING_MAX;
use lapidary_service::games::{ClockRefusal, GameRefusal};
use lapidary_service::seasons::SeasonRefusal;

impl From<GameRefusal> for Problem {
    fn from(refusal: GameRefusal) -> Self {
        match refusal {
            GameRefusal::SessionEnded => session_ended(),
            GameRefusal::NotFound => Problem::not_found(),
            GameRefusal::NotSeated => Problem::new(Code::NotSeated, "You have no seat in this game."),
            GameRefusal::NotCreator => {
                Problem::new(Code::Forbidden, "Only the creator of the game can do this.")
            }
            GameRefusal::NotStarted => {
                Problem::new(Code::GameNotStarted, "The game still waits for players.")
            }
            GameRefusal::Started => Problem::new(Code::GameStarted, "The game has already started."),
            GameRefusal::Rated => {
                Problem::new(Code::GameRated, "A rated game cannot be aborted. Resign to leave it.")
            }
            GameRefusal::Full => Problem::new(Code::GameFull, "The game has no free seat."),
            GameRefusal::Finished => Problem::new(Code::GameFinished, "The game is over."),
            GameRefusal::Frozen => {
                Problem::new(Code::GameFrozen, "The game is frozen pending investigation.")
            }
            GameRefusal::NotYourTurn { action_index } => {
                Problem::new(Code::NotYourTurn, "The game waits for another seat.").action_index(action_index)
            }
            GameRefusal::VersionConflict { version } => {
                let detail = format!("The game has version {version}.");
                Problem::new(Code::VersionConflict, detail).version(version.0.into())
            }
            GameRefusal::Illegal { action_index, refusal, decision } => {
                let detail = match reason::is_not_asked(refusal) {
                    true => format!("Not allowed now: the game waits for a `{decision}` action."),
                    false => refusal.to_string(),
                };
                Problem::new(Code::IllegalAction, detail)
                    .rule(refusal.rule())
                    .reason(reason::reason(refusal))
                    .action_index(action_index)
            }
            GameRefusal::AfterReveal { action_index } => {
                let detail = "An earlier action reveals something: send this one in a new request, after seeing what was revealed.";
                Problem::new(Code::AfterReveal, detail).action_index(action_index)
            }
            GameRefusal::NoSuchVersion { version } => {
                let detail = format!("The game has no such version: its current one is {version}.");
                Problem::new(Code::Malformed, detail)
            }
            GameRefusal::Out => Problem::new(Code::NotSeated, "Your seat has left the game."),
            GameRefusal::OriginPrivate => Problem::validation(vec![Fault::at(
                "/visibility",
                "must be private, because the game that is over is private",
            )]),
            GameRefusal::NoSuchSeat { seats } => {
                let detail = format!("must be less than {}, the number of seats of the game", seats.get());
                Problem::validation(vec![Fault::at("/seat", detail)])
            }
            GameRefusal::ForkWithoutSeat => {
                let detail = "A seat has left the game before this version. Fork an earlier one.";
                Problem::new(Code::NotAvailable, detail)
            }
            GameRefusal::ForkedTooOften(most) => {
                let detail =
                    format!("This game descends from {most} other games, and cannot be forked again.");
                Problem::new(Code::NotAvailable, detail)
            }
            GameRefusal::UnknownPlayer => {
                Problem::validation(vec![Fault::at("/username", "is not the name of a player")])
            }
            GameRefusal::TooManyInvitations => Problem::validation(vec![Fault::at(
                "/username",
                "would exceed the limit of invitations to one game",
            )]),
            GameRefusal::NotAtTable => {
                let detail = "must name another player in this game";
                Problem::validation(vec![Fault::at("/username", detail)])
            }
            GameRefusal::NotFinished => Problem::new(Code::GameNotFinished, "The game is not over."),
            GameRefusal::Opponent { place, refusal } => {
                Problem::validation(vec![Fault::at(format!("/to/{place}"), refusal.to_string())])
            }
            GameRefusal::Seated { place, refusal } => {
                Problem::validation(vec![Fault::at(format!("/seated/{place}"), refusal.to_string())])
            }
            GameRefusal::NotOrganizer => {
                Problem::new(Code::Forbidden, "Only the organizer of the game can do this.")
            }
            GameRefusal::NotStalled(after) => {
                let detail = format!("Something has happened in this game within {} ms.", after.as_millis());
                Problem::new(Code::GameNotStalled, detail)
            }
            GameRefusal::HasClock => Problem::new(
                Code::NotAvailable,
                "This game has a clock, which takes out a seat that does not move.",
            ),
            GameRefusal::NoOpponents => {
                Problem::new(Code::NotAvailable, "This server offers no built-in opponents now.")
            }
            GameRefusal::BotDeclines => {
                let detail = "is a bot that does not accept this game: `GET /v1/bots` says what it accepts";
                Problem::validation(vec![Fault::at("/username", detail)])
            }
            GameRefusal::Clock(refusal) => refusal.into(),
            GameRefusal::Season(refusal) => refusal.into(),
            GameRefusal::TooMany(limit) => Problem::new(Code::TooManyGames, limit.to_string()),
            GameRefusal::Storage(failure) => failure.into(),
            GameRefusal::Diverged(divergence) => {
                tracing::error!(cause = %divergence, "a game cannot be replayed");
                Problem::new(Code::GameFrozen, "The game and its log disagree; it cannot be replayed.")
            }
            broken @ (GameRefusal::Randomness(_) | GameRefusal::Broken(_)) => Problem::internal(broken),
        }
    }
}

impl From<ClockRefusal> for Problem {
    fn from(refusal: ClockRefusal) -> Self {
        match refusal {
            ClockRefusal::TooMuchTime => {
                let days = REMAINING_MAX.as_secs() / 86_400;
                let detail = format!("is too much: with it, the seat would have more than {days} days");
                Problem::validation(vec![Fault::at("/add_ms", detail)])
            }
            ClockRefusal::OfAnother => Problem::new(Code::NotYourTurn, "The clock of another seat runs."),
            ClockRefusal::NoClock => Problem::new(Code::NotAvailable, "This game has no clock."),
            ClockRefusal::NoDaysOff => {
                let detail = "Only games with a `correspondence` clock have days off.";
                Problem::new(Code::NotAvailable, detail)
            }
            ClockRefusal::TooManyDaysOff { most } => Problem::validation(vec![Fault::at(
                "/days",
                format!("must be at most {most}, because you have no more days off in this game"),
            )]),
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
