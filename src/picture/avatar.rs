//! A picture for a player, drawn from a seed. The same seed gives the same picture. It does not know the
//! player.

use maud::html;

use crate::gems::{GOLD, cut};

/// How many pictures one seed has.
pub const AVATARS: u8 = 16;

/// The size of the picture.
const SIZE: u32 = 96;
/// The background colors.
const GROUNDS: [&str; 12] = [
    "#7c2d12", "#78350f", "#365314", "#14532d", "#134e4a", "#164e63", "#1e3a8a", "#312e81", "#4c1d95",
    "#701a75", "#831843", "#374151",
];
/// The outlines of the gems.
const EDGE: &str = "#111827";
/// The numbers of small gems around the large one.
const AROUND_MIN: u64 = 3;
const AROUND_MAX: u64 = 7;

/// Numbers from a seed, by the mixing function of SplitMix64: they need variety, not secrecy.
struct Dice(u64);

impl Dice {
    fn of(seed: [u8; 16], variant: u8) -> Dice {
        let number = u128::from_be_bytes(seed);
        Dice(
            (number >> 64) as u64
                ^ (number as u64).rotate_left(23)
                ^ u64::from(variant).wrapping_mul(0x9e37_79b9),
        )
    }

    fn below(&mut self, count: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (mixed ^ (mixed >> 31)) % count
    }
}

/// Returns a picture as SVG: a large gem, with small ones of another cut around it.
pub fn avatar(seed: [u8; 16], variant: u8) -> String {
    let mut dice = Dice::of(seed, variant);
    let ground = GROUNDS[dice.below(GROUNDS.len() as u64) as usize];
    let large = dice.below(GOLD as u64) as usize;
    let small = (large + 1 + dice.below(GOLD as u64) as usize) % (GOLD + 1);
    let around = AROUND_MIN + dice.below(AROUND_MAX - AROUND_MIN + 1);
    let (turn, lean) = (dice.below(360), dice.below(40));
    let picture = html! {
        svg xmlns="http://www.w3.org/2000/svg" viewBox={ "0 0 " (SIZE) " " (SIZE) } width=(SIZE) height=(SIZE) {
            rect width=(SIZE) height=(SIZE) rx="20" fill=(ground) {}
            @for place in 0..around {
                g transform={ "translate(48 48) rotate(" (turn + place * 360 / around) ") translate(0 -34) scale(.8)" }
                    stroke-linejoin="round" { (cut(small, EDGE)) }
            }
            g transform={ "translate(48 48) rotate(" (lean) ") scale(2.2)" } stroke-linejoin="round" { (cut(large, EDGE)) }
        }
    };
    picture.into_string()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn a_seed_gives_the_same_picture_and_other_seeds_give_others() {
        let seed = |number: u128| number.to_be_bytes();
        assert_eq!(avatar(seed(7), 0), avatar(seed(7), 0));
        let pictures: BTreeSet<String> =
            (0..200).map(|number| avatar(seed(number << 40 | 0x7000), 0)).collect();
        assert!(pictures.len() > 190, "{}", pictures.len());
        let variants: BTreeSet<String> = (0..AVATARS).map(|variant| avatar(seed(7), variant)).collect();
        assert_eq!(variants.len(), usize::from(AVATARS));
    }
}
