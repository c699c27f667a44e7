//! Reports by players: the queue of administrators, its bounds, who may report what, and who reads the
//! outcome.

use futures_util::future::{join, join_all};
use lapidary::settings::Switch;
use serde_json::{Value, json};
use uuid::Uuid;

use crate::api_tokens::{issue, with_api_token};
use crate::app::{Answer, Caller, TestApp};
use crate::finding::id;
use crate::games::stored::{Stored, shift};
use crate::games::table::{self, Table};
use crate::ladders::evenings::Club;
use crate::ladders::{DUELS, game_of, promote};
use crate::scopes::SCOPES;
use crate::take_downs::{WORD, account, judge, left, take_down, target};
use crate::tournaments::scene::Scene;

async fn report(caller: &Caller<'_>, target: &Value) -> Answer {
    caller.post("/v1/reports", json!({"target": target, "reason": format!("An insult, says {WORD}")})).await
}

async fn queue(judge: &Caller<'_>, query: &str) -> Vec<Value> {
    let page = judge.get(&format!("/v1/admin/reports{query}")).await.expect(200).json;
    page["items"].as_array().expect("reports").clone()
}

async fn decide(judge: &Caller<'_>, report: &Value, outcome: &str) -> Answer {
    let path = format!("/v1/admin/reports/{}/decide", report["id"].as_str().expect("an id"));
    judge.post(&path, json!({"outcome": outcome, "reason": format!("It is {outcome}")})).await
}

/// Returns what an audit says of reports: kinds, reasons, targets and changes, the newest first.
async fn told(caller: &Caller<'_>, path: &str) -> Vec<Value> {
    let audit = caller.get(path).await.expect(200).json;
    let items = audit["items"].as_array().expect("acts").iter();
    let told = |act: &Value| json!([act["kind"], act["note"], act["target"], act["changes"][0]["after"]]);
    items
        .filter(|act| act["kind"].as_str().is_some_and(|kind| kind.starts_with("report")))
        .map(told)
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_of_one_target_are_one_entry_until_it_is_decided() {
    let app = TestApp::spawn().await;
    let (judge, ada) = (judge(&app).await, app.user("ada").await);
    let (bob, eve) = (app.user("bob").await, app.user("eve").await);
    let club = target("club_name", &id(&ada.post("/v1/clubs", json!({"name": WORD})).await.expect(201)));
    let cheat = target("account", &account(&ada).await);
    let first = report(&bob, &club).await.expect(201).json;
    assert_eq!((&first["target"], &first["reason"]), (&club, &json!(format!("An insult, says {WORD}"))));
    let again = json!({"target": club, "reason": "Again"});
    assert_eq!(bob.post("/v1/reports", again).await.expect(201).json, first);
    report(&bob, &cheat).await.expect(201);
    report(&eve, &club).await.expect(201);

    let open = queue(&judge, "").await;
    assert_eq!((open.len(), &open[0]["target"], &open[1]["target"]), (2, &club, &cheat));
    assert_eq!((&open[0]["text"], &open[1]["text"]), (&json!(WORD), &Value::Null));
    assert_eq!((&open[0]["reporters"], &open[1]["reporters"]), (&json!(2), &json!(1)));
    assert_eq!(open[0]["reasons"].as_array().map(Vec::len), Some(2));
    assert_eq!((&open[0]["player"]["username"], &open[0]["outcome"]), (&json!("ada"), &Value::Null));
    assert_eq!(open[0]["act"], "/v1/admin/take-downs");
    assert_eq!(open[1]["act"], "/v1/admin/players/ada/lock");
    let page = judge.get("/v1/admin/reports?limit=1").await.expect(200).json;
    let next = page["next_cursor"].as_str().expect("a cursor");
    assert_eq!(queue(&judge, &format!("?limit=1&cursor={next}")).await, open[1..]);

    // A text that is taken down stays nowhere but in reasons, and these go with the decision.
    take_down(&judge, &club).await.expect(204);
    assert_eq!(queue(&judge, "").await[0]["text"], Value::Null);
    assert_eq!(left(&app).await, ["reporters"]);
    report(&eve, &club).await.expect(201);
    let acted = decide(&judge, &open[0], "acted").await.expect(200).json;
    assert_eq!((&acted["outcome"], &acted["decision"]), (&json!("acted"), &json!("It is acted")));
    assert_eq!((&acted["reporters"], &acted["reasons"]), (&json!(2), &json!([])));
    let dismissed = decide(&judge, &open[1], "dismissed").await.expect(200).json;
    assert_eq!(decide(&judge, &open[1], "acted").await.expect(200).json, dismissed);
    assert!(left(&app).await.is_empty() && queue(&judge, "").await.is_empty());
    assert_eq!(queue(&judge, "?outcome=acted").await, [acted]);
    assert_eq!(queue(&judge, "?outcome=dismissed").await, [dismissed]);

    let answer = |outcome: &str, target: &Value| {
        json!(["report_answered", format!("It is {outcome}"), target, outcome])
    };
    assert_eq!(told(&bob, "/v1/me/audit").await, [answer("dismissed", &cheat), answer("acted", &club)]);
    assert_eq!(told(&eve, "/v1/me/audit").await, [answer("acted", &club)]);
    let of_ada = json!(["report_acted", "It is acted", club, null]);
    assert_eq!(told(&ada, "/v1/me/audit").await, std::slice::from_ref(&of_ada));
    let by_judge = [json!(["report_dismissed", "It is dismissed", cheat, null]), of_ada];
    assert_eq!(told(&judge, "/v1/admin/audit").await, by_judge);
    assert_eq!(judge.get("/v1/admin/audit").await.json["items"][0]["by"]["username"], "judge");

    // What was decided can be reported again. Decided entries vanish with a later report.
    let old = format!("UPDATE player_reports SET {}", shift("decided_at", "- interval '91 days'"));
    Stored::of(&app).await.execute(&old).await;
    report(&bob, &cheat).await.expect(201);
    assert_eq!(queue(&judge, "").await.len(), 1);
    assert!(queue(&judge, "?outcome=acted").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn every_kind_is_reported_by_whoever_sees_it_and_by_nobody_else() {
    let app = TestApp::spawn().await;
    let (judge, bob, eve) = (judge(&app).await, app.user("bob").await, app.user("eve").await);
    let club = Club::new(&app, DUELS).await;
    club.olga.patch(&club.path, json!({"description": ["Mondays."]})).await.expect(200);
    club.olga.post_empty(&format!("{}/seasons/{}/end", club.path, id_of(&club.season))).await.expect(200);
    let season = json!({"ladder": club.ladder, "name": "Spring"});
    let season = id(&club.olga.post(&format!("{}/seasons", club.path), season).await.expect(201));
    let groups = json!([{"name": "A", "size": 2}, {"name": "B", "size": 2}]);
    let series = json!({"name": "League", "description": ["Two."], "groups": groups, "promoted": 1});
    let series = id(&club.olga.post("/v1/series", series).await.expect(201));
    let settings = json!({"name": "Cup", "description": ["A cup."], "play": "over_the_board", "seats": 2,
        "teams": {"size_min": 1, "size_max": 2}});
    let scene = Scene::new(&app, settings, 1).await;
    scene.players[&1].post(&scene.at("/teams"), json!({"name": "Ruby", "captain": 1})).await.expect(201);
    scene.post("/entries", json!({"guest": "Zoe", "team": "Onyx"})).await.expect(201);
    scene.post("/announcements", json!({"text": "Welcome!"})).await.expect(201);
    let note = |audit: &Value| {
        let items = audit["items"].as_array().expect("acts").iter();
        id_of(items.clone().find(|act| act["note"] != Value::Null).expect("a note"))
    };
    let announcement = note(&scene.get("/audit?limit=100").await);
    club.olga.patch("/v1/me", json!({"display_name": "Olga O."})).await.expect(200);
    let table = Table::started(&app, table::terms_with(2, "label", json!("Final"))).await;
    let (ada, dan) = (app.user("ada").await, app.user("dan").await);
    let rated = game_of(&[&ada, &dan]).await;
    ada.post_empty(&format!("{rated}/resign")).await.expect(200);
    let rated = rated.trim_start_matches("/v1/games/");
    judge.post(&format!("/v1/admin/games/{rated}/annul"), json!({"reason": "One person"})).await.expect(200);
    let (olga, of_club) = (account(&club.olga).await, club.path.trim_start_matches("/v1/clubs/"));
    let numbered = |kind: &str, number: u32| json!({"type": kind, "id": scene.id(), "number": number});
    let kinds = [
        (target("club_name", of_club), "Club"),
        (target("club_description", of_club), "Mondays."),
        (target("ladder_name", &club.ladder), "Evenings"),
        (target("season_name", &season), "Spring"),
        (target("series_name", &series), "League"),
        (target("series_description", &series), "Two."),
        (target("group_names", &series), "A\nB"),
        (target("tournament_name", scene.id()), "Cup"),
        (target("tournament_description", scene.id()), "A cup."),
        (numbered("team_name", 1), "Ruby"),
        (numbered("guest_name", 2), "Zoe"),
        (target("audit_note", &announcement), "Welcome!"),
        (target("game_label", &table.id), "Final"),
        (target("annulment_reason", rated), "One person"),
        (target("username", &olga), "olga"),
        (target("display_name", &olga), "Olga O."),
        (target("account", &olga), ""),
    ];
    for (place, (target, text)) in kinds.iter().enumerate() {
        // Ten reports are the most for one account.
        report(if place < 10 { &bob } else { &eve }, target).await.expect(201);
        let shown = if text.is_empty() { Value::Null } else { json!(text) };
        assert_eq!(queue(&judge, "").await[place]["text"], shown, "{target}");
        let mut unknown = target.clone();
        unknown["id"] = json!(Uuid::now_v7());
        let refused = report(&ada, &unknown).await.expect_problem(404, "not_found");
        assert_eq!(refused.json["detail"], "There is nothing with this id that you see and can report.");
    }
    report(&bob, &kinds[0].0).await.expect(201);
    report(&bob, &kinds[16].0).await.expect_problem(409, "too_many_reports");
    let open = queue(&judge, "").await;
    decide(&judge, &open[1], "dismissed").await.expect(200);
    report(&bob, &kinds[16].0).await.expect(201);

    // Nobody learns whether there is what they do not see.
    let closed = json!({"name": "Hidden", "visibility": "private", "joining": "invitation"});
    let closed = id(&club.olga.post("/v1/clubs", closed).await.expect(201));
    let private = json!({"name": "Hidden", "visibility": "private", "seats": 2, "play": "over_the_board"});
    let hidden = Scene::new(&app, private, 0).await;
    hidden.post("/announcements", json!({"text": "Secret!"})).await.expect(201);
    let secret = note(&hidden.get("/audit?limit=100").await);
    let mut terms = table::terms_with(2, "label", json!("Hidden"));
    terms["visibility"] = json!("private");
    let game = id(&ada.post("/v1/games", terms).await.expect(201));
    let acts = judge.get("/v1/admin/audit").await.expect(200).json;
    let greedy = id(&app.anonymous().get("/v1/players/greedy").await.expect(200));
    for hidden in [
        &target("club_name", &closed),
        &target("tournament_name", hidden.id()),
        &target("audit_note", &secret),
        &target("game_label", &game),
        &target("audit_note", acts["items"][0]["id"].as_str().expect("an id")),
        // There is none.
        &target("display_name", &greedy),
        &target("club_description", hidden.id()),
    ] {
        let refused = report(&eve, hidden).await.expect_problem(404, "not_found");
        assert_eq!(refused.json["detail"], "There is nothing with this id that you see and can report.");
    }
}

fn id_of(made: &Value) -> String {
    made["id"].as_str().expect("an id").to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn only_administrators_with_a_login_see_the_queue_and_nobody_reports_themselves() {
    let app = TestApp::spawn().await;
    let (judge, ada, bob) = (judge(&app).await, app.user("ada").await, app.user("bob").await);
    ada.post("/v1/me/bots", json!({"username": "ada-bot"})).await.expect(201);
    let token = issue(&ada, "/v1/me/bots/ada-bot/tokens", &["read"]).await;
    let bot = account(&app.with_token(token["token"].as_str().expect("a token"))).await;
    let club = id(&ada.post("/v1/clubs", json!({"name": "Club"})).await.expect(201));
    let own = account(&ada).await;
    let own =
        [("account", &own), ("username", &own), ("account", &bot), ("username", &bot), ("club_name", &club)];
    for (kind, id) in own {
        report(&ada, &target(kind, id)).await.expect_problem(403, "forbidden");
    }
    report(&bob, &target("account", &bot)).await.expect(201);
    let open = queue(&judge, "").await;
    assert_eq!(open[0]["act"], "/v1/admin/players/ada-bot/lock");
    let (program, of_judge) =
        (with_api_token(&app, &bob, &SCOPES).await, with_api_token(&app, &judge, &SCOPES).await);
    report(&program, &target("club_name", &club)).await.expect_problem(403, "forbidden");
    report(&app.anonymous(), &target("club_name", &club)).await.expect_problem(401, "unauthenticated");
    for (caller, status, code) in
        [(&ada, 403, "forbidden"), (&of_judge, 403, "forbidden"), (&app.anonymous(), 401, "unauthenticated")]
    {
        caller.get("/v1/admin/reports").await.expect_problem(status, code);
        decide(caller, &open[0], "acted").await.expect_problem(status, code);
    }
    let unknown = json!({"id": Uuid::now_v7().to_string()});
    decide(&ada, &unknown, "acted").await.expect_problem(403, "forbidden");
    decide(&judge, &unknown, "acted").await.expect_problem(404, "not_found");
    decide(&judge, &open[0], "forgotten").await.expect_problem(422, "validation_failed");
    judge.get("/v1/admin/reports?outcome=open").await.expect_problem(400, "malformed");
    let club = target("club_name", &club);
    for body in [
        json!({"target": club, "reason": ""}),
        json!({"target": club, "reason": "two\nlines"}),
        json!({"target": club}),
        json!({"target": {"type": "account", "username": "ada"}, "reason": "why"}),
        json!({"target": {"type": "club_name", "id": club["id"], "number": 1}, "reason": "why"}),
    ] {
        bob.post("/v1/reports", body).await.expect_problem(422, "validation_failed");
    }
    // The owner of a bot reads what was done about it.
    decide(&judge, &open[0], "acted").await.expect(200);
    assert_eq!(told(&ada, "/v1/me/audit").await[0][0], "report_acted");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_erased_account_leaves_no_report_and_no_reason() {
    let app = TestApp::spawn().await;
    let (judge, ada) = (judge(&app).await, app.user("ada").await);
    let (bob, eve) = (app.user("bob").await, app.user("eve").await);
    let club = target("club_name", &id(&ada.post("/v1/clubs", json!({"name": "Club"})).await.expect(201)));
    let of_ada = target("account", &account(&ada).await);
    for target in [&club, &of_ada, &target("account", &account(&eve).await)] {
        report(&bob, target).await.expect(201);
    }
    assert_eq!(left(&app).await, ["reporters"]);
    bob.erase().await.expect(204);
    assert!(left(&app).await.is_empty());
    // Administrators still look at what was reported.
    let open = queue(&judge, "").await;
    assert_eq!((open.len(), &open[0]["reporters"], &open[0]["text"]), (3, &json!(0), &json!("Club")));
    eve.erase().await.expect(204);
    assert_eq!(queue(&judge, "").await.len(), 2);
    decide(&judge, &open[1], "acted").await.expect(200);
    ada.erase().await.expect(204);
    // The name of the club is still there.
    assert_eq!((queue(&judge, "").await.len(), queue(&judge, "?outcome=acted").await.len()), (1, 0));
    let again = app.user("bob").await;
    report(&again, &of_ada).await.expect_problem(404, "not_found");
    decide(&judge, &open[0], "acted").await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_hides_what_others_report_and_nobody_reads_who_has_reported() {
    let app = TestApp::spawn().await;
    let (judge, ada) = (judge(&app).await, app.user("ada").await);
    let (bob, eve) = (app.user("bob").await, app.user("eve").await);
    // A friend reports it before the insult stands there.
    let club = id(&ada.post("/v1/clubs", json!({"name": "Welcome"})).await.expect(201));
    let name = target("club_name", &club);
    report(&bob, &name).await.expect(201);
    ada.patch(&format!("/v1/clubs/{club}"), json!({"name": WORD})).await.expect(200);
    report(&eve, &name).await.expect(201);
    assert_eq!(queue(&judge, "").await[0]["text"], format!("Welcome\n\n{WORD}"));
    // A note goes with the name that it has.
    let ladder = json!({"name": WORD, "base_pool": DUELS});
    let ladder = id(&ada.post(&format!("/v1/clubs/{club}/ladders"), ladder).await.expect(201));
    let audit = ada.get(&format!("/v1/clubs/{club}/audit")).await.expect(200).json;
    let made = audit["items"].as_array().expect("acts").iter().find(|act| act["kind"] == "ladder_created");
    let note = target("audit_note", made.expect("an act")["id"].as_str().expect("an id"));
    report(&eve, &note).await.expect(201);
    take_down(&judge, &target("ladder_name", &ladder)).await.expect(204);
    let open = queue(&judge, "").await;
    assert_eq!((&open[1]["target"], &open[1]["text"]), (&note, &Value::Null));
    // The audit does not name the reporters to administrators, who cannot decide about themselves.
    let of_judge = target("account", &account(&judge).await);
    report(&eve, &of_judge).await.expect(201);
    let open = queue(&judge, "").await;
    decide(&judge, &open[2], "dismissed").await.expect_problem(403, "forbidden");
    decide(&judge, &open[0], "acted").await.expect(200);
    assert_eq!(told(&eve, "/v1/me/audit").await.len(), 1);
    assert!(told(&judge, "/v1/admin/audit?username=eve").await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn thousands_of_reports_are_one_entry_of_bounded_size() {
    let app = TestApp::spawn().await;
    let (judge, ada, bob) = (judge(&app).await, app.user("ada").await, app.user("bob").await);
    let cheat = target("account", &account(&ada).await);
    report(&bob, &cheat).await.expect(201);
    let crowd = "WITH crowd AS (INSERT INTO players (id, username, password_hash) SELECT gen_random_uuid(), 'crowd-' || n, '' \
        FROM generate_series(1, 9999) n RETURNING id) \
        INSERT INTO reporters (report_id, player_id, reason) SELECT r.id, c.id, 'Cheating' FROM player_reports r, crowd c";
    Stored::of(&app).await.execute(crowd).await;
    let late = report(&app.user("eve").await, &cheat).await.expect(201).json;
    assert_eq!(late["target"], cheat);
    let open = queue(&judge, "").await;
    let reasons = open[0]["reasons"].as_array().map(Vec::len);
    assert_eq!((open.len(), &open[0]["reporters"], reasons), (1, &json!(10_000), Some(10)));
    assert_eq!(decide(&judge, &open[0], "dismissed").await.expect(200).json["reporters"], 10_000);
    let answered =
        "SELECT count(DISTINCT account_id)::text FROM tournament_events WHERE kind = 'report_answered'";
    assert_eq!(Stored::of(&app).await.texts(answered).await, ["10000"]);
    assert_eq!(told(&judge, "/v1/admin/audit").await.len(), 1, "an act is one entry");
    assert_eq!(told(&bob, "/v1/me/audit").await.len(), 1);
}

#[tokio::test]
async fn the_accounts_of_a_network_share_its_reports_of_an_hour() {
    let app = TestApp::spawn_with(|settings| settings.limits.rate_limits = Switch::On).await;
    let cheat = target("account", &account(&app.user("ada").await).await);
    for _ in 0..21 {
        report(&app.anonymous(), &cheat).await.expect_problem(401, "unauthenticated");
    }
    let mut answers = Vec::new();
    for number in 0..21 {
        answers.push(report(&app.user(&format!("sock-{number}")).await, &cheat).await);
    }
    let refused = answers.pop().expect("an answer").expect_problem(429, "too_many_requests");
    assert_eq!(refused.header("ratelimit-policy"), "\"reports\";q=20;w=3600");
    answers.into_iter().for_each(|answer| drop(answer.expect(201)));
}

#[tokio::test(flavor = "multi_thread")]
async fn reports_stand_beside_everything_that_happens_at_the_same_time() {
    let app = TestApp::spawn().await;
    let (judge, other) = (judge(&app).await, app.user("other").await);
    promote(&app, "other").await;
    for round in 0..4 {
        let names = ["ada", "bob", "eve", "dan"].map(|name| format!("{name}-{round}"));
        let [ada, bob, eve, dan] = [0, 1, 2, 3].map(|place: usize| app.user(&names[place]));
        let ((ada, bob), (eve, dan)) = join(join(ada, bob), join(eve, dan)).await;
        let club = target("club_name", &id(&ada.post("/v1/clubs", json!({"name": WORD})).await.expect(201)));
        let first = json!({"target": club, "reason": "An insult"});
        bob.post("/v1/reports", &first).await.expect(201);
        // Of two decisions, one counts, and both are told of it.
        let open = queue(&judge, "").await.pop().expect("a report");
        let decided = join(decide(&judge, &open, "acted"), decide(&other, &open, "dismissed"));
        let twice = join_all([&eve, &eve, &dan].map(|one| one.post("/v1/reports", &first)));
        let ((one, two), reported) = join(decided, twice).await;
        assert_eq!(one.expect(200).json["outcome"], two.expect(200).json["outcome"]);
        reported.into_iter().for_each(|answer| drop(answer.expect(201)));
        assert_eq!(told(&bob, "/v1/me/audit").await.len(), 1);
        // A text that is taken down meanwhile stays nowhere.
        let texts = join_all([&bob, &eve, &dan].map(|one| one.post("/v1/reports", &first)));
        let open = queue(&judge, "").await.pop().unwrap_or(open);
        let acts = join(take_down(&judge, &club), decide(&other, &open, "acted"));
        let erasures = if round % 2 == 0 { vec![ada.erase(), eve.erase()] } else { vec![eve.erase()] };
        let ((texts, (taken, decided)), erased) = join(join(texts, acts), join_all(erasures)).await;
        for answer in texts.into_iter().chain(erased).chain([taken, decided]) {
            assert!(answer.status.as_u16() < 500, "{}", answer.text);
        }
        take_down(&judge, &club).await;
        for report in queue(&judge, "").await {
            decide(&judge, &report, "dismissed").await.expect(200);
        }
        let found = left(&app).await;
        assert!(found.iter().all(|table| table == "clubs"), "{found:?}");
    }
}
