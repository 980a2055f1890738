//! The documentation of the API as one page, made from its description.

use std::fmt::Write;

use serde_json::Value;
use utoipa::openapi::OpenApi;

use super::failures::PROBLEM_JSON;
use crate::code::Code;

/// Renders the page. It has no scripts and loads nothing from other sites.
pub(super) fn page(description: &OpenApi) -> String {
    let api = serde_json::to_value(description).unwrap_or_default();
    let mut out = String::from(include_str!("docs_head.html"));
    // Writing to a string cannot fail.
    let _ = write_page(&mut out, &api);
    out
}

fn write_page(out: &mut String, api: &Value) -> std::fmt::Result {
    writeln!(out, "<p>{}</p>", text(&api["info"]["description"]))?;
    writeln!(out, "<p>For programs: <a href=\"/api/v1/openapi.json\">openapi.json</a>.</p>")?;
    for tag in api["tags"].as_array().into_iter().flatten() {
        writeln!(out, "<h2>{}</h2>\n<p>{}.</p>", text(&tag["name"]), text(&tag["description"]))?;
        for (path, methods) in api["paths"].as_object().into_iter().flatten() {
            for (method, operation) in methods.as_object().into_iter().flatten() {
                let tags = operation["tags"].as_array().into_iter().flatten();
                if tags.into_iter().any(|other| *other == tag["name"]) {
                    write_operation(out, path, method, operation)?;
                }
            }
        }
    }
    writeln!(out, "<h2 id=\"problems\">problems</h2>\n<p>Every failure has one of these codes.</p>\n<dl>")?;
    for code in Code::ALL {
        let status = code.status().as_u16();
        writeln!(out, "<dt id=\"{code}\"><code>{code}</code> ({status})<dd>{}", marked(code.about()))?;
    }
    writeln!(out, "</dl>\n<h2>types</h2>")?;
    for (name, schema) in api["components"]["schemas"].as_object().into_iter().flatten() {
        writeln!(out, "<h3 id=\"{name}\">{name}</h3>\n<p>{}</p>", text(&schema["description"]))?;
        write_fields(out, schema)?;
    }
    writeln!(out, "</main></html>")
}

fn write_operation(out: &mut String, path: &str, method: &str, operation: &Value) -> std::fmt::Result {
    let id = text(&operation["operationId"]);
    writeln!(out, "<h3 id=\"{id}\"><code>{} {path}</code></h3>", method.to_uppercase())?;
    writeln!(out, "<p><b>{}.</b> {}</p>", text(&operation["summary"]), text(&operation["description"]))?;
    let parameters = operation["parameters"].as_array().into_iter().flatten();
    let query: Vec<&Value> = parameters.filter(|parameter| parameter["in"] == "query").collect();
    if !query.is_empty() {
        writeln!(out, "<dl>")?;
        for parameter in query {
            let (name, about) = (text(&parameter["name"]), text(&parameter["description"]));
            writeln!(out, "<dt><code>?{name}=</code><dd>{about}")?;
        }
        writeln!(out, "</dl>")?;
    }
    if let Some(body) = schema_of(&operation["requestBody"]) {
        writeln!(out, "<p>Body: {}</p>", kind(body))?;
    }
    write!(out, "<p>Answers:")?;
    let (failures, successes): (Vec<_>, Vec<_>) = operation["responses"]
        .as_object()
        .into_iter()
        .flatten()
        .partition(|(_, answer)| answer["content"].get(PROBLEM_JSON).is_some());
    for (status, answer) in successes {
        let body = schema_of(answer).map_or_else(String::new, |schema| format!(" {}", kind(schema)));
        write!(out, " <code>{status}</code>{body}. {}.", text(&answer["description"]))?;
    }
    write!(out, "</p>\n<p>Failures:")?;
    for (status, answer) in failures {
        // The description of a failure is the list of its codes.
        write!(out, " <code>{status}</code>")?;
        for code in answer["description"].as_str().unwrap_or_default().split(", ") {
            let code = code.trim_matches('`');
            write!(out, " <a href=\"#{code}\">{code}</a>")?;
        }
        write!(out, ";")?;
    }
    writeln!(out, "</p>")
}

fn schema_of(content: &Value) -> Option<&Value> {
    content["content"].as_object()?.values().next().map(|media| &media["schema"])
}

fn write_fields(out: &mut String, schema: &Value) -> std::fmt::Result {
    for part in schema["allOf"].as_array().into_iter().flatten() {
        write_fields(out, part)?;
    }
    for alternative in schema["oneOf"].as_array().into_iter().flatten() {
        writeln!(out, "<p>{} {}</p>", kind(alternative), text(&alternative["description"]))?;
        write_fields(out, alternative)?;
    }
    if let Some(values) = schema["enum"].as_array() {
        let values: Vec<String> =
            values.iter().map(|value| format!("<code>{}</code>", text(value))).collect();
        writeln!(out, "<p>One of {}.</p>", values.join(", "))?;
    }
    let Some(fields) = schema["properties"].as_object() else { return Ok(()) };
    let required: Vec<&Value> = schema["required"].as_array().into_iter().flatten().collect();
    writeln!(out, "<dl>")?;
    for (name, field) in fields {
        let optional = if required.iter().any(|other| *other == name) { "" } else { ", optional" };
        let about = text(&field["description"]);
        writeln!(out, "<dt><code>{name}</code>: {}{optional}<dd>{about}", kind(field))?;
    }
    writeln!(out, "</dl>")
}

/// The type of a value, with a link where it has a name.
fn kind(schema: &Value) -> String {
    if let Some(reference) = schema["$ref"].as_str() {
        let name = reference.rsplit('/').next().unwrap_or_default();
        return format!("<a href=\"#{name}\">{name}</a>");
    }
    for several in ["oneOf", "anyOf", "allOf"] {
        if let Some(kinds) = schema[several].as_array() {
            let kinds: Vec<String> = kinds.iter().filter(|kind| kind["type"] != "null").map(kind).collect();
            return kinds.join(" or ");
        }
    }
    if let Some(values) = schema["enum"].as_array() {
        return values
            .iter()
            .map(|value| format!("<code>{}</code>", text(value)))
            .collect::<Vec<_>>()
            .join(" or ");
    }
    let name = match &schema["type"] {
        Value::Array(kinds) => kinds.iter().find_map(|kind| kind.as_str().filter(|kind| *kind != "null")),
        Value::String(kind) => Some(kind.as_str()),
        _ => None,
    };
    match name {
        Some("array") => format!("list of {}", kind(&schema["items"])),
        Some(name) => name.to_owned(),
        None => "anything".to_owned(),
    }
}

fn text(value: &Value) -> String {
    marked(value.as_str().unwrap_or_default())
}

/// The text as HTML.
fn marked(text: &str) -> String {
    let escaped = text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;");
    // Pairs of back-ticks are code.
    let mut out = String::new();
    for (place, part) in escaped.split('`').enumerate() {
        out.push_str(if place % 2 == 1 {
            "<code>"
        } else if place > 0 {
            "</code>"
        } else {
            ""
        });
        out.push_str(part);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_an_entry_on_the_page() {
        let page = page(&crate::api::description());
        for code in Code::ALL {
            assert_eq!(page.matches(&format!("id=\"{code}\"")).count(), 1, "{code}");
        }
    }
}
