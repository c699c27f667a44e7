//! Rebuilds a game from a view, and deals anew what is hidden (K14). It has no random source: the caller
//! shuffles.
//!
//! A view does not tell everything that the rules remember. What is assumed then:
//!
//! - The round had no move before this turn (B20), unless this turn had one.
//! - Of several seats that went out in a running game, those with a lower number went first (B19).
//! - A seat that returns tokens above the limit of its bag in its own turn has taken tokens, so that its turn
//!   ends. The other case is a Treasure that it has just found (K12).
//! - Which village tiles were uncovered is random, as far as Treasures, jewel and market do not tell (K11).

use super::action::Decision;
use super::agenda::{Agenda, Limit, Step};
use super::board::Board;
use super::resource::Resource;
use super::setup::{GOLD_TOKENS, resource_tokens};
use super::state::State;
use super::tile::{MARKET_PLACES, Stack, TOWN_TILES_OF_EACH, VILLAGE_TILES, VillageTile, Villages};
use super::tokens::{Bag, Resources, Tokens};
use super::traveller::{BAG_MAX, DROUGHT_MAX, Traveller};
use super::view::{SeatView, View};
use crate::from_view::{ImpossibleView, eliminations, first_difference, require, seats_in_order};
use crate::rounds::{Ending, QUIET_ROUNDS_MAX, Rounds};
use crate::seat::{BySeat, SEATS_MAX, Seat};
use crate::turn::Turn;
use crate::viewer::Viewer;

/// The number of Treasures among the village tiles (K11).
const TREASURES: u8 = 2;
/// The maximum number of tokens that a seat gets before it returns some (K5).
const TOKENS_OF_A_TURN: u8 = 3;

impl State {
    /// A game that looks like this view; what is hidden is dealt anew. `shuffle` reorders a list of numbers.
    pub fn from_view(view: &View, shuffle: &mut dyn FnMut(&mut [usize])) -> Result<State, ImpossibleView> {
        require(view.to_act.is_some() || view.outcome.is_some(), || ImpossibleView::NoGame)?;
        let seat_count = seats_in_order(view.seats.iter().map(|seat| seat.seat))?;
        let out = view.seats.iter().filter(|seat| seat.out).map(|seat| seat.seat);
        let out = eliminations(out, view.outcome.as_ref());
        let mut state = State {
            seat_count,
            variant: view.variant,
            board: *view.board,
            supply: view.supply,
            stack: Stack::of(&[]),
            market: view.market,
            villages: None,
            seats: BySeat([Traveller::AT_PORT; SEATS_MAX]),
            turn: Turn { seat: Seat::FIRST, number: view.turns_begun },
            agenda: Agenda::TURN_BEGINS,
            ending: Ending {
                final_round: view.gates_closed,
                passes: 0,
                quiet_rounds: view.quiet_rounds,
                busy: false,
                over: view.outcome.as_ref().map(|outcome| outcome.reason),
            },
        };
        for seen in &view.seats {
            state.seats[seen.seat] = Traveller {
                bag: seen.bag,
                tiles_up: seen.tiles_up,
                tiles_down: seen.tiles_down,
                jewel: seen.jewel,
                place: seen.place,
                out: out[seen.seat],
            };
        }
        view.check_board()?;
        view.check_counts(&state)?;
        state.come_to_turn(view)?;
        state.deal_towns(view, shuffle)?;
        state.deal_villages(view, shuffle)?;
        state.check_looks_like(view)?;
        Ok(state)
    }

    /// Finds the turn, and the steps that follow the pending decision.
    fn come_to_turn(&mut self, view: &View) -> Result<(), ImpossibleView> {
        let Some((seat, decision)) = view.to_act else {
            return require(view.turn.is_none(), || ImpossibleView::Turn);
        };
        let turn = view.turn.filter(|turn| turn.number > 0 && self.seat_count.has(turn.seat));
        self.turn = turn.ok_or(ImpossibleView::Turn)?;
        let nobody_left = self.count_in_play() == self.seat_count.get();
        let by_turns = usize::from(self.turn.number - 1) % self.seat_count.get() == self.turn.seat.index();
        let both_play = self.in_play(seat) && self.in_play(self.turn.seat);
        require(both_play && (by_turns || !nobody_left), || ImpossibleView::Turn)?;
        require(seat == self.turn.seat || decision == Decision::Return, || ImpossibleView::Decision)?;
        let then_again = [Step::AnotherTurn, Step::Main];
        let mut pending = Vec::with_capacity(self.seat_count.get() + then_again.len());
        match decision {
            Decision::Main => return Ok(()),
            Decision::DrawTown => pending.extend([Step::DrawTown, Step::TurnTilesUp]),
            Decision::Give => pending.push(Step::Give),
            Decision::Return => self.list_returns(view, seat, &mut pending)?,
        }
        let took_tokens = pending == [Step::Return(self.turn.seat, Limit::Bag)];
        if decision != Decision::DrawTown && !took_tokens {
            pending.extend(then_again);
        }
        self.ending.busy = !took_tokens;
        self.agenda = Agenda::from_parts(1, &pending).ok_or(ImpossibleView::Decision)?;
        Ok(())
    }

    /// Lists the seats that return tokens, from this one on: all the rest of the round after a Drought (K12).
    fn list_returns(&self, view: &View, seat: Seat, pending: &mut Vec<Step>) -> Result<(), ImpossibleView> {
        let surplus = view.tokens_to_return.filter(|&tokens| tokens > 0).ok_or(ImpossibleView::Decision)?;
        let held = self.seats[seat].bag.tokens.total();
        if held.checked_sub(surplus) != Some(DROUGHT_MAX) {
            pending.push(Step::Return(seat, Limit::Bag));
            return Ok(());
        }
        let mut next = seat;
        loop {
            pending.push(Step::Return(next, Limit::Drought));
            next = self.seat_count.after(next);
            if next == self.turn.seat {
                return Ok(());
            }
        }
    }

    /// Deals the stack from the town tiles that the view does not show. Tiles of seats that went out, and of
    /// a market that is gone, have left the game (B19, K12).
    fn deal_towns(
        &mut self,
        view: &View,
        shuffle: &mut dyn FnMut(&mut [usize]),
    ) -> Result<(), ImpossibleView> {
        let wrong = || ImpossibleView::Pile("stack_size".to_owned());
        let in_market = view.market.iter().flatten().flatten().copied();
        let shown = in_market.chain(view.seats.iter().flat_map(SeatView::tiles));
        let mut left = [TOWN_TILES_OF_EACH; Resource::ALL.len()];
        for tile in shown {
            let count = &mut left[tile.index()];
            *count = count.checked_sub(1).ok_or_else(|| ImpossibleView::Piece(tile.name().to_owned()))?;
        }
        let unseen: Vec<Resource> = Resources::new(left).each().collect();
        let towns: Vec<Resource> =
            reordered(&unseen, shuffle).into_iter().take(view.stack_size.into()).collect();
        let gone = unseen.len() - towns.len();
        let market_gone = view.variant.has_mysteries() && view.market.is_none();
        let some_left = self.count_in_play() < self.seat_count.get();
        require(towns.len() == usize::from(view.stack_size), wrong)?;
        require(gone == 0 || some_left || market_gone && gone <= MARKET_PLACES, wrong)?;
        require(view.market.is_none() || view.variant.has_mysteries(), || {
            ImpossibleView::Contradiction("market")
        })?;
        let empty_place = view.market.iter().flatten().any(Option::is_none);
        require(!empty_place || view.stack_size == 0, || ImpossibleView::Contradiction("market"))?;
        self.stack = Stack::of(&towns);
        Ok(())
    }

    /// Lays the village tiles: those that are uncovered must explain what the view shows (K11, K12).
    fn deal_villages(
        &mut self,
        view: &View,
        shuffle: &mut dyn FnMut(&mut [usize]),
    ) -> Result<(), ImpossibleView> {
        let wrong = || ImpossibleView::Contradiction("tiled_villages");
        if !self.variant.has_mysteries() {
            let none = view.seats.iter().all(|seat| !seat.jewel && seat.bag.treasures == 0);
            return require(none, || ImpossibleView::Contradiction("jewel or treasures"));
        }
        let laid = (self.board.villages_of_middle() as usize).min(VILLAGE_TILES);
        let mut face_down = 0u8;
        for place in &view.tiled_villages {
            require(usize::from(place.number()) < laid, wrong)?;
            face_down |= 1 << place.number();
        }
        let mut known = view.uncovered_for_certain();
        let mut tiles = reordered(&VillageTile::CATALOGUE, shuffle);
        // Those that are certainly uncovered come first, those that cannot be come last.
        let some_left = self.count_in_play() < self.seat_count.get();
        tiles.sort_by_key(|&tile| match known.iter().position(|&other| other == tile) {
            Some(place) => {
                known.swap_remove(place);
                0
            }
            None if tile == VillageTile::Tornado || tile == VillageTile::Jewel && !some_left => 2,
            None => 1,
        });
        let uncovered = laid - face_down.count_ones() as usize;
        let certain = view.uncovered_for_certain().len();
        let hidden_for_certain = usize::from(view.market.is_some())
            + usize::from(!some_left && view.seats.iter().all(|seat| !seat.jewel));
        require(
            known.is_empty() && (certain..=VILLAGE_TILES - hidden_for_certain).contains(&uncovered),
            wrong,
        )?;
        let (seen, mut unseen) =
            (tiles[..uncovered].iter(), reordered(&tiles[uncovered..], shuffle).into_iter());
        let mut seen = seen.copied();
        let mut places = VillageTile::CATALOGUE;
        for (village, place) in places.iter_mut().enumerate() {
            let is_seen = village < laid && face_down >> village & 1 == 0;
            let tile = if is_seen { seen.next() } else { unseen.next() };
            *place = tile.ok_or_else(wrong)?;
        }
        self.villages = Some(Villages::from_parts(places, laid as u8, face_down));
        Ok(())
    }

    /// Compares the game with the view that it was made from, and requires that its decision can be made.
    fn check_looks_like(&self, view: &View) -> Result<(), ImpossibleView> {
        let own = self.view(Viewer::Spectator);
        first_difference([
            ("to_act", own.to_act == view.to_act && own.tokens_to_return == view.tokens_to_return),
            ("turn", own.turn == view.turn && own.turns_begun == view.turns_begun),
            (
                "bag_limit",
                own.seats.iter().zip(&view.seats).all(|(own, seen)| own.bag_limit == seen.bag_limit),
            ),
            ("out", own.seats == view.seats),
            ("tiled_villages", own.tiled_villages == view.tiled_villages),
            ("result", own.outcome == view.outcome),
        ])?;
        let mut actions = Vec::new();
        self.legal_actions(&mut actions);
        require(self.is_over() || !actions.is_empty(), || ImpossibleView::Decision)
    }
}

impl SeatView {
    /// The town tiles of the seat.
    fn tiles(&self) -> impl Iterator<Item = Resource> {
        self.tiles_up.each().chain(self.tiles_down.each())
    }
}

impl View {
    /// A board has the parts of its variant, and each pawn stands on a place of it (K2).
    fn check_board(&self) -> Result<(), ImpossibleView> {
        use super::place::Part;
        let parts = [true, self.variant.has_middle(), true];
        let complete = Part::ALL.into_iter().zip(parts).all(|(part, there)| self.board.has(part) == there);
        require(complete && *self.board != Board::EMPTY, || ImpossibleView::Board)?;
        let places = self.board.places();
        let stands = |seat: &SeatView| match seat.place {
            Some(place) => !seat.out && places.contains(&place),
            None => seat.out,
        };
        require(self.seats.iter().all(stands), || ImpossibleView::Contradiction("place"))
    }

    /// The counts that the rules limit: tokens, quiet rounds, Treasures, the jewel, and what a seat that left
    /// has (B19).
    fn check_counts(&self, state: &State) -> Result<(), ImpossibleView> {
        let mut sums = self.supply.counts().map(u16::from);
        for seat in &self.seats {
            let held = seat.bag.tokens.counts();
            sums.iter_mut().zip(held).for_each(|(sum, count)| *sum += u16::from(count));
        }
        let all = Tokens::new(Resources::new([resource_tokens(state.seat_count); 5]), GOLD_TOKENS);
        require(sums == all.counts().map(u16::from), || ImpossibleView::Tokens)?;
        let most = BAG_MAX + TOKENS_OF_A_TURN;
        require(self.seats.iter().all(|seat| seat.bag.tokens.total() <= most), || ImpossibleView::Tokens)?;
        let in_play = state.count_in_play();
        require(in_play > 0 && (in_play > 1 || self.outcome.is_some()), || ImpossibleView::Seats)?;
        let treasures: u16 = self.seats.iter().map(|seat| u16::from(seat.bag.treasures)).sum();
        let empty =
            |seat: &SeatView| seat.bag == Bag::default() && seat.tiles().next().is_none() && !seat.jewel;
        first_difference([
            ("quiet_rounds", self.quiet_rounds < QUIET_ROUNDS_MAX + u8::from(self.outcome.is_some())),
            ("treasures", treasures <= u16::from(TREASURES)),
            ("jewel", self.seats.iter().filter(|seat| seat.jewel).count() <= 1),
            ("out", self.seats.iter().all(|seat| !seat.out || empty(seat))),
        ])
    }

    /// The village tiles of which the view shows that they are uncovered (K12).
    fn uncovered_for_certain(&self) -> Vec<VillageTile> {
        let treasures: usize = self.seats.iter().map(|seat| usize::from(seat.bag.treasures)).sum();
        let mut tiles = vec![VillageTile::Treasure; treasures];
        tiles.extend(self.market.is_none().then_some(VillageTile::Tornado));
        tiles.extend(self.seats.iter().any(|seat| seat.jewel).then_some(VillageTile::Jewel));
        tiles
    }
}

fn reordered<T: Copy>(tiles: &[T], shuffle: &mut dyn FnMut(&mut [usize])) -> Vec<T> {
    let mut order: Vec<usize> = (0..tiles.len()).collect();
    shuffle(&mut order);
    order.into_iter().filter_map(|place| tiles.get(place).copied()).collect()
}
