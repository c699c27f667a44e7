//! Mails about turns: to whom they go, when, and what ends them. `tests/contract/mail` receives them.

use std::time::Duration;

use chrono::{TimeDelta, Utc};
use lapidary::auth::SecretToken;
use lapidary::settings::{PublicUrl, Settings};
use reqwest::Method;
use serde_json::{Value, json};

use super::{prompt, until};
use crate::app::{Answer, Caller, PASSWORD, TestApp, look_again};
use crate::games::reader::{LINES, Reader};
use crate::games::stored::Stored;
use crate::games::table::{NAMES, Table, dice, terms, terms_with};
use crate::recovery::with_mail;

/// Mails are written at once, to an SMTP server that nobody runs: so each is tried again, and can be looked
/// at.
fn writing(settings: &mut Settings) {
    prompt(settings);
    with_mail(settings);
    settings.alerts.digest_wait = Duration::from_millis(10);
}

/// A mail that is tried again.
const WAITING_MAILS: &str = "SELECT count(*)::text FROM mail_digests WHERE letter = 'turns' AND tries > 0";
/// The number of turns of the mail that was written last.
const TURNS: &str = "SELECT turns::text FROM mail_digests";

async fn set_email(caller: &Caller<'_>, email: &str) {
    caller.patch("/v1/me", json!({"email": email, "password": PASSWORD})).await.expect(200);
}

async fn choose(caller: &Caller<'_>, hours: Value) -> Answer {
    caller.put("/v1/me/mail-digest", json!({"every_hours": hours})).await
}

/// Stores the token of a link with which the only player agrees, in place of the mailed one.
async fn mailed(stored: &mut Stored) -> String {
    // The mail with the link was tried.
    until(stored, "SELECT count(*)::text FROM mail_digests WHERE letter = 'confirmation' AND tries > 0", "1")
        .await;
    let token = SecretToken::generate().unwrap();
    let digest = token.digest().iter().map(|byte| format!("{byte:02x}")).collect::<String>();
    stored
        .execute(&format!(
            "UPDATE mail_digests SET letter = NULL, due_at = NULL, confirm_digest = '\\x{digest}', \
             confirm_until = now() + interval '1 hour'"
        ))
        .await;
    token.to_text()
}

/// Lets a player get mails about turns.
async fn agreed(app: &TestApp, stored: &mut Stored, caller: &Caller<'_>) {
    set_email(caller, "ada@example.org").await;
    choose(caller, json!(24)).await.expect(200);
    let token = mailed(stored).await;
    app.anonymous().post_empty(&format!("/account/mail?token={token}")).await.expect(200);
    let chosen = json!({"available": true, "every_hours": 24, "confirmed": true});
    assert_eq!(caller.get("/v1/me/mail-digest").await.expect(200).json, chosen);
    until(stored, "SELECT count(*)::text FROM alerts WHERE check_at IS NOT NULL", "0").await;
}

/// Reads the slow games of everybody who gets mails, and returns when that is done.
async fn read_games(stored: &mut Stored) {
    stored.execute("UPDATE mail_digests SET check_at = now() WHERE every_hours IS NOT NULL").await;
    until(stored, "SELECT count(*)::text FROM mail_digests WHERE check_at <= now()", "0").await;
}

/// Ends the mail that waits, as if it had been sent.
async fn sent(stored: &mut Stored) {
    until(stored, WAITING_MAILS, "1").await;
    stored.execute("UPDATE mail_digests SET letter = NULL, due_at = NULL").await;
}

#[tokio::test]
async fn only_an_address_whose_reader_has_agreed_gets_mails() {
    let app = TestApp::spawn_with(writing).await;
    let mut stored = Stored::of(&app).await;
    let ada = app.user("ada").await;
    let off = json!({"available": true, "every_hours": null, "confirmed": false});
    assert_eq!(ada.get("/v1/me/mail-digest").await.expect(200).json, off);
    choose(&ada, json!(24)).await.expect_problem(409, "email_missing");
    for hours in [json!(0), json!(169), json!("daily")] {
        let refused = choose(&ada, hours).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), ["/every_hours"]);
    }
    set_email(&ada, "ada@example.org").await;
    let chosen = json!({"available": true, "every_hours": 24, "confirmed": false});
    assert_eq!(choose(&ada, json!(24)).await.expect(200).json, chosen);
    let token = mailed(&mut stored).await;
    let table = Table::started(&app, terms(2)).await;
    read_games(&mut stored).await;
    assert_eq!(
        stored.texts("SELECT count(*)::text FROM mail_digests WHERE written_at IS NOT NULL").await,
        ["0"]
    );

    // Opening the page changes nothing, also twice; the form agrees.
    let path = format!("/account/mail?token={token}");
    for _ in 0..2 {
        let page = app.anonymous().get(&path).await.expect(200);
        assert!(
            page.text.contains("<b>ada</b>") && page.text.contains(&format!("action=\"{path}\"")),
            "{}",
            page.text
        );
        assert!(page.header("content-security-policy").contains("default-src 'none'"));
    }
    assert_eq!(ada.get("/v1/me/mail-digest").await.expect(200).json, chosen);
    app.anonymous().post_empty(&path).await.expect(200);
    // A second click says that the address is confirmed, also after the time of the link.
    stored.execute("UPDATE mail_digests SET confirm_until = now()").await;
    for again in [app.anonymous().get(&path).await, app.anonymous().post_empty(&path).await] {
        assert!(again.expect(200).text.contains("Your address is confirmed."));
    }
    until(&mut stored, WAITING_MAILS, "1").await;
    let lines = stored.texts("SELECT lines[1] FROM mail_digests").await;
    assert_eq!(
        lines,
        [format!(
            "splendor with {}\n{}/g/{}",
            NAMES[1],
            PublicUrl::of_listener(([127, 0, 0, 1], 80).into()).as_str(),
            table.id
        )]
    );

    // Another address must agree again.
    set_email(&ada, "ada@elsewhere.example").await;
    app.anonymous().get(&path).await.expect(410);
    assert_eq!(ada.get("/v1/me/mail-digest").await.expect(200).json, chosen);
    assert_eq!(choose(&ada, json!(24)).await.expect(200).json, chosen);
    // Few links are sent, and what is refused changes nothing.
    choose(&ada, json!(1)).await.expect(200);
    let refused = choose(&ada, json!(2)).await.expect_problem(429, "too_many_requests");
    assert_eq!(refused.header("retry-after"), "3600");
    assert_eq!(ada.get("/v1/me/mail-digest").await.expect(200).json["every_hours"], 1);
}

#[tokio::test]
async fn one_mail_tells_of_many_turns_and_of_each_once() {
    let app = TestApp::spawn_with(writing).await;
    let mut stored = Stored::of(&app).await;
    let ada = app.user("ada").await;
    agreed(&app, &mut stored, &ada).await;
    // Nobody reads what is noted until the games are there.
    stored.execute("UPDATE mail_digests SET check_at = now() + interval '1 hour'").await;
    let slow = json!({"kind": "correspondence", "per_turn_ms": 86_400_000});
    let live = json!({"kind": "live", "initial_ms": 600_000, "increment_ms": 5_000});
    let mut tables = Vec::new();
    for clock in [json!({"kind": "none"}), slow, live] {
        tables.push(Table::started(&app, terms_with(2, "clock", clock)).await);
    }
    read_games(&mut stored).await;
    // The live game is in no mail.
    sent(&mut stored).await;
    assert_eq!(stored.texts(TURNS).await, ["2"]);

    // A turn that was told is not told again, and the next one waits until another mail may be written.
    read_games(&mut stored).await;
    assert_eq!(stored.texts("SELECT count(*)::text FROM mail_digests WHERE letter IS NULL").await, ["1"]);
    let mut dice = dice(11);
    let table = &tables[0];
    while table.view(0).await["to_act"]["seat"] == 0 {
        table.play_random(&mut dice).await;
    }
    while table.view(1).await["to_act"]["seat"] == 1 {
        table.play_random(&mut dice).await;
    }
    let waits = "SELECT coalesce(check_at BETWEEN written_at + interval '23 hours' AND written_at + interval '25 hours', false)::text \
                 FROM mail_digests WHERE letter IS NULL";
    until(&mut stored, waits, "true").await;
    read_games(&mut stored).await;
    sent(&mut stored).await;
    assert_eq!(stored.texts(TURNS).await, ["1"]);
    assert_eq!(stored.texts("SELECT count(*)::text FROM mail_digests_told").await, ["2"]);
    // What ends is forgotten.
    table.seats[0].post_empty(&table.path("/resign")).await.expect(200);
    read_games(&mut stored).await;
    assert_eq!(stored.texts("SELECT count(*)::text FROM mail_digests_told").await, ["1"]);
}

#[tokio::test]
async fn no_mail_is_written_while_the_player_is_connected_or_sleeps() {
    let app = TestApp::spawn_with(|settings| {
        writing(settings);
        settings.alerts.digest_wait = Duration::from_secs(3_600);
    })
    .await;
    let mut stored = Stored::of(&app).await;
    let ada = app.user("ada").await;
    agreed(&app, &mut stored, &ada).await;
    let mut reader = Reader::open(&ada, "/v1/me/events", LINES).await;
    reader.expect("snapshot").await;
    Table::started(&app, terms(2)).await;
    let unwritten = "SELECT count(*)::text FROM mail_digests WHERE written_at IS NULL AND check_at > now()";
    read_games(&mut stored).await;
    assert_eq!(stored.texts(unwritten).await, ["1"]);
    drop(reader);

    // An hour before and after now.
    let clock = |change| (Utc::now() + TimeDelta::hours(change)).format("%H:%M").to_string();
    let quiet = json!({"hours": {"from": clock(-1), "until": clock(1), "utc_offset_minutes": 0}});
    ada.put("/v1/me/quiet-hours", quiet).await.expect(200);
    read_games(&mut stored).await;
    assert_eq!(stored.texts(unwritten).await, ["1"]);
    ada.put("/v1/me/quiet-hours", json!({"hours": null})).await.expect(200);
    // Servers learn within seconds that the player is gone.
    while stored.texts("SELECT count(*)::text FROM mail_digests WHERE written_at IS NULL").await == ["1"] {
        read_games(&mut stored).await;
        look_again().await;
    }
    until(&mut stored, WAITING_MAILS, "1").await;
}

#[tokio::test]
async fn mails_end_without_a_login() {
    let app = TestApp::spawn_with(writing).await;
    let mut stored = Stored::of(&app).await;
    let ada = app.user("ada").await;
    agreed(&app, &mut stored, &ada).await;
    let token = stored.texts("SELECT end_token FROM mail_digests").await.remove(0);
    let path = format!("/account/mail/end?token={token}");
    let page = app.anonymous().get(&path).await.expect(200);
    assert!(page.text.contains("<b>ada</b>"), "{}", page.text);
    let on = json!({"available": true, "every_hours": 24, "confirmed": true});
    assert_eq!(ada.get("/v1/me/mail-digest").await.expect(200).json, on);
    Table::started(&app, terms(2)).await;
    until(&mut stored, WAITING_MAILS, "1").await;

    // As mail programs send it (RFC 8058), in both forms, and again.
    let parts =
        "--x\r\nContent-Disposition: form-data; name=\"List-Unsubscribe\"\r\n\r\nOne-Click\r\n--x--\r\n";
    for (kind, body) in [
        ("application/x-www-form-urlencoded", "List-Unsubscribe=One-Click"),
        ("multipart/form-data; boundary=x", parts),
    ] {
        let request = app.anonymous().request(Method::POST, &path).header("content-type", kind).body(body);
        let ended = Answer::to(request).await.expect(200);
        assert!(ended.text.contains("no more mails"), "{}", ended.text);
    }
    let off = json!({"available": true, "every_hours": null, "confirmed": true});
    assert_eq!(ada.get("/v1/me/mail-digest").await.expect(200).json, off);
    // The mail that waited is gone too, and none follows.
    assert_eq!(stored.texts("SELECT count(*)::text FROM mail_digests WHERE letter IS NULL").await, ["1"]);
    stored.execute("UPDATE mail_digests SET check_at = now()").await;
    until(
        &mut stored,
        "SELECT count(*)::text FROM mail_digests WHERE check_at IS NULL AND letter IS NULL",
        "1",
    )
    .await;

    // Who wants them again needs no further link, and what was told stays told.
    assert_eq!(choose(&ada, json!(24)).await.expect(200).json, on);
    read_games(&mut stored).await;
    assert_eq!(stored.texts("SELECT count(*)::text FROM mail_digests WHERE letter IS NULL").await, ["1"]);
    for path in ["/account/mail/end", "/account/mail/end?token=%3Cscript%3E", "/account/mail?token=a&token=b"]
    {
        let page = app.anonymous().get(path).await.expect(410);
        assert!(!page.text.contains("script"), "{}", page.text);
        app.anonymous().post_empty(path).await.expect(410);
    }

    let erase = ada.request(Method::DELETE, "/v1/me").json(&json!({"password": PASSWORD}));
    Answer::to(erase).await.expect(204);
    for table in ["mail_digests", "mail_digests_told"] {
        assert_eq!(stored.texts(&format!("SELECT count(*)::text FROM {table}")).await, ["0"], "{table}");
    }
    app.anonymous().get(&path).await.expect(410);
}

#[tokio::test]
async fn a_server_without_mail_offers_none() {
    let app = TestApp::shared().await;
    let ada = app.user("ada").await;
    let off = json!({"available": false, "every_hours": null, "confirmed": false});
    assert_eq!(ada.get("/v1/me/mail-digest").await.expect(200).json, off);
    choose(&ada, json!(24)).await.expect_problem(422, "not_available");
    assert_eq!(choose(&ada, Value::Null).await.expect(200).json, off);
}
