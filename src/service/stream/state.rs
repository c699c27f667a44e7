//! The common part of all streams, and followers of a state: the first frame has the whole state, and every
//! further frame has the changes since the one before.
//!
//! A state has no history: a client that was away starts again with the whole state. So a slow client misses
//! only outdated data, and no client gets `lagged`.

use std::collections::BTreeMap;
use std::future::Future;
use std::time::Duration;

use lapidary_words::words;

/// How long a stream is silent before it sends a sign that the connection is alive.
pub const KEEP_ALIVE: Duration = Duration::from_secs(5);

words! {
    /// Why a follower is told no more.
    EndReason:
    /// The game is over, and the viewer has seen its last entry, and has waited for a rematch if they wanted.
    GameOver = "game_over",
    /// The game is frozen.
    GameFrozen = "game_frozen",
    /// The viewer is too far behind.
    Lagged = "lagged",
    /// The server stops.
    Shutdown = "shutdown",
    /// The session has ended, or the viewer may no longer see the game.
    Revoked = "revoked",
}

/// A part of what a follower of a state gets.
pub enum StateFrame<Change> {
    /// The changes, in this order. The first frame has one change: the whole state.
    Changes(Vec<Change>),
    /// Nothing has happened for a while.
    KeepAlive,
    /// The last frame.
    End(EndReason),
}

/// A state that can be followed after its first frame.
pub trait State {
    /// The type of a change.
    type Change;

    /// Waits until something has changed for the follower, or until [`KEEP_ALIVE`] has passed.
    fn news(&mut self) -> impl Future<Output = StateFrame<Self::Change>> + Send;
}

/// A follower of a state.
pub struct StateFollower<S: State> {
    state: S,
    step: StateStep<S::Change>,
}

enum StateStep<Change> {
    Everything(Change),
    News,
    Nothing,
}

impl<S: State> StateFollower<S> {
    /// Begins with everything.
    pub(crate) fn new(state: S, everything: S::Change) -> StateFollower<S> {
        StateFollower { state, step: StateStep::Everything(everything) }
    }

    /// Waits for the next frame; none after the last.
    pub async fn next(&mut self) -> Option<StateFrame<S::Change>> {
        match std::mem::replace(&mut self.step, StateStep::News) {
            StateStep::Everything(everything) => Some(StateFrame::Changes(vec![everything])),
            StateStep::News => {
                let frame = self.state.news().await;
                if matches!(frame, StateFrame::End(_)) {
                    self.step = StateStep::Nothing;
                }
                Some(frame)
            }
            StateStep::Nothing => {
                self.step = StateStep::Nothing;
                None
            }
        }
    }
}

/// Adds the changes of a list: removed items, then new or different ones.
pub(crate) fn compare<Id: Ord + Copy, Item: PartialEq + Clone, Change>(
    changes: &mut Vec<Change>,
    (known, now): (&BTreeMap<Id, Item>, &BTreeMap<Id, Item>),
    gone: fn(Id) -> Change,
    new: fn(Item) -> Change,
) {
    changes.extend(known.keys().filter(|id| !now.contains_key(id)).map(|id| gone(*id)));
    let differ = now.iter().filter(|(id, item)| known.get(id) != Some(item));
    changes.extend(differ.map(|(_, item)| new(item.clone())));
}
