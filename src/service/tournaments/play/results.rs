//! Results of tables that organizers set and players report, and whether they are possible.

use crate::tournaments::TournamentRefusal;
use lapidary_contest::event::entry::EntryId;
use lapidary_contest::event::round::SeatResult;
use lapidary_engine::ruleset::Ruleset;
use lapidary_engine::splendor::module::Module;
use lapidary_model::tournaments::event::Event;
use lapidary_model::tournaments::round::TournamentTable;

/// The cards of the base game and of Orient.
const CARDS: u8 = 120;
/// The maximum prestige where 15 end a game: 14, and the maximum of one turn.
const ENDED_BY_PRESTIGE: u32 = 40;

/// A result that is set or reported, in the order of seats.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ResultBySeat {
    pub places: Vec<u8>,
    /// The prestige. Without it, the known one stays.
    pub prestige: Option<Vec<u8>>,
    /// The number of bought cards. Without it, the known one stays.
    pub cards: Option<Vec<u8>>,
    /// The forfeiting seats, from 0. Their places come after those of all others.
    pub forfeits: Vec<u8>,
}

/// Returns the places of a result in words, in the order of seats.
pub(in crate::tournaments) fn places(result: &[SeatResult]) -> String {
    let place = |seat: &SeatResult| if seat.forfeit { "forfeit".to_owned() } else { seat.place.to_string() };
    result.iter().map(place).collect::<Vec<_>>().join(", ")
}

/// Returns the result to set at a locked table. Known measures stay unless others are given: an ended game
/// was measured.
pub(in crate::tournaments) fn result(
    event: &Event,
    table: &TournamentTable,
    set: &ResultBySeat,
) -> Result<Vec<SeatResult>, TournamentRefusal> {
    check_result(event, table.seats.len(), set)?;
    let places = places_with_forfeits(set)?;
    let given = |list: &Option<Vec<u8>>, seat: usize| list.as_ref()?.get(seat).copied().map(u16::from);
    let of_seat = |(seat, (&entry, place)): (usize, (&EntryId, u8))| {
        let measured = table.result.as_ref().and_then(|result| result.get(seat));
        SeatResult {
            entry,
            place,
            prestige: given(&set.prestige, seat).or(measured.and_then(|seat| seat.prestige)),
            cards: given(&set.cards, seat).or(measured.and_then(|seat| seat.cards)),
            tokens: measured.and_then(|seat| seat.tokens),
            forfeit: set.has_forfeited(seat),
        }
    };
    Ok(table.seats.iter().zip(places).enumerate().map(of_seat).collect())
}

fn check_result(event: &Event, seats: usize, set: &ResultBySeat) -> Result<(), TournamentRefusal> {
    let refused = |pointer: &str, fault| Err(TournamentRefusal::field(pointer, fault));
    let places = &set.places;
    // Shared places leave the following ones free: 1-1-3.
    let is_possible =
        |&place: &u8| usize::from(place) == 1 + places.iter().filter(|&&other| other < place).count();
    if places.len() != seats || !places.iter().all(is_possible) {
        return refused(
            "/places",
            "must have the place of each seat, from 1; equal places are shared and leave the next ones free",
        );
    }
    for (pointer, list) in [("/prestige", &set.prestige), ("/cards", &set.cards)] {
        if list.as_ref().is_some_and(|list| list.len() != seats) {
            return refused(pointer, "must have a value for each seat");
        }
    }
    match event.tournament.settings.ruleset {
        Ruleset::Kids(_) if set.cards.is_some() => {
            refused("/cards", "is not possible: Kids has no cards to buy")
        }
        Ruleset::Splendor(_) if set.has_prestige_without_cards() => {
            refused("/prestige", "must be 0 for a seat without bought cards")
        }
        Ruleset::Splendor(_) if set.cards.iter().flatten().any(|&cards| cards > CARDS) => {
            refused("/cards", "is more than all cards of the game")
        }
        Ruleset::Splendor(modules) if set.has_too_much_prestige(modules.has(Module::Cities)) => {
            refused("/prestige", "is more than a seat can reach, with so many cards")
        }
        // A fulfilled city comes before prestige (C3).
        Ruleset::Splendor(modules) if !modules.has(Module::Cities) && set.contradicts_prestige() => refused(
            "/places",
            "must follow from `prestige` and `cards`: most prestige first, then fewest cards; name seats that lost otherwise in `forfeits`, or leave `prestige` out",
        ),
        _ => Ok(()),
    }
}

impl ResultBySeat {
    fn has_forfeited(&self, seat: usize) -> bool {
        self.forfeits.iter().any(|&own| usize::from(own) == seat)
    }

    fn has_prestige_without_cards(&self) -> bool {
        let seats = self.prestige.iter().flatten().zip(self.cards.iter().flatten());
        seats.into_iter().any(|(&prestige, &cards)| prestige > 0 && cards == 0)
    }

    /// Returns whether a seat has more prestige than a game can give, with its cards if they are known. Where
    /// cities end the game, prestige does not.
    fn has_too_much_prestige(&self, with_cities: bool) -> bool {
        let most = |seat: usize| {
            // A card gives 5 at most. Nobles and trading posts give 20, and none before the fourth card.
            let with = |&cards: &u8| 5 * u32::from(cards) + if cards < 4 { 0 } else { 20 };
            let with_cards = self.cards.as_ref().and_then(|cards| cards.get(seat)).map_or(u32::MAX, with);
            if with_cities { with_cards } else { with_cards.min(ENDED_BY_PRESTIGE) }
        };
        self.prestige.iter().flatten().enumerate().any(|(seat, &prestige)| u32::from(prestige) > most(seat))
    }

    /// Returns whether two seats that do not forfeit are ordered otherwise than by prestige and then by the
    /// fewest cards, as far as these are given (B16, B17).
    fn contradicts_prestige(&self) -> bool {
        let Some(prestige) = &self.prestige else { return false };
        let cards = |seat: usize| self.cards.as_ref().map(|cards| cards[seat]);
        let seats = (0..self.places.len()).filter(|&seat| !self.has_forfeited(seat));
        let seats: Vec<usize> = seats.collect();
        let is_wrong = |&one: &usize, &other: &usize| {
            let order = prestige[other].cmp(&prestige[one]).then(cards(one).cmp(&cards(other)));
            // Equal prestige without cards allows any order.
            let is_known = self.cards.is_some() || order.is_ne();
            is_known && self.places[one].cmp(&self.places[other]) != order
        };
        seats.iter().any(|one| seats.iter().any(|other| is_wrong(one, other)))
    }
}

/// Returns the places. Forfeiting seats share the last one.
fn places_with_forfeits(set: &ResultBySeat) -> Result<Vec<u8>, TournamentRefusal> {
    let refused = |fault| TournamentRefusal::field("/forfeits", fault);
    let (places, forfeits) = (&set.places, &set.forfeits);
    let is_seat = |&seat: &u8| usize::from(seat) < places.len();
    let is_twice = |(at, seat): (usize, &u8)| forfeits[..at].contains(seat);
    if !forfeits.iter().all(is_seat) || forfeits.iter().enumerate().any(is_twice) {
        return Err(refused("must name seats of the table, each once"));
    }
    let numbered = || places.iter().enumerate();
    let last = numbered().filter(|(seat, _)| !set.has_forfeited(*seat)).map(|(_, &place)| place).max();
    let after = (places.len() - forfeits.len() + 1) as u8;
    if numbered().any(|(seat, &place)| set.has_forfeited(seat) && last.is_some_and(|last| place <= last)) {
        return Err(refused("must have worse places than the other seats"));
    }
    Ok(numbered().map(|(seat, &place)| if set.has_forfeited(seat) { after } else { place }).collect())
}
