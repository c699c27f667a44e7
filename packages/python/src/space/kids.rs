//! The action space of Kids, the same for all variants.

use super::takes::{self, TAKES};
use super::{Rules, Spelling};
use crate::view::{self, Sink};
use lapidary_engine::game::Payments;
use lapidary_engine::kids::action::{Action, Payment, TownSource};
use lapidary_engine::kids::place::{ROUTES_MAX, RouteId};
use lapidary_engine::kids::resource::{Resource, Token};
use lapidary_engine::kids::state::State;
use lapidary_engine::kids::tokens::Tokens;
use lapidary_engine::outcome::Outcome;
use lapidary_engine::seat::{SEATS_MAX, Seat, SeatCount};
use lapidary_engine::viewer::Viewer;

const KINDS: usize = 5;
const TOKENS: usize = 6;
const OTHERS: usize = SEATS_MAX - 1;

const TAKE: usize = 0;
const TAKE_TWO: usize = TAKE + TAKES;
const TAKE_GOLD: usize = TAKE_TWO + KINDS;
const MOVE: usize = TAKE_GOLD + 1;
const RETURN: usize = MOVE + ROUTES_MAX;
const DRAW: usize = RETURN + TOKENS;
const DRAW_STACK: usize = DRAW + KINDS;
const GIVE: usize = DRAW_STACK + 1;
const OTHER: usize = GIVE + TOKENS * OTHERS;
const PAY: usize = OTHER + ROUTES_MAX;
const PAY_TREASURE: usize = PAY + TOKENS;
const TURN_TILE: usize = PAY_TREASURE + 1;
const PAID: usize = TURN_TILE + KINDS;
const LEN: usize = PAID + 1;

/// The number of a route among those that begin at its place, in their order.
fn number(state: &State, id: RouteId) -> usize {
    let Some(route) = state.board().route(id) else { return 0 };
    state.board().routes_from(route.from()).position(|(other, _)| other == id).unwrap_or_default()
}

/// The number of a seat among the others, counted from the one that decides.
fn others(state: &State, seat: Seat) -> usize {
    let from = state.decides().map_or(0, Seat::index);
    (seat.index() + state.seat_count().get() - from) % state.seat_count().get()
}

fn meaning(index: usize) -> String {
    let letter = |kind: usize| Token::ALL.get(kind).map_or('t', |token| token.letter());
    match index {
        TAKE..TAKE_TWO => {
            let set = takes::SETS.get(index - TAKE).copied().unwrap_or_default();
            let letters: String = (0..KINDS).filter(|kind| set >> kind & 1 == 1).map(letter).collect();
            format!("take {letters}")
        }
        TAKE_TWO..TAKE_GOLD => format!("take {0}{0}", letter(index - TAKE_TWO)),
        TAKE_GOLD => "take o".to_owned(),
        MOVE..RETURN => format!("move along route {}", index - MOVE),
        RETURN..DRAW => format!("return {}", letter(index - RETURN)),
        DRAW..DRAW_STACK => format!("draw_town {}", letter(index - DRAW)),
        DRAW_STACK => "draw_town stack".to_owned(),
        GIVE..OTHER => {
            format!("give {} to seat +{}", letter((index - GIVE) / OTHERS), (index - GIVE) % OTHERS + 1)
        }
        OTHER..PAY => format!("move along route {} paying", index - OTHER),
        PAY..TURN_TILE => format!("pay {}", letter(index - PAY)),
        TURN_TILE..PAID => format!("pay tile {}", letter(index - TURN_TILE)),
        _ => "paid".to_owned(),
    }
}

fn spell_payment(payment: &Payment, spelling: &mut Spelling) {
    for (kind, count) in payment.bag.tokens.counts().into_iter().enumerate() {
        spelling.repeat(PAY + kind, count);
    }
    spelling.repeat(PAY_TREASURE, payment.bag.treasures);
    payment.tiles.each().for_each(|tile| spelling.push(TURN_TILE + tile.index()));
    spelling.push(PAID);
}

/// The space has no parts that depend on the variant.
#[derive(Clone, Copy)]
pub struct Layout;

impl Rules for State {
    type Action = Action;
    type Layout = Layout;

    fn layout(&self) -> Layout {
        Layout
    }

    fn len(_layout: &Layout) -> usize {
        LEN
    }

    fn names(_layout: &Layout) -> Vec<String> {
        (0..LEN).map(meaning).collect()
    }

    fn list(&self, payments: Payments, actions: &mut Vec<Action>) {
        match payments {
            Payments::Canonical => self.legal_actions(actions),
            Payments::All => self.legal_actions_with_every_payment(actions),
        }
    }

    fn spell(&self, layout: &Layout, action: &Action, is_canonical: bool) -> Spelling {
        let mut spelling = Spelling::default();
        match *action {
            Action::Move { route, payment } if !is_canonical => {
                spelling.push(OTHER + number(self, route));
                spell_payment(&payment, &mut spelling);
            }
            Action::Return(tokens) => {
                for (kind, count) in tokens.counts().into_iter().enumerate() {
                    spelling.repeat(RETURN + kind, count);
                }
            }
            _ => spelling.push(self.first(layout, action)),
        }
        spelling
    }

    fn first(&self, _layout: &Layout, action: &Action) -> usize {
        match *action {
            Action::Take(tokens) => {
                let counts = tokens.resources().counts();
                match counts.iter().position(|&count| count == 2) {
                    Some(pair) => TAKE_TWO + pair,
                    None if tokens.gold() > 0 => TAKE_GOLD,
                    None => {
                        let set = (0..).zip(counts).fold(0, |set, (kind, count)| set | (count & 1) << kind);
                        TAKE + takes::number(set).unwrap_or_default()
                    }
                }
            }
            Action::Move { route, .. } => MOVE + number(self, route),
            Action::Return(tokens) => {
                RETURN + tokens.counts().iter().position(|&count| count > 0).unwrap_or_default()
            }
            Action::DrawTown(TownSource::Stack) => DRAW_STACK,
            Action::DrawTown(TownSource::Market(tile)) => DRAW + tile.index(),
            Action::Give { token, seat } => {
                GIVE + token.index() * OTHERS + others(self, seat).saturating_sub(1)
            }
        }
    }

    fn spelled_alone(&self, _layout: &Layout, index: usize) -> Option<Action> {
        match index {
            DRAW..DRAW_STACK => {
                Resource::ALL.get(index - DRAW).map(|&tile| Action::DrawTown(TownSource::Market(tile)))
            }
            DRAW_STACK => Some(Action::DrawTown(TownSource::Stack)),
            // The others are found among the legal actions, of which Kids has few.
            _ => None,
        }
    }

    fn returning(&self, _layout: &Layout) -> Option<([u8; 6], u8, usize)> {
        // The limit of a Drought (K12) is not public, so returns are found among the legal actions.
        None
    }

    fn returned(counts: [u8; 6]) -> Action {
        Action::Return(Tokens::from_counts(counts))
    }

    fn apply(&mut self, action: &Action) {
        self.play_unchecked(action, &mut ());
    }

    fn decides(&self) -> Option<Seat> {
        self.to_act().map(|(seat, _)| seat)
    }

    fn seats(&self) -> SeatCount {
        self.seat_count()
    }

    fn result(&self) -> Option<Outcome> {
        self.outcome()
    }

    fn observe(&self, _layout: &Layout, seat: Seat, pending: &Spelling, out: &mut impl Sink) {
        view::kids(&self.view(Viewer::Seat(seat)), seat, LEN, pending, out);
    }
}
