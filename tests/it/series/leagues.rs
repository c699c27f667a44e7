//! Leagues: groups, seasons, and who goes up and down.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::{create, event, finish, last_part, lines, table};
use crate::app::{Caller, TestApp};

/// Returns a league of two groups of this size, between which one goes up and one down.
fn two_groups(size: u8) -> Value {
    json!({"name": "Ruby League", "promoted": 1,
        "groups": [{"name": "Rubies", "size": size}, {"name": "Opals", "size": size}]})
}

/// Creates accounts with names of one letter thrice.
async fn people<'a>(app: &'a TestApp, letters: &str) -> BTreeMap<char, Caller<'a>> {
    let mut people = BTreeMap::new();
    for letter in letters.chars() {
        people.insert(letter, app.user(&name(letter)).await);
    }
    people
}

fn name(letter: char) -> String {
    [letter; 3].iter().collect()
}

fn names(letters: &str) -> Vec<String> {
    letters.chars().map(name).collect()
}

/// Returns the players of the groups of a season as letters, with `-` for down, `+` for up and `*` for new.
fn groups(season: &Value) -> Vec<String> {
    let sign = |member: &Value| match member["movement"].as_str() {
        Some("down") => "-",
        Some("up") => "+",
        Some("new") => "*",
        _ => "",
    };
    let letter = |member: &Value| member["player"]["username"].as_str().expect("a name")[..1].to_owned();
    let group = |group: &Value| {
        let members = group["players"].as_array().expect("players").iter();
        members.map(|member| letter(member) + sign(member)).collect::<Vec<_>>().join(" ")
    };
    season["groups"].as_array().expect("groups").iter().map(group).collect()
}

/// Returns the paths of the events of a season.
fn events(season: &Value) -> Vec<String> {
    let groups = season["groups"].as_array().expect("groups").iter();
    groups.map(|group| format!("/v1/tournaments/{}", group["tournament"].as_str().expect("an id"))).collect()
}

/// Enters players, and plays the event: their places are those of the list.
async fn play(
    organizer: &Caller<'_>,
    path: &str,
    people: &BTreeMap<char, Caller<'_>>,
    letters: &str,
    places: &[u8],
) {
    for letter in letters.chars() {
        people[&letter].post_empty(&format!("{path}/enter")).await.expect(200);
    }
    finish(organizer, path, places).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_is_not_here_before_the_first_round_stays_in_the_league() {
    let app = TestApp::spawn().await;
    let (olga, people) = (app.user("olga").await, people(&app, "abcdefgh").await);
    let league = create(&olga, two_groups(4)).await;
    let first = json!({"settings": event(4, json!({"name": "Ruby League, spring"})),
        "groups": [{"players": names("abcd")}, {"players": names("efgh")}]});
    let season = olga.post(&format!("{league}/seasons"), &first).await.expect(201).json;
    let spring = events(&season);
    for letter in "abcd".chars() {
        people[&letter].post_empty(&format!("{}/enter", spring[0])).await.expect(200);
    }
    let absent = json!({"pause": true, "reason": "is not here"});
    olga.post(&format!("{}/entries/4/withdraw", spring[0]), absent).await.expect(204);
    finish(&olga, &spring[0], &[1, 2, 3]).await;
    play(&olga, &spring[1], &people, "efgh", &[1, 2, 3, 4]).await;
    let planned = olga.post_empty(&format!("{league}/seasons/next?dry_run=true")).await.expect(200).json;
    assert_eq!(groups(&planned), ["a b c e+", "d- f g h"]);
    assert_eq!(planned["left"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_league_of_two_groups_is_played_for_three_seasons() {
    let app = TestApp::spawn().await;
    let (olga, people) = (app.user("olga").await, people(&app, "abcdefghxyz").await);
    let league = create(&olga, two_groups(4)).await;
    let first = json!({"settings": event(4, json!({"name": "Ruby League, spring"})),
        "groups": [{"players": names("abcd")}, {"players": names("efgh")}]});
    let season = olga.post(&format!("{league}/seasons"), &first).await.expect(201).json;
    assert_eq!(
        (groups(&season), &season["season"]),
        (vec!["a* b* c* d*".to_owned(), "e* f* g* h*".to_owned()], &json!(1))
    );
    olga.post(&format!("{league}/seasons"), &first).await.expect_problem(409, "series_state");
    let spring = events(&season);
    let rubies = people[&'a'].get(&spring[0]).await.expect(200).json;
    assert_eq!((&rubies["name"], &rubies["entries_max"]), (&json!("Ruby League, spring, Rubies"), &json!(4)));
    let place = json!({"id": last_part(&league), "season": 1, "group": 1, "invited_only": true});
    assert_eq!(rubies["series"], place);
    // Nobody is entered unasked: players find the event among theirs, and only those of the group enter it.
    let mine = people[&'a'].get("/v1/me/tournaments").await.expect(200).json;
    assert_eq!(mine["items"][0]["id"], rubies["id"]);
    let told = &people[&'a'].get("/v1/me/events").await.expect(200).json["announcements"][0];
    assert_eq!((&told["kind"], &told["tournament"]), (&json!("invited"), &rubies["id"]));
    for stranger in ['e', 'x'] {
        let enter = format!("{}/enter", spring[0]);
        people[&stranger].post_empty(&enter).await.expect_problem(403, "invitation_required");
    }
    // While an event is not over, nothing follows, and the league stays.
    play(&olga, &spring[0], &people, "abcd", &[1, 2, 3, 4]).await;
    let next = format!("{league}/seasons/next");
    for path in [&next, &format!("{next}?dry_run=true")] {
        let refused = olga.post_empty(path).await.expect_problem(409, "series_state");
        assert!(refused.text.contains("Opals"), "{}", refused.text);
    }
    olga.delete(&league).await.expect_problem(409, "series_state");
    play(&olga, &spring[1], &people, "efgh", &[1, 2, 3, 4]).await;
    let planned = olga.post_empty(&format!("{next}?dry_run=true")).await.expect(200).json;
    assert_eq!(groups(&planned), ["a b c e+", "d- f g h"]);
    assert_eq!(planned["groups"][0]["tournament"], Value::Null);
    let up = &planned["groups"][0]["players"][3];
    assert_eq!(
        (&up["from_group"], &up["from_place"], &up["decided_by"]),
        (&json!(2), &json!(1), &Value::Null)
    );
    let down = &planned["groups"][1]["players"][0];
    assert_eq!((&down["from_place"], &down["decided_by"]), (&json!(4), &json!("points")));
    assert_eq!(olga.get(&league).await.expect(200).json["season"], 1, "a dry run changes nothing");
    // Autumn: c and e have the same results in the upper group, so their lots decide. h does not enter, and g
    // leaves.
    let body = json!({"name": "Ruby League, autumn"});
    let season = olga.post(&next, body).await.expect(201).json;
    assert_eq!((groups(&season), &season["season"]), (groups(&planned), &json!(2)));
    olga.post_empty(&next).await.expect_problem(409, "series_state");
    let autumn = events(&season);
    let opals = olga.get(&autumn[1]).await.expect(200).json;
    assert_eq!(
        (&opals["name"], &opals["status"]),
        (&json!("Ruby League, autumn, Opals"), &json!("registration"))
    );
    people[&'d'].post_empty(&format!("{}/enter", autumn[0])).await.expect_problem(403, "invitation_required");
    olga.delete(&format!("{league}/events/{}", last_part(&autumn[0])))
        .await
        .expect_problem(409, "series_state");
    let regrouped = json!({"groups": [{"name": "A", "size": 4}, {"name": "B", "size": 4}]});
    olga.patch(&league, regrouped).await.expect_problem(409, "series_state");
    play(&olga, &autumn[0], &people, "abce", &[1, 2, 3, 3]).await;
    play(&olga, &autumn[1], &people, "dfg", &[1, 2, 3]).await;
    let leaving = json!({"leaving": ["ggg"], "new_players": ["xxx", "yyy"]});
    let planned = olga.post(&format!("{next}?dry_run=true"), &leaving).await.expect(200).json;
    let loser = planned["groups"][1]["players"][0].clone();
    assert_eq!(
        (&loser["movement"], &loser["from_place"], &loser["decided_by"]),
        (&json!("down"), &json!(4), &json!("lot"))
    );
    let left: Vec<(&Value, &Value)> = planned["left"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|left| (&left["player"]["username"], &left["reason"]))
        .collect();
    assert_eq!(left, [(&json!("ggg"), &json!("named")), (&json!("hhh"), &json!("not_entered"))]);
    for (body, pointer) in [
        (json!({"leaving": ["xxx"]}), "/leaving/0"),
        (json!({"leaving": ["nobody"]}), "/leaving/0"),
        (json!({"new_players": ["aaa"]}), "/new_players/0"),
        (json!({"leaving": ["ggg"], "new_players": ["xxx", "yyy", "zzz"]}), "/new_players/2"),
        (json!({"name": "x".repeat(78)}), "/name"),
    ] {
        let refused = olga.post(&next, &body).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), [pointer], "{body}");
    }
    let season = olga.post(&next, &leaving).await.expect(201).json;
    assert_eq!(groups(&season), groups(&planned));
    assert!(groups(&season)[1].ends_with("- f x* y*"), "{season}");
    // Winter: the event of the upper group is cancelled, so nobody crosses its border.
    let winter = events(&season);
    let letters: String = groups(&season)[1].chars().filter(|letter| letter.is_alphabetic()).collect();
    olga.post_empty(&format!("{}/close", winter[0])).await.expect(200);
    play(&olga, &winter[1], &people, &letters, &[4, 3, 2, 1]).await;
    let planned = olga.post_empty(&format!("{next}?dry_run=true")).await.expect(200).json;
    let without_signs = |groups: Vec<String>| {
        groups.iter().map(|group| group.replace(['-', '+', '*'], "")).collect::<Vec<_>>()
    };
    let (before, after) = (without_signs(groups(&season)), without_signs(groups(&planned)));
    let sorted = |group: &String| {
        let mut letters: Vec<char> = group.chars().collect();
        letters.sort_unstable();
        letters
    };
    assert_eq!(before.iter().map(sorted).collect::<Vec<_>>(), after.iter().map(sorted).collect::<Vec<_>>());
    assert!(groups(&planned).iter().all(|group| !group.contains(['-', '+'])), "{planned}");
    // The table of a league adds all seasons: 4, 2, 1, 0 points at a table of four, 4, 2, 0 at one of three.
    let all_time = table(&olga, &league).await;
    assert_eq!(all_time[..1], lines(&[(1, "aaa", 8.0, "")]));
    olga.delete(&league).await.expect(204);
    olga.get(&winter[0]).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn seasons_that_cannot_begin_are_refused() {
    let app = TestApp::spawn().await;
    let (olga, people) = (app.user("olga").await, people(&app, "abcd").await);
    let league = create(&olga, two_groups(2)).await;
    let (seasons, next) = (format!("{league}/seasons"), format!("{league}/seasons/next"));
    olga.post_empty(&next).await.expect_problem(409, "series_state");
    let with = |settings: Value, groups: Value| match groups {
        Value::Null => json!({"settings": settings}),
        groups => json!({"settings": settings, "groups": groups}),
    };
    let players = |upper: &str, lower: &str| json!([{"players": names(upper)}, {"players": names(lower)}]);
    for (settings, groups, pointer) in [
        (json!({"entries_max": 8}), Value::Null, "/settings/entries_max"),
        (json!({"invited": ["aaa"]}), Value::Null, "/settings/invited"),
        (json!({"series": last_part(&league)}), Value::Null, "/settings/series"),
        (json!({"visibility": "unlisted"}), Value::Null, "/settings/visibility"),
        (json!({"rounds": null}), Value::Null, "/settings/rounds"),
        (json!({"name": "x".repeat(78)}), Value::Null, "/settings/name"),
        (json!({"organizers": ["nobody"]}), Value::Null, "/settings/organizers/0"),
        (json!({}), json!([{"players": names("ab")}]), "/groups"),
        (json!({}), players("abc", "cd"), "/groups/0/players"),
        (json!({}), players("ab", "bc"), "/groups/1/players/0"),
        (json!({}), players("ab", "cx"), "/groups/1/players/1"),
    ] {
        let body = with(event(2, settings), groups);
        let refused = olga.post(&seasons, &body).await.expect_problem(422, "validation_failed");
        assert_eq!(refused.pointers(), [pointer], "{body}");
    }
    let small = with(event(2, json!({})), players("ab", "c"));
    let refused = olga.post(&seasons, &small).await.expect_problem(409, "series_state");
    assert!(refused.text.contains("Opals"), "{}", refused.text);
    let unavailable = json!({"ruleset": "chess"});
    olga.post(&seasons, with(event(2, unavailable), Value::Null)).await.expect_problem(422, "not_available");
    assert_eq!(olga.get(&league).await.expect(200).json["events"], json!([]), "nothing was made");
    // A series without groups has no seasons, and events of others are not added to a league.
    let plain = create(&olga, json!({"name": "Cup"})).await;
    let body = with(event(2, json!({})), Value::Null);
    olga.post(&format!("{plain}/seasons"), &body).await.expect_problem(409, "series_state");
    let other = olga.post("/v1/tournaments", event(2, json!({}))).await.expect(201).json;
    let place = format!("{league}/events/{}", super::id(&other));
    super::put(&olga, &place).await.expect_problem(409, "series_state");
    // Without lists of players, everybody enters.
    let season = olga.post(&seasons, &body).await.expect(201).json;
    assert_eq!(season["groups"][0]["invited_only"], false);
    let paths = events(&season);
    play(&olga, &paths[0], &people, "ab", &[1, 2]).await;
    play(&olga, &paths[1], &people, "cd", &[2, 1]).await;
    let planned = olga.post_empty(&format!("{next}?dry_run=true")).await.expect(200).json;
    assert_eq!(groups(&planned), ["a d+", "b- c"]);
    // If all but one leave, a dry run shows it, and the season does not begin.
    let leaving = json!({"leaving": names("bc")});
    let planned = olga.post(&format!("{next}?dry_run=true"), &leaving).await.expect(200).json;
    assert_eq!(groups(&planned), ["a d+", ""]);
    olga.post(&next, &leaving).await.expect_problem(409, "series_state");
    // A draft is for organizers, and an erased account leaves.
    people[&'b'].erase().await.expect(204);
    let refused = olga.post_empty(&next).await.expect_problem(409, "series_state");
    assert!(refused.text.contains("Opals"), "{}", refused.text);
    let body = json!({"open": false, "new_players": ["olga"]});
    let season = olga.post(&next, body).await.expect(201).json;
    assert_eq!(groups(&season), ["a d+", "c o*"]);
    let path = &events(&season)[0];
    people[&'a'].get(path).await.expect_problem(404, "not_found");
    olga.patch(path, json!({"open": true})).await.expect(200);
    people[&'a'].post_empty(&format!("{path}/enter")).await.expect(200);
}

#[tokio::test(flavor = "multi_thread")]
async fn lots_decide_at_a_border_where_nothing_else_does() {
    let app = TestApp::spawn().await;
    let (olga, people) = (app.user("olga").await, people(&app, "abcd").await);
    let league = create(&olga, two_groups(2)).await;
    let body = json!({"settings": event(2, json!({"tie_breaks": ["points", "wins"]})),
        "groups": [{"players": names("ab")}, {"players": names("cd")}]});
    let season = olga.post(&format!("{league}/seasons"), &body).await.expect(201).json;
    for (path, letters) in events(&season).iter().zip(["ab", "cd"]) {
        play(&olga, path, &people, letters, &[1, 1]).await;
    }
    let next = format!("{league}/seasons/next");
    let planned = olga.post_empty(&format!("{next}?dry_run=true")).await.expect(200).json;
    let down = &planned["groups"][1]["players"][0];
    assert_eq!(
        (&down["movement"], &down["from_place"], &down["decided_by"]),
        (&json!("down"), &json!(1), &json!("lot"))
    );
    // The lots are those of the event, so the season begins as it was shown.
    let begun = olga.post_empty(&next).await.expect(201).json;
    assert_eq!(groups(&begun), groups(&planned));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_with_too_many_tournaments_begins_no_season() {
    let app = TestApp::spawn_with(|settings| settings.games.tournaments_per_account = 3).await;
    let (olga, people) = (app.user("olga").await, people(&app, "abcd").await);
    let league = create(&olga, two_groups(2)).await;
    let body = json!({"settings": event(2, json!({}))});
    let two: Vec<Value> = vec![
        olga.post("/v1/tournaments", event(2, json!({}))).await.expect(201).json,
        olga.post("/v1/tournaments", event(2, json!({}))).await.expect(201).json,
    ];
    let seasons = format!("{league}/seasons");
    olga.post(&seasons, &body).await.expect_problem(409, "too_many_tournaments");
    assert_eq!(olga.get(&league).await.expect(200).json["events"], json!([]), "nothing was made");
    olga.post_empty(&format!("/v1/tournaments/{}/close", super::id(&two[0]))).await.expect(200);
    let season = olga.post(&seasons, &body).await.expect(201).json;
    let paths = events(&season);
    play(&olga, &paths[0], &people, "ab", &[1, 2]).await;
    play(&olga, &paths[1], &people, "cd", &[1, 2]).await;
    olga.post("/v1/tournaments", event(2, json!({}))).await.expect(201);
    olga.post_empty(&format!("{seasons}/next")).await.expect_problem(409, "too_many_tournaments");
    assert_eq!(olga.get(&league).await.expect(200).json["season"], 1);
}
