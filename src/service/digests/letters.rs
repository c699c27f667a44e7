//! The texts of the mails.

use crate::mail::Letter;
use crate::reset_mail::host;
use lapidary_model::auth::SecretToken;
use lapidary_model::digest::{CONFIRM_HOURS, ClaimedLetter};
use lapidary_model::own::OwnGame;
use lapidary_model::settings::PublicUrl;

/// The path of the page on which a player agrees to mails.
const CONFIRM_PAGE: &str = "/account/mail";
/// The path of the page that ends the mails.
const END_PAGE: &str = "/account/mail/end";

/// Returns the line of a game: the game, the opponents, and the link.
pub fn line(server: &PublicUrl, game: &OwnGame) -> String {
    let listed = &game.listed;
    let others = listed.occupants.iter().enumerate();
    let others = others.filter(|(number, _)| game.seat.is_none_or(|seat| seat.index() != *number));
    let names: Vec<&str> =
        others.map(|(_, occupant)| occupant.username.as_deref().unwrap_or("an erased player")).collect();
    let until = listed.deadline.filter(|(seat, _)| Some(*seat) == game.seat);
    let until = until.map(|(_, at)| at.format(", until %Y-%m-%d %H:%M UTC").to_string());
    let address = server.of(&format!("/g/{}", listed.id));
    let (ruleset, names) = (listed.terms.ruleset.id(), names.join(", "));
    format!("{ruleset} with {names}{}\n{address}", until.unwrap_or_default())
}

/// Returns the mail that asks whether a player wants mails about turns.
pub fn confirmation(server: &PublicUrl, claimed: &ClaimedLetter, token: &SecretToken) -> Letter {
    let text = format!(
        "Hello {username},\n\nyour account at {server} asks for mails that tell you when it is your turn in games \
         without a clock or with days for a turn: one mail for many turns, at most one in {hours}. If you want them, \
         open this link within {CONFIRM_HOURS} hours:\n{link}\n\nIf you do not, ignore this mail: no other follows.\n",
        username = claimed.username,
        server = server.as_str(),
        hours = hours(claimed.every_hours),
        link = server.of(&format!("{CONFIRM_PAGE}?token={}", token.to_text())),
    );
    let subject = format!("Mails about your turns at {}", host(server));
    Letter { to: claimed.email.clone(), subject, text, unsubscribe: None }
}

/// Returns the mail that tells a player about turns, with a line for each listed game.
pub fn turns(server: &PublicUrl, claimed: &ClaimedLetter, lines: &[String], turns: i32) -> Letter {
    let end = server.of(&format!("{END_PAGE}?token={}", claimed.end_token));
    let games = if turns == 1 { "a game".to_owned() } else { format!("{turns} games") };
    let unlisted = usize::try_from(turns).unwrap_or_default().saturating_sub(lines.len());
    let more = if unlisted == 0 { String::new() } else { format!("\n\nand {unlisted} more") };
    let text = format!(
        "Hello {username},\n\nit is your turn in {games} at {server}.\n\n{lines}{more}\n\n\
         You get at most one such mail in {hours}. To get none any more, open this link:\n{end}\n",
        username = claimed.username,
        server = server.as_str(),
        lines = lines.join("\n\n"),
        hours = hours(claimed.every_hours),
    );
    let subject = format!("It is your turn in {games} at {}", host(server));
    Letter { to: claimed.email.clone(), subject, text, unsubscribe: Some(end) }
}

fn hours(number: i16) -> String {
    if number == 1 { "an hour".to_owned() } else { format!("{number} hours") }
}
