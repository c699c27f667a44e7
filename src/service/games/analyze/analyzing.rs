//! The type `Analyzing`, with everything that its use cases need, and the analysis that they return.

use std::sync::{Arc, Mutex};

use crate::games::read::reading::Reading;
use crate::stream::Watchers;
use lapidary_analysis::Analysis;
use lapidary_model::analysis::AnalysisStatus;
use lapidary_model::game::GameId;
use lapidary_model::player::Occupant;
use lapidary_model::settings::GameSettings;
use lapidary_store::Pool;
use lapidary_store::analyses::AnalysisClaim;

/// The analyses of games, with everything that their use cases need.
pub struct Analyzing {
    pub(in crate::games) pool: Pool,
    pub(in crate::games) watchers: Watchers,
    pub(in crate::games) settings: Arc<GameSettings>,
    pub(in crate::games) read: Arc<Reading>,
    /// The claims to give back. One job works on analyses, one after the other.
    pub(in crate::games) owed: Mutex<Vec<AnalysisClaim>>,
}

/// The analysis of a game, as far as it has come. Whoever gets it may see the whole game.
pub struct GameAnalysis {
    pub game: GameId,
    /// The players, in order of seats.
    pub occupants: Vec<Occupant>,
    pub status: AnalysisStatus,
    /// The choices that were judged.
    pub done: u32,
    /// All choices; 0 while the analysis waits.
    pub total: u32,
    /// What was found; none until the analysis is finished.
    pub analysis: Option<Analysis>,
}
