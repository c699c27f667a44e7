//! Clubs: who joins and how, who may do what, and what happens when the owner goes.

use std::collections::BTreeSet;

use reqwest::Method;
use serde_json::{Value, json};

use crate::app::{Answer, Caller, PASSWORD, TestApp};
use crate::games::stored::shift;
use crate::tournaments::execute;
use crate::tournaments::scene::settings;

/// Creates a club and returns its path.
async fn found(owner: &Caller<'_>, body: Value) -> String {
    let made = owner.post("/v1/clubs", body).await.expect(201);
    let path = format!("/v1/clubs/{}", made.json["id"].as_str().expect("an id"));
    assert_eq!((made.header("location"), &made.json["my_role"]), (path.as_str(), &json!("owner")));
    path
}

async fn put(caller: &Caller<'_>, path: &str) -> Answer {
    Answer::to(caller.request(Method::PUT, path)).await
}

/// Returns the members with their roles, in the order of names.
async fn roles(caller: &Caller<'_>, club: &str) -> Vec<(String, String)> {
    let members = caller.get(&format!("{club}/members?limit=100")).await.expect(200).json;
    let mut roles: Vec<(String, String)> = members["items"]
        .as_array()
        .expect("members")
        .iter()
        .map(|member| (text(&member["player"]["username"]), text(&member["role"])))
        .collect();
    roles.sort();
    roles
}

fn text(value: &Value) -> String {
    value.as_str().expect("a text").to_owned()
}

fn named(roles: &[(&str, &str)]) -> Vec<(String, String)> {
    roles.iter().map(|&(name, role)| (name.to_owned(), role.to_owned())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn players_join_by_application_invitation_and_code() {
    let app = TestApp::spawn().await;
    let (olga, ada, grace, joan) =
        (app.user("olga").await, app.user("ada").await, app.user("grace").await, app.user("joan").await);
    let club = found(&olga, json!({"name": "Emerald Evenings", "description": ["Mondays."]})).await;
    let at = |rest: &str| format!("{club}{rest}");
    // An application waits for a manager.
    let applied = ada.post_empty(&at("/join")).await.expect(200).json;
    assert_eq!((&applied["my_role"], &applied["my_request"]), (&Value::Null, &json!("application")));
    assert_eq!(ada.post_empty(&at("/join")).await.expect(200).json, applied);
    assert_eq!(ada.get("/v1/me/clubs").await.expect(200).json["items"][0], applied);
    let waiting = olga.get(&at("/applications")).await.expect(200).json;
    assert_eq!(waiting["items"][0]["player"]["username"], "ada");
    put(&olga, &at("/members/ada")).await.expect(204);
    put(&olga, &at("/members/ada")).await.expect(204);
    assert_eq!(olga.get(&at("/applications")).await.expect(200).json["items"], json!([]));
    // An invitation waits for the player, and nobody is a member unasked.
    put(&olga, &at("/invitations/grace")).await.expect(204);
    put(&olga, &at("/invitations/grace")).await.expect(204);
    let invited = olga.get(&at("/invitations")).await.expect(200).json;
    assert_eq!(invited["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(grace.get(&club).await.expect(200).json["my_request"], "invitation");
    assert_eq!(roles(&olga, &club).await, named(&[("ada", "member"), ("olga", "owner")]));
    assert_eq!(grace.post_empty(&at("/join")).await.expect(200).json["my_role"], "member");
    // A code opens a private club.
    let changed =
        olga.patch(&club, json!({"visibility": "private", "joining": "invitation"})).await.expect(200);
    assert_eq!((&changed.json["visibility"], &changed.json["member_count"]), (&json!("private"), &json!(3)));
    joan.get(&club).await.expect_problem(404, "not_found");
    joan.post_empty(&at("/join")).await.expect_problem(404, "not_found");
    let code = olga.post_empty(&at("/join-code")).await.expect(201).json;
    joan.post(&at("/join"), json!({"code": "BCDF-BCDF-BCDF"})).await.expect_problem(404, "not_found");
    let joined =
        joan.post(&at("/join"), json!({"code": text(&code["code"]).to_lowercase()})).await.expect(200);
    assert_eq!((&joined.json["my_role"], &joined.json["member_count"]), (&json!("member"), &json!(4)));
    olga.delete(&at("/join-code")).await.expect(204);
    let eve = app.user("eve").await;
    eve.post(&at("/join"), code).await.expect_problem(404, "not_found");
    // A player who is invited and applies, or the other way round, is a member at once.
    olga.patch(&club, json!({"visibility": "public", "joining": "application"})).await.expect(200);
    eve.post_empty(&at("/join")).await.expect(200);
    put(&olga, &at("/invitations/eve")).await.expect(204);
    assert_eq!(eve.get(&club).await.expect(200).json["my_role"], "member");
    olga.patch(&club, json!({"joining": "open"})).await.expect(200);
    assert_eq!(app.user("max").await.post_empty(&at("/join")).await.expect(200).json["my_role"], "member");
    let listed = app.anonymous().get("/v1/clubs").await.expect(200).json;
    assert_eq!(
        (&listed["items"][0]["name"], &listed["items"][0]["member_count"]),
        (&json!("Emerald Evenings"), &json!(6))
    );
    assert_eq!(app.anonymous().get(&club).await.expect(200).json["description"], json!(["Mondays."]));
}

#[tokio::test(flavor = "multi_thread")]
async fn requests_are_declined_and_taken_back() {
    let app = TestApp::spawn().await;
    let (olga, ada, eve) = (app.user("olga").await, app.user("ada").await, app.user("eve").await);
    let club = found(&olga, json!({"name": "Club"})).await;
    let at = |rest: &str| format!("{club}{rest}");
    for answering in [&ada, &olga] {
        ada.post_empty(&at("/join")).await.expect(200);
        answering.delete(&at("/applications/ada")).await.expect(204);
        answering.delete(&at("/applications/ada")).await.expect_problem(404, "not_found");
        put(&olga, &at("/invitations/ada")).await.expect(204);
        answering.delete(&at("/invitations/ada")).await.expect(204);
        answering.delete(&at("/invitations/ada")).await.expect_problem(404, "not_found");
    }
    assert_eq!(ada.get(&club).await.expect(200).json["my_request"], Value::Null);
    put(&olga, &at("/members/ada")).await.expect_problem(404, "not_found");
    // Whoever has blocked the manager sees no invitation, and the manager does not learn of it.
    put(&eve, "/v1/me/blocks/olga").await.expect(204);
    put(&olga, &at("/invitations/eve")).await.expect(204);
    assert_eq!(eve.get("/v1/me/clubs").await.expect(200).json["items"], json!([]));
    put(&olga, "/v1/me/blocks/ada").await.expect(204);
    put(&olga, &at("/invitations/ada")).await.expect_problem(403, "forbidden");
    put(&olga, &at("/invitations/nobody")).await.expect_problem(404, "not_found");
    olga.patch(&club, json!({"joining": "invitation"})).await.expect(200);
    ada.post_empty(&at("/join")).await.expect_problem(403, "club_banned");
    app.user("max").await.post_empty(&at("/join")).await.expect_problem(403, "invitation_required");
}

#[tokio::test(flavor = "multi_thread")]
async fn each_role_does_what_it_may() {
    let app = TestApp::spawn().await;
    let (olga, ada, grace, eve) =
        (app.user("olga").await, app.user("ada").await, app.user("grace").await, app.user("eve").await);
    let club = found(&olga, json!({"name": "Club", "joining": "open"})).await;
    let at = |rest: &str| format!("{club}{rest}");
    for player in [&ada, &grace] {
        player.post_empty(&at("/join")).await.expect(200);
    }
    let made = olga.patch(&at("/members/ada"), json!({"role": "manager"})).await.expect(200).json;
    assert_eq!(made["my_role"], "owner");
    // A stranger and a member decide nothing.
    for caller in [&eve, &grace] {
        caller.patch(&club, json!({"name": "Mine"})).await.expect_problem(403, "club_role");
        caller.post_empty(&at("/join-code")).await.expect_problem(403, "club_role");
        caller.delete(&at("/join-code")).await.expect_problem(403, "club_role");
        caller.get(&at("/invitations")).await.expect_problem(403, "club_role");
        caller.get(&at("/applications")).await.expect_problem(403, "club_role");
        put(caller, &at("/invitations/eve")).await.expect_problem(403, "club_role");
        put(caller, &at("/members/eve")).await.expect_problem(403, "club_role");
        caller.delete(&at("/invitations/max")).await.expect_problem(403, "club_role");
        caller.delete(&at("/applications/max")).await.expect_problem(403, "club_role");
        caller.patch(&at("/members/ada"), json!({"role": "member"})).await.expect_problem(403, "club_role");
        caller.delete(&at("/members/ada")).await.expect_problem(403, "club_role");
    }
    // A manager removes members, and neither managers nor the owner.
    let second = app.user("second").await;
    second.post_empty(&at("/join")).await.expect(200);
    olga.patch(&at("/members/second"), json!({"role": "manager"})).await.expect(200);
    ada.delete(&at("/members/second")).await.expect_problem(403, "club_role");
    ada.delete(&at("/members/olga")).await.expect_problem(409, "owner_needed");
    ada.patch(&at("/members/ada"), json!({"role": "owner"})).await.expect_problem(403, "club_role");
    ada.delete(&at("/members/eve")).await.expect_problem(404, "not_found");
    ada.delete(&at("/members/grace")).await.expect(204);
    grace.delete(&at("/members/grace")).await.expect_problem(404, "not_found");
    olga.delete(&at("/members/second")).await.expect(204);
    // The owner hands the club over, and only then leaves.
    olga.delete(&at("/members/olga")).await.expect_problem(409, "owner_needed");
    olga.patch(&at("/members/olga"), json!({"role": "member"})).await.expect_problem(409, "owner_needed");
    olga.patch(&at("/members/eve"), json!({"role": "owner"})).await.expect_problem(404, "not_found");
    let given = olga.patch(&at("/members/ada"), json!({"role": "owner"})).await.expect(200).json;
    assert_eq!((&given["my_role"], &given["owner"]["username"]), (&json!("manager"), &json!("ada")));
    olga.delete(&at("/members/olga")).await.expect(204);
    assert_eq!(roles(&eve, &club).await, named(&[("ada", "owner")]));
    // The last member leaves, and the club is gone.
    ada.delete(&at("/members/ada")).await.expect(204);
    for caller in [&ada, &eve] {
        caller.get(&club).await.expect_problem(404, "not_found");
        caller.post_empty(&at("/join")).await.expect_problem(404, "not_found");
    }
    assert_eq!(eve.get("/v1/clubs").await.expect(200).json["items"], json!([]));
}

/// Returns the names of those whom a club does not admit, each with whether that ends by itself.
async fn bans(caller: &Caller<'_>, club: &str) -> Vec<(String, bool)> {
    let page = caller.get(&format!("{club}/bans")).await.expect(200).json;
    let items = page["items"].as_array().expect("bans").iter();
    items.map(|ban| (text(&ban["player"]["username"]), ban["ends_at"].is_string())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_banned_player_stays_out_however_they_come() {
    let app = TestApp::spawn().await;
    let (olga, ada, eve, max) =
        (app.user("olga").await, app.user("ada").await, app.user("eve").await, app.user("max").await);
    let club = found(&olga, json!({"name": "Club", "joining": "open"})).await;
    let at = |rest: &str| format!("{club}{rest}");
    for player in [&ada, &eve] {
        player.post_empty(&at("/join")).await.expect(200);
    }
    olga.patch(&at("/members/ada"), json!({"role": "manager"})).await.expect(200);
    // Managers ban everybody but managers, and nobody the owner.
    for caller in [&eve, &max] {
        caller.get(&at("/bans")).await.expect_problem(403, "club_role");
        put(caller, &at("/bans/ada")).await.expect_problem(403, "club_role");
        caller.delete(&at("/bans/ada")).await.expect_problem(403, "club_role");
    }
    put(&ada, &at("/bans/ada")).await.expect_problem(403, "club_role");
    for manager in [&ada, &olga] {
        put(manager, &at("/bans/olga")).await.expect_problem(409, "owner_needed");
    }
    put(&ada, &at("/bans/nobody")).await.expect_problem(404, "not_found");
    ada.delete(&at("/bans/eve")).await.expect_problem(404, "not_found");
    // A member, a stranger, an applicant and an invited player are banned in the same way.
    let (joan, ivy) = (app.user("joan").await, app.user("ivy").await);
    let banned = [("eve", &eve), ("max", &max), ("joan", &joan), ("ivy", &ivy)];
    olga.patch(&club, json!({"joining": "application"})).await.expect(200);
    banned[2].1.post_empty(&at("/join")).await.expect(200);
    put(&olga, &at("/invitations/ivy")).await.expect(204);
    let code = olga.post_empty(&at("/join-code")).await.expect(201).json;
    for (name, player) in banned {
        for _ in 0..2 {
            put(&ada, &at(&format!("/bans/{name}"))).await.expect(204);
        }
        assert_eq!(player.get(&club).await.expect(200).json["my_request"], Value::Null);
        for joining in ["invitation", "application", "open"] {
            olga.patch(&club, json!({"joining": joining})).await.expect(200);
            player.post_empty(&at("/join")).await.expect_problem(403, "club_banned");
        }
        player.post(&at("/join"), &code).await.expect_problem(403, "club_banned");
        put(&olga, &at(&format!("/invitations/{name}"))).await.expect_problem(403, "club_banned");
        put(&olga, &at(&format!("/members/{name}"))).await.expect_problem(404, "not_found");
    }
    let all = banned.map(|(name, _)| (name.to_owned(), false));
    let mut listed = bans(&ada, &club).await;
    listed.sort();
    assert_eq!(listed, BTreeSet::from(all).into_iter().collect::<Vec<_>>());
    assert_eq!(roles(&olga, &club).await, named(&[("ada", "manager"), ("olga", "owner")]));
    ada.delete(&at("/bans/EVE")).await.expect(204);
    assert_eq!(eve.post_empty(&at("/join")).await.expect(200).json["my_role"], "member");
    // An account that is erased leaves no ban behind.
    for (_, player) in &banned[1..] {
        player.erase().await.expect(204);
    }
    assert_eq!(bans(&ada, &club).await, []);
    // So many bans as a club can have, with rows that the server would have written.
    let fill = "WITH people AS (INSERT INTO players (id, username) SELECT gen_random_uuid(), 'filler-' || n \
        FROM generate_series(1, 1000) n RETURNING id) INSERT INTO club_bans (club_id, player_id) SELECT c.id, p.id FROM clubs c, people p";
    execute(&app, fill).await;
    put(&olga, &at("/bans/eve")).await.expect_problem(409, "club_full");
    assert_eq!(eve.get(&club).await.expect(200).json["my_role"], "member");
    put(&olga, &at("/bans/filler-1")).await.expect(204);
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_was_removed_or_declined_comes_back_after_a_day_or_an_invitation() {
    let app = TestApp::spawn().await;
    let (olga, ada, eve) = (app.user("olga").await, app.user("ada").await, app.user("eve").await);
    let club = found(&olga, json!({"name": "Club"})).await;
    let at = |rest: &str| format!("{club}{rest}");
    let code = olga.post_empty(&at("/join-code")).await.expect(201).json;
    ada.post(&at("/join"), &code).await.expect(200);
    eve.post_empty(&at("/join")).await.expect(200);
    for _ in 0..2 {
        olga.delete(&at("/members/ada")).await.expect(204);
        olga.delete(&at("/applications/eve")).await.expect(204);
        for player in [&ada, &eve] {
            player.post_empty(&at("/join")).await.expect_problem(403, "club_banned");
            player.post(&at("/join"), &code).await.expect_problem(403, "club_banned");
        }
        let mut listed = bans(&olga, &club).await;
        listed.sort();
        assert_eq!(listed, [("ada".to_owned(), true), ("eve".to_owned(), true)]);
        // Almost a day, and then the whole.
        for (hours, is_over) in [(23, false), (1, true)] {
            execute(
                &app,
                &format!("UPDATE club_bans SET {}", shift("ends_at", &format!("- interval '{hours} hours'"))),
            )
            .await;
            assert_eq!(bans(&olga, &club).await.is_empty(), is_over);
        }
        ada.post(&at("/join"), &code).await.expect(200);
        eve.post_empty(&at("/join")).await.expect(200);
    }
    // A manager who invites them ends the wait; whoever leaves or takes an application back has none.
    olga.delete(&at("/members/ada")).await.expect(204);
    put(&olga, &at("/invitations/ada")).await.expect(204);
    for _ in 0..2 {
        ada.post(&at("/join"), &code).await.expect(200);
        ada.delete(&at("/members/ada")).await.expect(204);
        eve.delete(&at("/applications/eve")).await.expect(204);
        eve.post_empty(&at("/join")).await.expect(200);
    }
    // A wait never ends a ban.
    ada.post(&at("/join"), &code).await.expect(200);
    put(&olga, &at("/bans/ada")).await.expect(204);
    assert_eq!(bans(&olga, &club).await, [("ada".to_owned(), false)]);
}

#[tokio::test(flavor = "multi_thread")]
async fn whom_the_owner_has_blocked_does_not_join() {
    let app = TestApp::spawn().await;
    let (olga, ada, eve) = (app.user("olga").await, app.user("ada").await, app.user("eve").await);
    let club = found(&olga, json!({"name": "Club"})).await;
    let at = |rest: &str| format!("{club}{rest}");
    let code = olga.post_empty(&at("/join-code")).await.expect(201).json;
    ada.post(&at("/join"), &code).await.expect(200);
    olga.patch(&at("/members/ada"), json!({"role": "manager"})).await.expect(200);
    eve.post_empty(&at("/join")).await.expect(200);
    put(&olga, "/v1/me/blocks/eve").await.expect(204);
    for manager in [&olga, &ada] {
        put(manager, &at("/members/eve")).await.expect_problem(403, "club_banned");
    }
    put(&ada, &at("/invitations/eve")).await.expect_problem(403, "club_banned");
    eve.post_empty(&at("/join")).await.expect_problem(403, "club_banned");
    eve.post(&at("/join"), &code).await.expect_problem(403, "club_banned");
    // The blocks of another owner decide from then on.
    olga.patch(&at("/members/ada"), json!({"role": "owner"})).await.expect(200);
    assert_eq!(eve.post(&at("/join"), &code).await.expect(200).json["my_role"], "member");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_ban_that_meets_an_acceptance_or_a_join_holds() {
    let app = TestApp::spawn().await;
    let (olga, ada, eve, max) =
        (app.user("olga").await, app.user("ada").await, app.user("eve").await, app.user("max").await);
    for _ in 0..8 {
        let club = found(&olga, json!({"name": "Club"})).await;
        let at = |rest: &str| format!("{club}{rest}");
        let code = olga.post_empty(&at("/join-code")).await.expect(201).json;
        ada.post(&at("/join"), &code).await.expect(200);
        olga.patch(&at("/members/ada"), json!({"role": "manager"})).await.expect(200);
        eve.post_empty(&at("/join")).await.expect(200);
        let (accept, join) = (at("/members/eve"), at("/join"));
        let (ban_eve, ban_max) = (at("/bans/eve"), at("/bans/max"));
        let (first, second, accepted, joined) = tokio::join!(
            put(&olga, &ban_eve),
            put(&olga, &ban_max),
            put(&ada, &accept),
            max.post(&join, &code)
        );
        for done in [first, second] {
            done.expect(204);
        }
        assert!(matches!(accepted.status.as_u16(), 204 | 404), "{}", accepted.text);
        assert!(matches!(joined.status.as_u16(), 200 | 403), "{}", joined.text);
        assert_eq!(roles(&olga, &club).await, named(&[("ada", "manager"), ("olga", "owner")]));
        eve.post_empty(&join).await.expect_problem(403, "club_banned");
        execute(&app, "UPDATE clubs SET closed_at = now() WHERE closed_at IS NULL").await;
        execute(&app, "DELETE FROM club_members").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_club_outlives_an_owner_who_is_erased() {
    let app = TestApp::spawn().await;
    let (olga, ada, grace) = (app.user("olga").await, app.user("ada").await, app.user("grace").await);
    let club = found(&olga, json!({"name": "Club", "joining": "open"})).await;
    let alone = found(&olga, json!({"name": "Alone"})).await;
    grace.post_empty(&format!("{club}/join")).await.expect(200);
    ada.post_empty(&format!("{club}/join")).await.expect(200);
    olga.patch(&format!("{club}/members/ada"), json!({"role": "manager"})).await.expect(200);
    for (leaving, left) in
        [(&olga, named(&[("ada", "owner"), ("grace", "member")])), (&ada, named(&[("grace", "owner")]))]
    {
        let erased = leaving.request(Method::DELETE, "/v1/me").json(&json!({"password": PASSWORD}));
        Answer::to(erased).await.expect(204);
        assert_eq!(roles(&grace, &club).await, left);
    }
    grace.get(&alone).await.expect_problem(404, "not_found");
}

#[tokio::test(flavor = "multi_thread")]
async fn acts_at_the_same_moment_leave_one_owner() {
    let app = TestApp::spawn().await;
    let (olga, ada, grace) = (app.user("olga").await, app.user("ada").await, app.user("grace").await);
    for _ in 0..8 {
        let club = found(&olga, json!({"name": "Club", "joining": "open"})).await;
        for player in [&ada, &grace] {
            player.post_empty(&format!("{club}/join")).await.expect(200);
        }
        let at = |name: &str| format!("{club}/members/{name}");
        let (to_ada, to_grace) = (at("ada"), at("grace"));
        let owner = json!({"role": "owner"});
        let (first, second, left) =
            tokio::join!(olga.patch(&to_ada, &owner), olga.patch(&to_grace, &owner), ada.delete(&to_ada),);
        let statuses = [first.status.as_u16(), second.status.as_u16(), left.status.as_u16()];
        assert!(statuses.iter().all(|status| *status < 500), "{statuses:?}");
        let roles = roles(&grace, &club).await;
        let owners = roles.iter().filter(|(_, role)| role == "owner").count();
        assert_eq!(owners, 1, "{statuses:?} {roles:?}");
        // Room for the next round.
        execute(&app, "UPDATE clubs SET closed_at = now(), visibility = 'private' WHERE closed_at IS NULL")
            .await;
        execute(&app, "DELETE FROM club_members").await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_has_too_many_clubs_or_members() {
    let app = TestApp::spawn().await;
    let (olga, ada, eve) = (app.user("olga").await, app.user("ada").await, app.user("eve").await);
    let mut clubs = BTreeSet::new();
    for _ in 0..10 {
        clubs.insert(found(&olga, json!({"name": "Club", "joining": "open"})).await);
    }
    olga.post("/v1/clubs", json!({"name": "Club"})).await.expect_problem(409, "too_many_clubs");
    let club = found(&ada, json!({"name": "Ada's", "joining": "open"})).await;
    olga.post_empty(&format!("{club}/join")).await.expect(200);
    let given = ada.patch(&format!("{club}/members/olga"), json!({"role": "owner"})).await;
    given.expect_problem(409, "too_many_clubs");
    // A club that is full, with rows that the server would have written.
    let fill = "WITH people AS (INSERT INTO players (id, username) SELECT gen_random_uuid(), 'filler-' || n FROM generate_series(1, 2000) n \
        RETURNING id) INSERT INTO club_members (club_id, player_id, role) SELECT c.id, p.id, 'member' FROM clubs c, people p \
        WHERE c.name = 'Ada''s'";
    execute(&app, fill).await;
    eve.post_empty(&format!("{club}/join")).await.expect_problem(409, "club_full");
    let apply = "INSERT INTO club_requests (club_id, player_id, kind) SELECT c.id, p.id, 'application' FROM clubs c, players p \
        WHERE c.name = 'Ada''s' AND p.username = 'eve'";
    execute(&app, apply).await;
    put(&ada, &format!("{club}/members/eve")).await.expect_problem(409, "club_full");
    put(&ada, &format!("{club}/invitations/eve")).await.expect_problem(409, "club_full");
    let join = "INSERT INTO clubs (id, name, visibility, joining) SELECT gen_random_uuid(), 'many', 'private', 'open' FROM generate_series(1, 100)";
    execute(&app, join).await;
    let join = "INSERT INTO club_members (club_id, player_id, role) SELECT c.id, p.id, 'member' FROM clubs c, players p \
        WHERE c.name = 'many' AND p.username = 'eve'";
    execute(&app, join).await;
    let first = clubs.first().expect("a club");
    eve.post_empty(&format!("{first}/join")).await.expect_problem(409, "too_many_clubs");
}

#[tokio::test(flavor = "multi_thread")]
async fn everybody_who_sees_a_club_reads_who_has_changed_what_in_it() {
    let app = TestApp::spawn().await;
    let (olga, ada, eve) = (app.user("olga").await, app.user("ada").await, app.user("eve").await);
    let club = found(&olga, json!({"name": "Club", "joining": "open"})).await;
    for player in [&ada, &eve] {
        player.post_empty(&format!("{club}/join")).await.expect(200);
    }
    for _ in 0..2 {
        olga.patch(&format!("{club}/members/ada"), json!({"role": "manager"})).await.expect(200);
        ada.patch(&club, json!({"name": "Emeralds", "joining": "invitation"})).await.expect(200);
        put(&ada, &format!("{club}/bans/eve")).await.expect(204);
    }
    let wanted = json!({"name": "Duels", "base_pool": "splendor.duel.live.human"});
    let ladder = ada.post(&format!("{club}/ladders"), wanted).await.expect(201).json;
    let of_ladder = format!("{club}/ladders/{}", text(&ladder["id"]));
    ada.patch(&of_ladder, json!({"name": "Pairs"})).await.expect(200);
    let season = ada.post(&format!("{club}/seasons"), json!({"ladder": ladder["id"]})).await.expect(201).json;
    for _ in 0..2 {
        let end = format!("{club}/seasons/{}/end", text(&season["id"]));
        olga.post_empty(&end).await.expect(200);
    }
    let audit = olga.get(&format!("{club}/audit?limit=100")).await.expect(200).json;
    let acts: Vec<(String, String, String)> = audit["items"]
        .as_array()
        .expect("acts")
        .iter()
        .map(|act| {
            let player = act.get("player").map_or(String::new(), |player| text(&player["username"]));
            (text(&act["kind"]), text(&act["by"]["username"]), player)
        })
        .rev()
        .collect();
    let expected = [
        ("created", "olga", ""),
        ("member_joined", "ada", "ada"),
        ("member_joined", "eve", "eve"),
        ("role_changed", "olga", "ada"),
        ("changed", "ada", ""),
        ("banned", "ada", "eve"),
        ("ladder_created", "ada", ""),
        ("ladder_changed", "ada", ""),
        ("season_started", "ada", ""),
        ("season_ended", "olga", ""),
    ];
    let expected = expected.map(|(kind, by, player)| (kind.to_owned(), by.to_owned(), player.to_owned()));
    assert_eq!(acts, expected, "what changes nothing is no act");
    let act = |kind: &str| {
        let items = audit["items"].as_array().expect("acts");
        items.iter().find(|act| act["kind"] == kind).cloned().expect("an act")
    };
    let changes = json!([
        {"field": "name", "before": "Club", "after": "Emeralds"},
        {"field": "joining", "before": "open", "after": "invitation"},
    ]);
    assert_eq!(act("changed")["changes"], changes);
    let roles = json!([{"field": "role", "before": "member", "after": "manager"}]);
    assert_eq!(act("role_changed")["changes"], roles);
    assert_eq!(
        (&act("ladder_changed")["note"], &act("season_started")["note"]),
        (&json!("Duels"), &json!("Pairs, 1"))
    );
    // Everybody reads it in pages, and who was banned is between those who manage the club and the player.
    for viewer in [&eve, &app.anonymous()] {
        let seen = viewer.get(&format!("{club}/audit?limit=100")).await.expect(200).json;
        let kinds = seen["items"].as_array().expect("acts").iter().map(|act| text(&act["kind"]));
        assert_eq!(kinds.rev().collect::<Vec<_>>(), expected.each_ref().map(|act| act.0.clone()));
        let banned = seen["items"].as_array().expect("acts").iter().find(|act| act["kind"] == "banned");
        assert_eq!(banned.expect("a ban").get("player"), None);
    }
    let page = eve.get(&format!("{club}/audit?limit=9")).await.expect(200).json;
    let rest = format!("{club}/audit?limit=9&cursor={}", text(&page["next_cursor"]));
    assert_eq!(eve.get(&rest).await.expect(200).json["items"][0]["kind"], "created");
    let hidden = found(&olga, json!({"name": "Hidden", "visibility": "private"})).await;
    eve.get(&format!("{hidden}/audit")).await.expect_problem(404, "not_found");
    olga.get(&format!("{hidden}/audit")).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_belongs_to_a_club_and_may_be_for_its_members() {
    let app = TestApp::spawn().await;
    let (olga, ada, eve) = (app.user("olga").await, app.user("ada").await, app.user("eve").await);
    let club = found(&olga, json!({"name": "Club", "joining": "open"})).await;
    let id = club.trim_start_matches("/v1/clubs/");
    ada.post_empty(&format!("{club}/join")).await.expect(200);
    let event = settings(&json!({"club": id, "members_only": true}));
    for caller in [&ada, &eve] {
        let refused = caller.post("/v1/tournaments", &event).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), ["/club"]);
    }
    let homeless = olga.post("/v1/tournaments", settings(&json!({"members_only": true}))).await;
    assert_eq!(homeless.expect_problem(422, "validation_failed").pointers(), ["/members_only"]);
    let made = olga.post("/v1/tournaments", &event).await.expect(201).json;
    assert_eq!((&made["club"], &made["members_only"]), (&json!(id), &json!(true)));
    let path = format!("/v1/tournaments/{}", text(&made["id"]));
    eve.post_empty(&format!("{path}/enter")).await.expect_problem(403, "invitation_required");
    ada.post_empty(&format!("{path}/enter")).await.expect(200);
    olga.post("/v1/tournaments", settings(&json!({}))).await.expect(201);
    let of_club = app.anonymous().get(&format!("/v1/tournaments?club={id}")).await.expect(200).json;
    assert_eq!(of_club["items"].as_array().map(Vec::len), Some(1));
    assert_eq!(of_club["items"][0]["id"], made["id"]);
    // What belongs to a club stays when the club is gone.
    olga.patch(&path, json!({"members_only": false})).await.expect(200);
    ada.delete(&format!("{club}/members/ada")).await.expect(204);
    olga.delete(&format!("{club}/members/olga")).await.expect(204);
    assert_eq!(eve.get(&path).await.expect(200).json["club"], id);
}

#[tokio::test(flavor = "multi_thread")]
async fn of_two_organizers_who_change_the_same_settings_one_learns_of_the_other() {
    let app = TestApp::spawn().await;
    let (olga, mary) = (app.user("olga").await, app.user("mary").await);
    let club = found(&olga, json!({"name": "Emerald Evenings", "joining": "open"})).await;
    mary.post_empty(&format!("{club}/join")).await.expect(200);
    olga.patch(&format!("{club}/members/mary"), json!({"role": "manager"})).await.expect(200);
    let id = |made: &Value| text(&made["id"]);
    let ladder = json!({"name": "Duels", "base_pool": "splendor.duel.live.human"});
    let ladder = id(&olga.post(&format!("{club}/ladders"), ladder).await.expect(201).json);
    let series = json!({"name": "Cup", "club": club.rsplit('/').next()});
    let series = id(&olga.post("/v1/series", series).await.expect(201).json);
    for path in [club.clone(), format!("{club}/ladders/{ladder}"), format!("/v1/series/{series}")] {
        let seen = olga.get(&path).await.expect(200).json["version"].clone();
        assert!(seen.is_u64(), "{path}: {seen}");
        let change = |name: &str| json!({"name": name, "version": seen});
        let (one, other) =
            tokio::join!(olga.patch(&path, change("Olga's")), mary.patch(&path, change("Mary's")));
        let (stands, refused) = if one.status == 200 { ("Olga's", other) } else { ("Mary's", one) };
        let refused = refused.expect_problem(409, "settings_changed");
        let now = olga.get(&path).await.expect(200).json;
        assert_eq!((&now["name"], &now["version"]), (&json!(stands), &refused.json["version"]), "{path}");
        assert_ne!(now["version"], seen);
        let detail = text(&refused.json["detail"]);
        assert!(detail.contains(&format!("name `{stands}`")), "{detail}");
        // With what stands there, without a version, and where nothing changes, it is as ever.
        let again = mary.patch(&path, json!({"name": stands, "version": now["version"]})).await.expect(200);
        assert_eq!(again.json["version"], now["version"]);
        let last = mary.patch(&path, json!({"name": "Both"})).await.expect(200).json;
        assert_eq!((&last["name"], last["version"] == now["version"]), (&json!("Both"), false));
        mary.patch(&path, json!({"version": -1})).await.expect_problem(422, "validation_failed");
    }
}
