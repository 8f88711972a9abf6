//! The API over HTTP: envelope, `Services` header, session, methods and limits.

use std::io::{ErrorKind, Read as _, Write as _};
use std::net::TcpStream;

use serde_json::{Value, json};
use shop::vals;

use crate::support::{SERVICES, Shop, eventually};

#[test]
fn success_and_refusal_use_the_envelope() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let answer = visitor.post("page/topmenu", &[], None, &[]);
    assert_eq!(answer.status, 200);
    let envelope = answer.json();
    assert_eq!(envelope["code"], "1");
    assert_eq!(envelope["message"], "");
    assert!(envelope["data"]["items"].as_array().is_some_and(|items| !items.is_empty()));

    let refused = visitor.refused("search/index", &json!({ "q": "  " }));
    assert_eq!(refused["data"], Value::Null);
    assert_eq!(refused["error"]["id"], "search.empty");
    assert!(refused["error"]["params"].is_object() && refused["error"]["fields"].is_object());
}

#[test]
fn base_path_counts_once() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    assert_eq!(visitor.post("page/topmenu", &[], None, &[]).status, 200);
    for path in ["hah_api/page/topmenu", "hah_api/hah_api/page/topmenu"] {
        assert_eq!(visitor.post(path, &[], None, &[]).status, 404, "{path}");
    }
}

#[test]
fn page_that_fails_logs_no_token_of_its_path() {
    let shop = Shop::open();
    let token = "0123456789abcdef".repeat(4);
    shop.database().exec("ALTER TABLE category RENAME TO gone", vals![]).unwrap();
    assert_eq!(shop.visitor().get(&format!("/de/elsewhere/{token}?token={token}")).status, 503);
    eventually("the failure is logged", || shop.log().contains("page failed"));
    assert!(!shop.log().contains(&token), "{}", shop.log());
}

#[test]
fn malformed_paths_answer_404_in_the_envelope() {
    let shop = Shop::open();
    for path in ["", "/", "/%ff", "/%00", "/cart/%ff"] {
        let answer = raw(
            &shop,
            &format!("POST /hah_api{path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
        );
        assert!(answer.starts_with("HTTP/1.1 404 "), "{path}: {answer}");
        assert!(answer.ends_with('}') && answer.contains("\"code\":\"0\""), "{path}: {answer}");
    }
}

#[test]
fn unfinished_head_or_body_times_out() {
    let shop = Shop::open_with(&[("SHOP__SERVER__HEAD_SECONDS", "1")]);
    // The request is never completed, so the read ends when the shop closes the connection.
    for beginning in ["", "GET /en HTTP/1.1\r\nHost: x\r\nX-Slow: "] {
        let answer = raw(&shop, beginning);
        assert!(!answer.contains("200 OK"), "{answer}");
    }
    // A form whose last byte is missing.
    for path in [format!("/newsletter/unsubscribe/{}", "0".repeat(64)), "/demo/pay/x".into(), "/demo/clock".into()] {
        let answer = raw(&shop, &format!("POST {path} HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\nchoice="));
        assert!(answer.starts_with("HTTP/1.1 408"), "{path}: {answer}");
    }
    assert_eq!(shop.visitor().get("/healthz").status, 200);
}

#[cfg(target_os = "linux")]
#[test]
fn client_that_does_not_read_frees_its_connection() {
    // The smallest connection limit, fully used.
    let shop = Shop::open_with(&[("SHOP__SERVER__HEAD_SECONDS", "1"), ("SHOP__SERVER__MAX_CONNECTIONS", "16")]);
    let address = shop.url.trim_start_matches("http://");
    // The answers exceed the socket buffers.
    let many = "GET /en HTTP/1.1\r\nHost: x\r\n\r\n".repeat(1_000);
    let unread: Vec<TcpStream> = (0..16)
        .map(|_| {
            let mut stream = TcpStream::connect(address).unwrap();
            stream.set_nonblocking(true).unwrap();
            assert!(stream.write(many.as_bytes()).unwrap() > 0);
            stream
        })
        .collect();
    let mut next = TcpStream::connect(address).unwrap();
    next.set_read_timeout(Some(std::time::Duration::from_secs(60))).unwrap();
    next.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n").unwrap();
    let mut answer = String::new();
    next.read_to_string(&mut answer).unwrap();
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    drop(unread);
}

#[test]
fn idle_and_slow_connections_are_closed() {
    let shop = Shop::open_with(&[("SHOP__SERVER__HEAD_SECONDS", "1")]);
    let connect = || {
        let stream = TcpStream::connect(shop.url.trim_start_matches("http://")).unwrap();
        stream.set_read_timeout(Some(std::time::Duration::from_secs(60))).unwrap();
        stream
    };
    // Keep-alive: idle after an answer.
    let mut idle = connect();
    idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").unwrap();
    let mut answer = String::new();
    idle.read_to_string(&mut answer).expect("closed by the shop before the read timeout");
    assert!(answer.starts_with("HTTP/1.1 200"), "{answer}");
    // A head that arrives byte by byte.
    let mut slow = connect();
    slow.set_read_timeout(Some(std::time::Duration::from_millis(50))).unwrap();
    let head = std::iter::once(&b"GET /healthz HTTP/1.1\r\nX: "[..]).chain(std::iter::repeat_n(&b"y"[..], 1_200));
    let is_closed = head.map(|byte| (slow.write_all(byte), slow.read(&mut [0]))).any(|(sent, read)| {
        let waits = |error: &std::io::Error| matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut);
        sent.is_err() || !read.is_err_and(|error| waits(&error))
    });
    assert!(is_closed, "still open after a minute of single bytes");
}

/// Sends a raw request and returns everything received until the shop closes the connection.
fn raw(shop: &Shop, request: &str) -> String {
    let mut stream = TcpStream::connect(shop.url.trim_start_matches("http://")).unwrap();
    // The shop may refuse before it has read everything.
    let _ = stream.write_all(request.as_bytes());
    let mut answer = Vec::new();
    // A reset also ends the connection.
    let _ = stream.read_to_end(&mut answer);
    String::from_utf8_lossy(&answer).into_owned()
}

#[test]
fn ambiguous_request_heads_answer_400() {
    let shop = Shop::open();
    let get = "GET /healthz HTTP/1.1\r\nHost: x\r\n";
    let call = format!("POST /hah_api/page/topmenu HTTP/1.1\r\nHost: x\r\nServices: {SERVICES}\r\n");
    for request in [
        "GET /healthz HTTP/1.1\r\n\r\n".to_owned(),
        format!("{get}Host: x\r\n\r\n"),
        format!("{get}Host: y\r\n\r\n"),
        "GET /healthz HTTP/1.0\r\nHost: x\r\nHost: x\r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nHost: a b\r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nHost: a@b\r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nHost:\r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\nHost: x\n\n".to_owned(),
        format!("{get}X: y\n\r\n"),
        format!("{get}\n"),
        format!("{get}\r\nGET /healthz HTTP/1.1\nHost: x\n\n"),
        format!("{call}Content-Length: 2\r\n\r\n{{}}GET /healthz HTTP/1.1\nHost: x\n\n"),
    ] {
        let answer = raw(&shop, &request);
        assert!(answer.contains(" 400 Bad Request"), "{request:?}: {answer}");
    }
    for request in [
        "GET /healthz HTTP/1.0\r\n\r\n".to_owned(),
        "GET /healthz HTTP/1.1\r\nHost: [::1]:8080\r\nConnection: close\r\n\r\n".to_owned(),
        format!("{call}Content-Length: 4\r\nConnection: close\r\n\r\n{{\n}}\n"),
        format!("{call}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\n{{\n}}\r\n0\r\n\r\n"),
    ] {
        let answer = raw(&shop, &request);
        assert!(answer.starts_with("HTTP/1.1 200") || answer.starts_with("HTTP/1.0 200"), "{request:?}: {answer}");
    }
}

#[test]
fn connection_ends_with_a_body_in_chunks() {
    let shop = Shop::open();
    let call = format!("POST /hah_api/page/topmenu HTTP/1.1\r\nHost: x\r\nServices: {SERVICES}\r\n");
    let chunked = format!("{call}Transfer-Encoding: chunked\r\n\r\n2\r\n{{}}\r\n0\r\n\r\n");
    let smuggled = raw(&shop, &format!("{chunked}GET /healthz HTTP/1.1\nHost: x\n\n"));
    assert!(smuggled.starts_with("HTTP/1.1 200") && smuggled.contains("connection: close"), "{smuggled}");
    assert_eq!(smuggled.matches("HTTP/1.1 ").count(), 1, "{smuggled}");
}

#[test]
fn request_heads_are_limited_to_64_kilobytes() {
    let shop = Shop::open();
    let head = |length: usize| {
        let values = format!("X: {}\r\n", "y".repeat(8_000)).repeat(length / 8_000);
        format!("GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n{values}\r\n")
    };
    assert!(raw(&shop, &head(56_000)).starts_with("HTTP/1.1 200"));
    for length in [72_000, 200_000] {
        // The connection may be reset before the answer is read.
        let answer = raw(&shop, &head(length));
        assert!(answer.is_empty() || answer.starts_with("HTTP/1.1 431"), "{length}: {answer}");
        assert_eq!(shop.visitor().get("/healthz").status, 200, "the shop is still open");
    }
}

#[test]
fn configured_public_url_is_the_only_allowed_origin() {
    let shop = Shop::open_with(&[("SHOP__SERVER__PUBLIC_URL", "https://shop.example")]);
    let status = |origin| shop.visitor().post("cart", &[], None, &[("Origin", origin)]).status;
    assert_eq!(status("https://shop.example"), 200);
    assert_eq!(status(&shop.url), 403, "the listening address is not the public one");
}

#[test]
fn services_header_is_required() {
    let shop = Shop::open();
    for services in ["", "wrong", &SERVICES[1..]] {
        let answer = shop.visitor().post("page/topmenu", &[], None, &[("Services", services)]);
        assert_eq!(answer.status, 403, "{services}");
        assert_eq!(answer.json()["error"]["id"], "request.services");
        assert!(answer.header("set-cookie").is_none());
    }
}

#[test]
fn cross_origin_requests_are_refused() {
    let shop = Shop::open();
    let cases: &[(&[(&str, &str)], u16)] = &[
        (&[("Origin", "https://evil.example")], 403),
        (&[("Origin", "null")], 403),
        (&[("Sec-Fetch-Site", "cross-site")], 403),
        (&[("Sec-Fetch-Site", "same-site")], 403),
        (&[("Sec-Fetch-Site", "same-origin")], 200),
        (&[("Origin", &shop.url)], 200),
    ];
    for (headers, status) in cases {
        assert_eq!(shop.visitor().post("cart", &[], None, headers).status, *status, "{headers:?}");
    }
    // A CORS preflight is not granted.
    let answer = shop.visitor().get_with("/hah_api/cart", &[("Origin", "https://evil.example")]);
    assert_eq!(answer.status, 405);
    assert!(answer.header("access-control-allow-origin").is_none());
}

#[test]
fn wrong_method_path_body_and_size_have_their_own_status() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let answer = visitor.get("/hah_api/cart");
    assert_eq!((answer.status, answer.header("allow")), (405, Some("POST")));
    assert_eq!(answer.json()["code"], "0");
    for path in ["/hah_api/cart", "/en", "/healthz", "/assets/nothing.js", "/"] {
        let answer =
            raw(&shop, &format!("TRACE {path} HTTP/1.1\r\nHost: x\r\nX-Sent: 4711\r\nConnection: close\r\n\r\n"));
        assert!(answer.starts_with("HTTP/1.1 405 ") && !answer.contains("4711"), "{path}: {answer}");
    }

    let answer = visitor.post("no/such/call", &[], None, &[]);
    assert_eq!((answer.status, answer.json()["error"]["id"].clone()), (404, json!("request.unknown_call")));

    for body in ["{", "[]", "\"x\"", r#"{"q": 5}"#, r#"{"filters": []}"#] {
        let answer = visitor.post("search/index", &[], Some(body), &[]);
        assert_eq!(answer.status, 400, "{body}");
        assert_eq!(answer.json()["error"]["id"], "request.malformed", "{body}");
    }
    let answer = visitor.post(
        "catalog/category",
        &[("url_key".into(), "bedding".into()), ("page".into(), "one".into())],
        None,
        &[],
    );
    assert_eq!(answer.status, 400);

    // Contradicting and unknown parameters are tolerated.
    for query in
        ["url_key=bedding&filters=abc&f.colour=white", "f.=x&url_key=bedding", "url_key=bedding&options=5&options.a=b"]
    {
        let pairs: Vec<(String, String)> = query
            .split('&')
            .map(|pair| pair.split_once('=').map(|(k, v)| (k.to_owned(), v.to_owned())).unwrap())
            .collect();
        assert_eq!(visitor.post("catalog/category", &pairs, None, &[]).status, 200, "{query}");
    }
    let large = format!("{{\"q\": \"{}\"}}", "x".repeat(70_000));
    let answer = visitor.post("search/index", &[], Some(&large), &[]);
    assert_eq!((answer.status, answer.json()["error"]["id"].clone()), (413, json!("request.too_large")));
}

#[test]
fn internal_error_leaks_no_details() {
    let shop = Shop::open();
    // A damaged database is an internal error.
    shop.database().execute_batch("PRAGMA foreign_keys = OFF; DROP TABLE cart_item;").unwrap();
    let answer = shop.visitor().post("cart", &[], None, &[]);
    assert_eq!(answer.status, 500);
    assert_eq!(answer.json()["message"], "error while processing, try later");
    assert!(!answer.body.contains("cart_item") && !answer.body.to_lowercase().contains("sql"), "{}", answer.body);
}

#[test]
fn first_call_that_writes_starts_a_session_and_pages_and_reads_do_not() {
    let shop = Shop::open();
    let sessions = || shop.count("SELECT count(*) FROM session");
    let mut visitor = shop.visitor();
    assert!(visitor.get("/en").header("set-cookie").is_none());
    for path in ["cart", "cart/sidebar", "page/home", "checkout/index"] {
        assert!(visitor.post(path, &[], None, &[]).header("set-cookie").is_none(), "{path}");
    }
    // Nor does a write that is refused.
    visitor.refused("cart/add", &json!({ "sku": "NO-SUCH", "qty": 1 }));
    assert!(visitor.cookies.is_empty(), "{:?}", visitor.cookies);
    assert_eq!(sessions(), 0);

    let answer = visitor.post("cart/add", &[], Some(r#"{"sku":"TOW-GAN","qty":1}"#), &[]);
    let cookies = answer.headers["set-cookie"].clone();
    let session = cookies.iter().find(|c| c.starts_with("PHPSESSID=")).unwrap();
    assert!(session.contains("HttpOnly") && session.contains("SameSite=Lax") && session.contains("Max-Age=2592000"));
    let handle = cookies.iter().find(|c| c.starts_with("SID=")).unwrap();
    assert!(!handle.contains("HttpOnly"));
    assert!(cookies.iter().any(|c| c.starts_with("rwflag=1")));
    let token = visitor.cookies["PHPSESSID"].clone();
    assert_eq!(token.len(), 64);
    assert!(!token.contains(&visitor.cookies["SID"]));
    // Later calls keep it.
    assert!(visitor.post("cart/sidebar", &[], None, &[]).header("set-cookie").is_none());
    visitor.add("TOW-GAN", 1);
    assert_eq!((&visitor.cookies["PHPSESSID"], sessions()), (&token, 1));
    // Only the hash is stored.
    let stored: Vec<u8> = shop.database().one("SELECT token_hash FROM session", vals![]).unwrap();
    assert_eq!(stored.len(), 32);
    assert!(!token.as_bytes().windows(32).any(|part| part == stored));
}

/// A read that was sent before the first write and is answered after it takes nothing away.
#[test]
fn read_without_a_session_leaves_the_one_of_a_write_alone() {
    let shop = Shop::open();
    let mut early = shop.visitor();
    let mut visitor = early.clone();
    visitor.add("TOW-GAN", 1);
    let late = early.post("cart", &[], None, &[]);
    assert!(late.header("set-cookie").is_none(), "{:?}", late.headers);
    assert_eq!(visitor.call("cart", &json!({}))["total_qty"], 1);
}

#[test]
fn forged_session_token_is_replaced() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let made_up = "a".repeat(64);
    visitor.cookies.insert("PHPSESSID".into(), made_up.clone());
    visitor.post("cart/sidebar", &[], None, &[]);
    assert_eq!(visitor.cookies["PHPSESSID"], made_up);
    visitor.add("TOW-GAN", 1);
    assert_ne!(visitor.cookies["PHPSESSID"], made_up);
}

#[test]
fn sid_parameter_gives_no_access_to_a_cart() {
    let shop = Shop::open();
    let mut owner = shop.visitor();
    owner.add("TOW-GAN", 1);
    let sid = owner.cookies["SID"].clone();
    let token = owner.cookies["PHPSESSID"].clone();
    for stolen in [sid, token] {
        let mut thief = shop.visitor().with_query("SID", &stolen);
        assert_eq!(thief.call("cart/sidebar", &json!({}))["total_qty"], 0);
    }
}

#[test]
fn session_expires_after_30_days_of_inactivity() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 1);
    let now = jiff::Timestamp::now();
    let days = |n: i64| (now + jiff::SignedDuration::from_hours(24 * n)).to_string();
    shop.set_clock(&days(29));
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 1);
    // The call extended the session.
    shop.set_clock(&days(58));
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 1);
    shop.set_clock(&days(89));
    let rows: i64 = shop.database().one("SELECT count(*) FROM session", vals![]).unwrap();
    assert_eq!(rows, 0, "the job deletes expired sessions with their carts");
    assert_eq!(visitor.call("cart/sidebar", &json!({}))["total_qty"], 0);
}

#[test]
fn member_calls_require_login() {
    let shop = Shop::open();
    let contract: Value = serde_json::from_str(include_str!("../ui/openapi.json")).unwrap();
    let calls = contract["paths"].as_object().unwrap();
    let member_calls: Vec<&str> = calls
        .iter()
        .filter(|(_, call)| call["post"]["x-access"] == "member")
        .map(|(path, _)| path.trim_start_matches('/'))
        .collect();
    assert_eq!(member_calls.len(), 31, "{member_calls:?}");
    for path in member_calls {
        let answer = shop.visitor().post(path, &[], None, &[]);
        assert_eq!(answer.status, 200, "{path}");
        let envelope = answer.json();
        assert_eq!(
            (envelope["code"].clone(), envelope["message"].clone()),
            (json!("0"), json!("login required")),
            "{path}"
        );
    }
}

#[test]
fn openapi_lists_every_status_and_says_where_a_body_may_be_left_out() {
    let shop = Shop::open_with(&[("SHOP__LIMITS__WRITES_PER_MINUTE", "1000000")]);
    let contract: Value = serde_json::from_str(include_str!("../ui/openapi.json")).unwrap();
    let is_listed = |path: &str, status: u16| {
        contract["paths"][format!("/{path}")]["post"]["responses"].get(status.to_string()).is_some()
    };
    let mut optional = 0;
    for (path, call) in contract["paths"].as_object().unwrap() {
        let path = path.trim_start_matches('/');
        for status in [200, 400, 403, 405, 408, 413, 429, 500, 503] {
            assert!(is_listed(path, status), "{path}: {status}");
        }
        let call = &call["post"];
        let Some(body) = call.get("requestBody") else { continue };
        // Where both styles are accepted, arguments may be in the query; members are asked for first.
        if call["x-style"] == "either" {
            assert_eq!(body["required"], false, "{path}");
        }
        if call["x-style"] != "json" || call["x-access"] == "member" {
            continue;
        }
        let status = shop.visitor().post(path, &[], None, &[]).status;
        assert_eq!(body["required"] == true, status == 400, "{path}: {status} without a body");
        optional += u32::from(status != 400);
    }
    assert!(optional > 0);
    for (status, answer) in [
        (400, shop.visitor().post("cart/add", &[], Some("{"), &[])),
        (403, shop.visitor().post("cart/add", &[], Some("{}"), &[("Sec-Fetch-Site", "cross-site")])),
        (405, shop.visitor().get("/hah_api/cart/add")),
        (413, shop.visitor().post("cart/add", &[], Some(&format!("{{\"sku\": \"{}\"}}", "x".repeat(70_000))), &[])),
    ] {
        assert_eq!(answer.status, status);
        assert!(is_listed("cart/add", status), "{status}");
    }
}

#[test]
fn openapi_is_current() {
    let shop = Shop::open();
    let contract = shop.visitor().get("/hah_api/openapi.json").json();
    assert_eq!(contract["openapi"], "3.1.0");
    let own: Value = serde_json::from_str(include_str!("../ui/openapi.json")).unwrap();
    assert!(own == contract, "ui/openapi.json is stale: run `make api`");
}

#[test]
fn rate_limit_counts_client_addresses_behind_a_trusted_proxy() {
    let shop = Shop::open_with(&[
        ("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]"),
        ("SHOP__LIMITS__REQUESTS_PER_MINUTE", "5"),
    ]);
    let from = |address: &'static str| {
        let mut visitor = shop.visitor();
        move || visitor.post("cart/sidebar", &[], None, &[("X-Forwarded-For", address)]).status
    };
    let mut one = from("203.0.113.7");
    assert_eq!((0..7).map(|_| one()).collect::<Vec<_>>(), [200, 200, 200, 200, 200, 429, 429]);
    assert_eq!(from("203.0.113.8")(), 200, "each address has its own bucket");
    assert_eq!(from("198.51.100.1, 203.0.113.7")(), 429, "addresses left of the proxy's are ignored");
}

#[test]
fn forwarded_address_is_ignored_without_a_trusted_proxy() {
    let shop = Shop::open_with(&[("SHOP__LIMITS__REQUESTS_PER_MINUTE", "2")]);
    let mut visitor = shop.visitor();
    let mut ask = |address: &str| visitor.post("cart/sidebar", &[], None, &[("X-Forwarded-For", address)]).status;
    assert_eq!([ask("203.0.113.1"), ask("203.0.113.2"), ask("203.0.113.3")], [200, 200, 429]);
}

#[test]
fn language_and_currency_come_from_parameters_before_cookies() {
    let shop = Shop::open();
    let name =
        |visitor: &mut crate::support::Visitor| visitor.call("page/topmenu", &json!({}))["items"][0]["name"].clone();
    let english = name(&mut shop.visitor());
    let french = name(&mut shop.visitor().speaking("fr"));
    assert_ne!(english, french);
    let currency =
        |visitor: &mut crate::support::Visitor| visitor.call("cart", &json!({}))["totals"]["currency"].clone();
    assert_eq!(currency(&mut shop.visitor()), "EUR");
    assert_eq!(currency(&mut shop.visitor().with_query("currency", "CHF")), "CHF");
    assert_eq!(currency(&mut shop.visitor().with_query("currency", "SEK")), "EUR", "not offered: ignored");
    let mut visitor = shop.visitor();
    visitor.cookies.insert("currency".into(), "PLN".into());
    assert_eq!(currency(&mut visitor), "PLN");
    assert_eq!(currency(&mut visitor.with_query("currency", "GBP")), "GBP", "the parameter wins over the cookie");
}
