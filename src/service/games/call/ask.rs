//! One question to a bot, and the effect of the answer.
//!
//! The version of the game decides: an answer that comes too late changes nothing.

use std::time::Duration;

use chrono::Utc;
use diesel_async::AsyncConnection;
use uuid::Uuid;

use super::calling::{Asked, BotAnswer, Calling, CommentedAnswer};
use crate::games::{GameRefusal, PlayRefusal};
use crate::outbox::{Outgoing, SendFailure, Target};
use lapidary_engine::game::Payments;
use lapidary_model::auth::Identity;
use lapidary_model::bot_endpoint::{
    ANSWER_BYTES_MAX, AnswerFault, AnswerFaultKind, EndpointFault, HeldEndpoint,
};
use lapidary_model::excerpt::Excerpt;
use lapidary_model::game::{GameId, Version};
use lapidary_store::{bot_comments, bot_endpoints, games};

/// The maximum time for an answer. A clock may end it earlier.
const ANSWER_WITHIN: Duration = Duration::from_secs(10);
/// How long a bot waits for a question when its owner or host already has enough open questions.
const NO_SLOT_PAUSE: Duration = Duration::from_millis(250);
/// The statuses of an answer, and of an address that refuses further questions.
const OK: u16 = 200;
const GONE: u16 = 410;

/// A question to ask.
pub(super) struct Asking {
    pub game: GameId,
    pub version: Version,
    /// Why the previous question had no usable answer.
    pub fault: Option<EndpointFault>,
    /// Whether the last question to the bot, about any game, had no usable answer.
    pub is_failing: bool,
}

/// The result of a question.
pub(super) enum Outcome {
    /// The answer was played.
    Played,
    /// The game no longer waits for the bot at this version.
    TooLate,
    /// The question was not asked. Ask it again after this time.
    Later(Duration),
    /// There was no answer, or a bad one.
    Fault(EndpointFault),
    /// The bot gets no more questions.
    Ended,
}

/// Why there was no usable answer.
struct Unanswered {
    kind: &'static str,
    detail: Excerpt,
    /// Whether the address refuses further questions.
    is_gone: bool,
}

impl From<AnswerFault> for Unanswered {
    fn from(fault: AnswerFault) -> Unanswered {
        Unanswered { kind: fault.kind.name(), detail: fault.detail, is_gone: false }
    }
}

impl Unanswered {
    /// Returns the reason for a missing response within this time.
    fn no_response(failure: SendFailure, time: Duration) -> Unanswered {
        let detail = match failure {
            SendFailure::Unresolved => "the name of the host does not resolve".to_owned(),
            SendFailure::Forbidden => "the address of the host is not on the public internet".to_owned(),
            SendFailure::Unreachable => "the host accepted no connection".to_owned(),
            SendFailure::Tls => "the certificate of the host is not valid, or TLS failed".to_owned(),
            SendFailure::TimedOut => format!("no answer came within {} ms", time.as_millis()),
            SendFailure::Broken => "the response is not HTTP, or broke off".to_owned(),
            SendFailure::TooLarge => format!("the answer has more than {ANSWER_BYTES_MAX} bytes"),
            SendFailure::Compressed => {
                "the answer is compressed; send it without content-encoding".to_owned()
            }
        };
        Unanswered { kind: failure.name(), detail: Excerpt::of(detail), is_gone: false }
    }

    /// Returns the reason for a status that is not that of an answer.
    fn status(status: u16) -> Unanswered {
        let fault = AnswerFault::new(AnswerFaultKind::Status, format!("the status is {status}, not {OK}"));
        Unanswered { is_gone: status == GONE, ..fault.into() }
    }
}

impl Calling {
    /// Returns whether a bot still gets questions, and may act on its answers. Any server may have ended its
    /// endpoint, or the session that set it.
    pub(super) async fn is_asked(&self, bot: &Identity) -> Result<bool, GameRefusal> {
        Ok(bot_endpoints::is_asked(&mut *self.pool.get().await?, bot).await?)
    }

    /// Asks a bot about a game, and plays its answer. If this fails, the question must be asked again.
    pub(super) async fn ask(&self, endpoint: &HeldEndpoint, asking: Asking) -> Result<Outcome, GameRefusal> {
        let bot = &endpoint.bot;
        if !self.is_asked(bot).await? {
            return Ok(Outcome::Ended);
        }
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
            let unanswered = Unanswered::no_response(SendFailure::Forbidden, ANSWER_WITHIN);
            return self.note(endpoint, unanswered).await;
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
            Ok(reached) if !slot.reach_in_time(reached.addresses()) => {
                return Ok(Outcome::Later(NO_SLOT_PAUSE));
            }
            Ok(reached) => self.sender.ask(reached, signed(endpoint, question), time, ANSWER_BYTES_MAX).await,
            Err(failure) => Err(failure),
        };
        drop(slot);
        let answer = match response {
            Ok((OK, body)) => {
                let ruleset = view.terms.ruleset;
                let read = (self.protocol.read)(&body, asking.version, ruleset, &legal.actions);
                read.map_err(Unanswered::from)
            }
            Ok((status, _)) => Err(Unanswered::status(status)),
            Err(failure) => Err(Unanswered::no_response(failure, time)),
        };
        match answer {
            Ok(answer) => self.follow_answer(endpoint, &asking, answer).await,
            Err(unanswered) => self.note(endpoint, unanswered).await,
        }
    }

    async fn follow_answer(
        &self,
        endpoint: &HeldEndpoint,
        asking: &Asking,
        CommentedAnswer { answer, comment }: CommentedAnswer,
    ) -> Result<Outcome, GameRefusal> {
        if !self.is_asked(&endpoint.bot).await? {
            return Ok(Outcome::Ended);
        }
        let (play, game, bot) = (&self.games.play, asking.game, &endpoint.bot);
        let done = match answer {
            BotAnswer::Resign => play.resign(game, bot).await.map_err(PlayRefusal::from),
            BotAnswer::Decisions(proposals) => play.play_for_bot(game, asking.version, bot, &proposals).await,
        };
        match done {
            Ok(_) => {
                let mut connection = self.pool.get().await?;
                let now = games::now(&connection).await?;
                bot_endpoints::note_answer(&mut connection, bot, now).await?;
                if let Some(comment) = comment {
                    bot_comments::insert(&mut connection, game, asking.version, bot.player, &comment).await?;
                }
                Ok(Outcome::Played)
            }
            Err(PlayRefusal::Illegal { refusal, .. }) => {
                let detail = format!("{}: {refusal}", refusal.rule());
                let fault = AnswerFault::new(AnswerFaultKind::IllegalAction, detail);
                self.note(endpoint, fault.into()).await
            }
            Err(PlayRefusal::Game(refusal @ GameRefusal::Storage(_))) => Err(refusal),
            Err(_) => Ok(Outcome::TooLate),
        }
    }

    /// Records that a question has no usable answer.
    async fn note(&self, endpoint: &HeldEndpoint, unanswered: Unanswered) -> Result<Outcome, GameRefusal> {
        let Unanswered { kind, detail, is_gone } = unanswered;
        let mut connection = self.pool.get().await?;
        let at = games::now(&connection).await?;
        let fault = EndpointFault { kind: kind.to_owned(), detail, at };
        let ended = connection
            .transaction(async |connection| {
                bot_endpoints::note_fault(connection, &endpoint.bot, &fault, is_gone).await
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
        ("accept-encoding", "identity".to_owned()),
        ("webhook-signature", endpoint.secret.sign(&id, timestamp, &question)),
        ("webhook-id", id),
        ("webhook-timestamp", timestamp.to_string()),
    ];
    Outgoing { headers, body: question.into_bytes() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whoever_did_not_respond_is_told_why() {
        let time = Duration::from_millis(1_500);
        let words = SendFailure::ALL.map(|failure| Unanswered::no_response(failure, time));
        assert!(words.iter().all(|unanswered| !unanswered.detail.as_str().is_empty() && !unanswered.is_gone));
        let late = Unanswered::no_response(SendFailure::TimedOut, time);
        assert_eq!((late.kind, late.detail.as_str()), ("timed_out", "no answer came within 1500 ms"));
        let large = Unanswered::no_response(SendFailure::TooLarge, time);
        assert_eq!(large.detail.as_str(), "the answer has more than 16384 bytes");
        assert!(Unanswered::status(410).is_gone && !Unanswered::status(404).is_gone);
    }
}
