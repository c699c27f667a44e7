//! A whole ended game: what one viewer sees of every version.

use super::access::seat_of;
use super::history::History;
use super::look::GameView;
use super::next_game::is_over;
use super::pictured::{last_action, own_seat};
use super::reading::Reading;
use super::replay::Replayed;
use crate::games::GameRefusal;
use lapidary_engine::game::Effect;
use lapidary_engine::seat::Seat;
use lapidary_model::auth::Visitor;
use lapidary_model::fair_queue::Permit;
use lapidary_model::game::{GameId, Status, Version};

/// A version of an ended game, as one viewer sees it.
pub struct ReplayedView {
    pub view: GameView,
    /// The seat of the viewer.
    pub first: Seat,
    /// The seat and the effects of the last action, as in a picture of this version.
    pub last: Option<(Seat, Vec<Effect>)>,
}

#[boxed]
impl Reading {
    /// Returns the views of an ended game, one for each version after `since`, at most `limit`, and the
    /// current version. Without a turn for the work, it waits for one among the replays.
    pub async fn replayed(
        &self,
        id: GameId,
        visitor: &Visitor,
        (since, limit): (Version, u32),
        turn: Option<&Permit>,
    ) -> Result<(Vec<ReplayedView>, Version), GameRefusal> {
        // The holder of the turn for pictures waits for nobody here; everybody else waits for the holder.
        let _place = match turn {
            Some(_) => None,
            None => Some(self.replays.enter(visitor).await?),
        };
        let caller = visitor.identity.as_ref();
        let record = self.load_visible(id, caller).await?.record;
        match record.status {
            Status::Frozen => return Err(GameRefusal::Frozen),
            Status::Waiting => return Err(GameRefusal::NotStarted),
            _ if !is_over(&record) => return Err(GameRefusal::NotFinished),
            _ => {}
        }
        if since > record.version {
            return Err(GameRefusal::NoSuchVersion { version: record.version });
        }
        let seat = seat_of(&record, caller);
        let history = History::load(&*self.pool.get().await?, &record).await?;
        let last = record.version.0.min(since.0.saturating_add(limit));
        let mut views = Vec::new();
        for version in (since.0.saturating_add(1)..=last).map(Version) {
            let Replayed { game, entries, .. } = history.replay(version)?;
            let view = GameView::at(&record, seat, version, Some(&game));
            let eyes = view.viewer;
            views.push(ReplayedView { view, first: own_seat(eyes), last: last_action(&entries, eyes) });
        }
        Ok((views, record.version))
    }
}
