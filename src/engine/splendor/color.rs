//! Knows the five gem colors and values indexed by them. Gold is no color, so that a cost cannot contain it.

use std::ops::{Index, IndexMut};

/// A gem color.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// Diamond.
    White,
    /// Sapphire.
    Blue,
    /// Emerald.
    Green,
    /// Ruby.
    Red,
    /// Onyx.
    Black,
}

impl Color {
    /// All colors in their fixed order.
    pub const ALL: [Color; 5] = [Color::White, Color::Blue, Color::Green, Color::Red, Color::Black];

    /// The color's place in the fixed order.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The word for it in JSON and in card ids.
    pub const fn name(self) -> &'static str {
        match self {
            Color::White => "white",
            Color::Blue => "blue",
            Color::Green => "green",
            Color::Red => "red",
            Color::Black => "black",
        }
    }

    /// The letter for it in notation.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Blue => 'u',
            Color::Green => 'g',
            Color::Red => 'r',
            Color::Black => 'k',
        }
    }

    /// The color with this name.
    pub fn from_name(name: &str) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color.name() == name)
    }

    /// The color with this letter.
    pub fn from_letter(letter: char) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color.letter() == letter)
    }
}

/// A set of colors.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ColorSet(u8);

impl ColorSet {
    /// The number of different sets.
    pub const COUNT: usize = 32;

    /// The set with these bits, white lowest.
    pub const fn from_bits(bits: u8) -> ColorSet {
        ColorSet(bits & 31)
    }

    /// The bits of the set, white lowest.
    #[inline]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// The number of colors in the set.
    #[inline]
    pub const fn len(self) -> u32 {
        // A table, because a portable build has no instruction to count bits.
        const LENGTHS: [u8; ColorSet::COUNT] = {
            let mut table = [0; ColorSet::COUNT];
            let mut bits = 1;
            while bits < ColorSet::COUNT {
                table[bits] = table[bits >> 1] + (bits & 1) as u8;
                bits += 1;
            }
            table
        };
        LENGTHS[(self.0 & 31) as usize] as u32
    }

    /// Whether no color is in the set.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Whether the color is in the set.
    pub const fn has(self, color: Color) -> bool {
        self.0 >> (color as u8) & 1 == 1
    }

    /// The set without the color.
    pub const fn without(self, color: Color) -> ColorSet {
        ColorSet(self.0 & !(1 << color as u8))
    }

    /// The colors of the set in their fixed order.
    pub fn iter(self) -> impl Iterator<Item = Color> {
        Color::ALL.into_iter().filter(move |&color| self.has(color))
    }
}

/// One value for each color.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct ByColor<T>(pub [T; 5]);

impl<T> Index<Color> for ByColor<T> {
    type Output = T;
    fn index(&self, color: Color) -> &T {
        &self.0[color.index()]
    }
}

impl<T> IndexMut<Color> for ByColor<T> {
    fn index_mut(&mut self, color: Color) -> &mut T {
        &mut self.0[color.index()]
    }
}
