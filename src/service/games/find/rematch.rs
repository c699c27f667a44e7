//! Rematches: the players of an ended game play again on the same terms, each one seat earlier in the order
//! of play.
//!
//! The offer is a challenge to the other players, so it waits, expires and is declined like one.

use super::finding::Finding;
use crate::games::open::built_in::{built_in_among, seat_built_in};
use crate::games::open::create::{RequestedGame, open};
use crate::games::open::join::sit_down;
use crate::games::open::leave::{LeaveEffect, stand_up};
use crate::games::open::limits::{admits, may_create, may_sit_down};
use crate::games::open::promise::Promise;
use crate::games::read::access::lock;
use crate::games::read::look::GameView;
use crate::games::read::next_game::is_over;
use crate::games::{FindingRefusal, GameRefusal, SeatRefusal};
use crate::transaction::act;
use lapidary_engine::deal::{Entropy, Seating};
use lapidary_model::auth::{Identity, PlayerId};
use lapidary_model::game::{GameId, Status, Terms, Version, Visibility};
use lapidary_store::Postgres;
use lapidary_store::games::{self, GameRecord, NoGame};
use lapidary_store::{accounts, challenges, invitations, rematches};

#[boxed]
impl Finding {
    /// Offers a rematch, or agrees to the offered one. It starts when every player has agreed. Returns the
    /// ended game with its rematch. Repeating it replaces the caller's entropy, and changes nothing once the
    /// rematch has started.
    pub async fn offer_rematch(
        &self,
        id: GameId,
        caller: &Identity,
        entropy: Option<Entropy>,
    ) -> Result<GameView, FindingRefusal> {
        let (over, changed) = act!(self.pool, caller, async |connection| {
            let record = lock(connection, id, caller).await?;
            may_play_again(&record, caller)?;
            let changed = match waiting_or_started(connection, id, caller).await? {
                None => self.offer(connection, &record, caller, entropy).await?,
                Some(next) => {
                    let may = may_sit_down(connection, &self.settings, caller.player).await;
                    let guest = (caller.player, entropy);
                    let joined = sit_down(connection, &next, guest, Some(may), &self.open).await?;
                    (next.id, joined.version())
                }
            };
            Ok::<_, FindingRefusal>((record, changed))
        })?;
        self.watchers.announce_all(&[(id, over.version), changed]);
        self.open.wake_built_in(changed.0, over.players());
        self.open.announce_to(over.players());
        Ok(self.read.look(id, Some(caller)).await?)
    }

    /// Opens the game of a rematch, with a place for each player. Built-in opponents agree at once, and keep
    /// their strength. Returns the game with its version.
    async fn offer(
        &self,
        connection: &mut Postgres,
        over: &GameRecord,
        caller: &Identity,
        entropy: Option<Entropy>,
    ) -> Result<(GameId, Version), FindingRefusal> {
        may_create(connection, &self.settings, caller.player).await?;
        // The players arrange a rematch themselves, so nothing depends on it.
        let terms = Terms {
            visibility: Visibility::Private,
            seating: Seating::JoinOrder,
            rated: false,
            ladder: false,
            tournament: None,
            season: None,
            ..over.terms
        };
        let own = over.seat_of(caller.player).ok_or(GameRefusal::NotSeated)?;
        let seats = over.occupants.len();
        let place = place_after(own.index(), seats);
        let table = RequestedGame { terms, label: None, entropy };
        let id = GameId::generate();
        open(connection, id, &Promise::new()?, &table, caller.player, place).await?;
        let (challenger, visibility) = (caller.player, over.terms.visibility);
        let row = challenges::NewChallenge { game: id, challenger, visibility, rematch_of: Some(over.id) };
        challenges::insert(connection, &row).await?;
        for (seat, occupant) in over.occupants.iter().enumerate() {
            if occupant.player == challenger {
                continue;
            }
            accounts::lock(connection, occupant.player).await?.ok_or(FindingRefusal::OpponentErased)?;
            if challenges::is_blocked(connection, challenger, occupant.player).await? {
                return Err(FindingRefusal::OpponentBlocked);
            }
            if !admits(connection, occupant.player, &over.terms).await? {
                return Err(FindingRefusal::BotDeclines);
            }
            invitations::insert(connection, id, occupant.player, Some(place_after(seat, seats))).await?;
        }
        rematches::set(connection, over.id, id).await?;
        let players: Vec<PlayerId> = over.players().collect();
        let mut built_in = built_in_among(&players);
        for seat in &mut built_in {
            seat.strength = games::strength(connection, over.id, seat.opponent).await?;
        }
        let joined = seat_built_in(connection, id, challenger, &built_in, &self.open).await?;
        Ok((id, joined.version()))
    }
}

/// Returns the seat that the player of this seat has in the rematch: the second player begins, and the first
/// one goes last.
fn place_after(seat: usize, seats: usize) -> i16 {
    ((seat + seats - 1) % seats.max(1)) as i16
}

/// Checks that the caller played the game and that it is over.
fn may_play_again(record: &GameRecord, caller: &Identity) -> Result<(), GameRefusal> {
    record.seat_of(caller.player).ok_or(GameRefusal::NotSeated)?;
    match record.status {
        Status::Active => Err(GameRefusal::NotFinished),
        Status::Frozen => Err(GameRefusal::Frozen),
        _ if is_over(record) => Ok(()),
        _ => Err(GameRefusal::NotStarted),
    }
}

/// Returns the rematch of a game, locked; none if nobody offers one. The caller must hold the lock of the
/// ended game.
async fn waiting_or_started(
    connection: &mut Postgres,
    over: GameId,
    caller: &Identity,
) -> Result<Option<GameRecord>, SeatRefusal> {
    let Some(next) = rematches::next(connection, over).await? else { return Ok(None) };
    // The offering player may have withdrawn an invitation; then the invited player finds no free seat.
    let next = match games::lock(connection, next, caller).await {
        Err(NoGame::NotFound) => return Err(SeatRefusal::Full),
        result => result?.record,
    };
    let is_void = next.status == Status::Aborted && next.game.is_none();
    Ok(Some(next).filter(|_| !is_void))
}

#[boxed]
impl Finding {
    /// Withdraws the caller's agreement to a rematch. If the caller offered it, the offer ends. Without an
    /// agreement nothing changes.
    pub async fn take_rematch_back(&self, id: GameId, caller: &Identity) -> Result<(), FindingRefusal> {
        let (over, changed) = act!(self.pool, caller, async |connection| {
            let record = lock(connection, id, caller).await?;
            may_play_again(&record, caller)?;
            let next = match waiting_or_started(connection, id, caller).await {
                Ok(Some(next)) if next.status != Status::Waiting => {
                    return Err(FindingRefusal::from(GameRefusal::Started));
                }
                Ok(next) => next,
                Err(SeatRefusal::Full) => None,
                Err(refusal) => return Err(refusal.into()),
            };
            let Some(next) = next else { return Ok((record, None)) };
            let changed = match stand_up(connection, &next, caller.player).await? {
                LeaveEffect::Goes => Some((next.id, Version::ZERO)),
                LeaveEffect::Aborted(version) => Some((next.id, version)),
                LeaveEffect::Before => None,
            };
            Ok((record, changed))
        })?;
        if let Some(changed) = changed {
            self.watchers.announce_all(&[(id, over.version), changed]);
            self.open.announce_to(over.players());
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everybody_moves_up_one_seat_in_a_rematch() {
        for seats in 2..=4 {
            let places: Vec<i16> = (0..seats).map(|seat| place_after(seat, seats)).collect();
            let expected: Vec<i16> = [seats as i16 - 1].into_iter().chain(0..seats as i16 - 1).collect();
            assert_eq!(places, expected);
        }
    }
}
