//! Judges one action, ruling by ruling. Legal actions are listed separately in `legal`; a test checks that
//! both agree.

use super::action::{Action, Decision, Payment, Proposal, TownSource};
use super::agenda::{Limit, Step};
use super::board::Route;
use super::place::RouteId;
use super::refusal::Refusal;
use super::resource::{Resource, Token};
use super::state::State;
use super::tokens::Tokens;
use crate::seat::Seat;

/// The number of different tokens in a take while the supply has at least that many kinds (K3).
const DIFFERENT_TAKEN: usize = 3;

impl State {
    /// Judges an action of the seat that must decide.
    pub fn check(&self, action: &Action) -> Result<(), Refusal> {
        let Some((seat, decision)) = self.to_act() else { return Err(Refusal::NotAsked) };
        match (decision, action) {
            (Decision::Main, Action::Take(tokens)) => self.check_take(*tokens),
            (Decision::Main, Action::Move { route, payment }) => self.check_move(*route, payment),
            (Decision::Return, Action::Return(tokens)) => self.check_return(seat, *tokens),
            (Decision::DrawTown, Action::DrawTown(source)) => self.check_draw_town(*source),
            (Decision::Give, Action::Give { token, seat }) => self.check_give(*token, *seat),
            _ => Err(Refusal::NotAsked),
        }
    }

    /// Completes a proposal of the seat that must decide: a move without a payment gets the canonical one
    /// (K6). The error says why the move is illegal. Other decisions are returned without a check.
    pub fn complete(&self, proposal: &Proposal) -> Result<Action, Refusal> {
        match (proposal, self.to_act()) {
            (Proposal::Exact(action), _) => Ok(*action),
            (Proposal::Move { route, offer }, Some((_, Decision::Main))) => {
                let cost = self.check_route(*route)?.cost();
                let payment = self.active().complete_payment(cost, offer)?;
                Ok(Action::Move { route: *route, payment })
            }
            (Proposal::Move { .. }, _) => Err(Refusal::NotAsked),
        }
    }

    /// Different resources, two of one resource, or one gold (K3, K4).
    fn check_take(&self, tokens: Tokens) -> Result<(), Refusal> {
        require(!tokens.is_none(), Refusal::NothingTaken)?;
        if tokens.gold() > 0 {
            require(tokens.total() == 1, Refusal::GoldNotAlone)?;
            return require(self.supply.gold() > 0, Refusal::NotLeft);
        }
        let kinds = tokens.kinds().count();
        let pair = kinds == 1 && tokens.total() == 2;
        let different = usize::from(tokens.total()) == kinds && kinds <= DIFFERENT_TAKEN;
        require(pair || different, Refusal::NoSuchTake)?;
        require(self.supply.covers(tokens), Refusal::NotLeft)?;
        let three_left = self.supply.resources().kinds().count() >= DIFFERENT_TAKEN;
        require(pair || kinds == DIFFERENT_TAKEN || !three_left, Refusal::ThreeKindsLeft)
    }

    fn check_move(&self, route: RouteId, payment: &Payment) -> Result<(), Refusal> {
        let cost = self.check_route(route)?.cost();
        self.active().judge_payment(cost, payment)
    }

    /// The route must begin at the pawn's place (K3).
    fn check_route(&self, id: RouteId) -> Result<Route, Refusal> {
        let route = self.board.route(id).ok_or(Refusal::NoSuchRoute)?;
        require(self.active().place == Some(route.from()), Refusal::RouteElsewhere)?;
        Ok(route)
    }

    /// The seat must return exactly the surplus, from the tokens it holds (K5, K12).
    fn check_return(&self, seat: Seat, tokens: Tokens) -> Result<(), Refusal> {
        let Step::Return(_, limit) = self.agenda.next() else { return Err(Refusal::NotAsked) };
        let refusal = match limit {
            Limit::Bag => Refusal::WrongReturn,
            Limit::Drought => Refusal::WrongDroughtReturn,
        };
        let held = self.seats[seat].bag.tokens;
        require(held.covers(tokens) && tokens.total() == self.surplus(seat, limit), refusal)
    }

    fn check_draw_town(&self, source: TownSource) -> Result<(), Refusal> {
        let in_market = |tile: Resource| self.market.iter().flatten().any(|&place| place == Some(tile));
        match source {
            TownSource::Stack => require(!self.stack.is_empty(), Refusal::StackEmpty),
            TownSource::Market(tile) => require(in_market(tile), Refusal::NotInMarket),
        }
    }

    /// The seat must give one token that it holds to another seat in play; that seat may be in the palace
    /// (K12).
    fn check_give(&self, token: Token, seat: Seat) -> Result<(), Refusal> {
        require(self.active().bag.tokens.get(token) > 0, Refusal::TokenNotHeld)?;
        let other = seat != self.turn.seat && self.seat_count.has(seat);
        require(other && self.seats[seat].in_play(), Refusal::NoSuchReceiver)
    }
}

/// Returns the refusal unless the condition holds.
fn require(condition: bool, refusal: Refusal) -> Result<(), Refusal> {
    if condition { Ok(()) } else { Err(refusal) }
}
