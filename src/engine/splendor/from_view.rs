//! Rebuilds a game from what one viewer sees of it, and deals anew what is hidden (B18). It has no random
//! source: the caller shuffles.
//!
//! A view does not tell everything that the rules remember. What is assumed then:
//!
//! - The round had no purchase and no reserve before this turn (B20), unless this turn had one.
//! - Of several seats that went out in a running game, those with a lower number went first (B19).
//! - Cards that the view shows nowhere are in the decks and hidden hands, or they have left the game (O4,
//!   O10, B19): which of them have left is random.

use super::action::Decision;
use super::agenda::{AFTER_PURCHASE, Agenda, Step, TURN};
use super::card::{CardId, CardSet, Deck};
use super::holdings::{Holdings, Reserved};
use super::market::Market;
use super::module::Module;
use super::modules::cities::{CITIES_ON_TABLE, Cities, CityId, are_three_tiles, nobles_on_table};
use super::modules::orient::{Associations, associates};
use super::modules::strongholds::Strongholds;
use super::modules::trading_posts::{Drawn, TradingPosts};
use super::noble::{NobleId, NobleSet};
use super::setup::{GOLD_TOKENS, gem_tokens};
use super::slot::Slot;
use super::state::{State, TOKENS_MAX};
use super::tokens::{Gems, Tokens};
use super::view::{HandCard, MarketRow, SeatView, View};
use crate::from_view::{ImpossibleView, eliminations, first_difference, require, seats_in_order};
use crate::rounds::{Ending, QUIET_ROUNDS_MAX, Rounds};
use crate::seat::{BySeat, Seat, SeatCount};
use crate::turn::Turn;
use crate::viewer::Viewer;

/// The maximum number of tokens that a seat gets in a turn before it returns some: three (B5), and one after
/// a purchase by Conquest (P1, S7).
const TOKENS_OF_A_TURN: u8 = 4;

impl State {
    /// A game that looks like this view to its viewer; what is hidden is dealt anew. `shuffle` reorders a
    /// list of numbers.
    pub fn from_view(view: &View, shuffle: &mut dyn FnMut(&mut [usize])) -> Result<State, ImpossibleView> {
        require(view.to_act.is_some() || view.outcome.is_some(), || ImpossibleView::NoGame)?;
        let seat_count = seats_in_order(view.seats.iter().map(|seat| seat.seat))?;
        let out = view.seats.iter().filter(|seat| seat.out).map(|seat| seat.seat);
        let out = eliminations(out, view.outcome.as_ref());
        let mut state = State {
            seat_count,
            modules: view.modules,
            supply: view.supply,
            market: Market::EMPTY,
            nobles: nobles_of(view, seat_count)?,
            seats: BySeat::default(),
            out,
            turn: Turn { seat: Seat::FIRST, number: view.turns_begun },
            agenda: Agenda::TURN_BEGINS,
            drawn: Drawn::default(),
            ending: Ending {
                final_round: view.final_round,
                passes: view.passes,
                quiet_rounds: view.quiet_rounds,
                busy: false,
                over: view.outcome.as_ref().map(|outcome| outcome.reason),
            },
            associations: Associations::default(),
            strongholds: None,
            posts: None,
            cities: cities_of(view)?,
        };
        view.check_counts(&state)?;
        for seat in &view.seats {
            state.own(seat)?;
        }
        state.come_to_turn(view)?;
        state.deal_hidden(view, shuffle)?;
        state.place_strongholds(view)?;
        state.check_looks_like(view)?;
        Ok(state)
    }

    /// Gives a seat what the view shows of it, except cards in its hand.
    fn own(&mut self, seen: &SeatView) -> Result<(), ImpossibleView> {
        let holdings = &mut self.seats[seen.seat];
        *holdings = Holdings { tokens: seen.tokens, purchases: seen.purchases, ..Holdings::default() };
        holdings.cards = seen.cards.iter().fold(CardSet::NONE, |mut all, owned| {
            all.insert(owned.card);
            all
        });
        holdings.nobles = seen.nobles.iter().copied().collect();
        for owned in &seen.cards {
            let Some(association) = owned.association else { continue };
            let possible = associates(owned.card.facts().power) && (1..=2).contains(&association.bonus);
            require(possible, || ImpossibleView::Piece(owned.card.name().to_owned()))?;
            self.associations.set(owned.card, association);
        }
        if self.modules.has(Module::TradingPosts) {
            let posts = self.posts.get_or_insert_with(TradingPosts::default);
            posts.0[seen.seat] = seen.posts.iter().copied().collect();
        }
        Ok(())
    }

    /// Finds the turn, and the steps that follow the pending decision (T1).
    ///
    /// The steps after a purchase count as those of a main action. After a purchase by Conquest this is the
    /// same, because all strongholds of the seat are then at home, so that no second one follows (S7).
    fn come_to_turn(&mut self, view: &View) -> Result<(), ImpossibleView> {
        let Some((seat, decision)) = view.to_act else {
            // A seat that chose among drawn cards when the last other seat left still shows them.
            let chooser = view.seats.iter().find(|seat| seat.drawn.is_some());
            self.turn.seat = chooser.map_or(Seat::FIRST, |seat| seat.seat);
            return require(view.turn.is_none(), || ImpossibleView::Turn);
        };
        let turn = view.turn.filter(|turn| turn.seat == seat && self.seat_count.has(seat));
        self.turn = turn.filter(|turn| turn.number > 0).ok_or(ImpossibleView::Turn)?;
        let nobody_left = self.count_in_play() == self.seat_count.get();
        let by_turns = usize::from(self.turn.number - 1) % self.seat_count.get() == seat.index();
        require(self.in_play(seat) && (by_turns || !nobody_left), || ImpossibleView::Turn)?;
        let question = &view.question;
        let mut pending = Vec::with_capacity(AFTER_PURCHASE.len() + 2);
        let main_done = 1;
        let mut place = main_done;
        match decision {
            Decision::Main => place = 0,
            Decision::Keep => pending.push(Step::Keep),
            Decision::Associate => {
                let owned = question.card.filter(|&card| self.active().cards.has(card));
                let card = owned.ok_or(ImpossibleView::Decision)?;
                pending.extend(
                    super::modules::orient::effects_of(card, card.facts().power).into_iter().flatten(),
                );
            }
            Decision::TakeFree => {
                pending.push(Step::TakeFree(question.level.ok_or(ImpossibleView::Decision)?))
            }
            Decision::TakeToken | Decision::Stronghold | Decision::Conquest => {}
            Decision::Return => {
                require(question.tokens != Some(0), || ImpossibleView::Decision)?;
                place = place_of(Step::TokenLimit);
            }
            Decision::Noble => place = place_of(Step::Noble),
            Decision::Post => place = place_of(Step::Post),
        }
        match decision {
            Decision::Associate | Decision::TakeFree | Decision::TakeToken => pending.extend(AFTER_PURCHASE),
            Decision::Stronghold => pending.push(Step::Stronghold),
            _ => {}
        }
        let after_reserve_or_purchase = decision != Decision::Conquest && place == main_done;
        self.ending.busy = after_reserve_or_purchase;
        self.agenda = Agenda::from_parts(place, &pending).ok_or(ImpossibleView::Decision)?;
        Ok(())
    }

    /// Fills the market with the face-up cards, and deals what the viewer does not see: decks, hidden hands
    /// and drawn cards.
    fn deal_hidden(
        &mut self,
        view: &View,
        shuffle: &mut dyn FnMut(&mut [usize]),
    ) -> Result<(), ImpossibleView> {
        let shown = view.shown_cards()?;
        require(self.modules.decks().eq(view.market.iter().map(|row| row.deck)), || {
            ImpossibleView::Contradiction("market")
        })?;
        let mut gone = 0;
        let (mut hidden, mut spare): ([Vec<CardId>; 6], [Vec<CardId>; 6]) = Default::default();
        for row in &view.market {
            let unseen: Vec<CardId> = row.deck.cards().filter(|card| !shown.has(*card)).collect();
            let mut order: Vec<usize> = (0..unseen.len()).collect();
            shuffle(&mut order);
            let mut dealt = order.into_iter().filter_map(|place| unseen.get(place).copied());
            let cards: Vec<CardId> = dealt.by_ref().take(row.deck_size.into()).collect();
            let held = view.hidden_in_hands(row.deck);
            let in_hands: Vec<CardId> = dealt.by_ref().take(held).collect();
            require(cards.len() == usize::from(row.deck_size) && in_hands.len() == held, || wrong_pile(row))?;
            self.market.set_deck(row.deck, &cards);
            self.lay_out(row)?;
            hidden[row.deck.index()] = in_hands;
            spare[row.deck.index()] = dealt.collect();
            gone += spare[row.deck.index()].len();
        }
        let chooses = self.agenda.next() == Step::Keep;
        if chooses || view.seats.iter().any(|seat| seat.drawn.is_some()) {
            gone -= self.draw_again(view, &spare)?;
        }
        let all_accounted_for = !self.modules.has(Module::Orient) && self.count_in_play() == view.seats.len();
        let left = view.market.iter().find(|row| !spare[row.deck.index()].is_empty());
        require(gone == 0 || !all_accounted_for, || left.map_or(ImpossibleView::Decision, wrong_pile))?;
        for seat in &view.seats {
            for held in &seat.hand {
                let mut dealt = |deck: &Deck| hidden[deck.index()].pop().map(|card| (card, true));
                let card = match held {
                    HandCard::Shown { card, blind } => Some((*card, *blind)),
                    HandCard::Hidden { deck } => dealt(deck),
                };
                let (card, blind) = card.ok_or(ImpossibleView::Contradiction("hand"))?;
                self.seats[seat.seat].hand.add(Reserved { card, blind });
            }
        }
        self.sum_up();
        view.check_purchases(self, gone)
    }

    /// Lays out the face-up cards of a row. A place that is empty although its deck is not was taken this
    /// turn (B11, S8).
    fn lay_out(&mut self, row: &MarketRow) -> Result<(), ImpossibleView> {
        require(row.cards.len() == row.deck.places(), || wrong_pile(row))?;
        let before_refill = self.agenda.next_pending().is_some() || self.agenda.turn_steps_done() == 1;
        for (slot, card) in Slot::of(row.deck).zip(&row.cards) {
            let elsewhere = card.is_some_and(|card| card.facts().deck != row.deck);
            require(!elsewhere, || wrong_pile(row))?;
            self.market.set_face_up(slot, *card);
            if card.is_none() && row.deck_size > 0 {
                require(before_refill || self.is_over(), || wrong_pile(row))?;
                self.market.mark_vacant(slot);
            }
        }
        Ok(())
    }

    /// Sets the two cards to choose from (P4): those that the view shows, or two that it does not show.
    /// Returns how many cards it took from those.
    fn draw_again(&mut self, view: &View, spare: &[Vec<CardId>; 6]) -> Result<usize, ImpossibleView> {
        let seen = view.seats.get(self.turn.seat.index()).and_then(|seat| seat.drawn.as_deref());
        if let Some(seen) = seen {
            let &[first, second] = seen else { return Err(ImpossibleView::Contradiction("drawn")) };
            require(first.facts().deck == second.facts().deck, || ImpossibleView::Contradiction("drawn"))?;
            self.drawn = Drawn([Some(first), Some(second)]);
            return Ok(0);
        }
        let drawn =
            spare.iter().find_map(|cards| cards.first_chunk::<2>()).ok_or(ImpossibleView::Decision)?;
        self.drawn = Drawn(drawn.map(Some));
        Ok(drawn.len())
    }

    fn place_strongholds(&mut self, view: &View) -> Result<(), ImpossibleView> {
        if !self.modules.has(Module::Strongholds) {
            return Ok(());
        }
        let wrong = || ImpossibleView::Contradiction("strongholds");
        let mut strongholds = Strongholds::default();
        for seat in &view.seats {
            for card in seat.strongholds.iter().flatten() {
                let slot = self.market.slot_of(*card).ok_or_else(wrong)?;
                require(strongholds.admit(seat.seat, slot) && strongholds.at_home(seat.seat) > 0, wrong)?;
                strongholds.add(seat.seat, slot);
            }
        }
        self.strongholds = Some(strongholds);
        Ok(())
    }

    /// Compares the game with the view that it was made from, and requires that its decision can be made.
    fn check_looks_like(&self, view: &View) -> Result<(), ImpossibleView> {
        let own = self.view(view.viewer());
        for (mine, given) in own.seats.iter().zip(&view.seats) {
            same_seat(mine, given)?;
        }
        let fields = [
            ("to_act", own.to_act == view.to_act && own.question == view.question),
            ("turn", own.turn == view.turn && own.turns_begun == view.turns_begun),
            ("market", own.market == view.market),
            ("nobles", own.nobles == view.nobles),
            ("cities", own.cities == view.cities),
            ("result", own.outcome == view.outcome),
        ];
        first_difference(fields)?;
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        require(self.is_over() || !actions.is_empty(), || ImpossibleView::Decision)
    }
}

impl View {
    /// Whose view it is, as far as it matters: the seat whose hidden cards it shows.
    fn viewer(&self) -> Viewer {
        let shows = |seat: &&SeatView| {
            let blind = |held: &HandCard| matches!(held, HandCard::Shown { blind: true, .. });
            seat.drawn.is_some() || seat.hand.iter().any(blind)
        };
        let mut shown = self.seats.iter().filter(shows).map(|seat| seat.seat);
        match (shown.next(), shown.next()) {
            (None, _) => Viewer::Spectator,
            (Some(seat), None) => Viewer::Seat(seat),
            (Some(_), Some(_)) => Viewer::Revealed,
        }
    }

    /// The counts that the rules limit: tokens, passes, quiet rounds, and what a seat that left has (B19).
    fn check_counts(&self, state: &State) -> Result<(), ImpossibleView> {
        let held = self.seats.iter().map(|seat| seat.tokens.counts());
        let mut sums = self.supply.counts().map(u16::from);
        held.for_each(|counts| sums.iter_mut().zip(counts).for_each(|(sum, count)| *sum += u16::from(count)));
        let all = Tokens::new(Gems::new([gem_tokens(state.seat_count); 5]), GOLD_TOKENS);
        require(sums == all.counts().map(u16::from), || ImpossibleView::Tokens)?;
        let acts = self.to_act.filter(|(_, decision)| *decision != Decision::Main);
        // The last other seat may have left in the middle of a turn.
        let in_turn = |seat| self.outcome.is_some() || acts.is_some_and(|(acting, _)| acting == seat);
        let most = |seat| TOKENS_MAX + if in_turn(seat) { TOKENS_OF_A_TURN } else { 0 };
        require(self.seats.iter().all(|seat| seat.tokens.total() <= most(seat.seat)), || {
            ImpossibleView::Tokens
        })?;
        let in_play = state.count_in_play();
        require(in_play > 0 && (in_play > 1 || self.outcome.is_some()), || ImpossibleView::Seats)?;
        let running = self.outcome.is_none();
        first_difference([
            (
                "passes",
                usize::from(self.passes) <= in_play && (!running || usize::from(self.passes) < in_play),
            ),
            ("quiet_rounds", self.quiet_rounds < QUIET_ROUNDS_MAX + u8::from(!running)),
            ("out", self.seats.iter().all(|seat| !seat.out || seat.hand.is_empty() && seat.tokens.is_none())),
        ])
    }

    /// Every purchase brought a card that is owned or has left the game; in games where cards neither are
    /// free nor leave, each owned card was bought.
    fn check_purchases(&self, state: &State, gone: usize) -> Result<(), ImpossibleView> {
        let (mut bought, mut owned) = (0, 0);
        for seat in &self.seats {
            bought += usize::from(seat.purchases);
            owned += seat.cards.len();
            let each = state.modules.has(Module::Orient) || usize::from(seat.purchases) == seat.cards.len();
            require(each, || ImpossibleView::Contradiction("purchases"))?;
        }
        require(bought <= owned + gone, || ImpossibleView::Contradiction("purchases"))
    }

    /// The cards that the view shows, each of a deck in play and in one place.
    fn shown_cards(&self) -> Result<CardSet, ImpossibleView> {
        let face_up = self.market.iter().flat_map(|row| row.cards.iter().copied().flatten());
        let of_seats = self.seats.iter().flat_map(|seat| {
            let face = |held: &HandCard| match held {
                HandCard::Shown { card, .. } => Some(*card),
                HandCard::Hidden { .. } => None,
            };
            let owned = seat.cards.iter().map(|owned| owned.card);
            owned.chain(seat.hand.iter().filter_map(face)).chain(seat.drawn.iter().flatten().copied())
        });
        let mut shown = CardSet::NONE;
        for card in face_up.chain(of_seats) {
            let in_play = !card.facts().deck.is_orient() || self.modules.has(Module::Orient);
            require(in_play && !shown.has(card), || ImpossibleView::Piece(card.name().to_owned()))?;
            shown.insert(card);
        }
        Ok(shown)
    }

    fn hidden_in_hands(&self, deck: Deck) -> usize {
        let hidden = |held: &&HandCard| **held == HandCard::Hidden { deck };
        self.seats.iter().map(|seat| seat.hand.iter().filter(hidden).count()).sum()
    }
}

/// The number of steps of a turn before this one.
fn place_of(step: Step) -> u8 {
    TURN.iter().position(|&other| other == step).unwrap_or_default() as u8
}

fn wrong_pile(row: &MarketRow) -> ImpossibleView {
    ImpossibleView::Pile(format!("market: {}", row.deck.name()))
}

/// The nobles on the table, if all nobles of the view are those of such a game (B1, C1, O1).
fn nobles_of(view: &View, seats: SeatCount) -> Result<NobleSet, ImpossibleView> {
    let mut all = NobleSet::NONE;
    for &noble in view.nobles.iter().chain(view.seats.iter().flat_map(|seat| &seat.nobles)) {
        let in_play = noble.place() + 1 < NobleId::COUNT || view.modules.has(Module::Orient);
        require(in_play && !all.has(noble), || ImpossibleView::Piece(noble.name().to_owned()))?;
        all.insert(noble);
    }
    require(all.len() == nobles_on_table(seats, view.modules), || ImpossibleView::Pile("nobles".to_owned()))?;
    Ok(view.nobles.iter().copied().collect())
}

/// The city tiles (C1).
fn cities_of(view: &View) -> Result<Option<Cities>, ImpossibleView> {
    require(are_three_tiles(&view.cities, view.modules), || ImpossibleView::Pile("cities".to_owned()))?;
    let cities: Option<[CityId; CITIES_ON_TABLE]> = view.cities.as_slice().try_into().ok();
    Ok(cities.map(Cities))
}

fn same_seat(own: &SeatView, given: &SeatView) -> Result<(), ImpossibleView> {
    first_difference([
        ("tokens", own.tokens == given.tokens),
        ("cards", own.cards == given.cards),
        ("bonuses", own.bonuses == given.bonuses),
        ("card_counts", own.card_counts == given.card_counts),
        ("hand", own.hand == given.hand),
        ("drawn", own.drawn == given.drawn),
        ("nobles", own.nobles == given.nobles),
        ("posts", own.posts == given.posts),
        ("strongholds", own.strongholds == given.strongholds),
        ("cities", own.cities == given.cities),
        ("prestige", own.prestige == given.prestige),
        ("out", own.out == given.out),
    ])
}
