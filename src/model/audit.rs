//! The events of a tournament, a club or a series. Everybody who sees it reads them as its audit. All
//! notifications about tournaments come from them. What administrators do to accounts is an audit too.

use chrono::{DateTime, Utc};
use uuid::Uuid;

pub use crate::audience::Audience;
use crate::auth::PlayerId;
use crate::club::ClubId;
use crate::field_change::FieldChange;
use crate::player::Occupant;
use crate::series::SeriesId;
use crate::text_target::TextTarget;
use crate::tournament::TournamentId;
use lapidary_contest::event::entry::EntryId;
use lapidary_words::words;

words! {
    /// What has happened.
    AuditKind:
    /// The tournament, the club or the series was created.
    Created = "created",
    /// Its settings were changed.
    Changed = "changed",
    /// The registration was opened.
    RegistrationOpened = "registration_opened",
    /// A player has entered, or come back.
    Entered = "entered",
    /// An entry that has waited for a place has it now.
    MovedUp = "moved_up",
    /// An organizer has entered a guest, or a player by name.
    EntryAdded = "entry_added",
    /// An organizer has changed the name of a guest.
    GuestRenamed = "guest_renamed",
    /// An organizer has fixed the table of an entry, or lets it sit anywhere again.
    TableFixed = "table_fixed",
    /// An organizer has changed the seed or the rating of an entry.
    EntryChanged = "entry_changed",
    /// An organizer has made a code with which players enter.
    EntryCodeMade = "entry_code_made",
    /// A player has taken the entry of a guest.
    EntryClaimed = "entry_claimed",
    /// A player or an organizer has made a team.
    TeamMade = "team_made",
    /// A team has another name or another captain.
    TeamChanged = "team_changed",
    /// A team was deleted, or its last member has left it before the start.
    TeamDeleted = "team_deleted",
    /// Somebody has made a code with which players join a team.
    TeamCodeMade = "team_code_made",
    /// An entry belongs to a team now.
    TeamJoined = "team_joined",
    /// An entry belongs to no team any more.
    TeamLeft = "team_left",
    /// A player has requested a bye for a round.
    ByeRequested = "bye_requested",
    /// A player wants to play in a round for which they had requested a bye.
    ByeTakenBack = "bye_taken_back",
    /// A player has left, or paused.
    Withdrawn = "withdrawn",
    /// An organizer has removed an entry.
    EntryRemoved = "entry_removed",
    /// An organizer has taken an entry back that had left or was removed.
    EntryReinstated = "entry_reinstated",
    /// The server could not start the tournament at its time, or pair its first round at its date.
    StartFailed = "start_failed",
    /// An organizer tells those who have entered something.
    Announced = "announced",
    /// The tournament has started.
    Started = "started",
    /// A round is paired.
    RoundPaired = "round_paired",
    /// A player was not ready in time, or did not play in an arena.
    NoShow = "no_show",
    /// An entry was dropped, because the player was missing twice.
    Dropped = "dropped",
    /// The games of a round have started.
    RoundOpened = "round_opened",
    /// The game of a table has started.
    TableStarted = "table_started",
    /// A table has a result.
    TableFinished = "table_finished",
    /// A table does not count.
    TableVoided = "table_voided",
    /// A player of a table has reported its result, which others have to confirm.
    ResultReported = "result_reported",
    /// Two reports of a table contradict each other, so an organizer has to decide it.
    ResultDisputed = "result_disputed",
    /// All players of a table have reported the same result, or all but one and nobody has objected in time,
    /// so the table has it.
    ResultConfirmed = "result_confirmed",
    /// An organizer has set the result of a table.
    ResultSet = "result_set",
    /// An organizer has corrected the result of a table of an earlier round.
    ResultCorrected = "result_corrected",
    /// An organizer has seated another entry, or has seated a table again.
    TableSeated = "table_seated",
    /// An organizer has stopped the clock of a table.
    TablePaused = "table_paused",
    /// An organizer has let the clock of a table run on.
    TableResumed = "table_resumed",
    /// An organizer has given time to a seat.
    ClockAdjusted = "clock_adjusted",
    /// An organizer has given or taken points.
    PointsAdjusted = "points_adjusted",
    /// A round is over.
    RoundClosed = "round_closed",
    /// A closed round is open again, because an organizer has decided a table and a match goes on.
    RoundReopened = "round_reopened",
    /// An organizer has taken a round back in which nothing was played.
    RoundUnpaired = "round_unpaired",
    /// The last game with a deal that several tables share is over, so its secret is revealed.
    DealRevealed = "deal_revealed",
    /// The tournament is over.
    Finished = "finished",
    /// Results over the board were rated in the ladder of the club, because the tournament is over or one of
    /// them has changed.
    ResultsRated = "results_rated",
    /// The tournament was cancelled.
    Cancelled = "cancelled",
    /// An organizer has taken the end of the tournament back.
    Reopened = "reopened",
    /// A player whom an organizer has asked organizes the tournament.
    OrganizerJoined = "organizer_joined",
    /// An organizer has left, or a player has declined to organize.
    OrganizerLeft = "organizer_left",
    /// The creator has taken an organizer away, or an invitation to organize back.
    OrganizerRemoved = "organizer_removed",
    /// A player is a member of the club now.
    MemberJoined = "member_joined",
    /// A member has left the club.
    MemberLeft = "member_left",
    /// A manager has removed a member from the club.
    MemberRemoved = "member_removed",
    /// A member of the club has another role.
    RoleChanged = "role_changed",
    /// A manager has banned a player from the club.
    Banned = "banned",
    /// A manager has lifted the ban of a player.
    BanLifted = "ban_lifted",
    /// A manager has made a code with which players join the club.
    JoinCodeMade = "join_code_made",
    /// A manager has ended the code with which players join the club.
    JoinCodeEnded = "join_code_ended",
    /// The club has a new ladder.
    LadderCreated = "ladder_created",
    /// A ladder of the club was changed.
    LadderChanged = "ladder_changed",
    /// A ladder of the club was closed.
    LadderClosed = "ladder_closed",
    /// A season of a ladder or of a league has started.
    SeasonStarted = "season_started",
    /// A season of a ladder has ended: no game of it begins any more.
    SeasonEnded = "season_ended",
    /// The owner has annulled a game in a season of the club.
    GameAnnulled = "game_annulled",
    /// A tournament belongs to the series now.
    EventAdded = "event_added",
    /// A tournament belongs to the series no more.
    EventRemoved = "event_removed",
    /// An administrator has locked the account.
    AccountLocked = "account_locked",
    /// An administrator has unlocked the account.
    AccountUnlocked = "account_unlocked",
    /// An administrator has ended all sessions of the account.
    SessionsEnded = "sessions_ended",
    /// An administrator has erased the account.
    AccountErased = "account_erased",
    /// An administrator has taken a text down.
    TextTakenDown = "text_taken_down",
    /// Others have reported the account or a text of it, and an administrator has acted.
    ReportActed = "report_acted",
    /// Others have reported the account or a text of it, and nothing was to be done. Only administrators see
    /// it.
    ReportDismissed = "report_dismissed",
    /// What the account has reported is decided. `changes` has the outcome.
    ReportAnswered = "report_answered",
}

impl AuditKind {
    /// Returns whether only managers of the club see the player of the entry, as only they see its bans.
    pub const fn hides_player(self) -> bool {
        matches!(self, AuditKind::Banned | AuditKind::BanLifted)
    }
}

/// What an audit is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AuditSubject {
    /// A tournament.
    Tournament(TournamentId),
    /// A club, with its ladders and their seasons.
    Club(ClubId),
    /// A series, or a league with its seasons.
    Series(SeriesId),
    /// The account of a player. Only administrators read this audit, and the player.
    Account(PlayerId),
}

impl From<TournamentId> for AuditSubject {
    fn from(id: TournamentId) -> Self {
        AuditSubject::Tournament(id)
    }
}

impl From<ClubId> for AuditSubject {
    fn from(id: ClubId) -> Self {
        AuditSubject::Club(id)
    }
}

impl From<SeriesId> for AuditSubject {
    fn from(id: SeriesId) -> Self {
        AuditSubject::Series(id)
    }
}

impl From<PlayerId> for AuditSubject {
    fn from(id: PlayerId) -> Self {
        AuditSubject::Account(id)
    }
}

/// Something that happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditEntry {
    /// Where it happens.
    pub subject: AuditSubject,
    /// What happens.
    pub kind: AuditKind,
    /// Who does it; none for the server.
    pub by: Option<PlayerId>,
    pub round: Option<u16>,
    pub table: Option<u32>,
    pub entry: Option<EntryId>,
    /// The member of a club, or the player who is banned from it.
    pub player: Option<PlayerId>,
    /// Details, or the reason that was given.
    pub note: Option<String>,
    /// What it changes, of results and settings.
    pub changes: Vec<FieldChange>,
    /// The text of the account that it takes down.
    pub target: Option<TextTarget>,
    /// The widest audience. While the subject is private, it is smaller.
    pub audience: Audience,
}

impl AuditEntry {
    /// Returns an entry of the server about a tournament, a club, a series or an account.
    pub fn new(subject: impl Into<AuditSubject>, kind: AuditKind) -> AuditEntry {
        AuditEntry {
            subject: subject.into(),
            kind,
            by: None,
            round: None,
            table: None,
            entry: None,
            player: None,
            note: None,
            changes: Vec::new(),
            target: None,
            audience: Audience::Everybody,
        }
    }

    /// Returns the same, done by a player.
    #[must_use]
    pub fn by(mut self, player: PlayerId) -> AuditEntry {
        self.by = Some(player);
        self
    }

    /// Returns the same, about a round.
    #[must_use]
    pub fn round(mut self, round: u16) -> AuditEntry {
        self.round = Some(round);
        self
    }

    /// Returns the same, about a table.
    #[must_use]
    pub fn table(mut self, round: u16, table: u32) -> AuditEntry {
        self.round = Some(round);
        self.table = Some(table);
        self
    }

    /// Returns the same, about an entry.
    #[must_use]
    pub fn entry(mut self, entry: EntryId) -> AuditEntry {
        self.entry = Some(entry);
        self
    }

    /// Returns the same, about a player.
    #[must_use]
    pub fn player(mut self, player: PlayerId) -> AuditEntry {
        self.player = Some(player);
        self
    }

    /// Returns the same, with details.
    #[must_use]
    pub fn note(mut self, note: impl Into<String>) -> AuditEntry {
        self.note = Some(note.into());
        self
    }

    /// Returns the same, only for this audience: it describes a state that only they saw.
    #[must_use]
    pub fn only_for(mut self, audience: Audience) -> AuditEntry {
        self.audience = audience;
        self
    }

    /// Returns the same, with what it changes.
    #[must_use]
    pub fn changes(mut self, changes: Vec<FieldChange>) -> AuditEntry {
        self.changes = changes;
        self
    }
}

/// Something that has happened, as it is stored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct StoredAuditEntry {
    /// Its id; later ones sort after earlier ones.
    pub id: Uuid,
    /// When it happened.
    pub at: DateTime<Utc>,
    /// What has happened.
    pub kind: AuditKind,
    /// Who has done it; none for the server.
    pub by: Option<Occupant>,
    pub round: Option<u16>,
    pub table: Option<u32>,
    pub entry: Option<EntryId>,
    /// The member of a club, or the player who is banned from it.
    pub player: Option<Occupant>,
    /// Details, or the reason that was given.
    pub note: Option<String>,
    /// What it has changed, of results and settings.
    pub changes: Vec<FieldChange>,
    /// The text of the account that was taken down.
    pub target: Option<TextTarget>,
}
