//! A second world of the same game, which differs only in what a viewer must not know.

use std::collections::HashMap;

use fastrand::Rng;
use lapidary::engine::game::Game;
use lapidary::engine::kids;
use lapidary::engine::kids::tile::VILLAGE_TILES;
use lapidary::engine::record::{By, Leaving};
use lapidary::engine::replay::{Replay, Written};
use lapidary::engine::ruleset::Ruleset;
use lapidary::engine::seat::Seat;
use lapidary::engine::splendor;
use lapidary::engine::splendor::card::CardId;
use lapidary::engine::viewer::Viewer;

use super::stored::{Stored, StoredEntry, StoredGame};

/// How many worlds are dealt at most, until one is possible.
const DEALS_MAX: usize = 20;

/// A game in two worlds, with the position and the opening of each.
pub struct OtherWorld {
    here: StoredGame,
    snapshot: Vec<u8>,
    opening: Vec<u8>,
    cards: HashMap<CardId, CardId>,
}

impl OtherWorld {
    /// Randomly exchanges hidden pieces that the viewer cannot distinguish and has never seen. P4 shows a
    /// player the card that goes back, so that card stays.
    ///
    /// What everybody has seen must be possible in the other world too: who passed had no legal action (B12),
    /// so a hidden card that this player could have bought then is not among their cards. If no such world is
    /// found, the world returned is this one.
    pub fn of(
        ruleset: Ruleset,
        (here, log): (&StoredGame, &[StoredEntry]),
        viewer: Viewer,
        shown: &str,
        dice: &mut Rng,
    ) -> OtherWorld {
        let world = |_| OtherWorld::deal(ruleset, here, viewer, shown, dice);
        let this = || OtherWorld {
            here: here.clone(),
            snapshot: here.snapshot.clone(),
            opening: here.opening.clone(),
            cards: HashMap::new(),
        };
        (0..DEALS_MAX).map(world).find(|world| world.allows(ruleset, log)).unwrap_or_else(this)
    }

    /// Deals a world that may be impossible.
    fn deal(ruleset: Ruleset, here: &StoredGame, viewer: Viewer, shown: &str, dice: &mut Rng) -> OtherWorld {
        let decode = |bytes: &[u8]| Game::decode(ruleset, bytes).expect("a stored game");
        let mut cards = HashMap::new();
        let (snapshot, opening) = match (decode(&here.snapshot), decode(&here.opening)) {
            (Game::Splendor(mut position), Game::Splendor(mut opening)) => {
                cards = exchange(&position, viewer, shown, dice);
                deal_cards(&mut position, viewer, &cards);
                deal_cards(&mut opening, Viewer::Spectator, &cards);
                (Game::Splendor(position), Game::Splendor(opening))
            }
            (Game::Kids(mut position), Game::Kids(mut opening)) => {
                deal_tiles(&mut position, &mut opening, dice);
                (Game::Kids(position), Game::Kids(opening))
            }
            _ => panic!("a game stays what it is"),
        };
        OtherWorld { here: here.clone(), snapshot: snapshot.encode(), opening: opening.encode(), cards }
    }

    /// Returns whether the rules allow the log in this world.
    fn allows(&self, ruleset: Ruleset, log: &[StoredEntry]) -> bool {
        let written: Vec<Written> = log.iter().filter_map(|entry| self.written(entry)).collect();
        let opening = Game::decode(ruleset, &self.opening).expect("an opening");
        let mut replay = Replay::of(opening, written.len());
        written.iter().all(|entry| replay.read(entry).is_ok())
    }

    /// Returns an entry in this world as the engine reads it.
    fn written(&self, entry: &StoredEntry) -> Option<Written> {
        let seat = Seat::new(entry.seat?.try_into().ok()?)?;
        let by = if entry.by == "engine" { By::Engine } else { By::Player };
        match (entry.kind.as_str(), self.words(entry.action.as_deref())) {
            ("action", Some(action)) => Some(Written::Decision { seat, by, action }),
            ("resigned", _) => Some(Written::Leaving { seat, how: Leaving::Resigned }),
            ("timed_out", _) => Some(Written::Leaving { seat, how: Leaving::TimedOut }),
            _ => None,
        }
    }

    /// Returns whether there is any difference.
    pub fn differs(&self) -> bool {
        (&self.snapshot, &self.opening) != (&self.here.snapshot, &self.here.opening)
    }

    /// Returns the position in the other world.
    pub fn position(&self, ruleset: Ruleset) -> Game {
        Game::decode(ruleset, &self.snapshot).expect("a position")
    }

    /// Stores the other world in the database.
    pub async fn enter(&self, stored: &mut Stored, id: &str, log: &[StoredEntry]) {
        assert!(self.differs(), "the worlds differ");
        stored.put(id, &self.snapshot, &self.opening).await;
        for entry in log {
            stored.say(id, entry.seq, self.words(entry.action.as_deref())).await;
        }
    }

    /// Restores this world in the database.
    pub async fn leave(&self, stored: &mut Stored, id: &str, log: &[StoredEntry]) {
        stored.put(id, &self.here.snapshot, &self.here.opening).await;
        for entry in log {
            stored.say(id, entry.seq, entry.action.clone()).await;
        }
    }

    /// Returns an entry in the other world: the card that P4 kept is the only hidden card that an entry
    /// names.
    fn words(&self, action: Option<&str>) -> Option<String> {
        let kept = action.and_then(|action| action.strip_prefix("keep ")).and_then(CardId::from_name);
        match kept.and_then(|card| self.cards.get(&card)) {
            Some(other) => Some(format!("keep {other}")),
            None => action.map(str::to_owned),
        }
    }
}

/// The mapping of cards between the worlds.
fn exchange(
    position: &splendor::state::State,
    viewer: Viewer,
    shown: &str,
    dice: &mut Rng,
) -> HashMap<CardId, CardId> {
    let mut exchange = HashMap::new();
    let mut copy = *position;
    copy.redeal(viewer, |unknown| {
        let before: Vec<CardId> =
            unknown.iter().copied().filter(|card| !shown.contains(&format!("\"{card}\""))).collect();
        let mut after = before.clone();
        dice.shuffle(&mut after);
        exchange.extend(before.into_iter().zip(after));
    });
    exchange
}

fn deal_cards(state: &mut splendor::state::State, viewer: Viewer, exchange: &HashMap<CardId, CardId>) {
    state.redeal(viewer, |cards| {
        for card in cards {
            *card = exchange.get(card).copied().unwrap_or(*card);
        }
    });
}

/// Shuffles the rest of the stack and the tiles that nobody has seen, in the position and in the opening.
fn deal_tiles(position: &mut kids::state::State, opening: &mut kids::state::State, dice: &mut Rng) {
    let unseen = unseen_places(position, opening);
    let mut orders: Vec<Vec<usize>> = Vec::new();
    position.redeal(|places| {
        dice.shuffle(places);
        orders.push(places.to_vec());
    });
    let mut orders = orders.into_iter();
    let mut villages = false;
    opening.redeal(|places| {
        let Some(order) = orders.next() else { return };
        // Drawn tiles came from the top of the stack; village tiles are identified by their places.
        let drawn = places.len() - order.len();
        for (index, &from) in order.iter().enumerate() {
            match villages {
                false => places[drawn + index] = drawn + from,
                true => places[unseen[index]] = unseen[from],
            }
        }
        villages = true;
    });
}

/// Returns the places of the village tiles that nobody has seen, in the order in which they are dealt again.
fn unseen_places(position: &kids::state::State, opening: &kids::state::State) -> Vec<usize> {
    let tiled = |state: &kids::state::State| -> Vec<usize> {
        let view = state.view(Viewer::Spectator);
        view.tiled_villages.iter().map(|place| usize::from(place.number())).collect()
    };
    let laid = tiled(opening).len();
    tiled(position).into_iter().chain(laid..VILLAGE_TILES).collect()
}
