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
        components.insert("schemas".into(), schemas.into());
        components.insert("responses".into(), failures(self.door).map(response).collect::<Map<_, _>>().into());
        if self.door == Door::Shop {
            let parameters =
                SHOP_PARAMETERS.into_iter().map(|parameter| (parameter.key.to_owned(), parameter.object()));
            components.insert("parameters".into(), parameters.collect::<Map<_, _>>().into());
        }
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

    /// The same as a text for files: a line for each call and each component, so that a change of one is a change of a line.
    pub fn openapi_lines(&self) -> String {
        let Value::Object(document) = self.openapi() else { return String::new() };
        let fields = document.into_iter().map(|(name, value)| {
            let depth = match name.as_str() {
                "paths" => 1,
                "components" => 2,
                _ => 0,
            };
            (name, lines(&value, depth))
        });
        braced(fields)
    }

    fn path_item(&self, call: &Call) -> (String, Value) {
        let mut parameters: Vec<Value> = match self.door {
            Door::Shop => SHOP_PARAMETERS.iter().map(|parameter| reference("parameters", parameter.key)).collect(),
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
        let mut responses: Map<String, Value> = failures(self.door)
            .map(|failure| (failure.status.to_owned(), reference("responses", failure.name)))
            .collect();
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
                    reference("schemas", "Failure")
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

/// JSON whose objects down to a depth have a line for each field.
fn lines(value: &Value, depth: usize) -> String {
    match value {
        Value::Object(fields) if depth > 0 => {
            braced(fields.iter().map(|(name, inner)| (name.clone(), lines(inner, depth - 1))))
        }
        other => other.to_string(),
    }
}

fn braced(fields: impl Iterator<Item = (String, String)>) -> String {
    let fields: Vec<String> = fields.map(|(name, text)| format!("{}: {text}", Value::from(name))).collect();
    format!("{{\n{}\n}}", fields.join(",\n"))
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

/// A reference to what stands once under `components`.
fn reference(kind: &str, name: &str) -> Value {
    json!({ "$ref": format!("#/components/{kind}/{name}") })
}

/// A header or query parameter that every call of the shop takes.
struct Parameter {
    key: &'static str,
    name: &'static str,
    place: &'static str,
    is_required: bool,
    text: &'static str,
}

impl Parameter {
    const fn query(key: &'static str, name: &'static str, text: &'static str) -> Self {
        Self { key, name, place: "query", is_required: false, text }
    }

    fn object(&self) -> Value {
        json!({
            "name": self.name,
            "in": self.place,
            "required": self.is_required,
            "schema": { "type": "string" },
            "description": self.text
        })
    }
}

const SHOP_PARAMETERS: [Parameter; 6] = [
    Parameter {
        key: "Services",
        name: "Services",
        place: "header",
        is_required: true,
        text: "The fixed value that the pages carry.",
    },
    Parameter::query("Sid", "SID", "Readable handle of the session; authenticates nothing."),
    Parameter::query("StoreId", "store_id", "Id of the store view; each page carries its own."),
    Parameter::query("Store", "___store", "Store code, e.g. valmere_en."),
    Parameter::query("Currency", "currency", "ISO 4217; ignored when not offered."),
    Parameter::query("PromoTag", "promo-tag", "Employee tag."),
];

/// How a request is turned away or fails; named as in RFC 9110.
struct Failing {
    status: &'static str,
    name: &'static str,
    text: &'static str,
    can_be_repeated: bool,
}

fn failures(door: Door) -> impl Iterator<Item = Failing> {
    let forbidden = match door {
        Door::Shop => "The header `Services` is missing or wrong, or the request comes from another origin.",
        Door::Console => "The request does not come from the console's own origin.",
    };
    let of_console =
        [("401", "Unauthorized", "The token is not valid."), ("415", "UnsupportedMediaType", "The body is not JSON.")];
    [
        ("400", "BadRequest", "The request violates the contract; `detail` names the argument."),
        ("403", "Forbidden", forbidden),
        ("405", "MethodNotAllowed", "The method is not POST."),
        ("408", "RequestTimeout", "The body did not arrive in time."),
        ("413", "ContentTooLarge", "The body is too large."),
        ("429", "TooManyRequests", "Too many requests in a short time; the request can be repeated later."),
        ("500", "InternalServerError", "A fault of the shop."),
        ("503", "ServiceUnavailable", "The shop is busy; the request can be repeated later."),
    ]
    .into_iter()
    .chain(of_console.into_iter().filter(move |_| door == Door::Console))
    .map(|(status, name, text)| Failing { status, name, text, can_be_repeated: matches!(status, "429" | "503") })
}

/// The name and the object of a response under `components`.
fn response(failure: Failing) -> (String, Value) {
    let mut object = json!({
        "description": failure.text,
        "content": { "application/json": { "schema": reference("schemas", "Failure") } }
    });
    if failure.can_be_repeated {
        object["headers"] =
            json!({ "Retry-After": { "schema": { "type": "integer" }, "description": "Seconds to wait." } });
    }
    (failure.name.to_owned(), object)
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
