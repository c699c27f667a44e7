//! The bytes of a stored game: format version 1, a few hundred bytes. It does not know where they are stored.
//!
//! The snapshot contains the whole board. So a game can be replayed even after the operator has changed the
//! board file. Every released format stays readable.

use super::agenda::{Agenda, Limit, Step};
use super::board::{Board, Route};
use super::place::{Part, PlaceId, ROUTES_MAX, Side};
use super::resource::Resource;
use super::state::State;
use super::tile::{MARKET_PLACES, Market, Stack, TOWN_TILES, VILLAGE_TILES, VillageTile, Villages};
use super::tokens::{Bag, Resources, Tokens};
use super::traveller::Traveller;
use super::variant::Variant;
use crate::bytes::{Reader, SNAPSHOT_BYTES_USUAL, SnapshotError, write_list};
use crate::outcome::Reason;
use crate::rounds::Ending;
use crate::seat::{BySeat, Seat, SeatCount};
use crate::turn::Turn;

/// The version of the format that is written.
pub const SNAPSHOT_VERSION: u8 = 1;

/// The bits of the flags byte.
const GATES_CLOSED: u8 = 1;
const BUSY: u8 = 2;
const MARKET: u8 = 4;
/// Marks an empty place of the market, and the place of a pawn that is out.
const NOTHING: u8 = 240;

impl State {
    /// The game as bytes, including hidden tiles.
    pub fn encode(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(SNAPSHOT_BYTES_USUAL);
        bytes.extend([SNAPSHOT_VERSION, self.seat_count.get() as u8, self.variant as u8]);
        self.encode_board(&mut bytes);
        bytes.extend(self.supply.counts());
        write_list(&mut bytes, self.stack.tiles().map(|tile| tile as u8));
        self.seat_count.seats().for_each(|seat| encode_traveller(&self.seats[seat], &mut bytes));
        self.encode_turn(&mut bytes);
        if let Some(market) = self.market {
            bytes.extend(market.map(|place| place.map_or(NOTHING, |tile| tile as u8)));
        }
        if let Some(villages) = &self.villages {
            let (tiles, laid, face_down) = villages.parts();
            bytes.extend(tiles.map(|tile| tile as u8));
            bytes.extend([laid, face_down]);
        }
        bytes
    }

    fn encode_board(&self, bytes: &mut Vec<u8>) {
        for side in self.board.sides() {
            let routes: Vec<Route> =
                self.board.routes().filter(|(id, _)| id.side() == side).map(|(_, route)| route).collect();
            bytes.extend([side.index() as u8, routes.len() as u8]);
            for route in routes {
                bytes.extend([route.from().code(), route.to().code()]);
                bytes.extend(route.cost().counts());
            }
        }
    }

    fn encode_turn(&self, bytes: &mut Vec<u8>) {
        bytes.push(self.turn.seat.number());
        bytes.extend(self.turn.number.to_le_bytes());
        bytes.push(self.agenda.turn_steps_done());
        write_list(bytes, self.agenda.pending().flat_map(encode_step));
        let ending = &self.ending;
        let flag = |condition, bit| if condition { bit } else { 0 };
        let flags = flag(ending.final_round, GATES_CLOSED)
            | flag(ending.busy, BUSY)
            | flag(self.market.is_some(), MARKET);
        let over = Reason::ALL
            .into_iter()
            .position(|reason| ending.over == Some(reason))
            .map_or(0, |at| at as u8 + 1);
        bytes.extend([flags, ending.quiet_rounds, over]);
    }

    /// Decodes a game from its bytes.
    pub fn decode(bytes: &[u8]) -> Result<State, SnapshotError> {
        let mut reader = Reader::new(bytes);
        let [version, seats, variant] = reader.array()?;
        if version != SNAPSHOT_VERSION {
            return Err(SnapshotError);
        }
        let seat_count = SeatCount::new(seats).ok_or(SnapshotError)?;
        let variant = *Variant::ALL.get(variant as usize).ok_or(SnapshotError)?;
        let mut state = State {
            seat_count,
            variant,
            board: decode_board(&mut reader, variant)?,
            supply: Tokens::from_counts(reader.array()?),
            stack: decode_stack(&mut reader)?,
            market: None,
            villages: None,
            seats: BySeat([Traveller::AT_PORT; 4]),
            turn: Turn { seat: Seat::FIRST, number: 0 },
            agenda: Agenda::TURN_BEGINS,
            ending: Ending::default(),
        };
        for seat in seat_count.seats() {
            state.seats[seat] = decode_traveller(&mut reader)?;
        }
        let has_market = state.decode_turn(&mut reader)?;
        if has_market {
            state.market = Some(decode_market(reader.array()?)?);
        }
        if variant.has_mysteries() {
            state.villages = Some(decode_villages(&mut reader)?);
        }
        reader.end()?;
        Ok(state)
    }

    /// Reads the turn and returns whether there is a market.
    fn decode_turn(&mut self, reader: &mut Reader<'_>) -> Result<bool, SnapshotError> {
        let seats = self.seat_count;
        let seat = seat_of(seats, reader.byte()?)?;
        self.turn = Turn { seat, number: u16::from_le_bytes(reader.array()?) };
        let turn_steps_done = reader.byte()?;
        let step = |bytes: &[u8]| decode_step(seats, bytes);
        let pending: Vec<Step> = reader.list()?.chunks(2).map(step).collect::<Result<_, _>>()?;
        self.agenda = Agenda::from_parts(turn_steps_done, &pending).ok_or(SnapshotError)?;
        let [flags, quiet_rounds, over] = reader.array()?;
        let over = match over.checked_sub(1) {
            None => None,
            Some(at) => Some(*Reason::ALL.get(at as usize).ok_or(SnapshotError)?),
        };
        self.ending = Ending {
            final_round: flags & GATES_CLOSED != 0,
            passes: 0,
            busy: flags & BUSY != 0,
            quiet_rounds,
            over,
        };
        Ok(flags & MARKET != 0)
    }
}

fn seat_of(seats: SeatCount, number: u8) -> Result<Seat, SnapshotError> {
    Seat::new(number).filter(|&seat| seats.has(seat)).ok_or(SnapshotError)
}

fn resource(code: u8) -> Result<Resource, SnapshotError> {
    Resource::ALL.get(code as usize).copied().ok_or(SnapshotError)
}

fn place(code: u8) -> Result<PlaceId, SnapshotError> {
    PlaceId::from_code(code).ok_or(SnapshotError)
}

/// One side of each part in play, in their order.
fn decode_board(reader: &mut Reader<'_>, variant: Variant) -> Result<Board, SnapshotError> {
    let mut board = Board::EMPTY;
    let parts = Part::ALL.into_iter();
    for part in parts.filter(|&part| part != Part::A2 || variant.has_middle()) {
        let [side, len] = reader.array()?;
        let side = *Side::ALL.get(side as usize).ok_or(SnapshotError)?;
        if side.part() != part || len as usize > ROUTES_MAX {
            return Err(SnapshotError);
        }
        let mut routes = Vec::with_capacity(len as usize);
        for _ in 0..len {
            routes.push(decode_route(reader, side)?);
        }
        board.lay(side, routes);
    }
    Ok(board)
}

/// A route of a side, as sides can have it: other routes would not be stored as they are.
fn decode_route(reader: &mut Reader<'_>, side: Side) -> Result<Route, SnapshotError> {
    let [from, to] = reader.array()?;
    let (from, to, cost) = (place(from)?, place(to)?, Resources::new(reader.array()?));
    let begins_here = from.side().is_none_or(|printed_on| printed_on == side);
    let route = Route::new(from, to, cost);
    if begins_here && route.cost() == cost { Ok(route) } else { Err(SnapshotError) }
}

fn decode_stack(reader: &mut Reader<'_>) -> Result<Stack, SnapshotError> {
    let tiles: Vec<Resource> = reader.list()?.iter().map(|&code| resource(code)).collect::<Result<_, _>>()?;
    if tiles.len() > TOWN_TILES { Err(SnapshotError) } else { Ok(Stack::of(&tiles)) }
}

fn decode_market(codes: [u8; MARKET_PLACES]) -> Result<Market, SnapshotError> {
    let mut market = [None; MARKET_PLACES];
    for (there, code) in market.iter_mut().zip(codes).filter(|(_, code)| *code != NOTHING) {
        *there = Some(resource(code)?);
    }
    Ok(market)
}

fn decode_villages(reader: &mut Reader<'_>) -> Result<Villages, SnapshotError> {
    let codes: [u8; VILLAGE_TILES] = reader.array()?;
    let mut tiles = VillageTile::CATALOGUE;
    for (tile, code) in tiles.iter_mut().zip(codes) {
        *tile = *VillageTile::ALL.get(code as usize).ok_or(SnapshotError)?;
    }
    let [laid, face_down] = reader.array()?;
    if laid as usize > VILLAGE_TILES {
        Err(SnapshotError)
    } else {
        Ok(Villages::from_parts(tiles, laid, face_down))
    }
}

fn encode_traveller(traveller: &Traveller, bytes: &mut Vec<u8>) {
    bytes.extend(traveller.bag.tokens.counts());
    bytes.push(traveller.bag.treasures);
    bytes.extend(traveller.tiles_up.counts());
    bytes.extend(traveller.tiles_down.counts());
    let place = traveller.place.map_or(NOTHING, PlaceId::code);
    bytes.extend([traveller.jewel as u8, place, traveller.out]);
}

fn decode_traveller(reader: &mut Reader<'_>) -> Result<Traveller, SnapshotError> {
    let bag = Bag { tokens: Tokens::from_counts(reader.array()?), treasures: reader.byte()? };
    let tiles_up = Resources::new(reader.array()?);
    let tiles_down = Resources::new(reader.array()?);
    let [jewel, code, out] = reader.array()?;
    let place = if code == NOTHING { None } else { Some(place(code)?) };
    Ok(Traveller { bag, tiles_up, tiles_down, jewel: jewel != 0, place, out })
}

fn encode_step(step: Step) -> [u8; 2] {
    match step {
        Step::Main => [0, 0],
        Step::Return(seat, Limit::Bag) => [1, seat.number()],
        Step::Return(seat, Limit::Drought) => [2, seat.number()],
        Step::DrawTown => [3, 0],
        Step::TurnTilesUp => [4, 0],
        Step::Give => [5, 0],
        Step::AnotherTurn => [6, 0],
        Step::End => [7, 0],
    }
}

fn decode_step(seats: SeatCount, bytes: &[u8]) -> Result<Step, SnapshotError> {
    let &[kind, value] = bytes else { return Err(SnapshotError) };
    Ok(match kind {
        0 => Step::Main,
        1 => Step::Return(seat_of(seats, value)?, Limit::Bag),
        2 => Step::Return(seat_of(seats, value)?, Limit::Drought),
        3 => Step::DrawTown,
        4 => Step::TurnTilesUp,
        5 => Step::Give,
        6 => Step::AnotherTurn,
        7 => Step::End,
        _ => return Err(SnapshotError),
    })
}
