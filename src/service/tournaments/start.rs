//! Starting a tournament.

use super::access::lock_organized;
use super::look::TournamentView;
use super::plan::plan;
use super::{TournamentRefusal, Tournaments};
use crate::tournament_news::write_news;
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::news::{News, NewsKind};
use lapidary_model::tournaments::settings::{Format, NextRound, Status};
use lapidary_store::tournaments::{self, arena};

impl Tournaments {
    /// Starts a tournament. If the server pairs the rounds, it pairs the first. In an arena everybody waits
    /// for a table from now on.
    ///
    /// # Errors
    /// Why it cannot start: it is not in registration, fewer than two players have entered, or the format has
    /// no schedule for so many.
    pub async fn start(
        &self,
        id: TournamentId,
        caller: &Identity,
    ) -> Result<TournamentView, TournamentRefusal> {
        self.act(async |connection, told| {
            let mut event = lock_organized(connection, id, caller).await?;
            if event.tournament.status != Status::Registration {
                return Err(TournamentRefusal::State(event.tournament.status));
            }
            if event.present().len() < 2 {
                return Err(TournamentRefusal::TooFew);
            }
            // Whatever forbids the first round is said before players wait for it.
            let first = plan(&event, &[])?;
            tournaments::start(connection, id).await?;
            event.tournament.status = Status::Running;
            write_news(connection, &News::new(id, NewsKind::Started).by(caller.player)).await?;
            told.everybody(&event);
            if event.tournament.settings.next_round == NextRound::Automatic {
                self.make_round(connection, &mut event, &first, Some(caller.player), told).await?;
            }
            if event.tournament.settings.format == Format::Arena {
                arena::begin(connection, id).await?;
            }
            Ok(())
        })
        .await?;
        self.look(id, Some(caller)).await
    }
}
