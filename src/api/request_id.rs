//! The id of the current request, for all work on it. It does not know where an id comes from.

use actix_web::http::header::HeaderValue;

tokio::task_local! {
    /// The id of the current request.
    static CURRENT_ID: HeaderValue;
}

/// Returns the id of the current request, if there is one.
pub fn current_request_id() -> Option<String> {
    let id = |id: &HeaderValue| id.to_str().ok().map(str::to_owned);
    CURRENT_ID.try_with(id).ok().flatten()
}

/// The work under this id.
pub fn under<W: Future>(id: HeaderValue, work: W) -> impl Future<Output = W::Output> {
    CURRENT_ID.scope(id, work)
}

/// Wraps work so that it keeps the id of the current request, even in a separate task.
pub fn keep_request_id<W: Future>(work: W) -> impl Future<Output = W::Output> {
    let id = CURRENT_ID.try_with(HeaderValue::clone);
    async move {
        match id {
            Ok(id) => CURRENT_ID.scope(id, work).await,
            Err(_) => work.await,
        }
    }
}
