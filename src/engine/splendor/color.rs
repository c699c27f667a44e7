//! The five gem colors, and values indexed by them. Gold is not a color, so a cost cannot contain it.

use crate::bits::bit_set;
use lapidary_words::words;
use std::ops::{Index, IndexMut};

words! {
    /// A gem color.
    #[repr(u8)]
    #[derive(PartialOrd, Ord)]
    Color:
    /// Diamond.
    White = "white",
    /// Sapphire.
    Blue = "blue",
    /// Emerald.
    Green = "green",
    /// Ruby.
    Red = "red",
    /// Onyx.
    Black = "black",
}

impl Color {
    /// The color's place in the fixed order.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The color's letter in notation.
    pub const fn letter(self) -> char {
        match self {
            Color::White => 'w',
            Color::Blue => 'u',
            Color::Green => 'g',
            Color::Red => 'r',
            Color::Black => 'k',
        }
    }

    /// The color with this letter.
    pub fn from_letter(letter: char) -> Option<Color> {
        Color::ALL.into_iter().find(|color| color.letter() == letter)
    }
}

bit_set! {
    /// A set of colors.
    ColorSet(u8) of Color, Color::ALL.len();
    place: |color| color as u8;
    at: |place| Color::ALL[place as usize]
}

impl ColorSet {
    /// The number of different sets.
    pub const COUNT: usize = 1 << Color::ALL.len();
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
