//! Nobody is redirected to an address that they have not allowed.

use super::browser::{Browser, request, request_with};
use crate::app::TestApp;

/// Addresses that no app can have.
const BAD: [&str; 32] = [
    "",
    "/back",
    "//evil.example/back",
    "https:/evil.example",
    "https:evil.example",
    "https:\\\\evil.example",
    "\\\\evil.example",
    "https://good.example\\@evil.example",
    "https://good.example@evil.example/",
    "https://good.example:pass@evil.example/",
    "https://app.example/#fragment",
    "https://app.example/#",
    "HTTPS://evil.example/",
    "https://EVIL.example/",
    "https://evil.example:443/",
    "https://evil.example/a/../b",
    "https://evil.example/\r\nset-cookie:x=y",
    "ht\ttps://evil.example/",
    " https://evil.example/",
    "https://аррӏе.example/",
    "http://app.example/",
    "http://localhost.evil.example/",
    "http://127.0.0.1@evil.example/",
    "http://2130706433/",
    "javascript:alert(1)",
    "data:text/html,x",
    "file:///etc/passwd",
    "myapp://back",
    "https://app.example/?code=stolen",
    "https://a;sandbox/",
    "https://evil.example,sandbox/",
    "https://*.evil.example/",
];

#[tokio::test]
async fn a_bad_address_is_explained_and_never_followed() {
    let app = TestApp::shared().await;
    let browser = Browser::at(&app);
    for bad in BAD {
        let page = browser.authorize(&request_with(&[("redirect_uri", bad)])).await;
        assert_eq!(page.status.as_u16(), 400, "{bad}: {}", page.text);
        assert_eq!(page.header("content-type"), "text/html; charset=utf-8", "{bad}");
        assert_eq!(page.header("location"), "", "{bad}");
        assert!(page.text.contains("`redirect_uri` cannot be used"), "{bad}: {}", page.text);
        assert!(!page.text.contains("evil") && !page.text.contains("<a "), "{bad}: {}", page.text);
    }
}

#[tokio::test]
async fn a_bad_or_missing_client_is_explained_and_never_followed() {
    let app = TestApp::shared().await;
    let browser = Browser::at(&app);
    for bad in ["", " ", "a\nb", "апп", &"a".repeat(129)] {
        let page = browser.authorize(&request_with(&[("client_id", bad)])).await.expect(400);
        assert_eq!(page.header("location"), "", "{bad}");
        assert!(page.text.contains("`client_id`") && !page.text.contains("<a "), "{bad}: {}", page.text);
    }
    let twice = [request(), vec![("redirect_uri", "https://evil.example/".to_owned())]].concat();
    let page = browser.authorize(&twice).await.expect(400);
    assert!(page.text.contains("more than once") && !page.text.contains("<a "), "{}", page.text);
}

#[tokio::test]
async fn a_valid_address_is_told_only_if_the_player_follows_a_link() {
    let app = TestApp::shared().await;
    let browser = Browser::at(&app);
    for (change, error) in [
        (("response_type", ""), "invalid_request"),
        (("response_type", "token"), "unsupported_response_type"),
        (("response_mode", "fragment"), "invalid_request"),
        (("scope", ""), "invalid_scope"),
        (("scope", "root"), "invalid_scope"),
        (("scope", "read root"), "invalid_scope"),
        (("scope", " "), "invalid_scope"),
        (("code_challenge", ""), "invalid_request"),
        (("code_challenge", "short"), "invalid_request"),
        (("code_challenge_method", ""), "invalid_request"),
        (("code_challenge_method", "plain"), "invalid_request"),
        (("code_challenge_method", "s256"), "invalid_request"),
    ] {
        let page = browser.authorize(&request_with(&[change])).await.expect(400);
        assert_eq!(page.header("location"), "", "{change:?}");
        let link = format!("<a href=\"https://app.example/back?error={error}&#38;error_description=");
        assert!(page.text.contains(&link), "{change:?}: {}", page.text);
        let end = format!("state=x%20y%26z&#38;iss={}", urlencoded(&app.address));
        assert!(page.text.contains(&end), "{change:?}: {}", page.text);
        assert!(page.text.contains("Return to https://app.example<"), "{change:?}: {}", page.text);
    }
    let long = "s".repeat(2049);
    let page = browser.authorize(&request_with(&[("state", &long)])).await.expect(400);
    assert!(!page.text.contains(&long), "{}", page.text);
}

fn urlencoded(text: &str) -> String {
    url::form_urlencoded::byte_serialize(text.as_bytes()).collect()
}

#[tokio::test]
async fn unknown_parameters_are_ignored() {
    let app = TestApp::shared().await;
    let browser = Browser::at(&app);
    let more = [request(), vec![("nonce", "1".to_owned()), ("prompt", "consent".to_owned())]].concat();
    browser.authorize(&more).await.expect(200);
}
