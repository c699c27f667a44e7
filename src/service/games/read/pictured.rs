//! The content of a picture of a game: a position and the effect of the last action, as one viewer sees both.

use super::access::{seat_of, viewer};
use super::history::History;
use super::reading::Reading;
use super::replay::Replayed;
use crate::games::GameRefusal;
use lapidary_engine::game::{Effect, Game, GameEntry, View};
use lapidary_engine::record::{By, Cause};
use lapidary_engine::seat::Seat;
use lapidary_engine::viewer::Viewer;
use lapidary_model::auth::Visitor;
use lapidary_model::game::{GameId, Status, Terms, Version, Visibility};
use lapidary_model::player::Occupant;
use lapidary_store::games::GameRecord;

/// A game as a picture shows it. It contains nothing that the viewer may not see.
pub struct Pictured {
    pub terms: Terms,
    /// The players: in order of seats once the game has started, before that in the order of joining.
    pub occupants: Vec<Occupant>,
    /// The position; none if the game has not started.
    pub position: Option<Position>,
    /// Whether everybody may see this version from this seat, and it never changes, except by erasing a
    /// player.
    pub lasting: bool,
}

/// A position of a game, as one viewer sees it.
pub struct Position {
    pub view: View,
    /// The seat of the viewer.
    pub first: Seat,
    /// The seat of the last action, and the action's effects with all that followed; none before the first
    /// action.
    pub last: Option<(Seat, Vec<Effect>)>,
}

#[boxed]
impl Reading {
    /// Returns the game at a version, or the current one, as far as both this caller and this seat may see
    /// it. Without a seat, a game that hides something is shown from the caller's seat, and others from the
    /// first one.
    pub async fn pictured(
        &self,
        id: GameId,
        visitor: &Visitor,
        version: Option<Version>,
        seat: Option<Seat>,
    ) -> Result<Pictured, GameRefusal> {
        let _place = self.replays.enter(visitor).await?;
        let caller = visitor.identity.as_ref();
        let record = self.load_visible(id, caller).await?.record;
        if version.is_some_and(|version| version > record.version || version < Version(1)) {
            return Err(GameRefusal::NoSuchVersion { version: record.version });
        }
        let seats = record.terms.seats;
        if seat.is_some_and(|seat| !seats.has(seat)) {
            return Err(GameRefusal::NoSuchSeat { seats });
        }
        let eyes = viewer(&record, seat_of(&record, caller));
        let position = match &record.game {
            Some(game) => {
                let at = version.unwrap_or(record.version);
                let (game, log) = self.position(&record, game, at).await?;
                let shown = narrowed(eyes, seat);
                Some(Position {
                    view: game.view(shown),
                    first: seat.unwrap_or_else(|| own_seat(eyes)),
                    last: last_action(&log, shown),
                })
            }
            None => None,
        };
        let lasting = version.is_some()
            && eyes == Viewer::Revealed
            && record.terms.visibility == Visibility::Public
            && record.shared_deal.is_none();
        Ok(Pictured { terms: record.terms, occupants: record.occupants, position, lasting })
    }

    /// Returns the position at a version, with the entries that led there. A frozen game shows its current
    /// position, whatever its log says.
    async fn position(
        &self,
        record: &GameRecord,
        current: &Game,
        at: Version,
    ) -> Result<(Game, Vec<GameEntry>), GameRefusal> {
        if record.status == Status::Frozen && at == record.version {
            return Ok((current.clone(), Vec::new()));
        }
        let history = History::load(&*self.pool.get().await?, record).await?;
        let Replayed { game, entries, .. } = history.replay(at)?;
        Ok((game, entries))
    }
}

/// Returns a viewer who sees only what both these eyes and this seat may see.
fn narrowed(eyes: Viewer, seat: Option<Seat>) -> Viewer {
    match (eyes, seat) {
        (_, None) => eyes,
        (Viewer::Revealed, Some(seat)) => Viewer::Seat(seat),
        (Viewer::Seat(own), Some(seat)) if own == seat => eyes,
        (Viewer::Seat(_) | Viewer::Spectator, Some(_)) => Viewer::Spectator,
    }
}

/// Returns the seat from which these eyes look.
pub(super) const fn own_seat(eyes: Viewer) -> Seat {
    match eyes {
        Viewer::Seat(seat) => seat,
        Viewer::Spectator | Viewer::Revealed => Seat::FIRST,
    }
}

/// Returns the seat of the last entry that the engine did not make itself, and the effects of it and of all
/// later entries, as this viewer sees them.
pub(super) fn last_action(log: &[GameEntry], viewer: Viewer) -> Option<(Seat, Vec<Effect>)> {
    let by_engine = |entry: &GameEntry| matches!(entry.cause, Cause::Decision { by: By::Engine, .. });
    let begin = log.iter().rposition(|entry| !by_engine(entry))?;
    let effects = log[begin..].iter().flat_map(|entry| &entry.effects);
    Some((log[begin].cause.seat(), effects.map(|effect| effect.shown_to(viewer)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seat_never_shows_more_than_the_caller_sees() {
        let [own, other] = [Seat::FIRST, Seat::new(1).expect("a seat")];
        assert_eq!(narrowed(Viewer::Seat(own), None), Viewer::Seat(own));
        assert_eq!(narrowed(Viewer::Seat(own), Some(own)), Viewer::Seat(own));
        assert_eq!(narrowed(Viewer::Seat(own), Some(other)), Viewer::Spectator);
        assert_eq!(narrowed(Viewer::Spectator, Some(other)), Viewer::Spectator);
        assert_eq!(narrowed(Viewer::Revealed, Some(other)), Viewer::Seat(other));
    }
}
