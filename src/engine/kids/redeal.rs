//! Deals hidden tiles anew, so that no viewer can notice the difference. It has no random source: the caller
//! shuffles.
//!
//! Two positions that differ only by such a deal must look the same to everyone (K14). Bots sample positions
//! with it.

use super::resource::Resource;
use super::state::State;
use super::tile::{Stack, VillageTile};

impl State {
    /// Deals anew everything that is hidden from all viewers: the order of the stack, the face-down village
    /// tiles and the unused ones. `shuffle` reorders a list of places.
    pub fn redeal(&mut self, mut shuffle: impl FnMut(&mut [usize])) {
        let towns: Vec<Resource> = self.stack.tiles().collect();
        self.stack = Stack::of(&reordered(&towns, &mut shuffle));
        if let Some(villages) = &mut self.villages {
            let unseen: Vec<VillageTile> = villages.unseen().collect();
            villages.lay_unseen(&reordered(&unseen, &mut shuffle));
        }
    }
}

impl State {
    /// Deals anew what [`State::redeal`] deals, each from the tiles in catalogue order. `shuffle` gets the
    /// label of the deal and reorders a list of places.
    pub fn redeal_from_catalogue(&mut self, mut shuffle: impl FnMut(&'static str, &mut [usize])) {
        let mut towns: Vec<Resource> = self.stack.tiles().collect();
        towns.sort_unstable();
        self.stack = Stack::of(&reordered(&towns, &mut |order| shuffle("towns", order)));
        if let Some(villages) = &mut self.villages {
            let mut unseen: Vec<VillageTile> = villages.unseen().collect();
            unseen.sort_unstable();
            villages.lay_unseen(&reordered(&unseen, &mut |order| shuffle("villages", order)));
        }
    }
}

/// The tiles in another order.
fn reordered<T: Copy>(tiles: &[T], shuffle: &mut impl FnMut(&mut [usize])) -> Vec<T> {
    let mut order: Vec<usize> = (0..tiles.len()).collect();
    shuffle(&mut order);
    order.into_iter().filter_map(|place| tiles.get(place).copied()).collect()
}
