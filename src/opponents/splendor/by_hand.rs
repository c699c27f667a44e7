//! What a position is worth to a seat, by hand-written rules. It covers every module.

use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::card::{CardId, Power};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::holdings::Holdings;
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::state::State;
use lapidary_engine::splendor::tokens::Gems;

/// The worth of each bonus of a color: the first ones are worth most.
const BONUS: [f32; 8] = [0.0, 1.0, 1.85, 2.5, 2.95, 3.25, 3.4, 3.5];
/// The worth of a noble or city that is fulfilled, before the number of missing cards.
const NOBLE: f32 = 2.2;
/// What remains of the worth of an aim for each missing card.
const PER_MISSING_CARD: f32 = 0.62;
/// What remains of the worth of a card for each turn of taking tokens.
const PER_TURN: f32 = 0.74;
/// The tokens that a turn brings on average.
const TOKENS_PER_TURN: f32 = 2.4;
/// The worth of a token in hand, of a gold, and of a post.
const GEM: f32 = 0.1;
const GOLD: f32 = 0.3;
const POST: f32 = 1.3;
/// The worth of the best cards within reach, best first: a seat works at few at a time.
const AIMS: [f32; 4] = [0.8, 0.45, 0.25, 0.15];

/// How much better the position is for the seat than for its best opponent, in points.
pub fn lead(state: &State, seat: Seat) -> f32 {
    let others = state.seats_in_play().filter(|&other| other != seat);
    let best = others.map(|other| score(state, other)).fold(f32::MIN, f32::max);
    score(state, seat) - 0.6 * best.max(0.0)
}

/// The share of the game that the seat can expect, 0 to 1: the shares of all seats add up to 1.
pub fn share(state: &State, seat: Seat) -> f32 {
    if let Some(share) = final_share(state, seat) {
        return share;
    }
    let weight = |of: Seat| (score(state, of) * STEEPNESS).exp();
    let all: f32 = state.seats_in_play().map(weight).sum();
    if state.seats_in_play().any(|one| one == seat) { weight(seat) / all } else { 0.0 }
}

/// How quickly a lead in points becomes a win.
const STEEPNESS: f32 = 0.35;

/// The share of the game when it is over: winners share it. `None` while it runs.
pub fn final_share(state: &State, seat: Seat) -> Option<f32> {
    let winners = state.outcome()?.winners();
    Some(if winners.contains(&seat) { 1.0 / winners.len() as f32 } else { 0.0 })
}

/// What a seat has and can soon have, in points.
pub fn score(state: &State, seat: Seat) -> f32 {
    let holdings = state.holdings(seat);
    let prestige = f32::from(state.prestige(seat));
    let bonuses: f32 =
        Color::ALL.into_iter().map(|color| BONUS[usize::from(holdings.bonuses.get(color)).min(7)]).sum();
    let tokens = GEM * f32::from(holdings.tokens.gems().total()) + GOLD * f32::from(holdings.tokens.gold());
    let triggers = if triggers_end(state, seat) { 4.0 } else { 0.0 };
    prestige + bonuses + tokens + triggers - 0.04 * f32::from(holdings.purchases)
        + nobles(state, holdings)
        + cities(state, seat)
        + posts(state, seat)
        + aims(state, seat)
}

fn triggers_end(state: &State, seat: Seat) -> bool {
    let prestige = state.prestige(seat);
    match state.cities() {
        None => prestige >= lapidary_engine::splendor::state::PRESTIGE_TO_END,
        Some(cities) => cities.fulfilled_by(prestige, state.holdings(seat).card_counts).next().is_some(),
    }
}

fn nobles(state: &State, holdings: &Holdings) -> f32 {
    let missing = |cards: Gems| f32::from(cards.less(holdings.card_counts).total());
    state.nobles_left().iter().map(|noble| NOBLE * PER_MISSING_CARD.powf(missing(noble.cards()))).sum()
}

/// The nearest city: cards and points that it still needs.
fn cities(state: &State, seat: Seat) -> f32 {
    let Some(cities) = state.cities() else { return 0.0 };
    let (cards, prestige) = (state.holdings(seat).card_counts, state.prestige(seat));
    let distance = |city: &lapidary_engine::splendor::modules::cities::CityId| {
        let named = city.cards();
        let others = Color::ALL.into_iter().filter(|&color| named.get(color) == 0);
        let most = others.map(|color| cards.get(color)).max().unwrap_or_default();
        let missing = named.less(cards).total() + city.any_one_other_color().saturating_sub(most);
        f32::from(missing) + 0.45 * f32::from(city.points().saturating_sub(prestige))
    };
    let nearest = cities.0.iter().map(distance).fold(f32::MAX, f32::min);
    12.0 * 0.85f32.powf(nearest)
}

fn posts(state: &State, seat: Seat) -> f32 {
    let Some(posts) = state.posts() else { return 0.0 };
    let cards = state.holdings(seat).card_counts;
    let worth = |post: Post| match posts.owns(seat, post) {
        true => POST,
        false => 0.6 * POST * PER_MISSING_CARD.powf(f32::from(post.cards().less(cards).total())),
    };
    Post::ALL.into_iter().map(worth).sum()
}

/// The cards that the seat can buy soon: those of its hand, and those of the market that are open to it.
fn aims(state: &State, seat: Seat) -> f32 {
    let holdings = state.holdings(seat);
    let mut best = [0.0f32; AIMS.len()];
    let mut offer = |worth: f32| {
        let mut worth = worth;
        for place in &mut best {
            if worth > *place {
                std::mem::swap(place, &mut worth);
            }
        }
    };
    for card in holdings.hand.cards().filter(|card| !card.is_blank()) {
        offer(1.1 * aim(holdings, card));
    }
    for (slot, card) in state.market().face_up().filter(|(_, card)| !card.is_blank()) {
        let stack = state.strongholds().and_then(|strongholds| strongholds.on(slot));
        let access = match stack {
            None => 1.0,
            Some(stack) if stack.owner == seat => 1.15 + 0.1 * f32::from(stack.count),
            Some(_) => 0.3,
        };
        offer(access * aim(holdings, card));
    }
    best.iter().zip(AIMS).map(|(worth, weight)| worth * weight).sum()
}

/// The worth of a card by the turns that it takes to pay for it.
fn aim(holdings: &Holdings, card: CardId) -> f32 {
    let facts = card.facts();
    let missing = holdings.due(facts.cost).less(holdings.tokens.gems());
    let units = f32::from(missing.total().saturating_sub(holdings.tokens.gold()));
    let widest = Color::ALL.into_iter().map(|color| missing.get(color)).max().unwrap_or_default();
    let turns = (units / TOKENS_PER_TURN).max(f32::from(widest.saturating_sub(holdings.tokens.gold())) / 1.5);
    let bonus = facts.color.map_or(0.0, |color| {
        let owned = usize::from(holdings.bonuses.get(color)).min(6);
        f32::from(facts.bonus) * (BONUS[owned + 1] - BONUS[owned])
    });
    let power = match facts.power {
        Power::Plain => 0.0,
        Power::VirtualGold => 0.7,
        Power::Associate => 0.9,
        Power::AssociateThenTake => 1.8,
        Power::TakeLevelTwo => 2.2,
        Power::DiscardTwo(color) => {
            if holdings.card_counts.get(color) >= 2 {
                -1.6
            } else {
                -3.0
            }
        }
    };
    (f32::from(facts.points) + bonus + power).max(0.0) * PER_TURN.powf(turns)
}
