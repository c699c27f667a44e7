//! The extractor for the client of a request that waits in a fair queue.

use std::convert::Infallible;
use std::future::{Ready, ready};

use actix_web::dev::Payload;
use actix_web::{FromRequest, HttpRequest};

use super::endure::Gone;
use crate::contract::describe::Argument;
use crate::extract::ClientAddress;
use lapidary_service::access::Client;

/// The client of a request that may have a password, or needs a pairing. It waits for the turn of its
/// network, and only while the client waits for the response.
pub struct QueuedClient(pub Client);

impl FromRequest for QueuedClient {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let address = ClientAddress::of_request(request).0;
        ready(Ok(QueuedClient(Client { address, gone: Gone::of(request).0 })))
    }
}

impl Argument for QueuedClient {}
