//! The type `Series`, with what its use cases need. The use cases are in the other files of this folder.

use super::SeasonView;
use crate::stream::Watchers;
use lapidary_model::settings::GameSettings;
use lapidary_store::Pool;

/// The use cases of series and leagues.
pub struct Series {
    pub(super) pool: Pool,
    pub(super) settings: GameSettings,
    pub(super) watchers: Watchers,
}

impl Series {
    /// Returns the series in this database.
    pub const fn new(pool: Pool, settings: GameSettings, watchers: Watchers) -> Series {
        Series { pool, settings, watchers }
    }

    /// Notifies the players of all groups of their invitation. Call it after the commit.
    pub(super) fn tell_invited(&self, season: &SeasonView) {
        let members = season.groups.iter().flat_map(|group| &group.players);
        members.for_each(|member| self.watchers.announce_news(member.player.player));
    }
}
