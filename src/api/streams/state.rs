//! Streams of a state: a snapshot, then the changes; or the state at once, as JSON.

use std::future::Future;
use std::marker::PhantomData;

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpMessage, HttpRequest};
use chrono::{DateTime, Utc};
use serde::Serialize;
use utoipa::ToSchema;

use super::ending::StreamEndBody;
use super::response::{Source, begin_stream, streamed};
use super::transport::{Frames, LINES, SSE, Transport};
use crate::Problem;
use crate::contract::describe::{Description, Outcome};
use crate::http::accept;
use crate::http::outcome::{As, TAG};
use crate::http::tag::tagged;
use crate::limit::RequestPlace;
use lapidary_service::stream::{State, StateFollower, StateFrame};

/// How the changes of a state are written.
pub trait WrittenState: State + 'static {
    /// The content of a frame.
    type News: for<'a> From<&'a Self::Change>;
    type Frame: Serialize;
    /// The content of the last frame.
    const END: fn(StreamEndBody) -> Self::News;

    /// Returns the frame with this content at this time of the server.
    fn frame(news: Self::News, server_time: DateTime<Utc>) -> Self::Frame;
}

impl<S: WrittenState> Source for StateFollower<S> {
    async fn write_next(&mut self, frames: &mut Frames) -> Result<bool, Problem> {
        let Some(frame) = self.next().await else { return Ok(false) };
        let news = match &frame {
            StateFrame::KeepAlive => {
                frames.keep_alive();
                return Ok(true);
            }
            StateFrame::Changes(changes) => changes.iter().map(S::News::from).collect(),
            StateFrame::End(reason) => vec![S::END(StreamEndBody::new(*reason, None))],
        };
        let server_time = Utc::now();
        for news in news {
            frames.push(None, &S::frame(news, server_time))?;
        }
        Ok(true)
    }
}

/// A state, or a stream of frames that say how it changes.
pub struct StateOrStream<T, F>(PhantomData<(T, F)>);

impl<T: ToSchema, F: ToSchema> Outcome for StateOrStream<T, F> {
    fn describe(description: &mut Description) {
        description.body_response::<T>("200", &[TAG]);
        description.stream::<F>();
    }
}

/// Answers with the state as JSON or as a stream, as the client accepts. Awaits only one of the two.
pub async fn state_or_stream<S: WrittenState, T: Serialize, E>(
    request: &HttpRequest,
    state: impl Future<Output = Result<T, E>>,
    follower: impl Future<Output = Result<StateFollower<S>, E>>,
) -> Result<As<StateOrStream<T, S::Frame>>, Problem>
where
    Problem: From<E>,
{
    let transport = match accept::choose(request, &["application/json", LINES, SSE])? {
        0 => {
            let mut response = tagged(request, &state.await?)?;
            response.headers_mut().append(header::VARY, HeaderValue::from_static("accept"));
            return Ok(response.into());
        }
        stream => Transport::chosen(stream - 1),
    };
    let place = request.extensions().get::<RequestPlace>().cloned();
    let places = begin_stream(request, place)?;
    Ok(streamed(request, follower.await?, transport, places).into())
}
