//! The response of a stream: it requests the next frames when the client has taken the last ones.

use std::future::Future;
use std::time::Duration;

use actix_web::http::header::{self, ContentEncoding};
use actix_web::web::{self, Bytes};
use actix_web::{HttpMessage, HttpRequest, HttpResponse};
use futures_util::stream::{self, Stream};

use super::packed::Packer;
use super::transport::{Frames, Transport};
use crate::http::observe::HeadOnly;
use crate::limit::{Limiter, RequestPlace, StreamPlace};
use crate::{Code, Problem};

/// The `Retry-After` for a client without a place for its stream on this server.
const FULL_WAIT: Duration = Duration::from_secs(5);

/// Where the frames of a stream come from.
pub trait Source: 'static {
    /// Waits for the next frames and writes them. Returns false after the last.
    fn write_next(&mut self, frames: &mut Frames) -> impl Future<Output = Result<bool, Problem>>;
}

/// The state of a stream during sending.
struct Sending<S> {
    source: S,
    transport: Transport,
    /// None for clients that do not accept gzip.
    packer: Option<Packer>,
    next: NextFrame,
    /// The places among the streams. They are free again when the stream ends.
    _places: StreamPlaces,
}

/// The next thing to send.
enum NextFrame {
    Opening,
    Frames,
    /// The end of the encoding.
    End,
    Nothing,
}

/// Returns a response that sends the frames of a source until the last one.
///
/// A client that wants only the head gets no frames: the HTTP library would wait for their end.
pub fn streamed(
    request: &HttpRequest,
    source: impl Source,
    transport: Transport,
    places: StreamPlaces,
) -> HttpResponse {
    let head_only = request.extensions().contains::<HeadOnly>();
    let packer = Packer::accepted(request);
    let encoding = packer.as_ref().map_or(ContentEncoding::Identity, |_| Packer::ENCODING);
    let frames = frames(Sending { source, transport, packer, next: NextFrame::Opening, _places: places });
    let mut response = HttpResponse::Ok();
    response
        .content_type(transport.media_type())
        .insert_header((header::CACHE_CONTROL, "no-store"))
        // The usual encoder would buffer a frame.
        .insert_header((header::CONTENT_ENCODING, encoding.as_str()))
        // The same for nginx.
        .insert_header(("x-accel-buffering", "no"));
    match head_only {
        true => response.finish(),
        false => response.streaming(Box::pin(frames)),
    }
}

fn frames<S: Source>(sending: Sending<S>) -> impl Stream<Item = Result<Bytes, actix_web::Error>> {
    stream::unfold(sending, |mut sending| async move {
        loop {
            let bytes = match sending.next {
                NextFrame::Opening => {
                    sending.next = NextFrame::Frames;
                    let Some(opening) = sending.transport.opening() else { continue };
                    opening
                }
                NextFrame::Frames => {
                    let mut frames = Frames::new(sending.transport);
                    match sending.source.write_next(&mut frames).await {
                        Ok(true) => frames.into_bytes(),
                        Ok(false) => {
                            sending.next = NextFrame::End;
                            continue;
                        }
                        Err(problem) => return Some((Err(problem.into()), sending)),
                    }
                }
                NextFrame::End => {
                    sending.next = NextFrame::Nothing;
                    let end = sending.packer.as_ref()?.end();
                    return Some((Ok(end), sending));
                }
                NextFrame::Nothing => return None,
            };
            let bytes = match &mut sending.packer {
                Some(packer) => packer.pack(&bytes),
                None => bytes,
            };
            return Some((Ok(bytes), sending));
        }
    })
}

/// The places of a stream: among its client's, and among all of this server.
pub struct StreamPlaces {
    /// None if limits are off.
    _of_client: Option<RequestPlace>,
    _of_server: StreamPlace,
}

/// Exchanges the request's place for one among the event streams.
pub fn begin_stream(request: &HttpRequest, place: Option<RequestPlace>) -> Result<StreamPlaces, Problem> {
    let refused = |after| {
        let detail = "Too many event streams are open. Follow fewer games at a time.";
        Problem::new(Code::TooManyRequests, detail).retry_after(after)
    };
    place.as_ref().map_or(Ok(()), RequestPlace::stream).map_err(refused)?;
    let limiter = request.app_data::<web::Data<Limiter>>();
    let limiter = limiter.ok_or_else(|| Problem::internal("`Limiter` is not registered"))?;
    let full = || {
        let detail = "This server has as many open event streams as it allows.";
        Problem::new(Code::Unavailable, detail).retry_after(FULL_WAIT)
    };
    Ok(StreamPlaces { _of_client: place, _of_server: limiter.open_stream().ok_or_else(full)? })
}
