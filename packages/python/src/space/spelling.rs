//! The indices that spell an action, or its beginning.

/// The maximum number of indices of an action: a purchase, ten tokens, five virtual-gold cards, and the end.
pub const INDICES_MAX: usize = 20;

/// Indices of an action space, in their order.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Spelling {
    len: u8,
    indices: [u16; INDICES_MAX],
}

impl Spelling {
    /// The indices.
    #[inline]
    pub fn indices(&self) -> &[u16] {
        self.indices.get(..self.len as usize).unwrap_or_default()
    }

    /// Whether there are none.
    #[inline]
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Adds an index at the end; nothing is longer than [`INDICES_MAX`].
    #[inline]
    pub fn push(&mut self, index: usize) {
        if let Some(place) = self.indices.get_mut(self.len as usize) {
            *place = index as u16;
            self.len += 1;
        }
    }

    /// Adds an index several times.
    pub fn repeat(&mut self, index: usize, count: u8) {
        (0..count).for_each(|_| self.push(index));
    }

    /// The index that follows these in another spelling that begins with them.
    pub fn next_in(&self, other: &Spelling) -> Option<usize> {
        let rest = other.indices().strip_prefix(self.indices())?;
        rest.first().map(|&index| usize::from(index))
    }
}
