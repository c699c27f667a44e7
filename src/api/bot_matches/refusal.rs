//! The problems for refused requests about series of games between bots.

use crate::problems::problem::Fault;
use crate::{Code, Problem};
use lapidary_service::games::BotMatchRefusal;

impl From<BotMatchRefusal> for Problem {
    fn from(refusal: BotMatchRefusal) -> Self {
        match refusal {
            BotMatchRefusal::Seat(refusal) => refusal.into(),
            BotMatchRefusal::Bot { place, refusal } => {
                Problem::validation(vec![Fault::at(format!("/bots/{place}/bot"), refusal.to_string())])
            }
            BotMatchRefusal::NoOwnBot => Problem::validation(vec![Fault::at(
                "/bots",
                "must contain you, if you are a bot, or a bot that you own",
            )]),
            BotMatchRefusal::Ended(status) => {
                let detail = format!("The bot match is {}.", status.name());
                Problem::new(Code::BotMatchEnded, detail)
            }
        }
    }
}
