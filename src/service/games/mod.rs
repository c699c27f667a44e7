//! Use cases of games: creating, joining, viewing, playing and leaving them.
//!
//! They return domain values. Each use case checks the caller's rights, in the order of refusals that the
//! contract documents.
//!
//! Each room is a type with what its use cases need. It may use those after it: `find → open → play → read`;
//! `follow → read`; `analyze → read`; `tables → open, play`; `oppose → analyze, open, play, read`;
//! `bot_matches → tables, open, read`; `call → follow, open, play, read`. `effects` holds the effects of the
//! start and the end of a game, and only writes.

mod all;
mod analyze;
mod bot_matches;
mod call;
mod effects;
mod find;
mod follow;
mod open;
mod oppose;
mod play;
mod read;
mod refusal;
mod tables;

pub use all::Games;
pub use analyze::analyzing::{Analyzing, GameAnalysis};
pub use analyze::player::PlayerAnalyses;
pub use analyze::refusal::{AnalysisRefusal, TooManyAnalyses, Unanalyzable};
pub use bot_matches::{BotMatchRefusal, BotMatches, MatchView, NewBotMatch, SeriesGames};
pub use call::calling::{Asked, BotAnswer, Calling, CommentedAnswer, EndpointRefusal, Protocol};
pub use find::challenge::NewChallenge;
pub use find::finding::Finding;
pub use find::leave_all::has_left_all;
pub use find::refusal::FindingRefusal;
pub use find::seek::{NewSeek, Whose};
pub use follow::follower::{FollowUntil, Follower, Frame};
pub use follow::following::Following;
pub use follow::lobby::{LobbyChange, LobbyLists, LobbyState};
pub use follow::own::{Gone, OwnChange, OwnState};
pub use lapidary_model::seek::OpenSeeks;
pub use open::create::{Arrangement, RequestedGame};
pub use open::fork::NewFork;
pub use open::opening::Opening;
pub use open::refusal::{EndRefusal, GuestRefusal, OpenRefusal, OpponentRefusal, SeatRefusal, TooManyGames};
pub use oppose::opponents::Opponents;
pub use oppose::refusal::OpposeRefusal;
pub use play::commit::Played;
pub use play::fold::Folded;
pub use play::pause::{Attempt, CLOCK_TRIES_MAX, Hindrance};
pub use play::playing::Playing;
pub use play::refusal::{ClockRefusal, PlayRefusal};
pub use play::turn::{PostedTurn, TurnRefusal};
pub use play::writer::Writer;
pub use read::ancestors::Ancestor;
pub use read::finished::{FinishedPage, exports, finished};
pub use read::history::{Aborted, Ended, Forked, GameEvent, Happening, Reveal, Start};
pub use read::look::{GameView, LegalActions, Sight, SightMark};
pub use read::next_game::Rematch;
pub use read::pictured::{Pictured, Position};
pub use read::read_log::{Events, Export};
pub use read::reader::Reader;
pub use read::reading::Reading;
pub use read::replayed::ReplayedView;
pub use refusal::{Divergence, GameRefusal};
pub use tables::end_tables::HeldGames;
pub use tables::seated::SeatedGame;
pub use tables::shared_deal::StartedDeal;
pub use tables::table_acts::ClockAct;
pub use tables::tournament_games::TournamentGames;
