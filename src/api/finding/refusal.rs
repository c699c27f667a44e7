//! The problems for refused requests about challenges, rematches and seeks.

use crate::games::table_refusal::not_creator;
use crate::problems::problem::Fault;
use crate::{Code, Problem};
use lapidary_service::games::FindingRefusal;

impl From<FindingRefusal> for Problem {
    fn from(refusal: FindingRefusal) -> Self {
        match refusal {
            FindingRefusal::Seat(refusal) => refusal.into(),
            FindingRefusal::Opponent { place, refusal } => {
                Problem::validation(vec![Fault::at(format!("/to/{place}"), refusal.to_string())])
            }
            FindingRefusal::ChallengeEnded(status) => {
                let detail = format!("The challenge is {}.", status.name());
                Problem::new(Code::ChallengeEnded, detail)
            }
            FindingRefusal::NotChallenged => {
                Problem::new(Code::Forbidden, "Only the challenged players can do this.")
            }
            FindingRefusal::NotChallenger => not_creator(),
            FindingRefusal::BotDeclines => {
                let detail = "A bot of this game does not accept such games any more.";
                Problem::new(Code::NotAvailable, detail)
            }
            FindingRefusal::OpponentBlocked => {
                Problem::new(Code::Forbidden, "You have blocked a player of this game.")
            }
            FindingRefusal::OpponentErased => {
                Problem::new(Code::NotAvailable, "A player of this game has erased the account.")
            }
            FindingRefusal::SeekPaired => {
                Problem::new(Code::SeekPaired, "The game of this seek has started.")
            }
            FindingRefusal::TooManySeeks(limit) => Problem::new(
                Code::TooManySeeks,
                format!("You have {limit} open seeks, the most that this server allows."),
            ),
        }
    }
}
