//! Games with given players and seats. One transaction creates and starts them, with as many statements for
//! hundreds of games as for one.

use std::collections::BTreeSet;
use std::time::Duration;

use chrono::{DateTime, Utc};
use futures_util::try_join;

use super::shared_deal::StartedDeal;
use super::tournament_games::TournamentGames;
use crate::games::effects::tell::start_of;
use crate::games::open::opening::Opening;
use crate::games::open::promise::Promise;
use crate::games::play::clocked::clocks_of;
use crate::games::{GameRefusal, SeatRefusal};
use crate::seasons::lock_started;
use crate::webhooks::enqueue_all;
use lapidary_engine::deal::Entropy;
use lapidary_engine::game::Game;
use lapidary_model::auth::PlayerId;
use lapidary_model::deal::Timing;
use lapidary_model::game::{GameId, Terms, Version, Visibility};
use lapidary_model::rating::meeting_key;
use lapidary_store::Postgres;
use lapidary_store::games::{self, NewGame, NewSeat};
use lapidary_store::ratings::{self, RatedStart};
use lapidary_store::tournaments::shared_deals;
use lapidary_store::{clocks, deals, invitations};

/// The maximum number of games that one statement adds, to stay below PostgreSQL's limit of parameters
/// (65,535).
const GAMES_AT_ONCE: usize = 500;

/// A game to start.
pub struct SeatedGame<'a> {
    pub id: GameId,
    /// The terms.
    pub terms: Terms,
    /// Who arranges it, without a seat.
    pub creator: PlayerId,
    /// The players in the order of joining, and their contributions to the deal. There are no contributions
    /// to a shared deal for one game alone.
    pub players: Vec<(PlayerId, Option<(Entropy, Timing)>)>,
    /// The secret to which the server has committed before; none for a shared one and for a new one.
    pub promise: Option<Promise>,
    /// The part of its time that each seat has for its first turn; none means all of it.
    pub first_turn: Option<Duration>,
    /// Who else may see it, if it is private.
    pub watchers: &'a [PlayerId],
}

/// A dealt game that is not stored yet. It contains the secret of its deal.
struct DealtGame<'a> {
    new: &'a SeatedGame<'a>,
    /// Its own deal, if it does not share one.
    own: Option<Promise>,
    game: Game,
    /// The players, in the order of seats.
    by_seat: Vec<PlayerId>,
}

/// The stored data of games beside their rows.
#[derive(Default)]
struct Started<'a> {
    seats: Vec<NewSeat>,
    given: Vec<(GameId, PlayerId, &'a (Entropy, Timing))>,
    invited: Vec<(GameId, PlayerId)>,
}

#[boxed]
impl Opening {
    /// Creates games with these players and starts them. They share a stored deal, or have one each. The
    /// limits on the games of an account do not apply, because others wait for the games. The caller must
    /// have opened a transaction, at this time, and must announce the games after its commit.
    pub async fn start_seated(
        &self,
        connection: &Postgres,
        new: &[SeatedGame<'_>],
        deal: Option<&StartedDeal>,
        at: DateTime<Utc>,
    ) -> Result<(), SeatRefusal> {
        let seasons: BTreeSet<_> = new.iter().filter_map(|new| new.terms.season).collect();
        for season in seasons {
            lock_started(connection, season).await?;
        }
        let beacon = match deal {
            Some(deal) => shared_deals::beacon(connection, deal.hidden_by()).await?,
            None => Entropy::default(),
        };
        for new in new.chunks(GAMES_AT_ONCE) {
            let dealt: Vec<DealtGame<'_>> =
                new.iter().map(|new| self.deal(new, deal, &beacon)).collect::<Result<_, _>>()?;
            self.store(connection, &dealt, deal, at).await?;
        }
        Ok(())
    }

    fn deal<'a>(
        &self,
        new: &'a SeatedGame<'a>,
        shared: Option<&StartedDeal>,
        beacon: &Entropy,
    ) -> Result<DealtGame<'a>, GameRefusal> {
        let own = match (shared, &new.promise) {
            (Some(_), _) => None,
            (None, Some(promise)) => Some(promise.clone()),
            (None, None) => Some(Promise::new()?),
        };
        let promise = promise(own.as_ref(), shared)?;
        let given = new.players.iter().map(|(_, given)| given.as_ref().filter(|_| own.is_some()));
        let entropies: Vec<Entropy> =
            given.map(|given| given.map(|(entropy, _)| entropy.clone()).unwrap_or_default()).collect();
        let dealt = promise.deal(self, &new.terms, entropies, beacon, None)?;
        let player = |&place: &u8| new.players.get(usize::from(place)).map(|(player, _)| *player);
        let by_seat = dealt.seats.iter().filter_map(player).collect();
        Ok(DealtGame { new, own, game: dealt.game, by_seat })
    }

    async fn store(
        &self,
        connection: &Postgres,
        dealt: &[DealtGame<'_>],
        deal: Option<&StartedDeal>,
        at: DateTime<Utc>,
    ) -> Result<(), SeatRefusal> {
        let mut started = Started::default();
        let mut rows = Vec::with_capacity(dealt.len());
        for dealt in dealt {
            rows.push(dealt.row(deal)?);
            started.seats.extend(dealt.seats());
            started.given.extend(dealt.contributions());
            if dealt.new.terms.visibility == Visibility::Private {
                started.invited.extend(dealt.new.watchers.iter().map(|&watcher| (dealt.new.id, watcher)));
            }
        }
        let ids: Vec<GameId> = dealt.iter().map(|dealt| dealt.new.id).collect();
        let (mut running, mut rated) = (Vec::new(), Vec::new());
        let mut news = Vec::with_capacity(dealt.len());
        for DealtGame { new, game, by_seat, .. } in dealt {
            let clocks = clocks_of(&new.terms, game, at, &self.settings, new.first_turn);
            running.extend(clocks.map(|clocks| (new.id, clocks)));
            let players = || new.players.iter().map(|(player, _)| *player).collect();
            let key = meeting_key(&new.terms);
            rated.extend(key.map(|key| RatedStart { key, game: new.id, players: players() }));
            let organizer = deal.is_none().then_some(new.creator);
            news.push(start_of(new.id, &new.terms, by_seat.clone(), organizer, at));
        }
        try_join!(
            games::insert(connection, &rows),
            games::seat_all(connection, &started.seats),
            deals::contribute_all(connection, &started.given),
            invitations::insert_all(connection, &started.invited),
            games::log_starts(connection, &ids),
            clocks::insert(connection, &running),
            enqueue_all(connection, &news),
            ratings::note_starts(connection, &rated, at),
        )?;
        Ok(())
    }
}

impl TournamentGames {
    /// Announces games that have changed. Call it after the commit.
    pub fn announce_changed(&self, changed: &[(GameId, Version)]) {
        self.watchers.announce_all(changed);
    }

    /// Announces started games, also to their players. Call it after the commit.
    pub fn announce_started(&self, started: &[GameId], players: &[PlayerId]) {
        let news: Vec<(GameId, Version)> = started.iter().map(|&game| (game, Version(1))).collect();
        self.watchers.announce_all(&news);
        players.iter().for_each(|&player| self.watchers.announce_news(player));
    }
}

impl DealtGame<'_> {
    fn row<'a>(&'a self, shared: Option<&'a StartedDeal>) -> Result<NewGame<'a>, GameRefusal> {
        let promise = promise(self.own.as_ref(), shared)?;
        Ok(NewGame {
            id: self.new.id,
            terms: self.new.terms,
            creator: self.new.creator,
            label: None,
            organized: false,
            deal_id: promise.deal_id,
            server_seed: &promise.server_seed,
            commitment: promise.commitment(),
            shared_deal: shared.map(StartedDeal::hidden_by),
            dealt: Some(&self.game),
        })
    }

    fn seats(&self) -> impl Iterator<Item = NewSeat> {
        let seat_of = |player| self.by_seat.iter().position(|&seated| seated == player);
        let players = self.new.players.iter().enumerate();
        players.filter_map(move |(place, &(player, _))| {
            Some(NewSeat { game: self.new.id, place, player, seat: seat_of(player)? })
        })
    }

    fn contributions(&self) -> impl Iterator<Item = (GameId, PlayerId, &(Entropy, Timing))> {
        let players = self.new.players.iter().filter(|_| self.own.is_some());
        players.filter_map(|(player, given)| Some((self.new.id, *player, given.as_ref()?)))
    }
}

/// Returns the secret of a game's deal, whether its own or shared.
fn promise<'a>(
    own: Option<&'a Promise>,
    shared: Option<&'a StartedDeal>,
) -> Result<&'a Promise, GameRefusal> {
    own.or(shared.map(StartedDeal::promise)).ok_or(GameRefusal::Broken("a game has no deal"))
}
