//! Announcements: what organizers tell everybody who has entered.

use super::access::lock_organized;
use super::{TournamentRefusal, Tournaments};
use crate::tournament_news::write_news;
use lapidary_model::auth::Identity;
use lapidary_model::tournament::TournamentId;
use lapidary_model::tournaments::news::{NewsKind, StoredNews, TournamentNews};
use lapidary_model::tournaments::settings::{ANNOUNCEMENTS_PER_DAY, Status};
use lapidary_store::tournaments::news::{self, Notes};

impl Tournaments {
    /// Announces a text to everybody who has entered, and returns it as the audit has it.
    ///
    /// # Errors
    /// [`TournamentRefusal::State`] for a draft and after the end;
    /// [`TournamentRefusal::TooManyAnnouncements`]; why the caller may not.
    pub async fn announce(
        &self,
        id: TournamentId,
        caller: &Identity,
        text: &str,
    ) -> Result<StoredNews, TournamentRefusal> {
        self.act(async |connection, told| {
            let event = lock_organized(connection, id, caller).await?;
            match event.tournament.status {
                Status::Registration | Status::Running => {}
                other => return Err(TournamentRefusal::State(other)),
            }
            if news::announced_today(connection, id).await? >= ANNOUNCEMENTS_PER_DAY {
                return Err(TournamentRefusal::TooManyAnnouncements(ANNOUNCEMENTS_PER_DAY));
            }
            let announced = TournamentNews::new(id, NewsKind::Announced).by(caller.player).note(text);
            write_news(connection, &announced).await?;
            told.everybody(&event);
            told.organizers(&event);
            let last = news::list(connection, id, Notes::All, None, 1).await?.pop();
            last.ok_or(TournamentRefusal::NotFound)
        })
        .await
    }
}
