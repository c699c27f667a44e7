//! Attending one bot: following what waits for it, like a stream, and asking it about each game in turn.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinSet;
use tokio::time::{Instant, sleep, sleep_until};

use super::ask::{Asking, Outcome};
use super::calling::Calling;
use super::hold::Assignment;
use crate::games::follow::own::OwnChange;
use crate::games::{GameRefusal, SeatRefusal};
use crate::stream::StateFrame;
use lapidary_model::bot_endpoint::{ASKED_AT_ONCE_MAX, EndpointFault, pause_after};
use lapidary_model::game::{GameId, Version};
use lapidary_model::own::OwnGame;

/// How long to wait after a database failure before reading again what waits for a bot.
const FOLLOW_AGAIN_AFTER: Duration = Duration::from_secs(2);

/// A game that waits for the bot.
struct PendingGame {
    version: Version,
    /// The number of consecutive faults at this version.
    faults: u32,
    /// The last of them.
    fault: Option<EndpointFault>,
    /// When to ask the bot about it.
    at: Instant,
    is_asked: bool,
}

#[derive(Default)]
struct WaitingGames(HashMap<GameId, PendingGame>);

impl WaitingGames {
    fn learn(&mut self, game: &OwnGame) {
        let (id, version) = (game.listed.id, game.listed.version);
        if game.decision().is_none() {
            self.0.remove(&id);
            return;
        }
        let due = self.0.entry(id).or_insert_with(|| PendingGame::new(version));
        if due.version < version {
            // A question at an earlier version notices by itself that it comes too late.
            let is_asked = due.is_asked;
            *due = PendingGame { is_asked, ..PendingGame::new(version) };
        }
    }

    /// Returns the game that has waited longest, unless a question is impossible now.
    fn next(&self) -> Option<(GameId, Instant)> {
        if self.0.values().filter(|due| due.is_asked).count() >= ASKED_AT_ONCE_MAX {
            return None;
        }
        let waiting = self.0.iter().filter(|(_, due)| !due.is_asked);
        waiting.map(|(id, due)| (*id, due.at)).min_by_key(|(_, at)| *at)
    }

    /// Learns the result of a question.
    fn settle(&mut self, id: GameId, version: Version, outcome: Outcome) {
        let Some(due) = self.0.get_mut(&id) else { return };
        due.is_asked = false;
        if due.version != version {
            return;
        }
        match outcome {
            // A later frame says what waits for the bot now.
            Outcome::Played | Outcome::TooLate => {
                self.0.remove(&id);
            }
            Outcome::Later(pause) => due.at = Instant::now() + pause,
            Outcome::Ended => {}
            Outcome::Fault(fault) => {
                due.faults = due.faults.saturating_add(1);
                due.fault = Some(fault);
                due.at = Instant::now() + pause_after(due.faults);
            }
        }
    }
}

impl PendingGame {
    fn new(version: Version) -> PendingGame {
        PendingGame { version, faults: 0, fault: None, at: Instant::now(), is_asked: false }
    }
}

#[boxed]
impl Calling {
    /// Asks a bot about everything that waits for it, until its endpoint ends or this server gives it up.
    pub async fn attend(self: Arc<Self>, begun: Assignment) {
        let (ends, bot) = (begun.ends.clone(), begun.endpoint.bot.player);
        let attended = ends.run_until_cancelled(self.follow(&begun)).await;
        if let Some(Err(cause)) = attended {
            tracing::debug!(%bot, %cause, "a bot with an endpoint cannot be followed now");
            let _ = ends.run_until_cancelled(sleep(FOLLOW_AGAIN_AFTER)).await;
        }
        // If the bot still belongs to this server, it is attended anew.
        ends.cancel();
    }

    async fn follow(self: &Arc<Self>, begun: &Assignment) -> Result<(), GameRefusal> {
        let mut follower = self.games.follow.clone().follow_own(begun.endpoint.bot).await?;
        let (mut games, mut asked) = (WaitingGames::default(), JoinSet::new());
        // The bot may have too many games now.
        let mut invitations = BTreeSet::new();
        // A bot that does not answer holds few of the slots, as a slow webhook does.
        let mut is_failing = false;
        loop {
            let next = games.next();
            let due = next.map_or_else(Instant::now, |(_, at)| at);
            tokio::select! {
                frame = follower.next() => match frame {
                    Some(StateFrame::Changes(changes)) => {
                        for change in changes {
                            match change {
                                OwnChange::Snapshot(waiting) => {
                                    waiting.games.values().for_each(|game| games.learn(game));
                                    invitations.extend(waiting.invitations.into_keys());
                                }
                                OwnChange::Game(game) => games.learn(&game),
                                OwnChange::GameGone(id, _) => drop(games.0.remove(&id)),
                                OwnChange::Invitation(invitation) => drop(invitations.insert(invitation.game)),
                                OwnChange::InvitationGone(id) => drop(invitations.remove(&id)),
                                _ => {}
                            }
                        }
                        self.accept(&mut invitations, begun).await?;
                    }
                    Some(StateFrame::KeepAlive) => {}
                    Some(StateFrame::End(_)) | None => return Ok(()),
                },
                () = sleep_until(due), if next.is_some() => {
                    if let Some((id, _)) = next && let Some(due) = games.0.get_mut(&id) {
                        due.is_asked = true;
                        let (version, fault) = (due.version, due.fault.clone());
                        let asking = Asking { game: id, version, fault, is_failing };
                        let (calling, endpoint) = (Arc::clone(self), begun.endpoint.clone());
                        asked.spawn(async move {
                            (id, version, calling.ask(&endpoint, asking).await)
                        });
                    }
                }
                Some(done) = asked.join_next() => {
                    let Ok((id, version, outcome)) = done else { return Ok(()) };
                    match &outcome {
                        Ok(Outcome::Played) => is_failing = false,
                        Ok(Outcome::Fault(_)) => is_failing = true,
                        _ => {}
                    }
                    match outcome {
                        Ok(Outcome::Ended) => return Ok(()),
                        Ok(outcome) => games.settle(id, version, outcome),
                        Err(cause) => {
                            tracing::debug!(game = %id, %cause, "a bot with an endpoint cannot be asked now");
                            games.settle(id, version, Outcome::Later(FOLLOW_AGAIN_AFTER));
                        }
                    }
                }
            }
        }
    }

    /// Takes the seats to which a bot is invited, and forgets those invitations. A bot is only invited to
    /// games that it accepts. With too many games, it tries again when something has changed.
    async fn accept(
        &self,
        invitations: &mut BTreeSet<GameId>,
        begun: &Assignment,
    ) -> Result<(), GameRefusal> {
        if !invitations.is_empty() && !self.is_asked(&begun.endpoint.bot).await? {
            return Ok(());
        }
        while let Some(&game) = invitations.first() {
            match self.games.open.join(game, &begun.endpoint.bot, None).await {
                Err(SeatRefusal::Game(refusal @ (GameRefusal::Storage(_) | GameRefusal::SessionEnded))) => {
                    return Err(refusal);
                }
                Err(SeatRefusal::TooMany(_)) => return Ok(()),
                // Another player has the seat, or the invitation was withdrawn.
                Ok(_) | Err(_) => drop(invitations.remove(&game)),
            }
        }
        Ok(())
    }
}
