//! Acts on a series at the same time.

use serde_json::{Value, json};

use super::{create, event, finish, id, last_part, put};
use crate::app::TestApp;

/// How often each pair of acts races.
const RACES: usize = 4;

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_ends_while_it_is_added_is_in_one_table() {
    let app = TestApp::shared().await;
    let (olga, ada, grace) = (app.user("olga").await, app.user("ada").await, app.user("grace").await);
    for race in 0..RACES {
        let (first, second) =
            (create(&olga, json!({"name": "First"})).await, create(&olga, json!({"name": "Second"})).await);
        let made = olga.post("/v1/tournaments", event(2, json!({}))).await.expect(201).json;
        let path = format!("/v1/tournaments/{}", id(&made));
        for player in [&ada, &grace] {
            player.post_empty(&format!("{path}/enter")).await.expect(200);
        }
        olga.post_empty(&format!("{path}/start")).await.expect(200);
        olga.post_empty(&format!("{path}/rounds/next")).await.expect(201);
        let result = json!({"places": [1, 2], "reason": "slip"});
        olga.post(&format!("{path}/tables/1/result"), result).await.expect(204);
        let (to_first, to_second) =
            (format!("{first}/events/{}", last_part(&path)), format!("{second}/events/{}", last_part(&path)));
        let close = format!("{path}/close");
        let (closed, one, other) =
            tokio::join!(olga.post_empty(&close), put(&olga, &to_first), put(&olga, &to_second));
        closed.expect(200);
        let mut statuses = [one.status.as_u16(), other.status.as_u16()];
        statuses.sort_unstable();
        assert_eq!(statuses, [200, 409], "{race}: {} {}", one.text, other.text);
        let own = if one.status == 200 { &first } else { &second };
        assert_eq!(id(&olga.get(&path).await.expect(200).json["series"]), last_part(own));
        for series in [&first, &second] {
            let table = olga.get(&format!("{series}/standings")).await.expect(200).json;
            let lines = table["items"].as_array().map(Vec::len);
            assert_eq!(lines, Some(if series == own { 2 } else { 0 }), "{table}");
        }
        // The series is deleted while an event is added: it is gone, and the event is in none.
        let other = if one.status == 200 { &second } else { &first };
        let taken = olga.post("/v1/tournaments", event(2, json!({}))).await.expect(201).json;
        let place = format!("{other}/events/{}", id(&taken));
        let (deleted, added) = tokio::join!(olga.delete(other), put(&olga, &place));
        deleted.expect(204);
        assert!([200, 404].contains(&added.status.as_u16()), "{}", added.text);
        let left = olga.get(&format!("/v1/tournaments/{}", id(&taken))).await.expect(200).json;
        assert_eq!(left["series"], Value::Null);
        olga.post_empty(&format!("/v1/tournaments/{}/close", id(&taken))).await.expect(200);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_season_begins_once() {
    let app = TestApp::spawn().await;
    let olga = app.user("olga").await;
    let mut players = Vec::new();
    for name in ["ada", "grace", "joan", "edith"] {
        players.push(app.user(name).await);
    }
    let league = json!({"name": "League", "groups": [{"name": "A", "size": 2}, {"name": "B", "size": 2}], "promoted": 1});
    let league = create(&olga, league).await;
    let body = json!({"settings": event(2, json!({"name": "League"})),
        "groups": [{"players": ["ada", "grace"]}, {"players": ["joan", "edith"]}]});
    let seasons = format!("{league}/seasons");
    let (one, other) = tokio::join!(olga.post(&seasons, &body), olga.post(&seasons, &body));
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409], "{} {}", one.text, other.text);
    let begun = if one.status == 201 { one.json } else { other.json };
    for (group, pair) in begun["groups"].as_array().expect("groups").iter().zip(players.chunks(2)) {
        let path = format!("/v1/tournaments/{}", group["tournament"].as_str().expect("an id"));
        for player in pair {
            player.post_empty(&format!("{path}/enter")).await.expect(200);
        }
        finish(&olga, &path, &[1, 2]).await;
    }
    let next = format!("{seasons}/next");
    let (one, other) = tokio::join!(olga.post_empty(&next), olga.post_empty(&next));
    let mut statuses = [one.status.as_u16(), other.status.as_u16()];
    statuses.sort_unstable();
    assert_eq!(statuses, [201, 409], "{} {}", one.text, other.text);
    let series = olga.get(&league).await.expect(200).json;
    assert_eq!((&series["season"], series["events"].as_array().map(Vec::len)), (&json!(2), Some(4)));
}
