//! The action space of Splendor: a block for the base game, then one for each module in play that has actions
//! of its own. Cities have none.

use super::takes::{self, TAKES};
use super::{Rules, Spelling};
use crate::view::{self, Sink};
use lapidary_engine::game::Payments;
use lapidary_engine::outcome::Outcome;
use lapidary_engine::seat::{Seat, SeatCount};
use lapidary_engine::splendor::action::{Action, Decision, Offer, Payment, Proposal};
use lapidary_engine::splendor::card::{CardId, Deck, Power};
use lapidary_engine::splendor::color::Color;
use lapidary_engine::splendor::holdings::HAND_MAX;
use lapidary_engine::splendor::module::{Module, Modules};
use lapidary_engine::splendor::modules::trading_posts::Post;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_engine::splendor::slot::{SLOTS, Slot};
use lapidary_engine::splendor::state::{State, TOKENS_MAX};
use lapidary_engine::splendor::tokens::{Gems, Tokens};
use lapidary_engine::viewer::Viewer;

/// The places of the market in the base game.
const BASE_SLOTS: usize = 12;
/// The nobles of the base game.
const BASE_NOBLES: usize = 10;
/// The cards of level 1 and 2 that can be taken at no cost: two decks of the base game, two of the Orient.
const FREE_SLOTS: usize = 12;
const COLORS: usize = 5;
const TOKENS: usize = 6;

/// The block of the base game.
mod base {
    use super::{BASE_NOBLES, BASE_SLOTS, COLORS, HAND_MAX, TAKES, TOKENS};

    pub const TAKE: usize = 0;
    pub const TAKE_TWO: usize = TAKE + TAKES;
    pub const RESERVE: usize = TAKE_TWO + COLORS;
    pub const BLIND: usize = RESERVE + BASE_SLOTS;
    pub const BUY: usize = BLIND + 3;
    pub const BUY_HAND: usize = BUY + BASE_SLOTS;
    pub const RETURN: usize = BUY_HAND + HAND_MAX;
    pub const NOBLE: usize = RETURN + TOKENS;
    pub const PASS: usize = NOBLE + BASE_NOBLES;
    pub const OTHER: usize = PASS + 1;
    pub const OTHER_HAND: usize = OTHER + BASE_SLOTS;
    pub const PAY: usize = OTHER_HAND + HAND_MAX;
    pub const PAID: usize = PAY + TOKENS;
    pub const LEN: usize = PAID + 1;
}

/// The block of the Orient, from its beginning.
mod orient {
    use super::{BASE_SLOTS, CardId, FREE_SLOTS, SLOTS};

    const PLACES: usize = SLOTS - BASE_SLOTS;
    pub const RESERVE: usize = 0;
    pub const BLIND: usize = RESERVE + PLACES;
    pub const BUY: usize = BLIND + 3;
    pub const OTHER: usize = BUY + PLACES;
    pub const NOBLE: usize = OTHER + PLACES;
    pub const FREE: usize = NOBLE + 1;
    pub const CARD: usize = FREE + FREE_SLOTS;
    pub const LEN: usize = CARD + CardId::COUNT as usize;
}

/// The block of the Strongholds, from its beginning.
mod strongholds {
    use super::SLOTS;

    pub const TO: usize = 0;
    pub const FROM: usize = TO + SLOTS;
    pub const REMOVE: usize = FROM + SLOTS;
    pub const CONQUER: usize = REMOVE + SLOTS;
    pub const OTHER: usize = CONQUER + 1;
    pub const DECLINE: usize = OTHER + 1;
    pub const LEN: usize = DECLINE + 1;
}

/// The block of the Trading Posts, from its beginning.
mod posts {
    use super::{COLORS, Post};

    pub const TAKE_WITH: usize = 0;
    pub const TOKEN: usize = TAKE_WITH + COLORS * (COLORS - 1);
    pub const KEEP: usize = TOKEN + COLORS;
    pub const POST: usize = KEEP + 2;
    pub const LEN: usize = POST + Post::ALL.len();
}

/// Where the block of each module begins. A block that is not in play has no indices, and none of its actions
/// is ever legal.
#[derive(Clone, Copy)]
pub struct Layout {
    orient: usize,
    strongholds: usize,
    posts: usize,
    len: usize,
    modules: Modules,
}

/// What an index means.
#[derive(Clone, Copy)]
enum Meaning {
    Take(u8),
    TakeTwo(Color),
    TakeWith(Color, Color),
    Reserve(Slot),
    Blind(Deck),
    Buy(Slot),
    BuyHand(u8),
    Other(Slot),
    OtherHand(u8),
    Pay(u8),
    Paid,
    Return(u8),
    Noble(NobleId),
    Pass,
    Free(Slot),
    Card(CardId),
    To(Slot),
    From(Slot),
    Remove(Slot),
    Conquer,
    ConquerOther,
    Decline,
    Token(Color),
    Keep(u8),
    Post(Post),
}

impl Layout {
    fn new(modules: Modules) -> Layout {
        let mut len = base::LEN;
        let mut block = |module, size| {
            let begin = len;
            len += if modules.has(module) { size } else { 0 };
            begin
        };
        let orient = block(Module::Orient, orient::LEN);
        let strongholds = block(Module::Strongholds, strongholds::LEN);
        let posts = block(Module::TradingPosts, posts::LEN);
        Layout { orient, strongholds, posts, len, modules }
    }

    /// An index of a place, whose indices of the base game and of the Orient begin here.
    #[inline]
    fn of_slot(&self, base: usize, orient: usize, slot: Slot) -> usize {
        match slot.index().checked_sub(BASE_SLOTS) {
            None => base + slot.index(),
            Some(place) => self.orient + orient + place,
        }
    }

    #[inline]
    fn meaning(&self, index: usize) -> Option<Meaning> {
        if index < base::LEN {
            base_meaning(index)
        } else if index >= self.len {
            None
        } else if index >= self.posts {
            posts_meaning(index - self.posts)
        } else if index >= self.strongholds {
            strongholds_meaning(index - self.strongholds)
        } else {
            orient_meaning(index - self.orient)
        }
    }

    fn card(&self, card: CardId) -> usize {
        self.orient + orient::CARD + usize::from(card.number() - 1)
    }

    /// Spells the tokens and the virtual-gold cards of a payment (O4), and its end.
    fn spell_payment(&self, payment: &Payment, spelling: &mut Spelling) {
        for (kind, count) in payment.tokens.counts().into_iter().enumerate() {
            spelling.repeat(base::PAY + kind, count);
        }
        payment.virtual_gold.cards().for_each(|card| spelling.push(self.card(card)));
        spelling.push(base::PAID);
    }
}

/// The item with the number that an index has beyond its first one.
fn nth<T: Copy>(items: &[T], place: usize) -> Option<T> {
    items.get(place).copied()
}

fn slot(number: usize) -> Option<Slot> {
    Slot::new(u8::try_from(number).ok()?)
}

#[inline]
fn base_meaning(index: usize) -> Option<Meaning> {
    use base::{BLIND, BUY, BUY_HAND, NOBLE, OTHER, OTHER_HAND, PAID, PASS, PAY, RESERVE, RETURN, TAKE_TWO};
    Some(match index {
        0..TAKE_TWO => Meaning::Take(nth(&takes::SETS, index)?),
        TAKE_TWO..RESERVE => Meaning::TakeTwo(nth(&Color::ALL, index - TAKE_TWO)?),
        RESERVE..BLIND => Meaning::Reserve(slot(index - RESERVE)?),
        BLIND..BUY => Meaning::Blind(nth(&Deck::ALL, index - BLIND)?),
        BUY..BUY_HAND => Meaning::Buy(slot(index - BUY)?),
        BUY_HAND..RETURN => Meaning::BuyHand((index - BUY_HAND) as u8),
        RETURN..NOBLE => Meaning::Return((index - RETURN) as u8),
        NOBLE..PASS => Meaning::Noble(NobleId::new((index - NOBLE) as u8)?),
        PASS => Meaning::Pass,
        OTHER..OTHER_HAND => Meaning::Other(slot(index - OTHER)?),
        OTHER_HAND..PAY => Meaning::OtherHand((index - OTHER_HAND) as u8),
        PAY..PAID => Meaning::Pay((index - PAY) as u8),
        PAID => Meaning::Paid,
        _ => return None,
    })
}

fn orient_meaning(index: usize) -> Option<Meaning> {
    use orient::{BLIND, BUY, CARD, FREE, LEN, NOBLE, OTHER, RESERVE};
    Some(match index {
        RESERVE..BLIND => Meaning::Reserve(slot(BASE_SLOTS + index - RESERVE)?),
        BLIND..BUY => Meaning::Blind(nth(&Deck::ALL, 3 + index - BLIND)?),
        BUY..OTHER => Meaning::Buy(slot(BASE_SLOTS + index - BUY)?),
        OTHER..NOBLE => Meaning::Other(slot(BASE_SLOTS + index - OTHER)?),
        NOBLE => Meaning::Noble(NobleId::new(BASE_NOBLES as u8)?),
        FREE..CARD => Meaning::Free(slot(free_slot(index - FREE))?),
        CARD..LEN => Meaning::Card(CardId::new((index - CARD + 1) as u8)?),
        _ => return None,
    })
}

/// The place of the market for a number among those of level 1 and 2: eight of the base game, four of the
/// Orient.
const fn free_slot(number: usize) -> usize {
    if number < 8 { number } else { number + 4 }
}

fn free_number(slot: Slot) -> usize {
    if slot.index() < 8 { slot.index() } else { slot.index().saturating_sub(4) }
}

fn strongholds_meaning(index: usize) -> Option<Meaning> {
    use strongholds::{CONQUER, DECLINE, FROM, OTHER, REMOVE, TO};
    Some(match index {
        TO..FROM => Meaning::To(slot(index - TO)?),
        FROM..REMOVE => Meaning::From(slot(index - FROM)?),
        REMOVE..CONQUER => Meaning::Remove(slot(index - REMOVE)?),
        CONQUER => Meaning::Conquer,
        OTHER => Meaning::ConquerOther,
        DECLINE => Meaning::Decline,
        _ => return None,
    })
}

fn posts_meaning(index: usize) -> Option<Meaning> {
    use posts::{KEEP, LEN, POST, TAKE_WITH, TOKEN};
    Some(match index {
        TAKE_WITH..TOKEN => {
            let (pair, other) = (index / (COLORS - 1), index % (COLORS - 1));
            let other = if other < pair { other } else { other + 1 };
            Meaning::TakeWith(nth(&Color::ALL, pair)?, nth(&Color::ALL, other)?)
        }
        TOKEN..KEEP => Meaning::Token(nth(&Color::ALL, index - TOKEN)?),
        KEEP..POST => Meaning::Keep((index - KEEP) as u8),
        POST..LEN => Meaning::Post(nth(&Post::ALL, index - POST)?),
        _ => return None,
    })
}

impl std::fmt::Display for Meaning {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let place = |slot: Slot| format!("{} {}", slot.deck(), slot.place().index);
        let letter = |kind: u8| ['w', 'u', 'g', 'r', 'k', 'o'].get(kind as usize).copied().unwrap_or('?');
        match *self {
            Meaning::Take(set) => {
                let letters: String = (0..5).filter(|kind| set >> kind & 1 == 1).map(letter).collect();
                write!(f, "take {letters}")
            }
            Meaning::TakeTwo(color) => write!(f, "take {0}{0}", color.letter()),
            Meaning::TakeWith(pair, other) => {
                write!(f, "{}", Action::Take(Gems::of(pair, 2).plus(Gems::one(other))))
            }
            Meaning::Reserve(slot) => write!(f, "reserve {}", place(slot)),
            Meaning::Blind(deck) => write!(f, "reserve_blind {deck}"),
            Meaning::Buy(slot) => write!(f, "buy {}", place(slot)),
            Meaning::BuyHand(position) => write!(f, "buy hand {position}"),
            Meaning::Other(slot) => write!(f, "buy {} paying", place(slot)),
            Meaning::OtherHand(position) => write!(f, "buy hand {position} paying"),
            Meaning::Pay(kind) => write!(f, "pay {}", letter(kind)),
            Meaning::Paid => f.write_str("paid"),
            Meaning::Return(kind) => write!(f, "return {}", letter(kind)),
            Meaning::Noble(noble) => write!(f, "choose_noble {noble}"),
            Meaning::Pass => f.write_str("pass"),
            Meaning::Free(slot) => write!(f, "take_free {}", place(slot)),
            Meaning::Card(card) => write!(f, "card {card}"),
            Meaning::To(slot) => write!(f, "place_stronghold {}", place(slot)),
            Meaning::From(slot) => write!(f, "move_stronghold {}", place(slot)),
            Meaning::Remove(slot) => write!(f, "remove_stronghold {}", place(slot)),
            Meaning::Conquer => f.write_str("conquer"),
            Meaning::ConquerOther => f.write_str("conquer paying"),
            Meaning::Decline => f.write_str("decline_conquest"),
            Meaning::Token(color) => write!(f, "take_token {}", color.letter()),
            Meaning::Keep(place) => write!(f, "keep {place}"),
            Meaning::Post(post) => write!(f, "choose_post {post}"),
        }
    }
}

/// The position of a card in the hand of the seat that decides.
#[inline]
fn in_hand(state: &State, card: CardId) -> Option<usize> {
    let (seat, _) = state.to_act()?;
    state.holdings(seat).hand.iter().position(|held| held.card == card)
}

/// The number of a drawn card among those drawn (P4).
fn drawn_number(state: &State, card: CardId) -> usize {
    let mut drawn = Vec::new();
    state.legal_actions(&mut drawn);
    drawn.iter().position(|&action| action == Action::Keep(card)).unwrap_or_default()
}

/// The index of a purchase, from those of the market and of the hand.
#[inline]
fn purchase(state: &State, layout: &Layout, card: CardId, is_canonical: bool) -> usize {
    let (base, orient, hand) = match is_canonical {
        true => (base::BUY, orient::BUY, base::BUY_HAND),
        false => (base::OTHER, orient::OTHER, base::OTHER_HAND),
    };
    match in_hand(state, card) {
        Some(position) => hand + position,
        None => state.market().slot_of(card).map_or(base::PASS, |slot| layout.of_slot(base, orient, slot)),
    }
}

/// The number of the take of these gems, among those of its kind.
#[inline]
fn take(layout: &Layout, gems: Gems) -> usize {
    match gems.colors_with(2).iter().next() {
        None => takes::number(gems.colors().bits()).map_or(base::PASS, |number| base::TAKE + number),
        Some(pair) => match gems.colors().without(pair).iter().next() {
            None => base::TAKE_TWO + pair.index(),
            Some(other) => {
                let after = usize::from(other > pair);
                layout.posts + posts::TAKE_WITH + pair.index() * (COLORS - 1) + other.index() - after
            }
        },
    }
}

impl Rules for State {
    type Action = Action;
    type Layout = Layout;

    fn layout(&self) -> Layout {
        Layout::new(self.modules())
    }

    fn len(layout: &Layout) -> usize {
        layout.len
    }

    fn names(layout: &Layout) -> Vec<String> {
        (0..layout.len).filter_map(|index| layout.meaning(index)).map(|meaning| meaning.to_string()).collect()
    }

    #[inline]
    fn list(&self, payments: Payments, actions: &mut Vec<Action>) {
        match payments {
            Payments::Canonical => self.legal_actions(actions),
            Payments::All => self.legal_actions_with_every_payment(actions),
        }
    }

    fn spell(&self, layout: &Layout, action: &Action, is_canonical: bool) -> Spelling {
        let mut spelling = Spelling::default();
        match *action {
            Action::Buy { card, payment } => {
                spelling.push(purchase(self, layout, card, is_canonical));
                spell_rest(layout, &payment, is_canonical, &mut spelling);
            }
            Action::Conquer(payment) => {
                let first = if is_canonical { strongholds::CONQUER } else { strongholds::OTHER };
                spelling.push(layout.strongholds + first);
                spell_rest(layout, &payment, is_canonical, &mut spelling);
            }
            Action::PlaceStronghold { card, from: Some(_) } => {
                spelling.push(self.first(layout, action));
                let to = self.market().slot_of(card).map_or(0, Slot::index);
                spelling.push(layout.strongholds + strongholds::TO + to);
            }
            Action::Return(tokens) => {
                for (kind, count) in tokens.counts().into_iter().enumerate() {
                    spelling.repeat(base::RETURN + kind, count);
                }
            }
            _ => spelling.push(self.first(layout, action)),
        }
        spelling
    }

    #[inline]
    fn first(&self, layout: &Layout, action: &Action) -> usize {
        let on = |card: CardId| self.market().slot_of(card);
        let on_index = |card: CardId| on(card).map_or(0, Slot::index);
        match *action {
            Action::Take(gems) => take(layout, gems),
            Action::Reserve(card) => {
                on(card).map_or(base::PASS, |slot| layout.of_slot(base::RESERVE, orient::RESERVE, slot))
            }
            Action::ReserveBlind(deck) => match deck.index().checked_sub(3) {
                None => base::BLIND + deck.index(),
                Some(place) => layout.orient + orient::BLIND + place,
            },
            Action::Buy { card, .. } => purchase(self, layout, card, true),
            Action::Return(tokens) => {
                base::RETURN + tokens.counts().iter().position(|&count| count > 0).unwrap_or_default()
            }
            Action::ChooseNoble(noble) => match usize::from(noble.place()) {
                BASE_NOBLES => layout.orient + orient::NOBLE,
                place => base::NOBLE + place,
            },
            Action::Pass => base::PASS,
            Action::Associate(card) => layout.card(card),
            Action::TakeFree(card) => on(card).map_or(0, free_number) + layout.orient + orient::FREE,
            Action::PlaceStronghold { card, from: None } => {
                layout.strongholds + strongholds::TO + on_index(card)
            }
            Action::PlaceStronghold { from: Some(from), .. } => {
                layout.strongholds + strongholds::FROM + on_index(from)
            }
            Action::RemoveStronghold(card) => layout.strongholds + strongholds::REMOVE + on_index(card),
            Action::Conquer(_) => layout.strongholds + strongholds::CONQUER,
            Action::DeclineConquest => layout.strongholds + strongholds::DECLINE,
            Action::TakeToken(color) => layout.posts + posts::TOKEN + color.index(),
            Action::Keep(card) => layout.posts + posts::KEEP + drawn_number(self, card),
            Action::ChoosePost(post) => layout.posts + posts::POST + post as usize,
        }
    }

    #[inline]
    fn spelled_alone(&self, layout: &Layout, index: usize) -> Option<Action> {
        let card_on = |slot| self.market().card(slot);
        let bought = |card: CardId| {
            let proposal = Proposal::Buy { card, offer: Offer::default() };
            let several = matches!(card.facts().power, Power::DiscardTwo(_));
            if several { None } else { self.complete(&proposal).ok() }
        };
        match layout.meaning(index)? {
            Meaning::Take(set) => {
                let counts = std::array::from_fn(|kind| set >> kind & 1);
                Some(Action::Take(Gems::new(counts)))
            }
            Meaning::TakeTwo(color) => Some(Action::Take(Gems::of(color, 2))),
            Meaning::TakeWith(pair, other) => Some(Action::Take(Gems::of(pair, 2).plus(Gems::one(other)))),
            Meaning::Reserve(slot) => card_on(slot).map(Action::Reserve),
            Meaning::Blind(deck) => Some(Action::ReserveBlind(deck)),
            Meaning::Buy(slot) => card_on(slot).and_then(bought),
            Meaning::BuyHand(position) => {
                let (seat, _) = self.to_act()?;
                self.holdings(seat).hand.iter().nth(usize::from(position)).and_then(|held| bought(held.card))
            }
            Meaning::Noble(noble) => Some(Action::ChooseNoble(noble)),
            Meaning::Pass => Some(Action::Pass),
            Meaning::Free(slot) => card_on(slot).map(Action::TakeFree),
            Meaning::Card(card) => Some(Action::Associate(card)),
            Meaning::To(slot) => card_on(slot).map(|card| Action::PlaceStronghold { card, from: None }),
            Meaning::Remove(slot) => card_on(slot).map(Action::RemoveStronghold),
            Meaning::Decline => Some(Action::DeclineConquest),
            Meaning::Token(color) => Some(Action::TakeToken(color)),
            Meaning::Post(post) => Some(Action::ChoosePost(post)),
            Meaning::Keep(_)
            | Meaning::From(_)
            | Meaning::Conquer
            | Meaning::ConquerOther
            | Meaning::Other(_)
            | Meaning::OtherHand(_)
            | Meaning::Pay(_)
            | Meaning::Paid
            | Meaning::Return(_) => None,
        }
    }

    #[inline]
    fn returning(&self, _layout: &Layout) -> Option<([u8; 6], u8, usize)> {
        let (seat, Decision::Return) = self.to_act()? else { return None };
        let held = self.holdings(seat).tokens;
        Some((held.counts(), held.total().saturating_sub(TOKENS_MAX), base::RETURN))
    }

    fn returned(counts: [u8; 6]) -> Action {
        Action::Return(Tokens::from_counts(counts))
    }

    #[inline]
    fn apply(&mut self, action: &Action) {
        self.play_unchecked(action, &mut ());
    }

    #[inline]
    fn decides(&self) -> Option<Seat> {
        self.to_act().map(|(seat, _)| seat)
    }

    fn seats(&self) -> SeatCount {
        self.seat_count()
    }

    fn result(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn observe(&self, layout: &Layout, seat: Seat, pending: &Spelling, out: &mut impl Sink) {
        view::splendor(&self.view(Viewer::Seat(seat)), seat, layout.modules, layout.len, pending, out);
    }
}

/// Spells what follows the first index of a purchase: two discards (O10), or a payment that is not canonical.
fn spell_rest(layout: &Layout, payment: &Payment, is_canonical: bool, spelling: &mut Spelling) {
    match payment.discard {
        Some(pair) => pair.into_iter().for_each(|card| spelling.push(layout.card(card))),
        None if is_canonical => {}
        None => layout.spell_payment(payment, spelling),
    }
}
