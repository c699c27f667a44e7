//! What people do with the API, in words that they understand: permissions of tokens, and requests of apps.
//!
//! Each operation with a scope belongs to an activity. So the words of a scope are those of its activities,
//! and they cover every operation that needs it.

use lapidary_model::auth::{Scope, Scopes};
use lapidary_words::words;

words! {
    /// Something that a token allows, named by what a program with it may do for a player.
    Activity:
    /// Reading the account.
    ReadAccount = "read your account with your e-mail address, your bots, your block list and your settings of mails, push messages and quiet hours",
    /// Reading games and what leads to them.
    ReadGames = "read your games with your hand, your seeks, challenges, invitations and puzzles, and matches of your bots",
    /// Reading what the account sees of tournaments.
    ReadEvents = "read your tournaments, clubs and series, with what only their organizers see",
    /// Subscriptions of the browser that has the token.
    Push = "send push messages to a browser about what waits for you",
    /// Playing.
    Play = "create, join, play and leave games for you, seek opponents and invite others",
    /// Analyses and puzzles.
    Study = "have games analyzed and answer puzzles for you",
    /// Blocking players.
    Block = "change your block list",
    /// Settings of notices.
    Notices = "change when mails, push messages and quiet hours apply to you",
    /// Challenges.
    Challenge = "challenge other players and answer challenges for you",
    /// Matches between bots.
    MatchBots = "let bots play matches against each other, and answer such requests for yours",
    /// What bots accept.
    ChangeBots = "change what your bots accept, and see and delete the address that is asked for them",
    /// Endpoints of bots, which see what the bots see and play for them.
    CallBots = "choose the address that is asked for your bots and plays for them",
    /// Taking part in tournaments.
    Enter = "enter and leave tournaments for you, say that you are ready or need a bye, and report your results",
    /// Teams of tournaments.
    Team = "make, join, lead and leave teams in tournaments for you",
    /// Being a member of clubs.
    JoinClubs = "join and leave clubs for you",
    /// Webhooks. They are not an organizer's: bots and players are told of their own games with them.
    Webhooks = "set up webhooks, which tell other servers of your games and tournaments",
    /// What becomes of webhooks.
    ManageWebhooks = "see, test and delete your webhooks, and send their messages again",
    /// Running tournaments.
    RunTournaments = "create tournaments and run yours: entries, organizers, rounds, results and announcements",
    /// Running clubs.
    RunClubs = "create clubs and run yours: members, codes, ladders and seasons",
    /// Running series.
    RunSeries = "create series and leagues and run yours: their tournaments and seasons",
}

impl Activity {
    /// Returns the scopes that allow it together, beginning with its own. An activity that acts later by
    /// itself needs the scopes of everything that it can do then.
    pub const fn scopes(self) -> &'static [Scope] {
        use Activity as A;
        match self {
            A::ReadAccount | A::ReadGames | A::ReadEvents | A::Push => &[Scope::Read],
            A::Play | A::Study | A::Block | A::Notices => &[Scope::Play],
            A::Challenge | A::MatchBots => &[Scope::Challenge],
            A::ChangeBots => &[Scope::Bots],
            A::CallBots => &[Scope::Bots, Scope::Read, Scope::Play, Scope::Challenge],
            A::Enter | A::Team | A::JoinClubs | A::ManageWebhooks => &[Scope::Tournaments],
            A::Webhooks => &[Scope::Tournaments, Scope::Read],
            A::RunTournaments | A::RunClubs | A::RunSeries => &[Scope::Organize],
        }
    }

    /// Returns what a token with these scopes allows.
    pub fn allowed(scopes: Scopes) -> impl Iterator<Item = Activity> {
        let has_all = move |activity: &Activity| activity.scopes().iter().all(|each| scopes.contains(*each));
        Activity::ALL.into_iter().filter(has_all)
    }

    /// Returns the activities of a scope in one line, with the other scopes that they need.
    pub fn words_of(scope: Scope) -> String {
        let own = Activity::ALL.into_iter().filter(|activity| activity.scopes().first() == Some(&scope));
        let words = own.map(|activity| match activity.scopes().get(1..) {
            None | Some([]) => activity.name().to_owned(),
            Some(others) => {
                let others: Vec<&str> = others.iter().map(|other| other.name()).collect();
                format!("with `{}`: {}", others.join("`, `"), activity.name())
            }
        });
        words.collect::<Vec<_>>().join("; ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::contract;
    use crate::operation::{Operation, Permission};

    /// The reviewed list of activities with their scopes, their words and the ids of their operations.
    const REVIEWED: &str = include_str!("activities.txt");
    /// The page for people with the words.
    const PAGE: &str = include_str!("../../../docs/access.md");
    /// The subjects of operations, where the first word of the path is a different one.
    const ABOUT: [(&str, &str); 8] = [
        ("me", "account"),
        ("mail-digest", "mail"),
        ("organized-games", "game"),
        ("bot-matches", "match"),
        ("players", "game"),
        ("stream-tickets", "game"),
        ("events", "game"),
        ("lobby", "game"),
    ];

    fn operations_of(activity: Activity) -> impl Iterator<Item = &'static Operation> {
        contract().operations().iter().filter(move |operation| {
            [Permission::Needs(activity), Permission::PublicOr(activity)].contains(&operation.permission())
        })
    }

    /// Returns the subject of an operation in words for people.
    fn subject(operation: &Operation) -> String {
        let path = operation.path().trim_start_matches("/v1/");
        let first = path.strip_prefix("me/").unwrap_or(path).split('/').next().unwrap_or_default();
        match ABOUT.iter().find(|(word, _)| *word == first) {
            Some((_, said)) => (*said).to_owned(),
            None => first.trim_end_matches('s').replace('-', " "),
        }
    }

    #[test]
    fn the_words_of_an_activity_name_what_its_operations_are_about() {
        for activity in Activity::ALL {
            assert_ne!(operations_of(activity).count(), 0, "{activity:?} has no operation");
            for operation in operations_of(activity) {
                let subject = subject(operation);
                assert!(activity.name().contains(&subject), "{}: {subject:?}", operation.id());
            }
        }
    }

    #[test]
    fn an_operation_is_added_to_an_activity_whose_words_tell_of_it() {
        let mut text = String::new();
        for activity in Activity::ALL {
            let scopes: Scopes = activity.scopes().iter().copied().collect();
            text += &format!("{scopes}: {}\n", activity.name());
            let mut ids: Vec<&str> = operations_of(activity).map(Operation::id).collect();
            ids.sort_unstable();
            for id in ids {
                text += &format!("    {id}\n");
            }
        }
        let advice =
            "activities.txt differs: do the words tell people what the operation does? Then write it there";
        assert_eq!(text, REVIEWED, "{advice}");
    }

    #[test]
    fn the_page_about_access_has_the_words_of_each_scope() {
        for scope in Scope::ALL {
            let row = format!("| `{scope}` | {} |\n", Activity::words_of(scope));
            assert!(PAGE.contains(&row), "docs/access.md lacks the line {row}");
        }
    }
}
