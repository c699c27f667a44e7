//! The results of handlers: bodies with their statuses and headers. Each describes itself in the contract.

use std::marker::PhantomData;

use actix_web::body::BoxBody;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, Responder, ResponseError, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::idempotency::answered;
use super::tag::{ASK_AGAIN, json, tagged, tagged_bytes};
use crate::Problem;
use crate::contract::describe::{Description, Outcome};
use lapidary_service::idempotency::Done;

/// The header with the tag of a response, and its description.
pub const TAG: (&str, &str) = ("ETag", "The tag of this response");

/// Nothing is returned.
#[derive(Debug, Clone, Copy)]
pub struct NoContent;

impl NoContent {
    /// Awaits an act without a result, on the heap, because many acts are large.
    pub fn after<E>(
        act: impl Future<Output = Result<(), E>>,
    ) -> impl Future<Output = Result<NoContent, Problem>>
    where
        Problem: From<E>,
    {
        let act = Box::pin(act);
        async move { Ok(act.await.map(|()| NoContent)?) }
    }
}

impl Responder for NoContent {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::NoContent().finish()
    }
}

impl Outcome for NoContent {
    fn describe(description: &mut Description) {
        description.response("204");
    }
}

/// Awaits something, on the heap, and returns it as its body.
pub fn shown<T, B, E>(
    act: impl Future<Output = Result<T, E>>,
) -> impl Future<Output = Result<web::Json<B>, Problem>>
where
    B: for<'a> From<&'a T>,
    Problem: From<E>,
{
    let act = Box::pin(act);
    async move { Ok(web::Json(B::from(&act.await?))) }
}

/// Awaits something, on the heap, and returns it as it is.
pub fn returned<T, E>(
    act: impl Future<Output = Result<T, E>>,
) -> impl Future<Output = Result<web::Json<T>, Problem>>
where
    Problem: From<E>,
{
    let act = Box::pin(act);
    async move { Ok(web::Json(act.await?)) }
}

/// Something new that has no path of its own.
#[derive(Debug)]
pub struct Created<T>(pub T);

impl<T: Serialize> Responder for Created<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::Created().json(self.0)
    }
}

impl<T: ToSchema> Outcome for Created<T> {
    fn describe(description: &mut Description) {
        description.body_response::<T>("201", &[]);
    }
}

/// Something new with its path.
#[derive(Debug)]
pub struct CreatedAt<T>(pub String, pub T);

impl<T: Serialize> Responder for CreatedAt<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        HttpResponse::Created().insert_header((header::LOCATION, self.0)).json(self.1)
    }
}

impl<T: ToSchema> Outcome for CreatedAt<T> {
    fn describe(description: &mut Description) {
        let location = description.word("location").unwrap_or(description.returned());
        description.body_response::<T>("201", &[("Location", location)]);
    }
}

/// A new thing that a request with an `Idempotency-Key` has created once, as JSON of this type.
#[derive(Debug)]
pub struct CreatedOnce<T>(Done, PhantomData<T>);

impl<T> From<Done> for CreatedOnce<T> {
    fn from(done: Done) -> Self {
        CreatedOnce(done, PhantomData)
    }
}

impl<T> Responder for CreatedOnce<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        answered(self.0)
    }
}

impl<T: ToSchema> Outcome for CreatedOnce<T> {
    fn describe(description: &mut Description) {
        let replayed = "`true` if an earlier request with this key got this response";
        description.body_response::<T>("201", &[("Idempotency-Replayed", replayed)]);
        // A thing without a path has an empty one.
        let location = description.word("location").unwrap_or(description.returned());
        if !location.is_empty() {
            description.headers("201", &[("Location", location)]);
        }
    }
}

/// A body with its tag, private to the caller; 304 if the client already has it.
#[derive(Debug)]
pub struct Tagged<T>(pub T);

impl<T: Serialize> Responder for Tagged<T> {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        tagged(request, &self.0).unwrap_or_else(|problem| problem.error_response())
    }
}

impl<T: ToSchema> Outcome for Tagged<T> {
    fn describe(description: &mut Description) {
        description.body_response::<T>("200", &[TAG]);
        description.not_modified();
    }
}

/// The media type of most pictures.
pub const SVG: &str = "image/svg+xml";

/// A picture with its tag; 304 if the client already has it. The attribute has its media type.
#[derive(Debug)]
pub struct Picture;

impl Picture {
    /// Returns a picture in which pages may not run scripts or load anything.
    pub fn secured(mut response: HttpResponse) -> As<Picture> {
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static("default-src 'none'"));
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        response.into()
    }
}

impl Outcome for Picture {
    fn describe(description: &mut Description) {
        description.headers("200", &[TAG]);
        description.not_modified();
    }
}

/// A body in the language that the client prefers, with its tag.
#[derive(Debug)]
pub struct Spoken<T>(PhantomData<T>);

impl<T: ToSchema> Outcome for Spoken<T> {
    fn describe(description: &mut Description) {
        description.header("Accept-Language", "The languages that the client prefers");
        description.body_response::<T>("200", &[TAG, ("Content-Language", "The language of the response")]);
        description.not_modified();
    }
}

/// The same for every caller, with its tag; 304 if the client already has it.
#[derive(Debug)]
pub struct Public<T>(pub T);

impl<T: Serialize> Responder for Public<T> {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        match json(&self.0) {
            Ok(json) => tagged_bytes(request, ASK_AGAIN, "application/json", json),
            Err(problem) => problem.error_response(),
        }
    }
}

impl<T: ToSchema> Outcome for Public<T> {
    fn describe(description: &mut Description) {
        Tagged::<T>::describe(description);
    }
}

/// What no cache stores, because it has a secret.
#[derive(Debug)]
pub struct NoStore<T>(pub T);

impl<T: Responder> Responder for NoStore<T> {
    type Body = T::Body;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse<T::Body> {
        let mut response = self.0.respond_to(request);
        response.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
        response
    }
}

impl<T: Outcome> Outcome for NoStore<T> {
    fn describe(description: &mut Description) {
        T::describe(description);
    }
}

/// A response made in another way, which this type describes.
#[derive(Debug)]
pub struct As<T>(HttpResponse, PhantomData<T>);

impl<T> From<HttpResponse> for As<T> {
    fn from(response: HttpResponse) -> Self {
        As(response, PhantomData)
    }
}

impl<T> Responder for As<T> {
    type Body = BoxBody;

    fn respond_to(self, _: &HttpRequest) -> HttpResponse {
        self.0
    }
}

impl<T: Outcome> Outcome for As<T> {
    fn describe(description: &mut Description) {
        T::describe(description);
    }
}
