//! The problems for refused requests about tournaments.

use crate::extract::session_ended;
use crate::problems::problem::Fault;
use crate::{Code, Problem};
use lapidary_model::tournaments::settings::{Players, Status};
use lapidary_service::tournaments::TournamentRefusal;

impl From<TournamentRefusal> for Problem {
    fn from(refusal: TournamentRefusal) -> Self {
        use TournamentRefusal as R;
        match refusal {
            R::SessionEnded => session_ended(),
            R::NotFound => Problem::not_found(),
            R::NotOrganizer => {
                Problem::new(Code::NotOrganizer, "Only organizers of the tournament can do this.")
            }
            R::State(status @ Status::Draft) => Problem::new(
                Code::TournamentState,
                format!(
                    "The tournament is `{}`. Open its registration with `PATCH` and `open: true`.",
                    status.name()
                ),
            ),
            R::State(status) => {
                Problem::new(Code::TournamentState, format!("The tournament is `{}`.", status.name()))
            }
            R::RegistrationClosed => {
                Problem::new(Code::RegistrationClosed, "The registration of the tournament is closed.")
            }
            R::AlreadyEntered => Problem::new(Code::AlreadyEntered, "You have an entry in this tournament."),
            R::NotEntered => {
                Problem::new(Code::NotEntered, "You have no entry that takes part in this tournament.")
            }
            R::Full(limit) => {
                Problem::new(Code::TournamentFull, format!("The tournament is limited to {limit} entries."))
            }
            R::RatingRequired { min, max } => Problem::new(Code::RatingRequired, rating_text(min, max)),
            R::PlayerKind(players) => {
                let kind = if players == Players::Bot { "bots" } else { "people" };
                Problem::new(Code::PlayerKind, format!("The tournament is for {kind} only."))
            }
            R::SameOwner => Problem::new(
                Code::SameOwner,
                "Another bot of the same owner has entered this rated tournament.",
            ),
            R::OrganizerSeated => Problem::new(
                Code::OrganizerSeated,
                "An organizer of this rated tournament, or a bot of one, is concerned, so its organizers cannot do this.",
            ),
            R::RatedGame => Problem::new(
                Code::GameRated,
                "The game of the table is rated and has begun. Its clocks end it, or its players resign; then decide the table. \
                 Only an administrator of the server who does not organize the tournament can end it before.",
            ),
            R::MayNotRate => Problem::new(
                Code::Forbidden,
                "This account may not make rated tournaments on this server: send `rated` false, or ask the operator.",
            ),
            R::TooMany(limit) => Problem::new(
                Code::TooManyTournaments,
                format!("You have {limit} tournaments that are not over, the most that this server allows."),
            ),
            R::RoundUnfinished => Problem::new(Code::RoundUnfinished, "The last round is not over."),
            R::RoundClosed => Problem::new(Code::RoundClosed, "The round is over."),
            R::GoesOn => Problem::new(
                Code::NextRoundPaired,
                "By this result another entry would go on, but what follows the round is paired or over.",
            ),
            R::NoMoreRounds => Problem::new(Code::NoMoreRounds, "All rounds of the tournament are played."),
            R::Table(status) => Problem::new(Code::TableState, format!("The table is `{}`.", status.name())),
            R::TooFew => Problem::new(Code::NotPairable, "Fewer than two entries take part."),
            R::Pairing(refusal) => Problem::new(Code::NotPairable, sentence(&refusal.to_string())),
            R::Field { pointer, fault } => Problem::validation(vec![Fault::at(pointer, fault)]),
            R::Game(refusal) => refusal.into(),
            R::Storage(failure) => failure.into(),
            broken @ R::Randomness(_) => Problem::internal(broken),
        }
    }
}

fn rating_text(min: Option<u16>, max: Option<u16>) -> String {
    match (min, max) {
        (Some(min), Some(max)) => format!("The tournament is for players with a rating from {min} to {max}."),
        (Some(min), None) => format!("The tournament is for players with a rating of at least {min}."),
        (None, Some(max)) => format!("The tournament is for players with a rating of at most {max}."),
        (None, None) => "The tournament is for players with a rating.".to_owned(),
    }
}

/// Returns the text with a capital letter and a full stop.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).chain(['.']).collect()).unwrap_or_default()
}
