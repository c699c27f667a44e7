//! Built-in opponents: players that the server plays.
//!
//! This module knows who they are. The package `lapidary-opponents` knows how they play. A migration has
//! added them to the players with the ids and names below.

use uuid::Uuid;

use crate::auth::{Identity, PlayerId, Scopes, SessionId, SessionKind};

pub use lapidary_opponents::{OpponentKind, Strength};

/// The common beginning of the ids of all built-in opponents. The last two hexadecimal digits are the kind
/// and the copy.
const PLAYERS: u128 = 0x00000000_0000_7000_8000_000000000100;
/// The same for their sessions.
const SESSIONS: u128 = 0x00000000_0000_7000_8000_000000000200;

/// A built-in opponent. A player can take only one seat in a game, so each kind has several copies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct BuiltIn {
    kind: OpponentKind,
    /// The number of the copy, from 1 to [`BuiltIn::COPIES`].
    copy: u8,
}

impl BuiltIn {
    /// The number of copies of each kind: one for each possible seat.
    pub const COPIES: u8 = 4;

    /// Returns all built-in opponents.
    pub fn all() -> impl Iterator<Item = BuiltIn> {
        let copies = |kind| (1..=BuiltIn::COPIES).map(move |copy| BuiltIn { kind, copy });
        OpponentKind::ALL.into_iter().flat_map(copies)
    }

    /// Returns a copy of a kind, from number 1, if it exists.
    pub fn copy(kind: OpponentKind, number: u8) -> Option<BuiltIn> {
        (1..=BuiltIn::COPIES).contains(&number).then_some(BuiltIn { kind, copy: number })
    }

    /// Returns the built-in opponent with this id as a player.
    pub fn of(player: PlayerId) -> Option<BuiltIn> {
        // For other players, more than the last two digits remain.
        let digits = u8::try_from(player.0.as_u128() ^ PLAYERS).ok()?;
        let kind = usize::from(digits >> 4).checked_sub(1)?;
        BuiltIn::copy(*OpponentKind::ALL.get(kind)?, digits & 0xf)
    }

    /// Returns how it plays.
    pub const fn kind(self) -> OpponentKind {
        self.kind
    }

    /// Returns its id as a player.
    pub fn player(self) -> PlayerId {
        PlayerId(Uuid::from_u128(PLAYERS | self.digits()))
    }

    /// Returns the identity that the server uses for this opponent. Its session has no token.
    pub fn identity(self) -> Identity {
        Identity {
            player: self.player(),
            session: SessionId(Uuid::from_u128(SESSIONS | self.digits())),
            kind: SessionKind::Login,
            scopes: Scopes::ALL,
        }
    }

    fn digits(self) -> u128 {
        let kind = OpponentKind::ALL.iter().take_while(|kind| **kind != self.kind).count() + 1;
        (kind as u128) << 4 | u128::from(self.copy)
    }
}

/// A seat for a built-in opponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BuiltInSeat {
    /// Who takes it.
    pub opponent: BuiltIn,
    /// How strong it plays there.
    pub strength: Strength,
}

impl BuiltInSeat {
    /// Returns a seat in which the opponent plays as well as it can.
    pub fn full(opponent: BuiltIn) -> BuiltInSeat {
        BuiltInSeat { opponent, strength: Strength::FULL }
    }

    /// Returns seats for these kinds; each occurrence of a kind is another copy. None if a kind occurs more
    /// often than it has copies.
    pub fn for_kinds(kinds: impl IntoIterator<Item = (OpponentKind, Strength)>) -> Option<Vec<BuiltInSeat>> {
        let mut seats: Vec<BuiltInSeat> = Vec::new();
        for (kind, strength) in kinds {
            let before = seats.iter().filter(|seat| seat.opponent.kind == kind).count();
            let opponent = BuiltIn::copy(kind, u8::try_from(before + 1).ok()?)?;
            seats.push(BuiltInSeat { opponent, strength });
        }
        Some(seats)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_built_in_opponent_is_known_by_its_id() {
        assert_eq!(BuiltIn::all().count(), OpponentKind::ALL.len() * usize::from(BuiltIn::COPIES));
        for opponent in BuiltIn::all() {
            assert_eq!(BuiltIn::of(opponent.player()), Some(opponent));
        }
        let second_master = BuiltIn::copy(OpponentKind::Master, 2).expect("a copy");
        assert_eq!(second_master.player().to_string(), "00000000-0000-7000-8000-000000000142");
        for stranger in [0, PLAYERS, PLAYERS | 0x15, PLAYERS | 0x51, PLAYERS | 0x1011, SESSIONS | 0x11] {
            assert_eq!(BuiltIn::of(PlayerId(Uuid::from_u128(stranger))), None, "{stranger:x}");
        }
        assert_eq!(BuiltIn::of(PlayerId::generate()), None);
    }

    #[test]
    fn each_occurrence_of_a_kind_is_another_copy() {
        let kinds = [OpponentKind::Greedy, OpponentKind::Master, OpponentKind::Greedy]
            .map(|kind| (kind, Strength::FULL));
        let seats = BuiltInSeat::for_kinds(kinds).expect("enough copies");
        let players: Vec<String> = seats.iter().map(|seat| seat.opponent.player().to_string()).collect();
        let ends: Vec<&str> = players.iter().map(|player| &player[34..]).collect();
        assert_eq!(ends, ["21", "41", "22"]);
        assert_eq!(BuiltInSeat::for_kinds([(OpponentKind::Random, Strength::FULL); 5]), None);
    }
}
