//! The open event streams of this server, all clients together.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

/// A count of open streams with a limit.
#[derive(Clone)]
pub(super) struct Streams {
    open: Arc<AtomicU32>,
    max: u32,
}

/// The place of an open stream; it is free again when it is dropped.
#[derive(Debug)]
pub struct StreamPlace(Arc<AtomicU32>);

impl Streams {
    pub(super) fn new(max: u32) -> Streams {
        Streams { open: Arc::default(), max }
    }

    /// Returns the number of open streams.
    pub(super) fn usage(&self) -> u32 {
        self.open.load(Ordering::Relaxed)
    }

    /// Takes a place; none if all are taken.
    pub(super) fn open(&self) -> Option<StreamPlace> {
        let one_more = |open: u32| (open < self.max).then_some(open + 1);
        let taken = self.open.fetch_update(Ordering::Relaxed, Ordering::Relaxed, one_more);
        taken.ok().map(|_| StreamPlace(Arc::clone(&self.open)))
    }
}

impl Drop for StreamPlace {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_its_stream_ends() {
        let streams = Streams::new(2);
        let (first, second) = (streams.open(), streams.open());
        assert!(first.is_some() && second.is_some() && streams.open().is_none());
        assert_eq!(streams.usage(), 2);
        drop(first);
        assert_eq!(streams.usage(), 1);
        assert!(streams.open().is_some());
    }
}
