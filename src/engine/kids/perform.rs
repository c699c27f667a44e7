//! Applies legal decisions to the table. It does not judge legality (`check`), nor does it know what comes
//! next (`turn`).

use super::action::{Action, Payment, TownSource};
use super::agenda::{Limit, Step};
use super::effect::Effect;
use super::place::{Part, PlaceId, PlaceKind, RouteId};
use super::resource::{Resource, Token};
use super::state::State;
use super::tile::VillageTile;
use super::tokens::{Bag, Resources, Tokens};
use crate::record::Recorder;
use crate::seat::Seat;

impl State {
    /// Applies a legal decision and removes the step that it completes from the agenda.
    #[inline]
    pub(super) fn perform<R: Recorder<Action, Effect>>(&mut self, action: &Action, recorder: &mut R) {
        let seat = self.seat_of_step(self.agenda.next());
        self.agenda.strike();
        match *action {
            Action::Take(tokens) => self.take(seat, tokens, recorder),
            Action::Move { route, payment } => self.go(seat, route, &payment, recorder),
            Action::Return(tokens) => self.return_tokens(seat, tokens, recorder),
            Action::DrawTown(source) => self.draw_town(seat, source, recorder),
            Action::Give { token, seat: to } => self.give(seat, token, to, recorder),
        }
    }

    /// Takes tokens from the supply, then schedules the check of the bag limit (K3, K5).
    fn take<R: Recorder<Action, Effect>>(&mut self, seat: Seat, tokens: Tokens, recorder: &mut R) {
        self.supply = self.supply.less(tokens);
        self.seats[seat].bag.tokens = self.seats[seat].bag.tokens.plus(tokens);
        recorder.effect(Effect::TokensTaken { seat, tokens });
        self.agenda.insert([Step::Return(seat, Limit::Bag)].into_iter());
    }

    /// Moves tokens from a seat to the supply.
    fn return_tokens<R: Recorder<Action, Effect>>(&mut self, seat: Seat, tokens: Tokens, recorder: &mut R) {
        if tokens.is_none() {
            return;
        }
        self.supply = self.supply.plus(tokens);
        self.seats[seat].bag.tokens = self.seats[seat].bag.tokens.less(tokens);
        recorder.effect(Effect::TokensReturned { seat, tokens });
    }

    /// Pays for the route, moves along it and arrives (K6).
    fn go<R: Recorder<Action, Effect>>(
        &mut self,
        seat: Seat,
        id: RouteId,
        payment: &Payment,
        recorder: &mut R,
    ) {
        self.ending.busy = true;
        self.pay(seat, payment, recorder);
        let Some(route) = self.board.route(id) else { return };
        let to = route.to();
        self.seats[seat].place = Some(to);
        recorder.effect(Effect::Moved { seat, route: id, from: route.from(), to });
        match to.kind() {
            PlaceKind::Town => self.agenda.insert([Step::DrawTown, Step::TurnTilesUp].into_iter()),
            PlaceKind::Village => self.arrive_at_village(seat, to, recorder),
            PlaceKind::Palace => recorder.effect(Effect::PalaceReached { seat }),
            PlaceKind::Port => {}
        }
    }

    /// Returns tokens to the supply, removes Treasures from the game, and turns tiles face down (K6, K12).
    fn pay<R: Recorder<Action, Effect>>(&mut self, seat: Seat, payment: &Payment, recorder: &mut R) {
        self.return_tokens(seat, payment.bag.tokens, recorder);
        let traveller = &mut self.seats[seat];
        let (tiles, count) = (payment.tiles, payment.bag.treasures);
        traveller.tiles_up = traveller.tiles_up.less(tiles);
        traveller.tiles_down = traveller.tiles_down.plus(tiles);
        traveller.bag.treasures = traveller.bag.treasures.saturating_sub(count);
        if !tiles.is_none() {
            recorder.effect(Effect::TilesTurnedDown { seat, tiles });
        }
        if count > 0 {
            recorder.effect(Effect::TreasuresSpent { seat, count });
        }
    }

    /// A village gives another turn, after the effect of the tile on it (K8, K12).
    fn arrive_at_village<R: Recorder<Action, Effect>>(
        &mut self,
        seat: Seat,
        place: PlaceId,
        recorder: &mut R,
    ) {
        self.agenda.insert([Step::AnotherTurn, Step::Main].into_iter());
        let of_middle = place.part() == Part::A2;
        let villages = self.villages.as_mut().filter(|_| of_middle);
        if let Some(tile) = villages.and_then(|villages| villages.uncover(place.number())) {
            recorder.effect(Effect::VillageUncovered { seat, place, tile });
            self.apply_tile(seat, tile, recorder);
        }
    }

    /// Applies the effect of a village tile (K12).
    fn apply_tile<R: Recorder<Action, Effect>>(&mut self, seat: Seat, tile: VillageTile, recorder: &mut R) {
        match tile {
            VillageTile::Tornado => {
                self.market = None;
                recorder.effect(Effect::MarketGone);
            }
            VillageTile::Treasure => {
                self.seats[seat].bag.treasures += 1;
                recorder.effect(Effect::TreasureGained { seat });
                self.agenda.insert([Step::Return(seat, Limit::Bag)].into_iter());
            }
            VillageTile::Drought => self.agenda_of_drought(seat),
            VillageTile::Thief => self.agenda.insert([Step::Give].into_iter()),
            VillageTile::Jewel => {
                self.seats[seat].jewel = true;
                recorder.effect(Effect::JewelGained { seat });
            }
        }
    }

    /// Schedules returns for the Drought: the active seat first, then each other seat in order (K12).
    fn agenda_of_drought(&mut self, first: Seat) {
        let mut seat = first;
        let mut order = Vec::with_capacity(self.seat_count.get());
        for _ in self.seat_count.seats() {
            order.push(Step::Return(seat, Limit::Drought));
            seat = self.seat_count.after(seat);
        }
        self.agenda.insert(order.into_iter());
    }

    /// Draws a town tile, face up; a market place is refilled from the stack (K7, K11).
    fn draw_town<R: Recorder<Action, Effect>>(&mut self, seat: Seat, source: TownSource, recorder: &mut R) {
        let (tile, vacated) = match source {
            TownSource::Stack => (self.stack.draw(), None),
            TownSource::Market(tile) => (Some(tile), self.vacate(tile)),
        };
        let Some(tile) = tile else { return };
        self.seats[seat].tiles_up = self.seats[seat].tiles_up.plus(Resources::one(tile));
        recorder.effect(Effect::TownDrawn { seat, source, tile });
        if let Some(place) = vacated {
            self.refill(place, recorder);
        }
    }

    /// Empties the leftmost place of the market with this tile.
    #[inline]
    fn vacate(&mut self, tile: Resource) -> Option<u8> {
        let market = self.market.as_mut()?;
        let place = market.iter().position(|&there| there == Some(tile))?;
        market[place] = None;
        Some(place as u8)
    }

    /// Fills a place of the market from the stack, unless the stack is empty (K11).
    fn refill<R: Recorder<Action, Effect>>(&mut self, place: u8, recorder: &mut R) {
        let drawn = self.stack.draw();
        if let Some(there) = self.market.as_mut().and_then(|market| market.get_mut(place as usize)) {
            *there = drawn;
        }
        recorder.effect(match drawn {
            Some(tile) => Effect::MarketRefilled { place, tile },
            None => Effect::PlaceLeftEmpty { place },
        });
    }

    /// The kind-hearted thief: a token goes to another seat, whose limit is checked at once (K12).
    fn give<R: Recorder<Action, Effect>>(&mut self, seat: Seat, token: Token, to: Seat, recorder: &mut R) {
        let one = Tokens::one(token);
        self.seats[seat].bag.tokens = self.seats[seat].bag.tokens.less(one);
        self.seats[to].bag.tokens = self.seats[to].bag.tokens.plus(one);
        recorder.effect(Effect::TokenGiven { seat, to, token });
        self.agenda.insert([Step::Return(to, Limit::Bag)].into_iter());
    }

    /// Takes the belongings of a seat that goes out: its tokens return to the supply; its pawn, tiles,
    /// Treasures and jewel leave the game (B19, K10).
    pub(super) fn remove_belongings<R: Recorder<Action, Effect>>(
        &mut self,
        seat: Seat,
        elimination: u8,
        recorder: &mut R,
    ) {
        self.return_tokens(seat, self.seats[seat].bag.tokens, recorder);
        let traveller = &mut self.seats[seat];
        traveller.bag = Bag::default();
        traveller.tiles_up = Resources::NONE;
        traveller.tiles_down = Resources::NONE;
        traveller.jewel = false;
        traveller.place = None;
        traveller.out = elimination;
        recorder.effect(Effect::SeatOut { seat });
    }
}
