//! Following what waits for a player: their games, invitations, tournaments, announcements and analyses.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use tokio::time::{Instant, timeout_at};
use uuid::Uuid;

use super::following::Following;
use crate::games::GameRefusal;
use crate::stream::{
    Attendance, EndReason, KEEP_ALIVE, OWN_FEED, PlayerChanged, PlayerWatch, State, StateFollower,
    StateFrame, compare,
};
use lapidary_model::auth::Identity;
use lapidary_model::game::{GameId, Status, Version};
use lapidary_model::own::{OwnAnalysis, OwnAnnouncement, OwnGame, OwnInvitation, OwnTournament, Waiting};
use lapidary_model::tournament::TournamentId;
use lapidary_store::tournaments::announcements::own_announcements;
use lapidary_store::tournaments::own::own_tournaments;
use lapidary_store::{Failure, Postgres, analyses, games, sessions};
use lapidary_words::words;

/// What waits for a player who follows it.
pub struct OwnState {
    games: Arc<Following>,
    caller: Identity,
    watch: PlayerWatch,
    /// The player is connected as long as this lives.
    _attendance: Attendance,
    /// What the player has received.
    known: Waiting,
    /// What to look at before the next wait. A game that is newly followed is looked at once more, because it
    /// may have changed before.
    missed: Missed,
    /// The changes that were not sent yet.
    untold: Vec<OwnChange>,
}

/// What may have changed.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Missed {
    Games(BTreeSet<GameId>),
    Everything,
}

/// A change of what waits for a player.
pub enum OwnChange {
    /// Everything that waits for the player.
    Snapshot(Waiting),
    /// A game is new or has changed.
    Game(OwnGame),
    /// A game no longer waits for the player.
    GameGone(GameId, Gone),
    /// An invitation is new or has changed.
    Invitation(OwnInvitation),
    /// An invitation was accepted or withdrawn, or its game no longer waits for players.
    InvitationGone(GameId),
    /// A tournament is new or has changed.
    Tournament(OwnTournament),
    /// A tournament is over, or the player has left it.
    TournamentGone(TournamentId),
    /// An announcement is new, or the tournament has another name.
    Announcement(OwnAnnouncement),
    /// An announcement is no longer among the last, or its tournament is over.
    AnnouncementGone(Uuid),
    /// An analysis is new or has changed.
    Analysis(OwnAnalysis),
    /// An analysis is no longer among the last that the player has requested.
    AnalysisGone(GameId),
}

words! {
    /// Why a game no longer belongs to what waits for a player.
    Gone:
    /// It was played to its end.
    Finished = "finished",
    /// It was aborted.
    Aborted = "aborted",
    /// It is frozen.
    Frozen = "frozen",
    /// The player has no seat in it any more.
    Left = "left",
}

impl Gone {
    /// Returns the reason why a game is gone for the player, who may have no seat in it; none if it is not
    /// gone.
    fn of(game: Option<&OwnGame>) -> Option<Gone> {
        match game.map(|game| game.listed.status) {
            None => Some(Gone::Left),
            Some(Status::Finished) => Some(Gone::Finished),
            Some(Status::Aborted) => Some(Gone::Aborted),
            Some(Status::Frozen) => Some(Gone::Frozen),
            Some(Status::Waiting | Status::Active) => None,
        }
    }
}

#[boxed]
impl Following {
    /// Returns everything that waits for the caller.
    async fn waiting_for(&self, caller: &Identity) -> Result<Waiting, GameRefusal> {
        let mut connection = self.pool.get().await?;
        Ok(Waiting {
            games: self.own_games(&mut connection, caller, None).await?,
            invitations: games::own_invitations(&mut connection, caller.player).await?,
            tournaments: own_tournaments(&mut connection, caller.player).await?,
            announcements: own_announcements(&mut connection, caller.player).await?,
            analyses: analyses::own(&mut connection, caller.player).await?,
        })
    }

    /// Returns the caller's unfinished games. With ids, only those of them in which the caller sits.
    async fn own_games(
        &self,
        connection: &mut Postgres,
        caller: &Identity,
        ids: Option<&[GameId]>,
    ) -> Result<BTreeMap<GameId, OwnGame>, Failure> {
        let mut own = games::own_games(connection, caller.player, ids).await?;
        self.read.add_presence(Some(caller.player), own.values_mut().map(|game| &mut game.listed));
        Ok(own)
    }

    /// Returns everything that waits for the caller, if their session is open.
    pub async fn waits_for(&self, caller: &Identity) -> Result<Waiting, GameRefusal> {
        match sessions::is_open(&*self.pool.get().await?, caller).await? {
            true => self.waiting_for(caller).await,
            false => Err(GameRefusal::SessionEnded),
        }
    }

    /// Follows what waits for the caller.
    pub async fn follow_own(
        self: Arc<Self>,
        caller: Identity,
    ) -> Result<StateFollower<OwnState>, GameRefusal> {
        // Announcements from here on are not missed.
        let watch = self.watchers.watch_player(&caller);
        let known = self.waiting_for(&caller).await?;
        let (missed, untold) = (Missed::Games(BTreeSet::new()), Vec::new());
        let attendance = self.read.attend_seated(OWN_FEED, &caller);
        let mut state =
            OwnState { games: self, caller, watch, _attendance: attendance, known, missed, untold };
        state.check().await?;
        state.follow_new();
        let everything = OwnChange::Snapshot(state.known.clone());
        Ok(StateFollower::new(state, everything))
    }
}

impl State for OwnState {
    type Change = OwnChange;

    async fn news(&mut self) -> StateFrame<OwnChange> {
        let alive_at = Instant::now() + KEEP_ALIVE;
        loop {
            // On the heap only while it runs, because a waiting stream would keep its space.
            let looked = Box::pin(self.look()).await;
            if !self.untold.is_empty() {
                return StateFrame::Changes(std::mem::take(&mut self.untold));
            }
            if looked.is_err() {
                // The database is unreachable. The follower tries again later, and misses nothing.
                tokio::time::sleep_until(alive_at).await;
                return StateFrame::KeepAlive;
            }
            let stopping = self.games.stopping.clone();
            match stopping.run_until_cancelled(timeout_at(alive_at, self.watch.changed())).await {
                None => return StateFrame::End(EndReason::Shutdown),
                Some(Err(_)) => return StateFrame::KeepAlive,
                Some(Ok(PlayerChanged::Sessions)) => match Box::pin(self.check()).await {
                    Err(GameRefusal::SessionEnded) => return StateFrame::End(EndReason::Revoked),
                    _ => self.missed = Missed::Everything,
                },
                Some(Ok(PlayerChanged::Player)) => self.missed = Missed::Everything,
                Some(Ok(PlayerChanged::Games(games))) => self.miss(games),
            }
        }
    }
}

impl OwnState {
    fn miss(&mut self, games: BTreeSet<GameId>) {
        if games.iter().any(|id| self.known.invitations.contains_key(id)) {
            self.missed = Missed::Everything;
        } else if let Missed::Games(missed) = &mut self.missed {
            missed.extend(games);
        }
    }

    async fn check(&self) -> Result<(), GameRefusal> {
        match sessions::is_open(&*self.games.pool.get().await?, &self.caller).await? {
            true => Ok(()),
            false => Err(GameRefusal::SessionEnded),
        }
    }

    /// Looks at missed changes until none is left.
    async fn look(&mut self) -> Result<(), GameRefusal> {
        while self.missed != Missed::Games(BTreeSet::new()) {
            // If the look fails, these stay missed.
            match &self.missed {
                Missed::Games(ids) => {
                    let ids: Vec<GameId> = ids.iter().copied().collect();
                    self.look_at_games(&ids).await?;
                }
                Missed::Everything => self.look_at_everything().await?,
            }
            self.missed = Missed::Games(BTreeSet::new());
            self.follow_new();
        }
        Ok(())
    }

    async fn look_at_games(&mut self, ids: &[GameId]) -> Result<(), GameRefusal> {
        let mut connection = self.games.pool.get().await?;
        let mut now = self.games.own_games(&mut connection, &self.caller, Some(ids)).await?;
        drop(connection);
        for id in ids {
            let game = now.remove(id);
            match (Gone::of(game.as_ref()), game) {
                (None, Some(game)) if self.known.games.get(id) != Some(&game) => {
                    self.known.games.insert(*id, game.clone());
                    self.untold.push(OwnChange::Game(game));
                }
                (Some(gone), _) => {
                    self.watch.games.forget(*id);
                    if self.known.games.remove(id).is_some() {
                        self.untold.push(OwnChange::GameGone(*id, gone));
                    }
                }
                (None, _) => {}
            }
        }
        Ok(())
    }

    async fn look_at_everything(&mut self) -> Result<(), GameRefusal> {
        let now = self.games.waiting_for(&self.caller).await?;
        let ids: BTreeSet<GameId> = self.known.games.keys().chain(now.games.keys()).copied().collect();
        self.look_at_games(&ids.into_iter().collect::<Vec<_>>()).await?;
        for id in self.known.invitations.keys().filter(|id| !now.invitations.contains_key(id)) {
            if !self.known.games.contains_key(id) {
                self.watch.games.forget(*id);
            }
        }
        let (untold, known) = (&mut self.untold, &mut self.known);
        compare(
            untold,
            (&known.invitations, &now.invitations),
            OwnChange::InvitationGone,
            OwnChange::Invitation,
        );
        compare(
            untold,
            (&known.tournaments, &now.tournaments),
            OwnChange::TournamentGone,
            OwnChange::Tournament,
        );
        let announcements = (&known.announcements, &now.announcements);
        compare(untold, announcements, OwnChange::AnnouncementGone, OwnChange::Announcement);
        compare(untold, (&known.analyses, &now.analyses), OwnChange::AnalysisGone, OwnChange::Analysis);
        *known = Waiting { games: std::mem::take(&mut known.games), ..now };
        Ok(())
    }

    /// Follows the new games, and looks at them once more.
    fn follow_new(&mut self) {
        let games = self.known.games.iter().map(|(id, game)| (*id, game.listed.version));
        let invitations = self.known.invitations.keys().map(|id| (*id, Version::ZERO));
        let all: Vec<(GameId, Version)> = games.chain(invitations).collect();
        let new = all.into_iter().filter(|(id, version)| self.watch.games.follow(*id, *version));
        let new = new.map(|(id, _)| id).collect();
        self.miss(new);
    }
}
