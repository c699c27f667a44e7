//! Which of several tiles a seat's cards earn, found with one look-up for each color instead of a comparison
//! for each tile. It does not know the tiles.

use super::color::Color;
use super::tokens::Gems;

/// The maximum number of cards of one color that a tile requires.
const REQUIRED_MAX: u8 = 7;

/// The cards that each of at most 16 tiles requires: for each color and number of cards, the tiles that
/// require no more.
pub(super) struct Requirements([[u16; REQUIRED_MAX as usize + 1]; 5]);

impl Requirements {
    /// The requirements of tiles, in their order.
    pub const fn new(tiles: &[Gems]) -> Requirements {
        assert!(tiles.len() <= u16::BITS as usize);
        let mut table = [[0; REQUIRED_MAX as usize + 1]; 5];
        let mut tile = 0;
        while tile < tiles.len() {
            let mut color = 0;
            while color < Color::ALL.len() {
                let mut cards = tiles[tile].get(Color::ALL[color]);
                assert!(cards <= REQUIRED_MAX);
                while cards <= REQUIRED_MAX {
                    table[color][cards as usize] |= 1 << tile;
                    cards += 1;
                }
                color += 1;
            }
            tile += 1;
        }
        Requirements(table)
    }

    /// The tiles that these cards earn, as bits, the first tile lowest.
    #[inline]
    pub fn met_by(&self, cards: Gems) -> u16 {
        let cards = cards.at_most_seven();
        Color::ALL.into_iter().fold(u16::MAX, |met, color| {
            met & self.0[color.index()][(cards.get(color) & REQUIRED_MAX) as usize]
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::catalogue::NOBLES;
    use super::*;

    #[test]
    fn the_look_ups_agree_with_a_comparison_for_each_tile() {
        let requirements = Requirements::new(&NOBLES);
        let mut counts = 1u32;
        for _ in 0..5_000 {
            counts = counts.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let cards = Gems::new([8, 12, 16, 20, 24].map(|bit| (counts >> bit & 15) as u8));
            let met = requirements.met_by(cards);
            for (tile, required) in NOBLES.iter().enumerate() {
                assert_eq!(met >> tile & 1 == 1, cards.covers(*required), "{cards:?} {required:?}");
            }
        }
    }
}
