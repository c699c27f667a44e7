//! Deals games for tests and plays them at random. A failure shows the seed, which reproduces it.

use lapidary_engine::deal::{Contributions, DealId, DealInput, Dealer, Entropy, Seating, ServerSeed};
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::seat::SeatCount;
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::module::Modules;
use lapidary_engine::splendor::setup::{Setup, opened_boxes};
use lapidary_engine::splendor::state::State;

/// The setup for this seed.
pub fn setup(seats: SeatCount, modules: Modules, seed: u64) -> Setup {
    let mut secret = [0; 32];
    secret[..8].copy_from_slice(&seed.to_be_bytes());
    let server_seed = ServerSeed::new(secret);
    let contributions = Contributions::try_from(vec![Entropy::default(); seats.get()]).unwrap();
    let input = DealInput {
        deal_id: DealId([0; 16]),
        server_seed: &server_seed,
        ruleset: &Ruleset::Splendor(modules).deal_name(),
        contributions: &contributions,
        beacon: &Entropy::default(),
    };
    let dealt = Dealer::new(&input).splendor(Seating::JoinOrder, opened_boxes(modules));
    Setup::from_deal(modules, &dealt).unwrap()
}

/// The opening for this seed.
pub fn deal(seats: SeatCount, modules: Modules, seed: u64) -> State {
    setup(seats, modules, seed).start().unwrap()
}

/// Every combination of modules with every number of seats.
pub fn every_table() -> impl Iterator<Item = (Modules, SeatCount)> {
    Modules::every_combination().flat_map(|modules| SeatCount::ALL.map(|seats| (modules, seats)))
}

/// The first word of the notation of those kinds of action that a taste may contain.
fn word_of(action: &Action) -> &'static str {
    match action {
        Action::Take(_) => "take",
        Action::Reserve(_) => "reserve",
        Action::ReserveBlind(_) => "reserve_blind",
        Action::Keep(_) => "keep",
        Action::Buy { .. } => "buy",
        Action::Conquer(_) => "conquer",
        Action::PlaceStronghold { .. } => "place_stronghold",
        _ => "",
    }
}

/// A player with preferences, so that random games reach positions that are rare in uniform play: purchases,
/// three strongholds on one card, full hands.
pub struct Taste {
    /// The preferred kinds of action, as the first word of their notation.
    likes: &'static [&'static str],
}

impl Taste {
    const ALL: [Taste; 6] = [
        Taste { likes: &[] },
        Taste { likes: &["buy", "conquer"] },
        Taste { likes: &["buy", "conquer", "place_stronghold"] },
        Taste { likes: &["reserve_blind", "buy", "keep"] },
        Taste { likes: &["take"] },
        Taste { likes: &["reserve", "buy", "conquer", "take"] },
    ];

    /// A random taste.
    pub fn any(rng: &mut fastrand::Rng) -> &'static Taste {
        &Taste::ALL[rng.usize(..Taste::ALL.len())]
    }

    /// Picks one of these actions, usually a preferred one.
    pub fn pick(&self, actions: &[Action], rng: &mut fastrand::Rng) -> Action {
        let liked = |word: &&str| -> Vec<Action> {
            actions.iter().copied().filter(|action| word_of(action) == *word).collect()
        };
        let preferred = self.likes.iter().map(liked).find(|found| !found.is_empty() && rng.u8(..10) < 8);
        match preferred {
            // Strongholds go to the first card, so that three of them come together.
            Some(found) if self.likes.contains(&"place_stronghold") && rng.bool() => found[0],
            Some(found) => found[rng.usize(..found.len())],
            None => actions[rng.usize(..actions.len())],
        }
    }
}
