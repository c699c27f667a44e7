//! The observation of Splendor. Seats come in the order of play, from the one that observes.

use super::{Sink, cards};
use crate::space::Spelling;
use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::action::Decision;
use lapidary_engine::splendor::card::{CardId, Deck};
use lapidary_engine::splendor::holdings::HAND_MAX;
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_engine::splendor::modules::cities::CityId;
use lapidary_engine::splendor::modules::orient::{ASSOCIATING, ASSOCIATING_CARDS};
use lapidary_engine::splendor::modules::strongholds::STRONGHOLDS_PER_SEAT;
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_engine::splendor::view::{HandCard, SeatView, View};

/// The largest number of tokens of a kind.
const TOKENS: u8 = 20;
/// The decks of the base game.
const BASE_DECKS: usize = 3;

/// Writes what this seat sees. `pending` are the indices of its unfinished action in a space of this size.
pub fn observe(
    view: &View,
    seat: Seat,
    modules: Modules,
    space: usize,
    pending: &Spelling,
    out: &mut impl Sink,
) {
    out.group("", 0);
    observe_turn(view, seat, modules, out);
    put_pending(space, pending, out);
    observe_table(view, modules, out);
    if modules.has(Module::TradingPosts) {
        let drawn = view.seats.get(seat.index()).and_then(|seat| seat.drawn.as_deref()).unwrap_or_default();
        for place in 0..2 {
            out.group("drawn", place);
            cards::put(drawn.get(place).copied(), modules.has(Module::Orient), out);
        }
    }
    for place in 0..view.seats.len() {
        out.group("seat", place);
        if let Some(holdings) = view.seats.get((seat.index() + place) % view.seats.len()) {
            observe_seat(view, holdings, place, modules, out);
        }
    }
}

/// Writes how often each index is part of the unfinished action.
pub fn put_pending(space: usize, pending: &Spelling, out: &mut impl Sink) {
    let mut counts = [0; 384];
    for &index in pending.indices() {
        if let Some(count) = counts.get_mut(usize::from(index)) {
            *count += 1;
        }
    }
    out.put("pending", 10, counts.get(..space).unwrap_or_default());
}

/// The number of a seat, counted from the one that observes.
pub fn relative(seat: Seat, from: Seat, seats: usize) -> usize {
    (seat.index() + seats - from.index()) % seats.max(1)
}

/// Writes which of the seats decides: as many bytes as the game has seats.
pub fn put_to_act(deciding: Option<Seat>, from: Seat, seats: usize, out: &mut impl Sink) {
    let mut to_act = [0; 4];
    if let Some(flag) = deciding.and_then(|seat| to_act.get_mut(relative(seat, from, seats))) {
        *flag = 1;
    }
    out.put("to_act", 1, to_act.get(..seats).unwrap_or_default());
}

fn observe_turn(view: &View, seat: Seat, modules: Modules, out: &mut impl Sink) {
    let decision = view.to_act.map(|(_, decision)| decision as usize);
    out.one_of::<{ Decision::ALL.len() }>("decision", decision);
    put_to_act(view.to_act.map(|(seat, _)| seat), seat, view.seats.len(), out);
    out.number("turn", u8::MAX, view.turns_begun);
    out.number("tokens_to_return", 10, view.question.tokens.unwrap_or_default());
    if modules.has(Module::Orient) {
        out.number("free_level", 2, view.question.level.map_or(0, |level| level.number()));
    }
    if modules.has(Module::Orient) || modules.has(Module::Strongholds) {
        out.number("subject", CardId::COUNT, view.question.card.map_or(0, CardId::number));
    }
    out.flag("final_round", view.final_round);
    out.number("passes", 4, view.passes);
    out.number("quiet_rounds", 25, view.quiet_rounds);
}

fn observe_table(view: &View, modules: Modules, out: &mut impl Sink) {
    out.put("supply", TOKENS, &view.supply.counts());
    if modules.has(Module::Cities) {
        let mut tiles = [0; CityId::COUNT as usize];
        view.cities.iter().for_each(|city| tiles[city.place() as usize] = 1);
        out.put("cities", 1, &tiles);
    } else {
        let mut tiles = [0; NobleId::COUNT as usize];
        view.nobles.iter().for_each(|noble| tiles[noble.place() as usize] = 1);
        let known = if modules.has(Module::Orient) { tiles.len() } else { tiles.len() - 1 };
        out.put("nobles", 1, &tiles[..known]);
    }
    let mut place = 0;
    for row in &view.market {
        out.group("deck", row.deck.index());
        out.number("size", 40, row.deck_size);
    }
    for card in view.market.iter().flat_map(|row| &row.cards) {
        out.group("market", place);
        cards::put(*card, modules.has(Module::Orient), out);
        place += 1;
    }
}

fn observe_seat(view: &View, holdings: &SeatView, place: usize, modules: Modules, out: &mut impl Sink) {
    let orient = modules.has(Module::Orient);
    out.put("tokens", TOKENS, &holdings.tokens.counts());
    out.put("bonuses", 50, &holdings.bonuses.counts().0);
    out.number("prestige", 60, holdings.prestige);
    out.number("purchases", 90, holdings.purchases);
    out.number("nobles", 5, holdings.nobles.len() as u16);
    out.flag("out", holdings.out);
    if orient {
        out.put("card_counts", 50, &holdings.card_counts.counts().0);
        observe_owned(holdings, out);
    }
    if modules.has(Module::Strongholds) {
        observe_strongholds(view, holdings, out);
    }
    if modules.has(Module::TradingPosts) {
        let mut posts = [0; Post::ALL.len()];
        holdings.posts.iter().for_each(|&post| posts[post as usize] = 1);
        out.put("posts", 1, &posts);
    }
    if modules.has(Module::Cities) {
        let mut cities = [0; CityId::COUNT as usize];
        holdings.cities.iter().for_each(|city| cities[city.place() as usize] = 1);
        out.put("cities", 1, &cities);
    }
    for position in 0..HAND_MAX {
        out.group(HANDS[place.min(HANDS.len() - 1)], position);
        observe_held(holdings.hand.get(position), orient, out);
    }
}

/// The names of the hands.
const HANDS: [&str; 4] = ["seat 0 hand", "seat 1 hand", "seat 2 hand", "seat 3 hand"];

/// Writes a reserved card; of a card that is hidden from the observer, the deck.
fn observe_held(held: Option<&HandCard>, orient: bool, out: &mut impl Sink) {
    let (card, deck, blind) = match held {
        None => (None, None, false),
        Some(HandCard::Shown { card, blind }) => (Some(*card), Some(card.facts().deck), *blind),
        Some(HandCard::Hidden { deck }) => (None, Some(*deck), true),
    };
    let deck = deck.map(Deck::index);
    match orient {
        true => out.one_of::<{ Deck::ALL.len() }>("deck", deck),
        false => out.one_of::<BASE_DECKS>("deck", deck),
    }
    out.flag("blind", blind);
    cards::put(card, orient, out);
}

/// Writes the owned cards, and the colors and bonuses of those that are associated (O5).
fn observe_owned(holdings: &SeatView, out: &mut impl Sink) {
    let mut owned = [0; CardId::COUNT as usize];
    let mut associated = [0; ASSOCIATING_CARDS];
    for card in &holdings.cards {
        owned[usize::from(card.card.number() - 1)] = 1;
        let number = ASSOCIATING.iter().position(|other| other == card.card);
        if let (Some(association), Some(number)) = (card.association, number) {
            associated[number] = 1 + association.color as u8 + 5 * (association.bonus - 1);
        }
    }
    out.put("cards", 1, &owned);
    out.put("associations", 10, &associated);
}

/// Writes the number of strongholds at home, and of those on each place of the market.
fn observe_strongholds(view: &View, holdings: &SeatView, out: &mut impl Sink) {
    out.number(
        "strongholds_home",
        STRONGHOLDS_PER_SEAT,
        holdings.strongholds.iter().filter(|card| card.is_none()).count() as u16,
    );
    let mut placed = [0; lapidary_engine::splendor::slot::SLOTS];
    let places = view.market.iter().flat_map(|row| &row.cards);
    for (count, card) in placed.iter_mut().zip(places) {
        *count = holdings.strongholds.iter().filter(|on| on.is_some() && *on == card).count() as u8;
    }
    out.put("strongholds", STRONGHOLDS_PER_SEAT, &placed);
}
