//! The Orient: virtual gold, associations, discards, free cards, and everything that they change (O1-O13). It
//! does not know other modules. The effect of a card is its printed [`Power`].
//!
//! | ruling | what it changes | where |
//! |---|---|---|
//! | O1 | three further decks | `Modules::decks` |
//! | O3 | steps after an acquired card | `effects_of` |
//! | O4 | a way to pay: virtual gold | `virtual_gold.rs`, `State::virtual_gold` |
//! | O5, O6 | color and bonuses of a card that associates | `Associations`, `color_of`, `can_associate`, `take_up_associate`, `list_associations`, `check_associate`, `associate` |
//! | O7, O8, O11 | a card at no cost | `take_up_take_free`, `list_free`, `check_take_free`, `take_free` |
//! | O10 | a way to pay: two cards of a color | `Price`, `each_discard`, `judge_discard` |
//! | O4, O10 | a card leaves the game | `discard` |
//! | O2, O9, O12, O13 | nothing: one hand, double bonuses in the catalogue, purchases and points as in the base game | |

use crate::bytes::{Reader, SnapshotError};
use crate::record::Recorder;
use crate::seat::Seat;
use crate::splendor::action::{Action, Decision, Payment};
use crate::splendor::agenda::Step;
use crate::splendor::card::{CardId, CardSet, Deck, Level, Power};
use crate::splendor::check::require;
use crate::splendor::color::Color;
use crate::splendor::effect::Effect;
use crate::splendor::module::{Module, Modules};
use crate::splendor::refusal::Refusal;
use crate::splendor::slot::SlotSet;
use crate::splendor::state::State;
use crate::splendor::tokens::Gems;
use crate::splendor::turn::Taken;
use crate::splendor::view::OwnedCard;

mod virtual_gold;

pub use virtual_gold::{VIRTUAL_GOLD_PER_CARD, VirtualGold};

/// The catalogue number of the first card of level 1 that associates.
const FIRST_COPY: u8 = 96;
/// The catalogue number of the first card of level 2 that associates.
const FIRST_COPY_TAKE: u8 = 106;
/// The number of cards of each kind.
const CARDS_PER_KIND: u8 = 5;
/// The number of cards that can be associated.
pub const ASSOCIATING_CARDS: usize = 10;

// The catalogue has these powers at these numbers.
const _: () = {
    let mut number = 1;
    while let Some(card) = CardId::new(number) {
        assert!(associates(card.facts().power) == ASSOCIATING.has(card));
        // As `judged_singly` says.
        let deck = card.facts().deck;
        assert!(!associates(card.facts().power) || deck.is_orient());
        assert!(!matches!(card.facts().power, Power::DiscardTwo(_)) || deck as u8 == Deck::Orient3 as u8);
        assert!(matches!(card.facts().power, Power::VirtualGold) == VirtualGold::of(card).is_some());
        number += 1;
    }
    assert!(ASSOCIATING.len() as usize == ASSOCIATING_CARDS);
};

/// The color and bonuses that a card took over (O5, O6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Association {
    /// Its color for the rest of the game.
    pub color: Color,
    /// The number of bonuses of the color: 1 or 2.
    pub bonus: u8,
}

impl Association {
    /// The association as one byte, never 0.
    const fn code(self) -> u8 {
        1 + self.color as u8 + Color::ALL.len() as u8 * (self.bonus - 1)
    }

    /// The association with this byte; none for 0.
    #[inline]
    const fn from_code(code: u8) -> Option<Association> {
        let colors = Color::ALL.len() as u8;
        match code.checked_sub(1) {
            None => None,
            Some(code) => {
                Some(Association { color: Color::ALL[(code % colors) as usize], bonus: 1 + code / colors })
            }
        }
    }
}

/// The associations of all cards, as one byte each; 0 for a card that has none.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Associations([u8; ASSOCIATING_CARDS]);

impl Associations {
    /// The association of the card, if it has one.
    #[inline]
    pub fn get(&self, card: CardId) -> Option<Association> {
        place(card).and_then(|place| Association::from_code(self.0[place]))
    }

    /// Sets the association of the card.
    pub fn set(&mut self, card: CardId, association: Association) {
        if let Some(place) = place(card) {
            self.0[place] = association.code();
        }
    }

    /// Removes the association of a card that left the game.
    pub fn forget(&mut self, card: CardId) {
        if let Some(place) = place(card) {
            self.0[place] = 0;
        }
    }
}

/// The card's index among those that can be associated.
fn place(card: CardId) -> Option<usize> {
    match card.number() {
        number @ FIRST_COPY..FIRST_COPY_LAST => Some((number - FIRST_COPY) as usize),
        number @ FIRST_COPY_TAKE..FIRST_COPY_TAKE_LAST => {
            Some((number - FIRST_COPY_TAKE + CARDS_PER_KIND) as usize)
        }
        _ => None,
    }
}

/// One past the last card of level 1 that associates.
const FIRST_COPY_LAST: u8 = FIRST_COPY + CARDS_PER_KIND;
/// One past the last card of level 2 that associates.
const FIRST_COPY_TAKE_LAST: u8 = FIRST_COPY_TAKE + CARDS_PER_KIND;

/// Whether a card with this power is associated when it is acquired (O5, O7).
pub const fn associates(power: Power) -> bool {
    matches!(power, Power::Associate | Power::AssociateThenTake)
}

/// The cards that can be associated (O5, O7).
pub const ASSOCIATING: CardSet = {
    let per_kind = (1 << CARDS_PER_KIND) - 1;
    CardSet::from_bits(per_kind << FIRST_COPY | per_kind << FIRST_COPY_TAKE)
};

/// Calls `pair` with each pair of owned cards of the required color that may be discarded for a card of O10.
/// With two or more associated cards, both must be associated; with one, the pair is that card and another
/// one.
pub fn each_discard_pair(associated: CardSet, others: CardSet, mut pair: impl FnMut([CardId; 2])) {
    match (associated.len(), associated.iter().next()) {
        (1, Some(one)) => others.iter().for_each(|other| pair(in_order(one, other))),
        (0, _) => each_pair(others, pair),
        _ => each_pair(associated, pair),
    }
}

fn each_pair(cards: CardSet, mut pair: impl FnMut([CardId; 2])) {
    let mut later = cards;
    for first in cards.iter() {
        later.remove(first);
        later.iter().for_each(|second| pair([first, second]));
    }
}

fn in_order(a: CardId, b: CardId) -> [CardId; 2] {
    if a < b { [a, b] } else { [b, a] }
}

/// O1: three more decks are in play besides those of the base game.
impl Modules {
    /// The decks in play.
    pub fn decks(self) -> impl Iterator<Item = Deck> {
        Deck::ALL.into_iter().filter(move |deck| !deck.is_orient() || self.has(Module::Orient))
    }
}

/// The steps that an acquired card adds, in order (O3).
pub const fn effects_of(card: CardId, power: Power) -> [Option<Step>; 2] {
    match power {
        Power::Associate => [Some(Step::Associate(card)), None],
        Power::AssociateThenTake => [Some(Step::Associate(card)), Some(Step::TakeFree(Level::One))],
        Power::TakeLevelTwo => [Some(Step::TakeFree(Level::Two)), None],
        Power::Plain | Power::VirtualGold | Power::DiscardTwo(_) => [None, None],
    }
}

/// O4: virtual gold can be used to pay.
impl State {
    /// The virtual-gold cards that the seat owns (O4).
    #[inline]
    pub(in super::super) fn virtual_gold(&self, seat: Seat) -> VirtualGold {
        VirtualGold::among(self.seats[seat].cards)
    }
}

/// O5, O6: a card takes over color and bonuses of another one.
impl State {
    /// The color of an owned card and the number of its bonuses (O5, O6, O9).
    #[inline]
    pub(in super::super) fn color_of(&self, card: CardId) -> Option<(Color, u8)> {
        let facts = card.facts();
        match facts.color {
            Some(color) => Some((color, facts.bonus)),
            None => self.associations.get(card).map(|association| (association.color, association.bonus)),
        }
    }

    /// The owned cards with which a card may be associated: any other card that has a bonus (O5).
    #[inline]
    fn association_targets(&self, seat: Seat, card: CardId) -> impl Iterator<Item = CardId> + '_ {
        self.seats[seat].cards.iter().filter(move |&target| target != card && self.color_of(target).is_some())
    }

    /// Whether the seat owns a card with a bonus with which a card can be associated (O5).
    #[inline]
    pub(in super::super) fn can_associate(&self, seat: Seat) -> bool {
        !self.seats[seat].bonuses.is_none()
    }

    /// Cards with the same color and number of bonuses are one choice (O5, T2).
    pub(in super::super) fn take_up_associate<R: Recorder<Action, Effect>>(
        &mut self,
        card: CardId,
        recorder: &mut R,
    ) -> Taken {
        let mut targets = self.association_targets(self.turn.seat, card);
        let first = targets.next();
        let alike =
            targets.all(|target| self.color_of(target) == first.and_then(|first| self.color_of(first)));
        drop(targets);
        let Some(first) = first else { return Taken::Done };
        self.decide_if_only(Action::Associate(first), alike, recorder)
    }

    /// Lists the cards with which the card can be associated (O5).
    pub(in super::super) fn list_associations(&self, card: CardId, actions: &mut Vec<Action>) {
        actions.extend(self.association_targets(self.turn.seat, card).map(Action::Associate));
    }

    /// The card must be another owned card that has a bonus (O5).
    pub(in super::super) fn check_associate(&self, with: CardId) -> Result<(), Refusal> {
        let Step::Associate(card) = self.agenda.next() else { return Err(Refusal::NotAsked) };
        let owned = self.active().cards.has(with);
        require(owned && with != card && self.color_of(with).is_some(), Refusal::NotAssociable)
    }

    /// The card to be associated takes over color and bonuses (O5, O6).
    pub(in super::super) fn associate<R: Recorder<Action, Effect>>(
        &mut self,
        card: CardId,
        with: CardId,
        recorder: &mut R,
    ) {
        let seat = self.turn.seat;
        let Some((color, bonus)) = self.color_of(with) else { return };
        self.associations.set(card, Association { color, bonus });
        let holdings = &mut self.seats[seat];
        holdings.bonuses = holdings.bonuses.plus(Gems::of(color, bonus));
        holdings.card_counts = holdings.card_counts.plus(Gems::one(color));
        recorder.effect(Effect::CardAssociated { seat, card, with, color, bonus });
    }

    /// An owned card with its association; this is public.
    pub(in super::super) fn owned_card(&self, card: CardId) -> OwnedCard {
        let associated = associates(card.facts().power);
        OwnedCard { card, association: self.associations.get(card).filter(|_| associated) }
    }
}

/// O7, O8: a market card at no cost, which is not a purchase (O11).
impl State {
    /// The market cards of a level that the active seat may take at no cost (O7, O8, S4).
    fn free_cards(&self, level: Level) -> impl Iterator<Item = CardId> + '_ {
        let slots = self.admitted_slots().intersection(SlotSet::of_level(level));
        slots.iter().filter_map(|slot| self.market.card(slot))
    }

    /// If a card can be taken, it must be; otherwise the step is skipped (O11).
    pub(in super::super) fn take_up_take_free<R: Recorder<Action, Effect>>(
        &mut self,
        level: Level,
        recorder: &mut R,
    ) -> Taken {
        let mut cards = self.free_cards(level);
        let (first, second) = (cards.next(), cards.next());
        drop(cards);
        match first {
            Some(card) => self.decide_if_only(Action::TakeFree(card), second.is_none(), recorder),
            None => self.lapsed(Decision::TakeFree, recorder),
        }
    }

    /// Lists the cards that can be taken at no cost (O7, O8).
    pub(in super::super) fn list_free(&self, level: Level, actions: &mut Vec<Action>) {
        actions.extend(self.free_cards(level).map(Action::TakeFree));
    }

    /// The card must be a market card of the level, not under an opponent's stronghold (O7, O8, S4).
    pub(in super::super) fn check_take_free(&self, card: CardId) -> Result<(), Refusal> {
        let Step::TakeFree(level) = self.agenda.next() else { return Err(Refusal::NotAsked) };
        let slot = self.market.slot_of(card).ok_or(Refusal::NotInMarket)?;
        require(slot.deck().level() == level, Refusal::WrongLevel)?;
        require(self.admitted(self.turn.seat, slot), Refusal::EnemyStronghold)
    }

    /// Takes a market card at no cost; this is not a purchase (O11).
    pub(in super::super) fn take_free<R: Recorder<Action, Effect>>(
        &mut self,
        card: CardId,
        recorder: &mut R,
    ) {
        let seat = self.turn.seat;
        let Some(slot) = self.market.slot_of(card) else { return };
        self.market.vacate(slot);
        recorder.effect(Effect::CardTakenFree { seat, card, place: slot.place() });
        self.strongholds_come_home(slot, card, recorder);
        self.acquire(card);
    }
}

/// The number of cards that a card of O10 costs.
pub(in super::super) const CARDS_DISCARDED: u8 = 2;

/// The price of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in super::super) enum Price {
    /// Gems after bonuses (B9).
    Gems(Gems),
    /// Two owned cards of a color (O10).
    TwoCards(Color),
    /// It cannot be purchased: there is nothing to associate it with (O5).
    NotForSale,
}

/// O10: a card is paid for with two cards of a color.
impl State {
    /// The price of the card for the active seat (B9, O5, O10).
    pub(in super::super) fn price(&self, card: CardId) -> Price {
        self.price_for(self.turn.seat, card)
    }

    /// The price of the card for a seat.
    #[inline]
    pub(in super::super) fn price_for(&self, seat: Seat, card: CardId) -> Price {
        let facts = card.facts();
        match facts.power {
            Power::DiscardTwo(color) => Price::TwoCards(color),
            power if associates(power) && !self.can_associate(seat) => Price::NotForSale,
            _ => Price::Gems(self.seats[seat].due(facts.cost)),
        }
    }

    /// The places of the market and of the hand for cards that the active seat may be unable to buy although
    /// it has the tokens: those of O10 are in the last deck, those that associate in the decks before.
    #[inline]
    pub(in super::super) fn judged_singly(&self) -> (SlotSet, u8) {
        let from = |deck| (SlotSet::of_decks_from(deck), self.active().hand.of_decks_from(deck));
        if self.can_associate(self.turn.seat) { from(Deck::Orient3) } else { from(Deck::Orient1) }
    }

    /// Whether the card can be bought with tokens, if the seat has enough of them. For a card of O10, adds
    /// each choice of discards to the list.
    #[inline]
    pub(in super::super) fn sells_for_tokens(&self, card: CardId, others: &mut Vec<Action>) -> bool {
        match card.facts().power {
            Power::DiscardTwo(color) => {
                if self.can_discard(self.turn.seat, color) {
                    self.list_discards(card, color, others);
                }
                false
            }
            power => !associates(power) || self.can_associate(self.turn.seat),
        }
    }

    /// Lists the purchases of a card with two cards of this color (O10). Apart, because few cards cost cards.
    #[inline(never)]
    fn list_discards(&self, card: CardId, color: Color, others: &mut Vec<Action>) {
        self.each_discard(self.turn.seat, color, |payment| others.push(Action::Buy { card, payment }));
    }

    /// The owned cards of a color: associated ones and others, separately (O10).
    #[inline]
    fn cards_of_color(&self, seat: Seat, color: Color) -> (CardSet, CardSet) {
        let owned = self.seats[seat].cards;
        let took_over = |card: &CardId| self.associations.get(*card).is_some_and(|with| with.color == color);
        (
            owned.intersection(ASSOCIATING).iter().filter(took_over).collect(),
            owned.intersection(CardSet::printed(color)),
        )
    }

    /// Whether the seat has two cards of this color (O10).
    #[inline]
    fn can_discard(&self, seat: Seat, color: Color) -> bool {
        self.seats[seat].card_counts.get(color) >= CARDS_DISCARDED
    }

    /// Calls `add` with every payment of a card that costs two cards of this color (O10).
    pub(in super::super) fn each_discard(&self, seat: Seat, color: Color, mut add: impl FnMut(Payment)) {
        if self.can_discard(seat, color) {
            let (associated, others) = self.cards_of_color(seat, color);
            let paid = |pair| add(Payment { discard: Some(pair), ..Payment::default() });
            each_discard_pair(associated, others, paid);
        }
    }

    /// Every payment of a card that costs two cards of this color (O10).
    pub(in super::super) fn discards(&self, seat: Seat, color: Color) -> Vec<Payment> {
        let mut payments = Vec::new();
        self.each_discard(seat, color, |payment| payments.push(payment));
        payments
    }

    /// Judges a payment with discards: two cards of the color, associated ones first, and nothing else (O10).
    pub(in super::super) fn judge_discard(
        &self,
        seat: Seat,
        color: Color,
        payment: &Payment,
    ) -> Result<(), Refusal> {
        if !payment.tokens.is_none() || !payment.virtual_gold.is_empty() {
            return Err(Refusal::OnlyDiscardsPay);
        }
        let Some([first, second]) = payment.discard else {
            return Err(Refusal::DiscardNotNamed);
        };
        let (associated, others) = self.cards_of_color(seat, color);
        let of_color = |card| associated.has(card) || others.has(card);
        let named_associated = [first, second].into_iter().filter(|&card| associated.has(card)).count();
        let exact = first < second && of_color(first) && of_color(second);
        if exact && named_associated as u32 == associated.len().min(2) {
            Ok(())
        } else {
            Err(Refusal::WrongDiscard)
        }
    }

    /// Removes a card from the game with its points and bonuses; the seat keeps its nobles and posts (O4,
    /// O10).
    pub(in super::super) fn discard<R: Recorder<Action, Effect>>(&mut self, card: CardId, recorder: &mut R) {
        let seat = self.turn.seat;
        let color = self.color_of(card);
        self.associations.forget(card);
        let holdings = &mut self.seats[seat];
        holdings.cards.remove(card);
        holdings.points -= card.facts().points;
        if let Some((color, bonus)) = color {
            holdings.bonuses = holdings.bonuses.less(Gems::of(color, bonus));
            holdings.card_counts = holdings.card_counts.less(Gems::one(color));
        }
        recorder.effect(Effect::CardDiscarded { seat, card });
    }
}

/// The bytes of a snapshot: the association of each card that can have one.
impl Associations {
    pub(in super::super) fn encode(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.0);
    }

    pub(in super::super) fn decode(reader: &mut Reader<'_>) -> Result<Associations, SnapshotError> {
        let codes = reader.array()?;
        let known =
            |&code: &u8| Association::from_code(code).is_none_or(|association| association.bonus <= 2);
        if codes.iter().all(known) { Ok(Associations(codes)) } else { Err(SnapshotError) }
    }
}
