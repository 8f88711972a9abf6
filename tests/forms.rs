//! Forms without scripts: the page's own form, filled in and sent as a browser does.

use serde_json::{Value, json};
use shop::vals;

use crate::support::form::{encoded, fill, form, send, value};
use crate::support::{PASSWORD, Shop, Visitor, eventually};

const EMAIL: &str = "claire.martin@example.com";

#[test]
fn bag_is_filled_changed_and_emptied() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let url = visitor.call("catalog/product", &json!({ "sku": "TOW-LAC" }))["url"].as_str().unwrap().to_owned();
    let mut fields = form(&visitor.get(&url).body, "cart/add");
    assert_eq!(value(&fields, "sku"), "TOW-LAC");
    let product = visitor.call("catalog/product", &json!({ "sku": "TOW-LAC" }));
    let chosen = product["variants"].as_array().unwrap().iter().find(|one| one["availability"] == "in_stock").unwrap();
    for (option, choice) in chosen["options"].as_object().unwrap() {
        fill(&mut fields, &[(&format!("options.{option}"), choice.as_str().unwrap())]);
    }
    fill(&mut fields, &[("qty", "2")]);
    let answer = send(&mut visitor, "cart/add", &fields);
    assert_eq!((answer.status, answer.header("location")), (303, Some("/en/cart")), "{}", answer.body);
    let cart = visitor.call("cart", &json!({}));
    assert_eq!((&cart["items"][0]["sku"], &cart["items"][0]["qty"]), (&chosen["sku"], &json!(2)));
    // More than there is: the bag comes again, and says so.
    let mut fields = form(&visitor.get("/en/cart").body, "cart/update");
    fill(&mut fields, &[("qty", "9999")]);
    let answer = send(&mut visitor, "cart/update", &fields);
    assert_eq!(answer.status, 422, "{}", answer.body);
    assert!(answer.body.contains("/do/cart/update") && answer.body.contains("-error"), "{}", answer.body);
    fill(&mut fields, &[("qty", "1")]);
    assert_eq!(send(&mut visitor, "cart/update", &fields).header("location"), Some("/en/cart"));
    let fields: Vec<_> = form(&visitor.get("/en/cart").body, "cart/delete");
    let id = visitor.call("cart", &json!({}))["items"][0]["item_id"].to_string();
    let chosen = [fields, vec![("item_ids".to_owned(), id)]].concat();
    assert_eq!(send(&mut visitor, "cart/delete", &chosen).status, 303);
    assert_eq!(visitor.call("cart", &json!({}))["items"], json!([]));
}

#[test]
fn login_comes_again_with_what_was_typed_and_leads_where_one_was_going() {
    let shop = Shop::open();
    shop.customer(EMAIL);
    let mut visitor = shop.visitor();
    let mut fields = form(&visitor.get("/en/login?return=%2Fen%2Fwishlist").body, "customer/login");
    assert_eq!(value(&fields, "_then"), "/en/wishlist");
    fill(&mut fields, &[("email", EMAIL), ("password", "wrong-one-4711")]);
    let answer = send(&mut visitor, "customer/login", &fields);
    assert_eq!((answer.status, answer.header("cache-control")), (422, Some("no-store")));
    assert!(answer.body.contains("Your email or password was entered incorrectly"), "{}", answer.body);
    let again = form(&answer.body, "customer/login");
    assert_eq!((value(&again, "email"), value(&again, "_then")), (EMAIL, "/en/wishlist"));
    assert!(!answer.body.contains("wrong-one-4711"), "a password does not come back");
    assert!(!visitor.cookies.contains_key("isLogin"));
    fill(&mut fields, &[("password", PASSWORD)]);
    let answer = send(&mut visitor, "customer/login", &fields);
    assert_eq!((answer.status, answer.header("location")), (303, Some("/en/wishlist")), "{}", answer.body);
    assert_eq!(visitor.cookies["isLogin"], "1");
    visitor.call("account/info", &json!({}));
}

/// What a shopper from France fills in.
fn delivery() -> [(&'static str, &'static str); 12] {
    [
        ("email", EMAIL),
        ("shipping_address.first_name", "Claire"),
        ("shipping_address.last_name", "Martin"),
        ("shipping_address.country", "FR"),
        ("shipping_address.address1", "8 rue des Tilleuls"),
        ("shipping_address.city", "Annecy"),
        ("shipping_address.postcode", "74000"),
        ("shipping_address.telephone", "+33 6 12 34 56 78"),
        ("payment_method", "bank_transfer"),
        ("shipping_method", "ups"),
        ("terms", "on"),
        ("member_card", ""),
    ]
}

fn orders(shop: &Shop) -> i64 {
    shop.count("SELECT COUNT(*) FROM sales_order")
}

#[test]
fn order_is_placed_once_at_the_price_that_was_shown() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 2);
    let page = visitor.get("/en/checkout");
    let mut fields = form(&page.body, "checkout/place");
    // Nothing filled in: each field says what it lacks, and the order is not placed.
    let answer = send(&mut visitor, "checkout/place", &fields);
    assert_eq!(answer.status, 422);
    assert!(answer.body.contains("href=\"#shipping-address-first-name\""), "{}", answer.body);
    // By a carrier that costs more than what was shown: the page comes again with the new total.
    fill(&mut fields, &delivery());
    let shown = value(&fields, "expected_total").to_owned();
    let answer = send(&mut visitor, "checkout/place", &fields);
    assert_eq!((answer.status, orders(&shop)), (422, 0), "{}", answer.body);
    let mut again = form(&answer.body, "checkout/place");
    assert_ne!(value(&again, "expected_total"), shown);
    assert_ne!(value(&again, "idempotency_key"), value(&fields, "idempotency_key"), "it was refused for good");
    for (name, typed) in [("email", EMAIL), ("shipping_address.postcode", "74000"), ("payment_method", "bank_transfer")]
    {
        assert_eq!(value(&again, name), typed);
    }
    // Lists are no inputs.
    fill(&mut again, &[("shipping_address.country", "FR")]);
    let answer = send(&mut visitor, "checkout/place", &again);
    let to = answer.header("location").unwrap_or_else(|| panic!("{}", answer.body)).to_owned();
    assert!(answer.status == 303 && to.starts_with("/en/ordersuccess?token="), "{to}");
    // Sent twice, or by Back, it is the same order.
    assert_eq!(send(&mut visitor, "checkout/place", &again).header("location"), Some(to.as_str()));
    assert_eq!(orders(&shop), 1);
    let placed = visitor.call("payment/index", &json!({ "token": to.split_once('=').unwrap().1 }));
    assert_eq!(placed["totals"]["total"], json!(value(&again, "expected_total")));
    assert_eq!(visitor.get(&to).status, 200);
}

#[test]
fn order_by_card_leads_on_to_its_payment() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 1);
    let mut fields = form(&visitor.get("/en/checkout").body, "checkout/place");
    fill(&mut fields, &delivery());
    fill(&mut fields, &[("payment_method", "card")]);
    let answer = send(&mut visitor, "checkout/place", &fields);
    let mut again = form(&answer.body, "checkout/place");
    fill(&mut again, &[("shipping_address.country", "FR")]);
    let answer = send(&mut visitor, "checkout/place", &again);
    assert_eq!(answer.status, 303, "{}", answer.body);
    let to = answer.header("location").unwrap().to_owned();
    assert!(to.starts_with("/demo/pay/"), "{to}");
}

#[test]
fn customer_orders_to_an_address_of_the_book() {
    let shop = Shop::open();
    let mut visitor = shop.customer(EMAIL);
    let address = |city: &str| {
        json!({ "first_name": "Claire", "last_name": "Martin", "address1": "8 rue des Tilleuls", "city": city,
                "postcode": "74000", "country": "FR", "telephone": "+33 6 12 34 56 78" })
    };
    visitor.call("address/create", &address("Annecy"));
    visitor.call("address/create", &address("Seynod"));
    let book = visitor.call("address/index", &json!({}))["items"].clone();
    let id = |city: &str| {
        let found = book.as_array().unwrap().iter().find(|one| one["city"] == city);
        found.unwrap_or_else(|| panic!("{book}"))["id"].to_string()
    };
    visitor.add("TOW-GAN", 1);
    let mut fields = form(&visitor.get("/en/checkout").body, "checkout/place");
    let terms = [("payment_method", "bank_transfer"), ("terms", "on"), ("shipping_choice", &id("Seynod"))];
    fill(&mut fields, &terms);
    let mut answer = send(&mut visitor, "checkout/place", &fields);
    if answer.status == 422 {
        // The default address is in another country than the shop.
        fields = form(&answer.body, "checkout/place");
        assert_eq!(value(&fields, "shipping_choice"), id("Seynod"));
        answer = send(&mut visitor, "checkout/place", &fields);
    }
    assert_eq!(answer.status, 303, "{}", answer.body);
    let sql = "SELECT city FROM order_address WHERE kind = 'shipping'";
    let cities: Vec<String> = shop.database().all(sql, vals![]).unwrap();
    assert_eq!(cities, ["Seynod"]);
}

#[test]
fn forms_of_other_sites_and_ways_out_of_the_shop_are_refused() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let fields = |then: &str| encoded(&[("sku".into(), "TOW-GAN".into()), ("_then".into(), then.into())]);
    for headers in [[("Origin", "https://elsewhere.example")], [("Sec-Fetch-Site", "cross-site")]] {
        assert_eq!(visitor.form_with("/en/do/cart/add", &fields(""), &headers).status, 403, "{headers:?}");
    }
    for then in ["//elsewhere.example", "https://elsewhere.example", "/\\elsewhere.example", "/demo/pay/x", "/en/../x"]
    {
        let answer = visitor.form("/en/do/cart/add", &fields(then));
        assert_eq!((answer.status, answer.header("location")), (303, Some("/en")), "{then}");
    }
    for path in ["/en/do/cart", "/en/do/nothing", "/xx/do/cart/add", "/en/do/staff/invite"] {
        assert_eq!(visitor.form(path, "").status, 404, "{path}");
    }
    let looked = visitor.get("/en/do/cart/add");
    assert_eq!((looked.status, looked.header("location")), (303, Some("/en")));
    // Who is not logged in is led to the login, and back.
    let answer = visitor.form("/en/do/account/password", &encoded(&[("_from".into(), "/en/account/edit".into())]));
    assert_eq!(answer.header("location"), Some("/en/login?return=%2Fen%2Faccount%2Fedit"), "{}", answer.body);
}

#[test]
fn language_that_was_chosen_is_kept() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let page = |path: &str| format!("{}{path}", shop.url);
    for (from, site) in [
        (page("/de/help/returns"), "same-origin"),
        (page("/feed.xml"), "same-origin"),
        ("https://elsewhere.example/en/".to_owned(), "cross-site"),
        (page("/en"), "cross-site"),
    ] {
        visitor.get_with("/de/help/returns", &[("Referer", from.as_str()), ("Sec-Fetch-Site", site)]);
        assert_eq!(visitor.cookies.get("lang"), None, "{from} {site}");
    }
    let referer = page("/en/help/returns?x=1");
    let chosen = [("Referer", referer.as_str()), ("Sec-Fetch-Site", "same-origin")];
    let first = visitor.get_with("/de/help/returns", &chosen);
    assert_eq!((first.status, first.header("cache-control")), (200, Some("private, no-cache")));
    assert_eq!(visitor.cookies["lang"], "de");
    assert_eq!(visitor.get("/").header("location"), Some("/de"));
    // Said once; and by browsers that do not say where they come from, too.
    assert_eq!(visitor.get_with("/de/help/returns", &chosen).header("set-cookie"), None);
    let back = page("/de");
    visitor.get_with("/en/cart", &[("Referer", back.as_str())]);
    assert_eq!(visitor.cookies["lang"], "en");
}

#[test]
fn language_is_chosen_by_a_document_that_is_shown() {
    let shop = Shop::open();
    let referer = format!("{}/en", shop.url);
    let chosen = [("Referer", referer.as_str()), ("Sec-Fetch-Site", "same-origin")];
    let kept = |path: &str, more: &[(&str, &str)]| {
        let mut visitor = shop.visitor();
        let answer = visitor.get_with(path, &[&chosen[..], more].concat());
        (answer.status, visitor.cookies.get("lang").cloned())
    };
    let german = Some("de".to_owned());
    let page = "/de/help/returns";
    let etag = shop.visitor().get(page).header("etag").unwrap().to_owned();
    assert_eq!(kept(page, &[("Sec-Fetch-Dest", "document")]), (200, german.clone()));
    assert_eq!(kept(page, &[("If-None-Match", &etag)]), (304, german));
    for part in ["empty", "image", "iframe"] {
        assert_eq!(kept(page, &[("Sec-Fetch-Dest", part)]), (200, None), "{part}");
    }
    assert_eq!(kept("/de/no/such/page", &[]), (404, None));
    assert_eq!(kept("/de/account", &[]), (303, None));
    let mut visitor = shop.visitor();
    assert_eq!(visitor.form_with(page, "", &chosen).status, 405);
    assert_eq!(visitor.cookies.get("lang"), None);
}

/// What `main` shows.
fn text(page: &str) -> String {
    let main = page.split("<main").nth(1).unwrap_or_default().split("</main>").next().unwrap_or_default();
    main.split('<').filter_map(|part| part.split_once('>')).map(|(_, text)| text).collect()
}

/// Whether a date stands behind these words.
fn is_dated(page: &str, words: &str, date: &Value) -> bool {
    let day = date.as_str().unwrap().rsplit('-').next().unwrap().trim_start_matches('0');
    let shown = text(page);
    shown.match_indices(words).any(|(at, _)| {
        let behind: String = shown[at + words.len()..].chars().take(40).collect();
        behind.split(|c: char| !c.is_ascii_digit()).any(|number| number == day)
    })
}

#[test]
fn dates_stand_in_the_bag_and_on_the_page_of_today() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let product = visitor.call("catalog/product", &json!({ "sku": "TOW-GAN" }));
    let url = product["url"].as_str().unwrap();
    let to = &product["delivery"]["to"];
    let today = format!("{url}?today=1");
    let cached = visitor.get(url);
    assert!(cached.body.contains(&format!("href=\"{today}\"")), "{}", text(&cached.body));
    assert!(!is_dated(&cached.body, "Standard delivery", to));
    let page = visitor.get(&today);
    assert_eq!((page.status, page.header("cache-control")), (200, Some("no-store")));
    assert!(is_dated(&page.body, "Standard delivery", to), "{}", text(&page.body));
    assert!(!is_dated(&visitor.get(url).body, "Standard delivery", to), "it is in nobody else's");

    visitor.add("TOW-GAN", 1);
    let checkout = visitor.call("checkout/index", &json!({}));
    let bag = visitor.get("/en/cart").body;
    let standard = &checkout["shipping_methods"][0];
    let carrier = format!("{} (United Kingdom)", standard["name"].as_str().unwrap());
    assert!(is_dated(&bag, &carrier, &standard["delivery_to"]), "{}", text(&bag));
    for method in checkout["payment_methods"].as_array().unwrap() {
        assert!(text(&bag).contains(method["name"].as_str().unwrap()), "{method}");
    }
    assert!(bag.contains("checkout/index?{}") && !bag.contains("checkout/region?{}"), "scripts ask for the countries");
    assert_eq!(shop.visitor().get("/en/cart").status, 200, "an empty bag has no dates");
}

#[test]
fn page_of_today_is_that_of_its_product_and_of_no_other_parameter() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let product = visitor.call("catalog/product", &json!({ "sku": "TOW-LAC" }));
    let url = product["url"].as_str().unwrap();
    let variant = product["variants"].as_array().unwrap().last().unwrap();
    let options = variant["options"].as_object().unwrap().iter();
    let chosen: Vec<String> = options.map(|(of, to)| format!("{of}={}", to.as_str().unwrap())).collect();
    // Before anybody has seen the page, and after.
    for _ in 0..2 {
        let page = visitor.get(&format!("{url}?today=1&utm_campaign=x&{}", chosen.join("&")));
        assert_eq!((page.status, page.header("cache-control")), (200, Some("no-store")));
        assert!(!page.body.contains("utm_campaign"), "{}", page.body);
        assert!(chosen.iter().all(|pair| page.body.contains(pair)), "{chosen:?}: {}", page.body);
        assert_eq!(visitor.get(url).status, 200);
    }
    let public = visitor.get(url).header("etag").unwrap().to_owned();
    for other in ["today", "today=0", "today=11", "Today=1"] {
        let page = visitor.get(&format!("{url}?{other}"));
        assert_eq!((page.status, page.header("etag")), (200, Some(public.as_str())), "{other}");
    }
    // What is not there is not there today either.
    let missing = visitor.get("/en/no/such/page").header("etag").unwrap().to_owned();
    let page = visitor.get("/en/p/no-such-product?today=1");
    assert_eq!((page.status, page.header("etag")), (404, Some(missing.as_str())));
}

#[test]
fn few_pages_of_today_are_rendered_at_a_time() {
    let shop = Shop::open();
    let product = shop.visitor().call("catalog/product", &json!({ "sku": "TOW-GAN" }));
    let url = product["url"].as_str().unwrap();
    let today = &format!("{url}?today=1");
    eventually("more are asked for than are rendered", || {
        let mut visitors: Vec<Visitor> = (0..24).map(|_| shop.visitor()).collect();
        let answers: Vec<_> = std::thread::scope(|scope| {
            let asked: Vec<_> = visitors.iter_mut().map(|one| scope.spawn(move || one.get(today))).collect();
            asked.into_iter().map(|one| one.join().unwrap()).collect()
        });
        for answer in &answers {
            assert_eq!(answer.header("cache-control"), Some("no-store"));
            // The others are led to the page of the cache.
            let is_led = answer.status == 303 && answer.header("location") == Some(url);
            assert!(answer.status == 200 || is_led, "{} {:?}", answer.status, answer.header("location"));
        }
        answers.iter().any(|answer| answer.status == 303)
    });
    assert_eq!(shop.visitor().get(today).status, 200);
}
