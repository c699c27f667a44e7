//! One question to a bot, and what follows from the answer.
//!
//! Whatever happens here, the version of the game decides: an answer that comes too late changes nothing.

use std::convert::Infallible;
use std::time::Duration;

use chrono::Utc;
use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::calling::{Asked, BotAnswer, Calling};
use crate::games::play::turn::{PostedTurn, TurnRefusal};
use crate::games::{GameRefusal, PlayRefusal};
use crate::webhook::{Outgoing, PUT_OFF_FOR, SendFailure, Target};
use lapidary_engine::game::{Payments, Proposal};
use lapidary_engine::ruleset::Ruleset;
use lapidary_model::bot_endpoint::{
    ANSWER_BYTES_MAX, AnswerFault, AnswerFaultKind, EndpointFault, FAULT_CHARACTERS_MAX, HeldEndpoint,
};
use lapidary_model::game::{GameId, Version};
use lapidary_store::{bot_endpoints, games};

/// The maximum time for an answer; a clock that ends earlier ends it earlier.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);
/// The pause before a bot is asked whose owner or host has enough questions already.
const NO_SLOT_PAUSE: Duration = Duration::from_millis(250);
/// The statuses of an answer, and of an address that wants no more questions.
const OK: u16 = 200;
const GONE: u16 = 410;

/// A question to ask.
pub(super) struct Asking {
    pub game: GameId,
    pub version: Version,
    /// What was wrong with the answer before.
    pub fault: Option<AnswerFault>,
    /// Whether the last question to the bot, about any game, had no usable answer.
    pub is_failing: bool,
}

/// What became of a question.
pub(super) enum Outcome {
    /// The answer was played.
    Played,
    /// The game no longer waits for the bot at this version.
    TooLate,
    /// The question was not asked. It is to be asked after this time.
    Later(Duration),
    /// There was no answer, or a bad one.
    Fault(Option<AnswerFault>),
    /// There was no usable answer, and the bot is not asked any more.
    Ended,
}

/// Why there was no usable answer.
enum Unanswered {
    NoResponse(SendFailure),
    Bad(AnswerFault),
    Gone,
}

impl Calling {
    /// Asks a bot about a game, and plays what it answers.
    ///
    /// # Errors
    /// If the database fails. The question is to be asked again.
    pub(super) async fn ask(&self, endpoint: &HeldEndpoint, asking: Asking) -> Result<Outcome, GameRefusal> {
        let bot = &endpoint.bot;
        let sight = match self.games.read.see(asking.game, Some(bot)).await {
            Err(GameRefusal::NotFound) => return Ok(Outcome::TooLate),
            seen => seen?,
        };
        let legal = sight.legal_actions(Payments::Canonical);
        let view = self.games.read.view(&sight, Some(bot)).await?;
        let Some(decision) = legal.decision.filter(|_| legal.version == asking.version) else {
            return Ok(Outcome::TooLate);
        };
        let Ok(target) = Target::read(&endpoint.url, self.sender.allowed()) else {
            return self.note(endpoint, Unanswered::NoResponse(SendFailure::Forbidden)).await;
        };
        let Some(mut slot) = self.slots.try_take(endpoint.owner, target.host(), asking.is_failing) else {
            return Ok(Outcome::Later(NO_SLOT_PAUSE));
        };
        let deadline = view.clocks.as_ref().and_then(|clocks| clocks.deadline());
        let left = deadline.map(|deadline| (deadline - Utc::now()).to_std().unwrap_or_default());
        let time = left.map_or(ANSWER_WITHIN, |left| left.min(ANSWER_WITHIN));
        let question = (self.protocol.write)(&Asked {
            view: &view,
            decision,
            legal: &legal.actions,
            deadline_ms: time.as_millis().try_into().unwrap_or(u64::MAX),
            fault: asking.fault.as_ref(),
        });
        let response = match self.sender.reach(&endpoint.url).await {
            Ok(reached) if !slot.reach(reached.addresses()) => return Ok(Outcome::Later(PUT_OFF_FOR)),
            Ok(reached) => self.sender.ask(reached, signed(endpoint, question), time, ANSWER_BYTES_MAX).await,
            Err(failure) => Err(failure),
        };
        drop(slot);
        let answer = match response {
            Ok((OK, body)) => {
                let ruleset = view.terms.ruleset;
                let read = (self.protocol.read)(&body, asking.version, ruleset, &legal.actions);
                read.map_err(Unanswered::Bad)
            }
            Ok((GONE, _)) => Err(Unanswered::Gone),
            Ok((status, _)) => Err(Unanswered::Bad(AnswerFault {
                kind: AnswerFaultKind::Status,
                detail: format!("the status is {status}, not {OK}"),
            })),
            Err(failure) => Err(Unanswered::NoResponse(failure)),
        };
        match answer {
            Ok(answer) => self.follow_answer(endpoint, &asking, answer).await,
            Err(unanswered) => self.note(endpoint, unanswered).await,
        }
    }

    /// Does what a bot has answered.
    async fn follow_answer(
        &self,
        endpoint: &HeldEndpoint,
        asking: &Asking,
        answer: BotAnswer,
    ) -> Result<Outcome, GameRefusal> {
        let done = match answer {
            BotAnswer::Resign => {
                let resigned = self.games.play.resign(asking.game, &endpoint.bot).await;
                resigned.map(drop).map_err(PlayRefusal::from)
            }
            BotAnswer::Decisions(proposals) => self.play(endpoint, asking, &proposals).await,
        };
        match done {
            Ok(()) => {
                let mut connection = self.pool.get().await?;
                let now = games::now(&mut connection).await?;
                bot_endpoints::note_answer(&mut connection, &endpoint.bot, now).await?;
                Ok(Outcome::Played)
            }
            Err(PlayRefusal::Illegal { refusal, .. }) => {
                let detail = format!("{}: {refusal}", refusal.rule());
                let fault = AnswerFault { kind: AnswerFaultKind::IllegalAction, detail };
                self.note(endpoint, Unanswered::Bad(fault)).await
            }
            Err(PlayRefusal::Game(refusal @ GameRefusal::Storage(_))) => Err(refusal),
            Err(_) => Ok(Outcome::TooLate),
        }
    }

    async fn play(
        &self,
        endpoint: &HeldEndpoint,
        asking: &Asking,
        proposals: &[Proposal],
    ) -> Result<(), PlayRefusal> {
        let posted = PostedTurn {
            id: asking.game,
            version: asking.version,
            caller: &endpoint.bot,
            read: |_: Ruleset| Ok::<_, Infallible>(proposals.to_vec()),
        };
        match self.games.play.play(posted).await {
            Ok(_) => Ok(()),
            Err(TurnRefusal::Refused(refusal)) => Err(refusal),
            Err(TurnRefusal::Unreadable { faults, .. }) => match faults {},
        }
    }

    /// Records that a question has no usable answer.
    async fn note(&self, endpoint: &HeldEndpoint, unanswered: Unanswered) -> Result<Outcome, GameRefusal> {
        let (kind, detail, fault) = match unanswered {
            Unanswered::NoResponse(failure) => (failure.name(), String::new(), None),
            Unanswered::Gone => (AnswerFaultKind::Status.name(), format!("the status is {GONE}"), None),
            Unanswered::Bad(fault) => {
                let detail: String = fault.detail.chars().take(FAULT_CHARACTERS_MAX).collect();
                (fault.kind.name(), detail.clone(), Some(AnswerFault { detail, ..fault }))
            }
        };
        let is_gone = fault.is_none() && kind == AnswerFaultKind::Status.name();
        let mut connection = self.pool.get().await?;
        let at = games::now(&mut connection).await?;
        let noted = EndpointFault { kind: kind.to_owned(), detail, at };
        let ended = connection
            .transaction(async |connection| {
                bot_endpoints::note_fault(connection, &endpoint.bot, &noted, is_gone).await
            })
            .await?;
        Ok(if ended.is_some() { Outcome::Ended } else { Outcome::Fault(fault) })
    }
}

/// Returns a question with its signature, by the rules of Standard Webhooks.
fn signed(endpoint: &HeldEndpoint, question: String) -> Outgoing {
    let (id, timestamp) = (Uuid::now_v7().to_string(), Utc::now().timestamp());
    let headers = vec![
        ("content-type", "application/json".to_owned()),
        ("accept", "application/json".to_owned()),
        ("webhook-signature", endpoint.secret.sign(&id, timestamp, &question)),
        ("webhook-id", id),
        ("webhook-timestamp", timestamp.to_string()),
    ];
    Outgoing { headers, body: question.into_bytes() }
}
