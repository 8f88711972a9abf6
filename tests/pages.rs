//! Pages over HTTP: redirects, localised keys, caching, metadata, security headers; no personal data in cached pages.

use serde_json::json;

use crate::support::{Answer, FIVE_LANGUAGES, Shop, Visitor, eventually};

const BROWSER: (&str, &str) = ("Accept", "text/html,application/xhtml+xml,*/*;q=0.8");

#[test]
fn root_redirects_to_the_visitors_language() {
    let shop = Shop::open();
    let to = |headers: &[(&str, &str)]| {
        let answer = shop.visitor().get_with("/", headers);
        assert_eq!(answer.status, 302);
        answer.header("location").unwrap().to_owned()
    };
    assert_eq!(to(&[]), "/en");
    assert_eq!(to(&[("Accept-Language", "de-AT,de;q=0.9,en;q=0.5")]), "/de");
    assert_eq!(to(&[("Accept-Language", "fr-CH")]), "/fr");
    assert_eq!(
        to(&[("Accept-Language", "zh-CN,zh;q=0.9")]),
        "/en",
        "Chinese is not offered in the four-language reading"
    );
    assert_eq!(to(&[("Accept-Language", "pt-BR")]), "/en");
    let mut visitor = shop.visitor();
    visitor.cookies.insert("lang".into(), "es".into());
    assert_eq!(visitor.get_with("/", &[("Accept-Language", "de")]).header("location"), Some("/es"));
}

#[test]
fn unknown_language_redirects_and_keeps_the_path() {
    let shop = Shop::open();
    let german = ("Accept-Language", "de");
    let to = |path: &str| shop.visitor().get_with(path, &[BROWSER, german]).header("location").map(str::to_owned);
    assert_eq!(to("/cart").as_deref(), Some("/de/cart"));
    assert_eq!(to("/it/cart").as_deref(), Some("/de/cart"));
    assert_eq!(to("/xx/help/returns?a=1").as_deref(), Some("/de/help/returns?a=1"));
    assert_eq!(to("/wechatpay").as_deref(), Some("/de/wechatpay"));
    assert_eq!(to("/EN/cart").as_deref(), Some("/en/cart"));
    // Caches must not mix the redirect for browsers with the 404 for other clients.
    let program = shop.visitor().get_with("/it/cart", &[("Accept", "application/json")]);
    assert_eq!((program.status, program.header("cache-control")), (404, Some("no-store")));
    assert_eq!(program.header("vary"), Some("Accept"));
    assert_eq!(to("//evil.example/x").as_deref().map(|to| to.starts_with("/de")), Some(true), "no open redirect");
    let five = Shop::open_with(&[FIVE_LANGUAGES]);
    for path in ["/cn/cart", "/zh-CN/cart", "/zh-hant/cart", "/ZH/cart"] {
        let answer = five.visitor().get(path);
        assert_eq!((answer.status, answer.header("location")), (301, Some("/zh/cart")), "{path}");
    }
}

#[test]
fn url_keys_of_another_language_redirect_permanently() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let product = visitor.call("catalog/product", &json!({ "sku": "TOW-GAN" }));
    let (english, french) =
        (product["alternates"]["en"].as_str().unwrap(), product["alternates"]["fr"].as_str().unwrap());
    let key = english.rsplit('/').next().unwrap();
    for path in [format!("/fr/p/{key}"), format!("/fr/p/some/where/{key}")] {
        let answer = visitor.get(&path);
        assert_eq!((answer.status, answer.header("location")), (301, Some(french)), "{path}");
    }
    let category = visitor.call("catalog/category", &json!({ "url_key": "bedding" }));
    let german = category["alternates"]["de"].as_str().unwrap();
    let answer = visitor.get("/de/c/bedding?sort=name&utm=x");
    assert_eq!((answer.status, answer.header("location")), (301, Some(format!("{german}?sort=name").as_str())));
    // The category part of the URL is optional; a made-up one redirects to the canonical URL, which prevents an unlimited
    // number of pages.
    let answer = visitor.get(&format!("/en/p/{key}"));
    assert_eq!(answer.status, 200);
    assert!(answer.body.contains(&format!("rel=\"canonical\" href=\"{}{english}\"", shop.url)), "canonical");
    let answer = visitor.get(&format!("/en/p/any/thing/{key}"));
    assert_eq!((answer.status, answer.header("location")), (301, Some(english)));
}

#[test]
fn pages_are_rendered_with_content_and_metadata() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let answer = visitor.get("/en/c/bedding");
    assert_eq!(answer.status, 200);
    for part in [
        "<html lang=\"en-GB\"",
        "<h1",
        "Percale",
        "hreflang=\"fr\"",
        "hreflang=\"x-default\"",
        "og:title",
        "BreadcrumbList",
        "application/ld+json",
        "id=\"primed\"",
    ] {
        assert!(answer.body.contains(part), "{part}");
    }
    let product = visitor.get("/en/p/towels/pair-of-wash-mitts");
    for part in ["€18.00", "incl. VAT", "\"@type\":\"Product\"", "InStock", "Valmère Maison"] {
        assert!(product.body.contains(part), "{part}");
    }
    let notfound = visitor.get("/en/no/such/page");
    assert_eq!(notfound.status, 404);
    assert!(notfound.body.contains("Page not found") && notfound.body.contains("noindex"));
    assert_eq!(visitor.get("/en/404").status, 404);
    // The cached 404 page does not contain the requested path.
    let secret = visitor.get("/en/somebody/secret-path");
    assert!(!secret.body.contains("secret-path"));
    assert_eq!(secret.body, notfound.body);
    assert_eq!(visitor.get("/en/p/no-such-product").status, 404);
    assert_eq!(visitor.get("/en/help/nothing").status, 404);
}

#[test]
fn empty_and_missing_pages_show_a_preloaded_image() {
    let shop = Shop::open();
    // Shown in the body and preloaded in the head.
    let shows = |body: &str, name: &str| {
        let (head, rest) = body.split_once("</head>").unwrap();
        let files = format!("/media/{name}.");
        assert_eq!(head.contains(&files), rest.contains(&format!("<img src=\"{files}")), "{name}: preloaded and shown");
        head.contains(&files)
    };
    let mut visitor = shop.customer("vacant@example.com");
    for path in ["/en/no/such/page", "/de/p/no-such-product", "/fr/c/rien", "/es/help/nada"] {
        assert!(shows(&visitor.get(path).body, "not-found"), "{path}");
    }
    assert!(shows(&visitor.get("/en/order/detail?order_number=0").body, "not-found"), "an order of another customer");
    assert!(shows(&visitor.get("/en/cart").body, "empty-bag"));
    visitor.add("TOW-GAN", 1);
    let filled = visitor.get("/en/cart").body;
    assert!(!filled.contains("empty-bag") && !filled.contains("not-found"), "a filled cart");
    let refused = visitor.post("page/picture", &[("of".into(), "anything".into())], None, &[]);
    assert_eq!(refused.status, 400);
}

#[test]
fn public_pages_are_cached_with_etag() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let first = visitor.get("/en/c/towels");
    assert_eq!(first.header("cache-control"), Some("private, no-cache"));
    assert_eq!(first.header("vary"), Some("Accept-Encoding, Cookie"));
    let etag = first.header("etag").unwrap().to_owned();
    assert_eq!(
        visitor.get("/en/c/towels?utm_source=x").header("etag"),
        Some(etag.as_str()),
        "unknown parameters do not change the page"
    );
    assert_eq!(visitor.get_with("/en/c/towels", &[("If-None-Match", &etag)]).status, 304);
    assert_ne!(visitor.get("/en/c/towels?sort=name").header("etag"), Some(etag.as_str()));
    // Unusual parameters are read alike by server and client.
    for odd in [
        "page=2&page=22",
        "page=9999999",
        "page=-1",
        "sort=name&sort=newest",
        "f.colour=white&f.colour=taupe",
        "f.__proto__=x",
        "f.=x",
        "page=007",
        "f.colour=,%20,",
    ] {
        assert_eq!(visitor.get(&format!("/en/c/bath-and-spa?{odd}")).status, 200, "{odd}");
        assert_eq!(visitor.get(&format!("/en/search?q=towel&{odd}")).status, 200, "{odd}");
    }
    let figures = visitor.get("/metrics").body;
    assert!(figures.contains("shop_page_cache_hits_total"), "{figures}");
    // A new catalogue version from another process invalidates the page.
    shop.database()
        .execute_batch("UPDATE listing_stock SET quantity = 0; UPDATE catalogue_version SET version = version + 1;")
        .unwrap();
    eventually("the page is rendered again", || visitor.get("/en/c/towels").header("etag") != Some(etag.as_str()));
}

#[test]
fn cached_pages_have_no_personal_data_or_exact_stock() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 7);
    visitor.cookies.insert("employcode".into(), "VALMERE-TEAM".into());
    let own = visitor.get("/en/p/towels/pair-of-wash-mitts").body;
    let strangers = shop.visitor().get("/en/p/towels/pair-of-wash-mitts").body;
    assert_eq!(own, strangers);
    assert!(own.contains("\"stock\":null") && !own.contains("\"stock\":10"));
    assert!(!own.contains(&visitor.cookies["PHPSESSID"]));
}

#[test]
fn private_pages_show_only_their_visitor() {
    let shop = Shop::open();
    let mut one = shop.visitor();
    one.add("TOW-GAN", 7);
    let page = one.get("/en/cart");
    assert_eq!(page.header("cache-control"), Some("no-store"));
    assert!(page.body.contains("Pair of wash mitts"));
    let mut other = shop.visitor();
    other.add("PIL-ROU", 1);
    let page = other.get("/en/cart");
    assert!(page.body.contains("Feather bolster") && !page.body.contains("Pair of wash mitts"));
    // An empty cart redirects from the checkout to the cart.
    let answer = shop.visitor().get("/en/checkout");
    assert_eq!((answer.status, answer.header("location")), (303, Some("/en/cart")));
}

#[test]
fn currency_and_tag_move_from_the_url_to_cookies() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let answer = visitor.get("/en/c/towels?currency=chf&sort=name&promo-tag=VALMERE-TEAM");
    assert_eq!((answer.status, answer.header("location")), (303, Some("/en/c/towels?sort=name")));
    assert_eq!(
        (visitor.cookies["currency"].as_str(), visitor.cookies["employcode"].as_str()),
        ("CHF", "VALMERE%2DTEAM")
    );
    assert!(visitor.get("/en/c/towels").body.contains("CHF"));
    let cart = visitor.add("TOW-GAN", 1);
    assert_eq!(cart["promo"]["status"], "applied");
    let mut visitor = shop.visitor();
    visitor.get("/en?currency=XYZ");
    assert!(!visitor.cookies.contains_key("currency"));
}

#[test]
fn phones_get_their_own_home_page_only() {
    let shop = Shop::open();
    let phone = ("User-Agent", "Mozilla/5.0 (Linux; Android 16) Mobile");
    assert_ne!(shop.visitor().get("/en").body, shop.visitor().get_with("/en", &[phone]).body);
    assert_eq!(
        shop.visitor().get_with("/en", &[phone]).body,
        shop.visitor().get_with("/en", &[("Sec-CH-UA-Mobile", "?1")]).body
    );
    assert_eq!(shop.visitor().get("/en/c/towels").body, shop.visitor().get_with("/en/c/towels", &[phone]).body);
}

#[test]
fn content_encoding_follows_accept_encoding() {
    let shop = Shop::open();
    for (accept, encoding) in [("gzip, br", Some("br")), ("gzip", Some("gzip")), ("identity", None)] {
        let answer = shop.visitor().get_with("/en", &[("Accept-Encoding", accept)]);
        // The HTTP client decodes known encodings and drops the header; a header that is left must be right.
        if let Some(sent) = answer.header("content-encoding") {
            assert_eq!(Some(sent), encoding);
        }
        assert_eq!(answer.status, 200);
    }
}

#[test]
fn responses_have_security_headers() {
    let shop = Shop::open();
    let page = shop.visitor().get("/en").body;
    let asset = |extension: &str| {
        let files = page.split("\"/assets/").skip(1).filter_map(|rest| rest.split('"').next());
        format!("/assets/{}", files.into_iter().find(|file| file.ends_with(extension)).unwrap())
    };
    for (path, kind) in [
        ("/en", "text/html; charset=utf-8"),
        ("/en/cart", "text/html; charset=utf-8"),
        ("/en/no/such/page", "text/html; charset=utf-8"),
        ("/robots.txt", "text/plain; charset=utf-8"),
        ("/healthz", "text/plain; charset=utf-8"),
        (&asset(".js"), "text/javascript; charset=utf-8"),
        (&asset(".css"), "text/css; charset=utf-8"),
    ] {
        let answer = shop.visitor().get(path);
        assert_eq!(answer.header("content-type"), Some(kind), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert_eq!(answer.header("referrer-policy"), Some("strict-origin-when-cross-origin"), "{path}");
        let policy = answer.header("content-security-policy").unwrap();
        assert!(
            policy.contains("default-src 'self'")
                && policy.contains("frame-ancestors 'none'")
                && !policy.contains("unsafe")
        );
    }
    // JSON is UTF-8 and has no charset parameter (RFC 8259 §8.1).
    assert_eq!(shop.visitor().post("cart", &[], None, &[]).header("content-type"), Some("application/json"));
    assert!(!page.contains(" style=\"") && !page.contains("onclick="));
    for script in page.split("<script").skip(1) {
        assert!(
            script.starts_with(" type=\"application/") || script.starts_with(" type=\"module\" src=\"/assets/"),
            "an inline script: {}",
            &script[..80.min(script.len())]
        );
    }
}

#[test]
fn https_is_required_for_a_year_where_the_public_url_has_it() {
    let sent = |url: &str| -> Vec<Option<String>> {
        let shop = Shop::open_with(&[
            ("SHOP__MODE", "production"),
            ("SHOP__PAYMENT__METHODS", "[\"cheque\"]"),
            ("SHOP__SERVER__PUBLIC_URL", url),
        ]);
        let mut visitor = shop.visitor();
        let call = visitor.post("page/topmenu", &[], None, &[]);
        let answers =
            [visitor.get("/en"), visitor.get("/"), visitor.get("/assets/nothing.js"), visitor.get("/healthz")];
        let header = |answer: &Answer| answer.header("strict-transport-security").map(str::to_owned);
        answers.iter().chain([&call]).map(header).collect()
    };
    let year = Some("max-age=31536000; includeSubDomains".to_owned());
    assert_eq!(sent("https://shop.example"), vec![year; 5]);
    assert_eq!(sent("http://shop.example"), vec![None; 5]);
}

#[test]
fn assets_are_immutable_and_paths_cannot_escape() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let page = visitor.get("/en").body;
    let script = page.split("src=\"/assets/").nth(1).and_then(|rest| rest.split('"').next()).unwrap().to_owned();
    let answer = visitor.get(&format!("/assets/{script}"));
    assert_eq!((answer.status, answer.header("cache-control")), (200, Some("public, max-age=31536000, immutable")));
    for path in [
        "/assets/../server/server.js",
        "/assets/%2e%2e/server/server.js",
        "/assets/nothing.js",
        "/media/../shop.db",
        "/media/none.webp",
    ] {
        assert_eq!(visitor.get(path).status, 404, "{path}");
    }
    let picture = page.split("src=\"/media/").nth(1).and_then(|rest| rest.split('"').next()).unwrap();
    assert_eq!(visitor.agent_status(&format!("/media/{picture}")), 200);
}

#[test]
fn failing_page_answers_a_localised_503() {
    let shop = Shop::open();
    let product = "/de/p/bettdecken/ganzjahresdecke-mit-gaensedaunen";
    // Reads of the product fail.
    shop.database().execute_batch("PRAGMA foreign_keys = OFF; DROP TABLE product_text").unwrap();
    // Error pages are rendered in the background after the start.
    eventually("the German error page", || shop.visitor().get(product).body.contains("</footer>"));
    let answer = shop.visitor().get(product);
    assert_eq!((answer.status, answer.header("retry-after")), (503, Some("5")));
    assert_eq!(answer.header("cache-control"), Some("no-store"));
    assert!(answer.body.contains("Es ist ein Fehler aufgetreten"));
    assert!(answer.body.contains("href=\"/de\""), "a link to the home page");
    assert!(!answer.body.contains("product_text"), "no internal details");
}

/// A shop with several visitors in one product: how often its pages are rendered.
#[test]
fn sale_of_one_product_leaves_pages_of_others_alone() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let rendered = || shop.figure("shop_pages_rendered_total");
    let mitts = "/en/p/towels/pair-of-wash-mitts";
    let bed = shop.visitor().call("catalog/product", &json!({ "sku": "BED-LAC" }))["url"].clone();
    let others = ["/en/c/beds", "/en/c/bedding", "/en/help/returns", bed.as_str().unwrap()];
    for page in others.iter().chain(&[mitts]) {
        assert_eq!(visitor.get(page).status, 200, "{page}");
    }
    let all = rendered();
    assert_eq!(all, 5.0, "pages");
    let availability = |visitor: &mut Visitor| {
        let body = visitor.get(mitts).body;
        let (_, rest) = body.split_once("data-availability=\"").unwrap();
        rest.split_once('"').unwrap().0.to_owned()
    };
    assert_eq!(availability(&mut visitor), "in_stock");

    // Ten are there; each step is another class.
    shop.visitor().place("TOW-GAN", 8, "card");
    // What this process has written is in the next answer of a call.
    let told = visitor.call("catalog/availability", &json!({ "skus": ["TOW-GAN"] }));
    assert_eq!((&told["items"][0]["stock"], &told["items"][0]["availability"]), (&json!(2), &json!("low_stock")));
    assert_eq!(visitor.call("catalog/product", &json!({ "sku": "TOW-GAN" }))["stock"], 2);
    eventually("the page is rendered behind its visitors", || availability(&mut visitor) == "low_stock");
    assert_eq!(rendered(), all + 1.0, "once, whoever asked");
    shop.visitor().place("TOW-GAN", 2, "card");
    for page in others {
        assert_eq!(visitor.get(page).status, 200);
    }
    assert_eq!(rendered(), all + 1.0, "other pages are those of before");
    // Nobody is told of stock for longer than that.
    shop.set_clock_seconds_ahead(6);
    assert_eq!(availability(&mut visitor), "out_of_stock");
    assert_eq!(rendered(), all + 2.0);
}

#[test]
fn public_calls_are_answered_from_memory_and_start_no_session() {
    let shop = Shop::open();
    let sessions = || shop.count("SELECT count(*) FROM session");
    let before = sessions();
    for (path, args) in [
        ("catalog/category", json!({ "url_key": "towels" })),
        ("catalog/product", json!({ "sku": "TOW-GAN" })),
        ("catalog/availability", json!({ "skus": ["TOW-GAN"] })),
        ("search/index", json!({ "q": "towel" })),
        ("search/suggest", json!({ "q": "tow" })),
        ("page/home", json!({})),
    ] {
        let mut visitor = shop.visitor();
        let first = visitor.call(path, &args);
        assert_eq!(visitor.call(path, &args), first, "{path}");
        assert!(visitor.cookies.is_empty(), "{path}: {:?}", visitor.cookies);
        // Whoever has one keeps it.
        let mut shopper = shop.visitor();
        shopper.add("TOW-LAC-BAT-WHI", 1);
        let cookies = shopper.cookies.clone();
        assert_eq!((shopper.call(path, &args), shopper.cookies), (first, cookies), "{path}");
    }
    assert_eq!(sessions(), before + 6, "those of the bags");

    // Another view is another answer.
    let name = |visitor: Visitor| { visitor }.call("catalog/product", &json!({ "sku": "TOW-GAN" }))["name"].clone();
    assert_ne!(name(shop.visitor().speaking("de")), name(shop.visitor()));
    let price =
        |visitor: Visitor| { visitor }.call("catalog/product", &json!({ "sku": "TOW-GAN" }))["currency"].clone();
    assert_eq!(price(shop.visitor().with_query("currency", "GBP")), "GBP");
    assert_eq!(price(shop.visitor()), "EUR");
    // Refusals are not kept, and say the same again.
    let refused = || shop.visitor().refused("catalog/product", &json!({ "sku": "NO-SUCH" }))["error"]["id"].clone();
    assert_eq!((refused(), refused()), (json!("product.not_found"), json!("product.not_found")));
}

#[test]
fn repeated_answers_come_compressed() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let towels = [("url_key".to_owned(), "towels".to_owned())];
    let ask = |visitor: &mut Visitor, encoding: &str| {
        visitor.post("catalog/category", &towels, None, &[("Accept-Encoding", encoding)])
    };
    let plain = ask(&mut visitor, "identity");
    assert_eq!((plain.status, plain.header("content-encoding")), (200, None), "{}", plain.body);
    let packed = ask(&mut visitor, "br");
    assert_eq!(packed.header("content-encoding"), Some("br"));
    assert_eq!(ask(&mut visitor, "gzip").header("content-encoding"), None);
}
