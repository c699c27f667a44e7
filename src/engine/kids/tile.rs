//! The tiles: the stack of town tiles, their market, and the village tiles (K1, K11). What the tiles do is in
//! `perform`.

use super::resource::Resource;
use lapidary_words::words;
use std::fmt;

/// The town tiles of the game, four of each resource (K1).
pub const TOWN_TILES: usize = 20;
/// The town tiles of each resource (K1).
pub const TOWN_TILES_OF_EACH: u8 = 4;
/// The village tiles of the game (K12).
pub const VILLAGE_TILES: usize = 8;
/// The places of the market (K11).
pub const MARKET_PLACES: usize = 3;

words! {
    /// A village tile (K12).
    #[repr(u8)]
    #[derive(PartialOrd, Ord)]
    VillageTile:
    /// The market leaves the game.
    Tornado = "tornado",
    /// The finder keeps it and can spend it once like a gold.
    Treasure = "treasure",
    /// Every seat discards down to five tokens.
    Drought = "drought",
    /// The finder gives a token away.
    Thief = "thief",
    /// The finder keeps it; its owner wins alone in the palace (K13).
    Jewel = "jewel",
}

impl VillageTile {
    /// The tiles of the game in catalogue order.
    pub const CATALOGUE: [VillageTile; VILLAGE_TILES] = [
        VillageTile::Tornado,
        VillageTile::Treasure,
        VillageTile::Treasure,
        VillageTile::Drought,
        VillageTile::Drought,
        VillageTile::Thief,
        VillageTile::Thief,
        VillageTile::Jewel,
    ];
}

/// The stack of town tiles, face down (K1).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Stack {
    /// The bottom tile first.
    tiles: [Resource; TOWN_TILES],
    len: u8,
}

impl Stack {
    /// A stack of these tiles, top first; tiles beyond twenty are dropped.
    pub fn of(top_first: &[Resource]) -> Stack {
        let len = top_first.len().min(TOWN_TILES);
        let mut tiles = [Resource::Mushroom; TOWN_TILES];
        for (place, &tile) in tiles.iter_mut().zip(top_first[..len].iter().rev()) {
            *place = tile;
        }
        Stack { tiles, len: len as u8 }
    }

    /// The number of tiles.
    #[inline]
    pub const fn len(&self) -> u8 {
        self.len
    }

    /// Whether the stack is empty.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Draws the top tile.
    pub fn draw(&mut self) -> Option<Resource> {
        self.len = self.len.checked_sub(1)?;
        let drawn = std::mem::replace(&mut self.tiles[self.len as usize], Resource::Mushroom);
        Some(drawn)
    }

    /// The tiles, top first. They are hidden from everyone (K14).
    pub fn tiles(&self) -> impl Iterator<Item = Resource> + '_ {
        self.tiles[..self.len as usize].iter().rev().copied()
    }
}

impl fmt::Debug for Stack {
    /// Shows only the number of tiles: the order is hidden (K14).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} town tiles", self.len)
    }
}

/// The market of town tiles, face up; `None` marks an empty place (K11).
pub type Market = [Option<Resource>; MARKET_PLACES];

/// The village tiles: those laid on the villages of A2, and the unused ones (K11).
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Villages {
    tiles: [VillageTile; VILLAGE_TILES],
    laid: u8,
    face_down: u8,
}

impl Villages {
    /// Lays the first tiles on this many villages, face down.
    pub const fn lay(tiles: [VillageTile; VILLAGE_TILES], villages: u8) -> Villages {
        let laid = if villages as usize > VILLAGE_TILES { VILLAGE_TILES as u8 } else { villages };
        Villages { tiles, laid, face_down: ((1u16 << laid) - 1) as u8 }
    }

    /// Whether a tile lies face down on the village with this number.
    pub const fn is_tiled(&self, village: u8) -> bool {
        village < self.laid && self.face_down >> village & 1 == 1
    }

    /// Reveals the tile of a village and removes it.
    pub fn uncover(&mut self, village: u8) -> Option<VillageTile> {
        if !self.is_tiled(village) {
            return None;
        }
        self.face_down &= !(1 << village);
        Some(self.tiles[village as usize])
    }

    /// The numbers of the villages that still have a tile.
    pub fn tiled(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.laid).filter(|&village| self.is_tiled(village))
    }

    /// The tiles that nobody has seen: the face-down tiles on villages first, then the unused ones (K14).
    pub fn unseen(&self) -> impl Iterator<Item = VillageTile> + '_ {
        self.unseen_places().map(|place| self.tiles[place])
    }

    /// Replaces the tiles of [`Villages::unseen`], in the same order.
    pub fn lay_unseen(&mut self, tiles: &[VillageTile]) {
        let places: Vec<usize> = self.unseen_places().collect();
        for (place, &tile) in places.into_iter().zip(tiles) {
            self.tiles[place] = tile;
        }
    }

    fn unseen_places(&self) -> impl Iterator<Item = usize> + '_ {
        (0..VILLAGE_TILES).filter(|&place| place >= self.laid as usize || self.is_tiled(place as u8))
    }

    /// All tiles, the number of tiles laid, and which of those are face down, as bits.
    pub const fn parts(&self) -> ([VillageTile; VILLAGE_TILES], u8, u8) {
        (self.tiles, self.laid, self.face_down)
    }

    /// The villages with these parts.
    pub const fn from_parts(tiles: [VillageTile; VILLAGE_TILES], laid: u8, face_down: u8) -> Villages {
        let all = Villages::lay(tiles, laid);
        Villages { face_down: face_down & all.face_down, ..all }
    }
}

impl fmt::Debug for Villages {
    /// Shows only which villages have a tile: the tiles are hidden (K14).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.tiled()).finish()
    }
}
