//! The search for players by the beginning of their names.

use serde_json::Value;

use crate::app::TestApp;

fn names(page: &Value) -> Vec<&str> {
    let items = page["items"].as_array().expect("items");
    items.iter().map(|player| player["username"].as_str().expect("a name")).collect()
}

#[tokio::test]
async fn players_are_found_by_the_beginning_of_their_names_and_wildcards_are_text() {
    let app = TestApp::spawn().await;
    for name in ["Adam", "ada_1", "ada-2", "adx", "bob"] {
        app.user(name).await;
    }
    let anybody = app.anonymous();
    for (prefix, expected) in [
        ("ad", vec!["ada-2", "ada_1", "Adam", "adx"]),
        ("ADA", vec!["ada-2", "ada_1", "Adam"]),
        ("ada_", vec!["ada_1"]),
        ("ad%25", vec![]),
        ("a_a", vec![]),
        ("%5C%5C", vec![]),
        ("zz", vec![]),
        ("\u{e9}\u{e9}", vec![]),
    ] {
        let page = anybody.get(&format!("/v1/players?prefix={prefix}")).await.expect(200).json;
        assert_eq!(names(&page), expected, "{prefix}");
    }
    let (mut found, mut path) = (Vec::new(), "/v1/players?prefix=ad&limit=2".to_owned());
    loop {
        let page = anybody.get(&path).await.expect(200);
        found.extend(names(&page.json).into_iter().map(str::to_owned));
        let Some(cursor) = page.json["next_cursor"].as_str() else { break };
        path = format!("/v1/players?prefix=ad&limit=2&cursor={cursor}");
        assert_eq!(page.header("link"), format!("<{path}>; rel=\"next\""));
    }
    assert_eq!(found, ["ada-2", "ada_1", "Adam", "adx"]);
    let after_all = anybody.get("/v1/players?prefix=ad&cursor=zzz").await.expect(200).json;
    assert_eq!(names(&after_all), Vec::<&str>::new());
    for wrong in [
        "",
        "?prefix=a",
        "?prefix=%25",
        "?prefix=aaaaaaaaaaaaaaaaaaaaa",
        "?prefix=a%00b",
        "?prefix=ad&limit=0",
        "?prefix=ad&limit=101",
        "?prefix=ad&cursor=a%00",
    ] {
        anybody.get(&format!("/v1/players{wrong}")).await.expect_problem(400, "malformed");
    }
    app.with_token("nonsense").get("/v1/players?prefix=ad").await.expect_problem(401, "unauthenticated");
    app.user("adx").await.erase().await.expect(204);
    let page = anybody.get("/v1/players?prefix=adx").await.expect(200).json;
    assert_eq!(names(&page), Vec::<&str>::new());
}

#[tokio::test]
async fn a_player_has_pictures_that_stay_the_same() {
    let app = TestApp::spawn().await;
    app.user("ada").await;
    let anybody = app.anonymous();
    let first = anybody.get("/v1/players/ada/avatar.svg").await.expect(200);
    assert_eq!(first.header("content-type"), "image/svg+xml");
    assert_eq!(anybody.get("/v1/players/ADA/avatar.svg?variant=0").await.expect(200).text, first.text);
    assert_ne!(anybody.get("/v1/players/ada/avatar.svg?variant=1").await.expect(200).text, first.text);
    for wrong in ["variant=16", "variant=-1", "size=9"] {
        anybody.get(&format!("/v1/players/ada/avatar.svg?{wrong}")).await.expect_problem(400, "malformed");
    }
    anybody.get("/v1/players/nobody/avatar.svg").await.expect_problem(404, "not_found");
    app.with_token("nonsense").get("/v1/players/ada/avatar.svg").await.expect_problem(401, "unauthenticated");
}
