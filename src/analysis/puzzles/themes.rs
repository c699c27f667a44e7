//! Finds the themes of a puzzle from its position, its solution and the best other turn.

use lapidary_engine::seat::Seat;
use lapidary_engine::splendor::action::Action;
use lapidary_engine::splendor::card::CardId;
use lapidary_engine::splendor::noble::NobleId;
use lapidary_engine::splendor::state::State;
use lapidary_opponents::splendor::turns::Lister;

use super::theme::Theme;

/// The themes of a puzzle. `after` is the position after the solution, `otherwise` the one after the best
/// other turn. All positions are veiled for the seat.
pub(super) fn themes(
    before: &State,
    seat: Seat,
    solution: &[Action],
    after: &State,
    otherwise: &State,
) -> Vec<Theme> {
    let is_about = |theme: Theme| match theme {
        Theme::Race => triggers_end(before, after) || next_could_end(otherwise),
        Theme::Block => blocks(before, seat, solution),
        Theme::Noble => leads_to_noble(before, after, seat),
        Theme::Return => solution.iter().any(|action| matches!(action, Action::Return(_))),
        Theme::Module(module) => before.modules().has(module),
    };
    Theme::ALL.into_iter().filter(|&theme| is_about(theme)).collect()
}

/// Whether a turn between these positions triggers the end of the game (B15, C2).
fn triggers_end(before: &State, after: &State) -> bool {
    !before.is_final_round() && (after.is_final_round() || after.is_over())
}

/// Whether the seat to move has a turn that triggers the end of the game.
fn next_could_end(state: &State) -> bool {
    let mut found = false;
    Lister::default().each(state, &mut |_, after| found |= triggers_end(state, after));
    found
}

/// Whether the solution reserves a card from the market that another seat could buy (B7).
fn blocks(before: &State, seat: Seat, solution: &[Action]) -> bool {
    let Some(Action::Reserve(card)) = solution.first() else { return false };
    before.seats_in_play().any(|other| other != seat && can_pay(before, other, *card))
}

/// Whether the tokens of a seat cover the price of a card, one gold for each missing gem (B9).
fn can_pay(state: &State, seat: Seat, card: CardId) -> bool {
    let held = state.holdings(seat);
    held.due(card.facts().cost).less(held.tokens.gems()).total() <= held.tokens.gold()
}

/// Whether the seat gets a noble between these positions, or then lacks one card instead of two (B14).
fn leads_to_noble(before: &State, after: &State, seat: Seat) -> bool {
    let (old, new) = (before.holdings(seat), after.holdings(seat));
    let missing =
        |noble: NobleId, state: &State| noble.cards().less(state.holdings(seat).card_counts).total();
    new.nobles.len() > old.nobles.len()
        || after.nobles_left().iter().any(|noble| missing(noble, before) == 2 && missing(noble, after) == 1)
}
