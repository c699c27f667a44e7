//! The bytes of a stored game: format version 1, a few hundred bytes. It does not know where they are stored.
//!
//! Values that follow from the owned cards (bonuses, counts, points) are not written. They are computed when
//! a snapshot is read, so they can never contradict the cards. Parts of a module are written only if the
//! module is in play. Every released format stays readable.

use super::agenda::{Agenda, Step};
use super::card::{CardId, CardSet, Deck, Level};
use super::holdings::{Holdings, Reserved};
use super::market::Market;
use super::module::{Module, Modules};
use super::modules::cities::Cities;
use super::modules::orient::Associations;
use super::modules::strongholds::Strongholds;
use super::modules::trading_posts::{Drawn, TradingPosts};
use super::noble::{NOBLE_POINTS, NobleSet};
use super::slot::Slot;
use super::state::State;
use super::tokens::{Gems, Tokens};
use crate::bytes::{Reader, SNAPSHOT_BYTES_USUAL, SnapshotError, write_list};
use crate::outcome::Reason;
use crate::rounds::Ending;
use crate::seat::{BySeat, Seat, SeatCount};
use crate::turn::Turn;

/// The version of the format that is written.
pub const SNAPSHOT_VERSION: u8 = 1;

/// The bits of the flags byte.
const FINAL_ROUND: u8 = 1;
const BUSY: u8 = 2;

impl State {
    /// The game as bytes, including hidden cards.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(SNAPSHOT_BYTES_USUAL);
        bytes.extend([SNAPSHOT_VERSION, self.seat_count.get() as u8, self.modules.bits()]);
        bytes.extend(self.supply.counts());
        self.encode_market(&mut bytes);
        bytes.extend(self.nobles.bits().to_le_bytes());
        for seat in self.seat_count.seats() {
            encode_holdings(&self.seats[seat], &mut bytes);
            bytes.push(self.out[seat]);
        }
        self.encode_turn(&mut bytes);
        self.encode_modules(&mut bytes);
        bytes
    }

    fn encode_market(&self, bytes: &mut Vec<u8>) {
        for deck in self.modules.decks() {
            write_list(bytes, self.market.deck(deck).map(CardId::number));
            bytes.extend(Slot::of(deck).map(|slot| number_or_zero(self.market.card(slot))));
        }
        write_list(bytes, self.market.vacant().iter().map(|slot| slot.index() as u8));
    }

    fn encode_turn(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.turn.seat.number());
        bytes.extend(self.turn.number.to_le_bytes());
        bytes.push(self.agenda.turn_steps_done());
        write_list(bytes, self.agenda.pending().flat_map(encode_step));
        bytes.extend(self.drawn.0.map(number_or_zero));
        let ending = &self.ending;
        let flags = if ending.final_round { FINAL_ROUND } else { 0 } | if ending.busy { BUSY } else { 0 };
        let over = Reason::ALL
            .into_iter()
            .position(|reason| ending.over == Some(reason))
            .map_or(0, |at| at as u8 + 1);
        bytes.extend([flags, ending.passes, ending.quiet_rounds, over]);
    }

    fn encode_modules(&self, bytes: &mut Vec<u8>) {
        if self.modules.has(Module::Orient) {
            self.associations.encode(bytes);
        }
        self.strongholds.iter().for_each(|strongholds| strongholds.encode(bytes));
        self.posts.iter().for_each(|posts| posts.encode(self.seat_count, bytes));
        self.cities.iter().for_each(|cities| cities.encode(bytes));
    }

    /// Decodes a game from its bytes.
    pub fn decode(bytes: &[u8]) -> Result<State, SnapshotError> {
        let reader = &mut Reader::new(bytes);
        let [version, seats, modules] = reader.array()?;
        if version != SNAPSHOT_VERSION {
            return Err(SnapshotError);
        }
        let seat_count = SeatCount::new(seats).ok_or(SnapshotError)?;
        let modules =
            Some(Modules::from_bits(modules)).filter(|known| known.bits() == modules).ok_or(SnapshotError)?;
        let mut state = State {
            seat_count,
            modules,
            supply: decode_tokens(reader)?,
            market: decode_market(reader, modules)?,
            nobles: NobleSet::from_bits(u16::from_le_bytes(reader.array()?)),
            seats: BySeat::default(),
            out: BySeat::default(),
            turn: Turn { seat: Seat::FIRST, number: 0 },
            agenda: Agenda::TURN_BEGINS,
            drawn: Drawn::default(),
            ending: Ending::default(),
            associations: Associations::default(),
            strongholds: None,
            posts: None,
            cities: None,
        };
        for seat in seat_count.seats() {
            state.seats[seat] = decode_holdings(reader)?;
            state.out[seat] = reader.byte()?;
        }
        state.decode_turn(reader)?;
        state.decode_modules(reader)?;
        state.sum_up();
        std::mem::replace(reader, Reader::new(&[])).end()?;
        Ok(state)
    }

    fn decode_turn(&mut self, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
        let seat =
            Seat::new(reader.byte()?).filter(|&seat| self.seat_count.has(seat)).ok_or(SnapshotError)?;
        self.turn = Turn { seat, number: u16::from_le_bytes(reader.array()?) };
        let turn_steps_done = reader.byte()?;
        let pending: Vec<Step> = reader.list()?.chunks(2).map(decode_step).collect::<Result<_, _>>()?;
        self.agenda = Agenda::from_parts(turn_steps_done, &pending).ok_or(SnapshotError)?;
        let [first, second] = reader.array()?;
        self.drawn = Drawn([card_or_none(first)?, card_or_none(second)?]);
        let [flags, passes, quiet_rounds, over] = reader.array()?;
        let over = match over.checked_sub(1) {
            None => None,
            Some(at) => Some(*Reason::ALL.get(at as usize).ok_or(SnapshotError)?),
        };
        self.ending = Ending {
            final_round: flags & FINAL_ROUND != 0,
            busy: flags & BUSY != 0,
            passes,
            quiet_rounds,
            over,
        };
        Ok(())
    }

    fn decode_modules(&mut self, reader: &mut Reader<'_>) -> Result<(), SnapshotError> {
        if self.modules.has(Module::Orient) {
            self.associations = Associations::decode(reader)?;
        }
        if self.modules.has(Module::Strongholds) {
            self.strongholds = Some(Strongholds::decode(reader, self.seat_count)?);
        }
        if self.modules.has(Module::TradingPosts) {
            self.posts = Some(TradingPosts::decode(reader, self.seat_count)?);
        }
        if self.modules.has(Module::Cities) {
            self.cities = Some(Cities::decode(reader)?);
        }
        Ok(())
    }

    /// Computes what follows from the owned cards and nobles.
    pub(super) fn sum_up(&mut self) {
        for seat in self.seat_count.seats() {
            let mut holdings = self.seats[seat];
            holdings.points = NOBLE_POINTS * holdings.nobles.len() as u8;
            for card in holdings.cards.iter() {
                holdings.points += card.facts().points;
                if let Some((color, bonus)) = self.color_of(card) {
                    holdings.bonuses = holdings.bonuses.plus(Gems::of(color, bonus));
                    holdings.card_counts = holdings.card_counts.plus(Gems::one(color));
                }
            }
            self.seats[seat] = holdings;
        }
    }
}

fn number_or_zero(card: Option<CardId>) -> u8 {
    card.map_or(0, CardId::number)
}

fn card_or_none(number: u8) -> Result<Option<CardId>, SnapshotError> {
    if number == 0 { Ok(None) } else { CardId::new(number).map(Some).ok_or(SnapshotError) }
}

fn card_of(deck: Deck, number: u8) -> Result<CardId, SnapshotError> {
    CardId::new(number).filter(|card| card.facts().deck == deck).ok_or(SnapshotError)
}

fn decode_tokens(reader: &mut Reader<'_>) -> Result<Tokens, SnapshotError> {
    reader.array().map(Tokens::from_counts)
}

fn decode_market(reader: &mut Reader<'_>, modules: Modules) -> Result<Market, SnapshotError> {
    let mut market = Market::EMPTY;
    for deck in modules.decks() {
        let cards =
            reader.list()?.iter().map(|&number| card_of(deck, number)).collect::<Result<Vec<_>, _>>()?;
        market.set_deck(deck, &cards);
        for slot in Slot::of(deck) {
            let card = match reader.byte()? {
                0 => None,
                number => Some(card_of(deck, number)?),
            };
            market.set_face_up(slot, card);
        }
    }
    for &vacant in reader.list()? {
        let slot = Slot::all().find(|slot| slot.index() == vacant as usize).ok_or(SnapshotError)?;
        market.mark_vacant(slot);
    }
    Ok(market)
}

fn encode_holdings(holdings: &Holdings, bytes: &mut Vec<u8>) {
    bytes.extend(holdings.tokens.counts());
    bytes.extend(holdings.cards.bits().to_le_bytes());
    write_list(bytes, holdings.hand.iter().flat_map(|held| [held.card.number(), held.blind as u8]));
    bytes.extend(holdings.nobles.bits().to_le_bytes());
    bytes.push(holdings.purchases);
}

fn decode_holdings(reader: &mut Reader<'_>) -> Result<Holdings, SnapshotError> {
    let mut holdings = Holdings { tokens: decode_tokens(reader)?, ..Holdings::default() };
    holdings.cards = CardSet::from_bits(u128::from_le_bytes(reader.array()?));
    for held in reader.list()?.chunks(2) {
        let &[card, blind] = held else { return Err(SnapshotError) };
        holdings.hand.add(Reserved { card: CardId::new(card).ok_or(SnapshotError)?, blind: blind != 0 });
    }
    holdings.nobles = NobleSet::from_bits(u16::from_le_bytes(reader.array()?));
    holdings.purchases = reader.byte()?;
    Ok(holdings)
}

fn encode_step(step: Step) -> [u8; 2] {
    match step {
        Step::Main => [0, 0],
        Step::Keep => [1, 0],
        Step::Associate(card) => [2, card.number()],
        Step::TakeFree(level) => [3, level as u8],
        Step::PurchaseToken => [4, 0],
        Step::Stronghold => [5, 0],
        Step::Conquest => [6, 0],
        Step::Refill => [7, 0],
        Step::TokenLimit => [8, 0],
        Step::Noble => [9, 0],
        Step::Post => [10, 0],
        Step::End => [11, 0],
    }
}

fn decode_step(bytes: &[u8]) -> Result<Step, SnapshotError> {
    let &[kind, value] = bytes else { return Err(SnapshotError) };
    Ok(match kind {
        0 => Step::Main,
        1 => Step::Keep,
        2 => Step::Associate(CardId::new(value).ok_or(SnapshotError)?),
        3 => Step::TakeFree(*Level::ALL.get(value as usize).ok_or(SnapshotError)?),
        4 => Step::PurchaseToken,
        5 => Step::Stronghold,
        6 => Step::Conquest,
        7 => Step::Refill,
        8 => Step::TokenLimit,
        9 => Step::Noble,
        10 => Step::Post,
        11 => Step::End,
        _ => return Err(SnapshotError),
    })
}
