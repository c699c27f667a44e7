//! A question to a bot in JSON. `docs/arena.md` describes it for authors of bots. The API defines view and
//! actions.

use serde::Serialize;
use uuid::Uuid;

use crate::games::body::{GameBody, LegalActionBody};
use lapidary_engine::game::Action;
use lapidary_model::bot_endpoint::EndpointFault;
use lapidary_service::games::Asked;

/// The seat of the bot has to decide.
#[derive(Serialize)]
pub struct Question<'a> {
    r#type: &'static str,
    /// The game.
    game: Uuid,
    /// The version of the game, which the answer repeats.
    version: u32,
    /// The seat of the bot.
    seat: Option<u8>,
    /// The kind of decision.
    decision: &'static str,
    /// The time for the answer in milliseconds.
    deadline_ms: u64,
    /// The game as the seat sees it, as `GET /v1/games/{id}` shows it.
    view: Box<GameBody>,
    /// The legal actions, as `GET /v1/games/{id}/legal-actions` lists them.
    legal_actions: Vec<LegalActionBody>,
    /// Why the previous answer was unusable, if the question is repeated.
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<FaultBody<'a>>,
}

#[derive(Serialize)]
struct FaultBody<'a> {
    kind: &'a str,
    detail: &'a str,
}

impl<'a> Question<'a> {
    /// Returns the question for a decision in the game of this view.
    pub fn new(
        view: GameBody,
        decision: &'static str,
        legal: &[Action],
        deadline_ms: u64,
        fault: Option<&'a EndpointFault>,
    ) -> Question<'a> {
        Question {
            r#type: "turn",
            game: view.id,
            version: view.version,
            seat: view.viewer_seat,
            decision,
            deadline_ms,
            view: Box::new(view),
            legal_actions: legal.iter().map(LegalActionBody::from).collect(),
            fault: fault.map(|fault| FaultBody { kind: &fault.kind, detail: fault.detail.as_str() }),
        }
    }
}

/// Returns the text of a question, which is signed and sent.
pub fn text(asked: &Asked<'_>) -> String {
    let view = GameBody::from(asked.view);
    let question = Question::new(view, asked.decision, asked.legal, asked.deadline_ms, asked.fault);
    // A struct of words, numbers and times contains only values that JSON supports.
    serde_json::to_string(&question).unwrap_or_default()
}
