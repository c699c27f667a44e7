//! Makes a position of what a viewer sees (B18). What is hidden is dealt from the cards that the viewer has
//! not seen; the caller shuffles.
//!
//! What follows from other parts (bonuses, counts, prestige, fulfilled cities) is not read, so the view of
//! the result can be compared with the given one. A view does not show whether the round is busy (B20), in
//! which order seats of a running game went out (B19), and from which deck others draw (P4): these are
//! guesses.

use super::action::Decision;
use super::agenda::{AFTER_PURCHASE, Agenda, Step, TURN};
use super::card::{CardId, CardSet, Deck};
use super::holdings::{HAND_MAX, Holdings, Reserved};
use super::market::Market;
use super::module::Module;
use super::modules::cities::{Cities, are_three_tiles, nobles_on_table};
use super::modules::orient::{Associations, effects_of};
use super::modules::strongholds::{Stack, Strongholds};
use super::modules::trading_posts::{Drawn, TradingPosts};
use super::noble::{NobleId, NobleSet};
use super::setup::{GOLD_TOKENS, gem_tokens};
use super::slot::{SLOTS, Slot};
use super::state::State;
use super::tokens::{Gems, Tokens};
use super::view::{HandCard, SeatView, View};
use crate::rounds::{Ending, QUIET_ROUNDS_MAX};
use crate::seat::{BySeat, Seat, SeatCount};
use crate::turn::Turn;

/// Why no game looks like this.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
pub enum RestoreError {
    /// A game has two to four seats, in order.
    #[error("a game has 2 to 4 seats, which are listed in order")]
    WrongSeats,
    /// The tokens of seats and supply together are not those of the game (B1).
    #[error("the tokens of the seats and the supply together are not those of the game")]
    WrongTokens,
    /// A card is in two places.
    #[error("the card {} is in two places", .0.name())]
    CardTwice(CardId),
    /// A card is not in play, or in the row of another deck.
    #[error("the card {} cannot be there", .0.name())]
    CardElsewhere(CardId),
    /// The rows of the market are not those of the game, or a place is empty although its deck is not.
    #[error("the market does not have the rows and the cards that the game has now")]
    WrongMarket,
    /// Decks and hands have more cards than there are, or a seat has bought more.
    #[error("the decks and hands have more cards than there are")]
    TooManyCards,
    /// The nobles and city tiles are not as many as the game has, or one is in two places (B1, C1).
    #[error("the nobles or city tiles are not those of the game")]
    WrongTiles,
    /// Strongholds are not on cards of the market, or those of two seats on one card (S1, S4).
    #[error("the strongholds cannot stand like this")]
    WrongStrongholds,
    /// The seat that decides, or what it decides, does not fit the turn.
    #[error("the decision does not fit the turn")]
    WrongTurn,
}

impl State {
    /// The position that a viewer sees. `shuffle` reorders the cards of a deck that the viewer has not seen.
    ///
    /// # Errors
    /// Why no game looks like this.
    pub fn restore(seen: &View, mut shuffle: impl FnMut(&mut [CardId])) -> Result<State, RestoreError> {
        let numbered = seen.seats.iter().zip(Seat::all()).all(|(there, seat)| there.seat == seat);
        let seat_count = u8::try_from(seen.seats.len()).ok().and_then(SeatCount::new);
        let seat_count = seat_count.filter(|_| numbered).ok_or(RestoreError::WrongSeats)?;
        let (modules, agenda) = (seen.modules, agenda(seen)?);
        let mut state = State {
            seat_count,
            modules,
            supply: seen.supply,
            market: Market::EMPTY,
            nobles: seen.nobles.iter().copied().collect(),
            seats: BySeat::default(),
            out: eliminations(seen),
            turn: seen.turn.unwrap_or(Turn { seat: Seat::FIRST, number: seen.turns_begun }),
            agenda,
            drawn: Drawn::default(),
            ending: ending(seen, seat_count)?,
            associations: Associations::default(),
            strongholds: None,
            posts: modules.has(Module::TradingPosts).then(TradingPosts::default),
            cities: seen.cities.as_slice().try_into().ok().map(Cities),
        };
        check_tiles(seen, seat_count)?;
        let mut hidden = Hidden::deal(seen, &mut shuffle)?;
        state.restore_market(seen, &mut hidden)?;
        for there in &seen.seats {
            state.restore_seat(there, &mut hidden)?;
        }
        let gems = Gems::new([gem_tokens(seat_count); 5]);
        if state.tokens_in_game() != Tokens::new(gems, GOLD_TOKENS) {
            return Err(RestoreError::WrongTokens);
        }
        state.restore_drawn(seen, &mut hidden)?;
        state.restore_strongholds(seen)?;
        state.sum_up();
        if state.to_act() == seen.to_act { Ok(state) } else { Err(RestoreError::WrongTurn) }
    }

    /// Empty places are vacant only while a turn has taken cards and the market waits for its refill (B11,
    /// S8).
    fn restore_market(&mut self, seen: &View, hidden: &mut Hidden) -> Result<(), RestoreError> {
        let awaits_refill = self.agenda.turn_steps_done() == 1;
        for row in &seen.market {
            let deck = hidden.take(row.deck, row.deck_size as usize)?;
            self.market.set_deck(row.deck, &deck);
            for (slot, &card) in Slot::of(row.deck).zip(&row.cards) {
                self.market.set_face_up(slot, card);
                if card.is_none() && row.deck_size > 0 {
                    self.market.mark_vacant(slot);
                }
            }
        }
        let is_whole = self.market.vacant().is_empty() || awaits_refill;
        if is_whole { Ok(()) } else { Err(RestoreError::WrongMarket) }
    }

    fn restore_seat(&mut self, there: &SeatView, hidden: &mut Hidden) -> Result<(), RestoreError> {
        let mut holdings =
            Holdings { tokens: there.tokens, purchases: there.purchases, ..Holdings::default() };
        for owned in &there.cards {
            holdings.cards.insert(owned.card);
            owned.association.into_iter().for_each(|with| self.associations.set(owned.card, with));
        }
        if there.hand.len() > HAND_MAX || there.purchases > CardId::COUNT {
            return Err(RestoreError::TooManyCards);
        }
        for held in &there.hand {
            holdings.hand.add(match *held {
                HandCard::Shown { card, blind } => Reserved { card, blind },
                HandCard::Hidden { deck } => Reserved { card: hidden.one(deck)?, blind: true },
            });
        }
        holdings.nobles = there.nobles.iter().copied().collect();
        if let Some(posts) = &mut self.posts {
            posts.0[there.seat] = there.posts.iter().copied().collect();
        }
        self.seats[there.seat] = holdings;
        Ok(())
    }

    /// The cards drawn with P4: those that the viewer sees, or two of a deck that has them.
    fn restore_drawn(&mut self, seen: &View, hidden: &mut Hidden) -> Result<(), RestoreError> {
        let Some((seat, Decision::Keep)) = seen.to_act else { return Ok(()) };
        let shown = seen.seats.get(seat.index()).and_then(|there| there.drawn.as_deref());
        self.drawn = Drawn(match shown {
            Some(&[first, second]) => [Some(first), Some(second)],
            Some(_) => return Err(RestoreError::WrongTurn),
            None => hidden.pair()?.map(Some),
        });
        Ok(())
    }

    fn restore_strongholds(&mut self, seen: &View) -> Result<(), RestoreError> {
        if !self.modules.has(Module::Strongholds) {
            return Ok(());
        }
        let mut stacks: [Option<Stack>; SLOTS] = [None; SLOTS];
        for there in &seen.seats {
            for card in there.strongholds.iter().flatten() {
                let slot = self.market.slot_of(*card).ok_or(RestoreError::WrongStrongholds)?;
                let stack = stacks[slot.index()].get_or_insert(Stack { owner: there.seat, count: 0 });
                if stack.owner != there.seat {
                    return Err(RestoreError::WrongStrongholds);
                }
                stack.count += 1;
            }
        }
        let standing = Strongholds::from_stacks(stacks, self.seat_count);
        self.strongholds = Some(standing.ok_or(RestoreError::WrongStrongholds)?);
        Ok(())
    }
}

/// The cards of each deck that the viewer has not seen, dealt anew.
struct Hidden([Vec<CardId>; 6]);

impl Hidden {
    fn deal(seen: &View, shuffle: &mut impl FnMut(&mut [CardId])) -> Result<Hidden, RestoreError> {
        let mut shown = CardSet::NONE;
        let rows = seen.market.iter().map(|row| (row.deck, row.cards.len()));
        if !rows.eq(seen.modules.decks().map(|deck| (deck, deck.places()))) {
            return Err(RestoreError::WrongMarket);
        }
        for row in &seen.market {
            for card in row.cards.iter().flatten() {
                if card.facts().deck != row.deck {
                    return Err(RestoreError::CardElsewhere(*card));
                }
                show(&mut shown, *card)?;
            }
        }
        for card in seen.seats.iter().flat_map(cards_of) {
            if card.facts().deck.is_orient() && !seen.modules.has(Module::Orient) {
                return Err(RestoreError::CardElsewhere(card));
            }
            show(&mut shown, card)?;
        }
        Ok(Hidden(Deck::ALL.map(|deck| {
            let mut unseen: Vec<CardId> = deck.cards().filter(|&card| !shown.has(card)).collect();
            shuffle(&mut unseen);
            unseen
        })))
    }

    fn take(&mut self, deck: Deck, count: usize) -> Result<Vec<CardId>, RestoreError> {
        let left = &mut self.0[deck.index()];
        let rest = left.len().checked_sub(count).ok_or(RestoreError::TooManyCards)?;
        Ok(left.split_off(rest))
    }

    fn one(&mut self, deck: Deck) -> Result<CardId, RestoreError> {
        self.0[deck.index()].pop().ok_or(RestoreError::TooManyCards)
    }

    fn pair(&mut self) -> Result<[CardId; 2], RestoreError> {
        let pairs = self.0.iter().find_map(|left| left.last_chunk::<2>());
        pairs.copied().ok_or(RestoreError::TooManyCards)
    }
}

/// The cards of a seat that the viewer sees.
fn cards_of(there: &SeatView) -> impl Iterator<Item = CardId> + '_ {
    let held = there.hand.iter().filter_map(|held| match held {
        HandCard::Shown { card, .. } => Some(*card),
        HandCard::Hidden { .. } => None,
    });
    there.cards.iter().map(|owned| owned.card).chain(held).chain(there.drawn.iter().flatten().copied())
}

fn show(shown: &mut CardSet, card: CardId) -> Result<(), RestoreError> {
    if shown.has(card) {
        return Err(RestoreError::CardTwice(card));
    }
    shown.insert(card);
    Ok(())
}

/// No noble and no city leaves the game.
fn check_tiles(seen: &View, seats: SeatCount) -> Result<(), RestoreError> {
    let of_seats = seen.seats.iter().flat_map(|there| &there.nobles);
    let nobles: Vec<NobleId> = seen.nobles.iter().chain(of_seats).copied().collect();
    let different: NobleSet = nobles.iter().copied().collect();
    let expected = nobles_on_table(seats, seen.modules);
    let is_whole = nobles.len() == expected && different.len() == expected;
    match is_whole && are_three_tiles(&seen.cities, seen.modules) {
        true => Ok(()),
        false => Err(RestoreError::WrongTiles),
    }
}

fn ending(seen: &View, seats: SeatCount) -> Result<Ending, RestoreError> {
    let possible = usize::from(seen.passes) <= seats.get() && seen.quiet_rounds <= QUIET_ROUNDS_MAX;
    let turns_fit = seen.to_act.map(|(seat, _)| seat) == seen.turn.map(|turn| turn.seat);
    let is_over = seen.outcome.is_some();
    if !possible || !turns_fit || is_over == seen.to_act.is_some() {
        return Err(RestoreError::WrongTurn);
    }
    Ok(Ending {
        final_round: seen.final_round,
        passes: seen.passes,
        quiet_rounds: seen.quiet_rounds,
        busy: true,
        over: seen.outcome.as_ref().map(|outcome| outcome.reason),
    })
}

/// The places in the order of elimination: the result shows them, because later ones rank better (B19).
fn eliminations(seen: &View) -> BySeat<u8> {
    let rank =
        |seat: Seat| seen.outcome.as_ref().and_then(|outcome| outcome.ranks.get(seat.index()).copied());
    let mut out: Vec<Seat> = seen.seats.iter().filter(|there| there.out).map(|there| there.seat).collect();
    out.sort_by_key(|&seat| std::cmp::Reverse(rank(seat)));
    let mut places = BySeat::default();
    (1..).zip(out).for_each(|(place, seat)| places[seat] = place);
    places
}

/// What remains of the turn (T1). The steps of a purchase are the same after one by Conquest, after which the
/// step of Conquest is skipped (S7).
fn agenda(seen: &View) -> Result<Agenda, RestoreError> {
    let Some((_, decision)) = seen.to_act else { return Ok(Agenda::TURN_BEGINS) };
    let of_turn = |step: Step| TURN.iter().take_while(|&&other| other != step).count() as u8;
    let then = |first: Vec<Step>| [first, AFTER_PURCHASE.to_vec()].concat();
    let (done, pending) = match decision {
        Decision::Main => (0, Vec::new()),
        Decision::Keep => (1, vec![Step::Keep]),
        Decision::Associate => {
            let card = seen.question.card.ok_or(RestoreError::WrongTurn)?;
            (1, then(effects_of(card, card.facts().power).into_iter().flatten().collect()))
        }
        Decision::TakeFree => {
            (1, then(vec![Step::TakeFree(seen.question.level.ok_or(RestoreError::WrongTurn)?)]))
        }
        Decision::TakeToken => (1, AFTER_PURCHASE.to_vec()),
        Decision::Stronghold => (1, vec![Step::Stronghold]),
        Decision::Conquest => (of_turn(Step::Conquest), Vec::new()),
        Decision::Return => (of_turn(Step::TokenLimit), Vec::new()),
        Decision::Noble => (of_turn(Step::Noble), Vec::new()),
        Decision::Post => (of_turn(Step::Post), Vec::new()),
    };
    Agenda::from_parts(done, &pending).ok_or(RestoreError::WrongTurn)
}
