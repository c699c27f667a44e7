//! A whole game that is over: what one viewer sees of every version.

use super::access::seat_of;
use super::history::History;
use super::look::GameView;
use super::next_game::is_over;
use super::reading::Reading;
use crate::games::GameRefusal;
use lapidary_model::auth::Identity;
use lapidary_model::game::{GameId, Status, Version};

impl Reading {
    /// Returns the views of a game that is over, one for each version after `since`, at most `limit`, and the
    /// current version.
    ///
    /// # Errors
    /// [`GameRefusal::NotFound`] if the caller may not see the game, [`GameRefusal::NotStarted`],
    /// [`GameRefusal::NotFinished`] or [`GameRefusal::Frozen`] if it is not over; if the database fails, or
    /// the log does not follow the rules.
    pub async fn replayed(
        &self,
        id: GameId,
        caller: Option<&Identity>,
        since: Version,
        limit: u32,
    ) -> Result<(Vec<GameView>, Version), GameRefusal> {
        let _place = self.replays.enter().await;
        let record = self.load_visible(id, caller).await?.record;
        match record.status {
            Status::Frozen => return Err(GameRefusal::Frozen),
            Status::Waiting => return Err(GameRefusal::NotStarted),
            _ if !is_over(&record) => return Err(GameRefusal::NotFinished),
            _ => {}
        }
        let seat = seat_of(&record, caller);
        let history = History::load(&mut *self.pool.get().await?, &record).await?;
        let last = record.version.0.min(since.0.saturating_add(limit));
        let mut views = Vec::new();
        for version in (since.0.saturating_add(1)..=last).map(Version) {
            let game = history.game_at(version)?;
            views.push(GameView::at(&record, seat, version, Some(&game)));
        }
        Ok((views, record.version))
    }
}
