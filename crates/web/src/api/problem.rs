//! Failures as RFC 9457 problems: a status, a code that does not change, and a sentence.

use axum::Json;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use club::view::TableView;
use serde::Serialize;
use utoipa::ToSchema;

use super::failures::PROBLEM_JSON;
use super::schema;
use crate::fault::Fault;

/// A problem: why a request failed.
#[derive(Clone, PartialEq, Debug, Serialize, ToSchema)]
pub(crate) struct Problem {
    /// The address of the documentation of this code.
    #[serde(rename = "type")]
    pub(crate) kind: String,
    /// The name of the HTTP status.
    pub(crate) title: &'static str,
    /// The HTTP status of the answer.
    pub(crate) status: u16,
    /// The kind of problem, for programs. Published codes do not change.
    pub(crate) code: &'static str,
    /// What is wrong and where, for people.
    pub(crate) detail: String,
    /// The current state of the table, if the request was based on an earlier one.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<schema::TableView>)]
    pub(crate) state: Option<Box<TableView>>,
    /// How many moves were played before the one that was refused, if the request had several. They stay.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) accepted: Option<usize>,
}

impl From<Fault> for Problem {
    fn from(fault: Fault) -> Self {
        Self {
            kind: format!("/api/docs#{}", fault.code),
            title: fault.status.canonical_reason().unwrap_or("Problem"),
            status: fault.status.as_u16(),
            code: fault.code.word(),
            detail: fault.detail,
            state: fault.state,
            accepted: fault.accepted,
        }
    }
}

/// Gives the answer to a failed request its body, for programs.
pub(crate) fn answer(fault: Fault, mut response: Response) -> Response {
    let status = response.status();
    let body = (status, Json(Problem::from(fault))).into_response();
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
    // The length is that of the empty body, until hyper counts anew.
    response.headers_mut().remove(header::CONTENT_LENGTH);
    *response.body_mut() = body.into_body();
    response
}

/// Gives every failed request its body, where nobody reads pages.
pub(crate) async fn render_faults(mut response: Response) -> Response {
    match response.extensions_mut().remove::<Fault>() {
        Some(fault) => answer(fault, response),
        None => response,
    }
}
