//! The table as an OpenAPI 3.1 document.

use serde_json::{Map, Value, json};

use super::args::resolve;
use super::table::Door;
use super::{Access, Api, Call, Mode, Style};

const SHOP_DESCRIPTION: &str = "Every call is a POST. Business answers are HTTP 200: code \"1\" with data, code \"0\" with a message and an error id. Malformed requests answer 400, a missing Services header 403, unknown paths 404, other methods 405, large bodies 413, throttled ones 429, faults of ours 500, a busy database 503 with Retry-After, all in the same envelope.";
const CONSOLE_DESCRIPTION: &str = "Every call is a POST of JSON, either from the console's own origin (Origin and Sec-Fetch-Site: same-origin) with the cookie of a session, or of a program with Authorization: Bearer and no cookie. Operations that list only the scheme session are for people: with a token they answer token.call_closed; a wrong token answers 401, token.wrong. Business answers are HTTP 200: code \"1\" with data, code \"0\" with a message and an error id. Without a session: staff.sign_in_required; without the permission x-permission: staff.not_allowed; where x-proof is true, without fresh proof: staff.proof_required. Malformed requests answer 400, so does a token beside a cookie, those of another origin 403, unknown paths 404, other methods 405, large bodies 413, other media types 415, throttled ones 429, faults of ours 500, a busy database 503 with Retry-After, all in the same envelope.";

impl Api {
    /// The contract as OpenAPI 3.1.
    pub fn openapi(&self) -> Value {
        let paths: Map<String, Value> = self.paths().map(|call| self.path_item(call)).collect();
        let mut schemas = self.schemas.clone();
        schemas.insert(
            "Failure".into(),
            json!({
                "type": "object",
                "required": ["code", "message", "data", "error"],
                "properties": {
                    "code": { "const": "0" },
                    "message": { "type": "string", "description": "English, literally as the contract prints it." },
                    "data": { "type": "null" },
                    "error": {
                        "type": "object",
                        "required": ["id", "params", "fields"],
                        "properties": {
                            "id": { "type": "string", "description": "Stable key by which clients translate." },
                            "params": { "type": "object", "additionalProperties": { "type": "string" } },
                            "fields": { "type": "object", "additionalProperties": { "type": "string" }, "description": "Form field to its message." },
                            "field_messages": { "type": "object", "additionalProperties": { "$ref": "#/components/schemas/Message" } },
                            "detail": { "type": ["string", "null"] }
                        }
                    }
                }
            }),
        );
        let mut components = Map::new();
        if self.door == Door::Console {
            components.insert("securitySchemes".into(), security_schemes());
        }
        let failure = json!({ "application/json": { "schema": { "$ref": "#/components/schemas/Failure" } } });
        components.insert("schemas".into(), schemas.into());
        components.insert(
            "responses".into(),
            json!({
                "Failure": { "description": "The request was turned away or failed.", "content": failure },
                "Busy": {
                    "description": "The request can be repeated later.",
                    "headers": { "Retry-After": { "schema": { "type": "integer" }, "description": "Seconds to wait." } },
                    "content": failure
                }
            }),
        );
        json!({
            "openapi": "3.1.0",
            "info": {
                "title": match self.door { Door::Shop => "Boutique", Door::Console => "Console" },
                "version": env!("CARGO_PKG_VERSION"),
                "description": match self.door { Door::Shop => SHOP_DESCRIPTION, Door::Console => CONSOLE_DESCRIPTION }
            },
            "servers": [{ "url": match self.door { Door::Shop => "/hah_api", Door::Console => "/console_api" } }],
            "paths": paths,
            "components": components
        })
    }

    fn path_item(&self, call: &Call) -> (String, Value) {
        let string = |name: &str, place: &str, text: &str| json!({ "name": name, "in": place, "required": false, "schema": { "type": "string" }, "description": text });
        let mut parameters = match self.door {
            Door::Shop => vec![
                json!({ "name": "Services", "in": "header", "required": true, "schema": { "type": "string" }, "description": "The fixed value that the pages carry." }),
                string("SID", "query", "Readable handle of the session; authenticates nothing."),
                string("store_id", "query", "Id of the store view; each page carries its own."),
                string("___store", "query", "Store code, e.g. valmere_en."),
                string("currency", "query", "ISO 4217; ignored when not offered."),
                string("promo-tag", "query", "Employee tag."),
            ],
            Door::Console => Vec::new(),
        };
        let mut operation = json!({
            "operationId": call.path.replace('/', "_"),
            "x-style": match call.style { Style::Form => "form", Style::Json => "json", Style::Either => "either" },
            "x-mode": match call.mode { Mode::Read => "read", Mode::Write => "write" },
            "x-args": call.args,
            "x-answer": call.answer,
            "x-access": match call.access { Access::Public => "public", Access::Visitor => "visitor", Access::Member => "member", Access::StaffPublic => "anybody", Access::Staff(_) => "staff" },
        });
        if self.door == Door::Console {
            operation["x-permission"] = match call.access {
                Access::Staff(Some(permission)) => permission.code().into(),
                _ => Value::Null,
            };
            operation["x-proof"] = call.needs_proof.into();
            operation["security"] = match call.access {
                Access::StaffPublic => json!([]),
                _ if call.is_for_programs() => json!([{ "session": [] }, { "token": [] }]),
                _ => json!([{ "session": [] }]),
            };
        }
        let mut responses = failures(self.door);
        responses.insert(
            "200".into(),
            json!({
                "description": "The answer, or a refusal.",
                "content": { "application/json": { "schema": { "oneOf": [
                    {
                        "type": "object",
                        "required": ["code", "message", "data"],
                        "properties": { "code": { "const": "1" }, "message": { "type": "string" }, "data": call.answer }
                    },
                    { "$ref": "#/components/schemas/Failure" }
                ] } } }
            }),
        );
        operation["responses"] = responses.into();
        if call.style == Style::Form {
            let properties = resolve(&call.args, &self.schemas).get("properties").and_then(Value::as_object);
            parameters.extend(properties.into_iter().flatten().map(|(name, schema)| {
                json!({ "name": name, "in": "query", "required": false, "style": "form", "explode": false, "schema": schema })
            }));
        } else {
            // An empty body is read as an object without fields.
            let required = resolve(&call.args, &self.schemas).get("required").and_then(Value::as_array);
            let is_required = call.style == Style::Json && required.is_some_and(|names| !names.is_empty());
            operation["requestBody"] =
                json!({ "required": is_required, "content": { "application/json": { "schema": call.args } } });
        }
        operation["parameters"] = Value::Array(parameters);
        (format!("/{}", call.path), json!({ "post": operation }))
    }
}

/// How clients of the console say who they are.
fn security_schemes() -> Value {
    json!({
        "session": {
            "type": "apiKey",
            "in": "cookie",
            "name": "__Host-console",
            "description": "A person's, set by staff/sign_in. Over http, as on localhost, it is called console."
        },
        "token": {
            "type": "http",
            "scheme": "bearer",
            "bearerFormat": "hah_ and 72 hexadecimal digits",
            "description": "A program's, made on the screen Programs or by `shop token create`. It reaches what it was given and its maker still holds."
        }
    })
}

/// The responses of a request that is turned away or fails.
fn failures(door: Door) -> Map<String, Value> {
    let forbidden = match door {
        Door::Shop => "The header `Services` is missing or wrong, or the request comes from another origin.",
        Door::Console => "The request does not come from the console's own origin.",
    };
    let of_console = [("401", "Failure", "The token is not valid."), ("415", "Failure", "The body is not JSON.")];
    let of_console = of_console.into_iter().filter(|_| door == Door::Console);
    [
        ("400", "Failure", "The request violates the contract; `detail` names the argument."),
        ("403", "Failure", forbidden),
        ("405", "Failure", "The method is not POST."),
        ("408", "Failure", "The body did not arrive in time."),
        ("413", "Failure", "The body is too large."),
        ("429", "Busy", "Too many requests in a short time."),
        ("500", "Failure", "A fault of the shop."),
        ("503", "Busy", "The shop is busy; the request can be repeated."),
    ]
    .into_iter()
    .chain(of_console)
    .map(|(status, response, description)| {
        let reference = format!("#/components/responses/{response}");
        (status.to_owned(), json!({ "$ref": reference, "description": description }))
    })
    .collect()
}

/// Points references to the types in `twofold` to their `…Input`.
pub(super) fn rename_references(value: &mut Value, ambiguous: &[&String]) {
    match value {
        Value::Object(fields) => {
            for (name, inner) in fields {
                let target = inner.as_str().and_then(|text| text.rsplit('/').next()).unwrap_or_default();
                if name == "$ref" && ambiguous.iter().any(|other| *other == target) {
                    *inner = format!("#/components/schemas/{target}Input").into();
                } else {
                    rename_references(inner, ambiguous);
                }
            }
        }
        Value::Array(items) => items.iter_mut().for_each(|item| rename_references(item, ambiguous)),
        _ => {}
    }
}
