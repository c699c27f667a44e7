//! The problems for refused requests about endpoints of bots.

use crate::extract::session_ended;
use crate::problems::problem::Fault;
use crate::{Code, Problem};
use lapidary_model::api_token::API_TOKENS_MAX;
use lapidary_service::games::EndpointRefusal;

impl From<EndpointRefusal> for Problem {
    fn from(refusal: EndpointRefusal) -> Self {
        match refusal {
            EndpointRefusal::SessionEnded => session_ended(),
            EndpointRefusal::UnknownBot => {
                Problem::new(Code::NotFound, "You own no bot with this name, and are none.")
            }
            EndpointRefusal::None => Problem::new(Code::NotFound, "The bot has no endpoint."),
            EndpointRefusal::TooManyTokens => {
                let detail = format!(
                    "The bot has {API_TOKENS_MAX} API tokens, the most, and an endpoint needs one. Revoke one first."
                );
                Problem::new(Code::TooManyTokens, detail)
            }
            EndpointRefusal::Address(refused) => {
                Problem::validation(vec![Fault::at("/url", refused.to_string())])
            }
            EndpointRefusal::Randomness(error) => Problem::internal(error),
            EndpointRefusal::Storage(failure) => failure.into(),
        }
    }
}
