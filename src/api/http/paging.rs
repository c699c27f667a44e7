//! The pages of lists: cursors, and the link to the next page.

use std::borrow::Cow;
use std::fmt::Display;
use std::marker::PhantomData;

use actix_web::body::BoxBody;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, Responder, ResponseError};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize};
use utoipa::openapi::schema::{ArrayBuilder, ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};
use uuid::Uuid;

use super::outcome::TAG;
use super::tag::{ASK_AGAIN, PRIVATE, json, tagged_bytes};
use crate::contract::describe::{Description, NamedSchemas, Outcome};
use crate::extract::hyphenated;
use crate::{Code, Problem};
use lapidary_operation::query;

/// The default number of items on a page.
pub const PAGE_ITEMS: u8 = 50;
/// The maximum number of items on a page.
pub const PAGE_ITEMS_MAX: u8 = 100;

/// The header with the link to the next page, and its description.
pub const LINK: (&str, &str) = ("Link", "The next page, as `<…>; rel=\"next\"`");

/// Reads a cursor, which has the form of an id.
pub fn cursor<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Uuid>, D::Error> {
    let text = String::deserialize(deserializer)?;
    hyphenated(&text).map(Some).ok_or_else(|| D::Error::custom("not a cursor"))
}

/// Returns the number of items on a page.
pub fn page_items(limit: Option<u8>) -> Result<u8, Problem> {
    let limit = limit.unwrap_or(PAGE_ITEMS);
    match (1..=PAGE_ITEMS_MAX).contains(&limit) {
        true => Ok(limit),
        false => Err(Problem::new(Code::Malformed, "`limit` must be from 1 to 100.")),
    }
}

/// Which page of a list.
#[query]
pub struct PageQuery {
    /// The most items, 1 to 100.
    #[param(minimum = 1, maximum = 100, nullable = false)]
    pub limit: Option<u8>,
    /// The `next_cursor` of the previous page.
    #[serde(default, deserialize_with = "cursor")]
    #[param(value_type = Option<String>, nullable = false)]
    pub cursor: Option<Uuid>,
}

/// A page of a list.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Page<T> {
    items: Vec<T>,
    next_cursor: Option<String>,
    /// The permission for caches.
    #[serde(skip)]
    lifetime: &'static str,
}

impl<T> Page<T> {
    /// Returns a page with these items.
    pub fn new(items: Vec<T>, next_cursor: Option<String>) -> Self {
        Page { items, next_cursor, lifetime: PRIVATE }
    }

    /// Returns all items of a short list, as they are shown.
    pub fn whole(items: impl IntoIterator<Item: Into<T>>) -> Self {
        Page::new(items.into_iter().map(Into::into).collect(), None)
    }

    /// Returns the page of a list that was read with one extra item, which shows whether there is a next
    /// page.
    pub fn cut<C: Display>(mut found: Vec<T>, limit: u8, cursor: impl Fn(&T) -> C) -> Self {
        let more = found.len() > usize::from(limit);
        found.truncate(limit.into());
        let next_cursor = found.last().filter(|_| more).map(|last| cursor(last).to_string());
        Page::new(found, next_cursor)
    }

    /// Returns the page with the items as they are shown.
    pub fn map<U>(self, show: impl FnMut(&T) -> U) -> Page<U> {
        Page::new(self.items.iter().map(show).collect(), self.next_cursor)
    }

    /// Returns the page with the items as they are shown.
    pub fn shown<U: for<'a> From<&'a T>>(self) -> Page<U> {
        Page::new(self.items.iter().map(U::from).collect(), self.next_cursor)
    }

    /// Returns the page with the items as they are shown.
    pub fn converted<U: From<T>>(self) -> Page<U> {
        Page::new(self.items.into_iter().map(U::from).collect(), self.next_cursor)
    }

    /// Returns the page for every caller.
    pub fn public(self) -> Self {
        Page { lifetime: ASK_AGAIN, ..self }
    }
}

/// Answers with a link to the next page, or with 304 if the client already has the page.
impl<T: Serialize> Responder for Page<T> {
    type Body = BoxBody;

    fn respond_to(self, request: &HttpRequest) -> HttpResponse {
        let json = match json(&self) {
            Ok(json) => json,
            Err(problem) => return problem.error_response(),
        };
        let mut response = tagged_bytes(request, self.lifetime, "application/json", json);
        link_next(request, &mut response, self.next_cursor.as_deref());
        response
    }
}

/// A body with its tag and a link to those that follow.
#[derive(Debug)]
pub struct Linked<T>(PhantomData<T>);

impl<T: ToSchema> Outcome for Linked<T> {
    fn describe(description: &mut Description) {
        description.body_response::<T>("200", &[LINK, TAG]);
        description.not_modified();
    }
}

impl<T: Listed> Outcome for Page<T> {
    fn describe(description: &mut Description) {
        Linked::<Self>::describe(description);
    }
}

/// The items of pages, and the description of a page in the contract.
pub trait Listed: ToSchema {
    /// The name of a page.
    const PAGE: &'static str;
    /// The description of a page.
    const DESCRIPTION: &'static str;
    /// The description of its items.
    const ITEMS: &'static str;
    /// The description of its cursor.
    const CURSOR: &'static str;
}

impl<T: Listed> PartialSchema for Page<T> {
    fn schema() -> RefOr<Schema> {
        let described = |text: &'static str| Some(text).filter(|text| !text.is_empty());
        let null_or_text = SchemaType::from_iter([Type::String, Type::Null]);
        let cursor = ObjectBuilder::new().schema_type(null_or_text).description(Some(T::CURSOR));
        let items =
            ArrayBuilder::new().items(Ref::from_schema_name(T::name())).description(described(T::ITEMS));
        let object = ObjectBuilder::new()
            .description(Some(T::DESCRIPTION))
            .property("items", items)
            .required("items")
            .property("next_cursor", cursor);
        object.into()
    }
}

impl<T: Listed> ToSchema for Page<T> {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed(T::PAGE)
    }

    fn schemas(schemas: &mut NamedSchemas) {
        schemas.push((T::name().into_owned(), T::schema()));
        T::schemas(schemas);
    }
}

/// Declares a list in pages: the type of an item, then the name and the descriptions of a page and its items.
macro_rules! page_of {
    ($item:ty, $page:literal, $description:literal, $items:literal $(,)?) => {
        page_of!($item, $page, $description, $items, "The cursor of the next page; null on the last page.");
    };
    ($item:ty, $page:literal, $description:literal, $items:literal, $cursor:literal) => {
        impl crate::http::paging::Listed for $item {
            const PAGE: &'static str = $page;
            const DESCRIPTION: &'static str = $description;
            const ITEMS: &'static str = $items;
            const CURSOR: &'static str = $cursor;
        }
    };
}
pub(crate) use page_of;

/// Declares a list without pages, like [`page_of`].
macro_rules! whole_list_of {
    ($item:ty, $page:literal, $description:literal, $items:literal $(,)?) => {
        crate::http::paging::page_of!(
            $item,
            $page,
            $description,
            $items,
            "Always null: the list is complete."
        );
    };
}
pub(crate) use whole_list_of;

/// Adds the link to the next page of the list, if there is one: the same query with another cursor.
pub fn link_next(request: &HttpRequest, response: &mut HttpResponse, cursor: Option<&str>) {
    let Some(cursor) = cursor else { return };
    let kept =
        request.query_string().split('&').filter(|part| !part.is_empty() && !part.starts_with("cursor="));
    let query: Vec<&str> = kept.collect();
    let before = if query.is_empty() { String::new() } else { format!("{}&", query.join("&")) };
    let link = format!("<{}?{before}cursor={cursor}>; rel=\"next\"", request.path());
    if let Ok(link) = HeaderValue::try_from(link) {
        response.headers_mut().insert(header::LINK, link);
    }
}
