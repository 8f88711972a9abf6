//! Search engine optimisation: metadata, structured data, sitemaps, robots.txt, llms.txt and the product feed.

use std::collections::BTreeSet;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;

use serde_json::json;
use shop::vals;

use crate::support::html::{Element, elements, graph, node};
use crate::support::{FIVE_LANGUAGES, Shop, Visitor, seeded_copy};

/// The content of a `<meta>`, by its name or property.
fn meta<'e>(head: &'e [Element], name: &str) -> Option<&'e str> {
    let is = |element: &&Element| element.get("name") == Some(name) || element.get("property") == Some(name);
    head.iter().filter(|element| element.name == "meta").find(is)?.get("content")
}

fn link<'e>(head: &'e [Element], rel: &str) -> Option<&'e str> {
    head.iter().find(|element| element.name == "link" && element.get("rel") == Some(rel))?.get("href")
}

fn is_indexed(head: &[Element]) -> bool {
    meta(head, "robots").is_none_or(|said| !said.contains("noindex"))
}

fn head(visitor: &mut Visitor, path: &str) -> Vec<Element> {
    let answer = visitor.get(path);
    assert!(matches!(answer.status, 200 | 404), "{path}: {}", answer.status);
    elements(&answer.body)
}

#[test]
fn indexed_pages_have_complete_metadata() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    let mut visitor = shop.visitor();
    for path in ["/en", "/fr/c/linge-de-lit", "/de/help/returns", "/es/contact-us", "/en/p/towels/pair-of-wash-mitts"] {
        let answer = visitor.get(path);
        // A mistyped key would otherwise pass on the page it redirects to.
        let path = answer.header("location").unwrap_or(path).to_owned();
        let head = head(&mut visitor, &path);
        let url = format!("{}{path}", shop.url);
        assert!(is_indexed(&head), "{path}");
        assert_eq!(link(&head, "canonical"), Some(url.as_str()));
        assert_eq!(meta(&head, "og:url"), Some(url.as_str()));
        for name in ["description", "og:title", "og:description", "og:image:alt", "twitter:title", "twitter:image"] {
            assert!(meta(&head, name).is_some_and(|content| content.len() >= 8), "{path}: {name}");
        }
        assert_eq!(meta(&head, "twitter:card"), Some("summary_large_image"));
        let picture = meta(&head, "og:image").unwrap();
        assert!(picture.starts_with(&format!("{}/media/", shop.url)) && picture.ends_with(".jpg"), "{path}: {picture}");
        for side in ["og:image:width", "og:image:height"] {
            assert!(meta(&head, side).unwrap().parse::<u32>().unwrap() >= 600, "{path}: {side}");
        }
        let (answer, bytes) = visitor.file(picture.strip_prefix(&shop.url).unwrap());
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("image/jpeg")));
        assert!(bytes.len() > 5_000);
        let others = head.iter().filter(|element| element.get("property") == Some("og:locale:alternate")).count();
        assert_eq!(others, 4);
        let tags: BTreeSet<&str> = head.iter().filter_map(|element| element.get("hreflang")).collect();
        assert!(
            ["en", "fr", "de", "es", "zh-Hans", "x-default"].iter().all(|tag| tags.contains(tag)),
            "{path}: {tags:?}"
        );
    }
}

#[test]
fn private_and_search_pages_are_not_indexed() {
    let shop = Shop::open();
    let mut customer = shop.customer("robot@example.com");
    let mut visitor = shop.visitor();
    visitor.add("TOW-GAN", 1);
    let pages =
        ["cart", "checkout", "search", "search?q=towel", "search?q=zzzz", "login", "register", "forgetpwd", "withdraw"];
    for page in pages {
        let head = head(&mut visitor, &format!("/en/{page}"));
        assert!(!is_indexed(&head), "{page}");
        assert_eq!((link(&head, "canonical"), link(&head, "alternate")), (None, None), "{page}");
    }
    for page in ["account", "account/edit", "order", "address", "mywishlist"] {
        assert!(!is_indexed(&head(&mut customer, &format!("/en/{page}"))), "{page}");
    }
    for page in ["no/such", "ordersuccess?token=x", "payerror", "newsletter/confirm", "newsletter/unsubscribe"] {
        assert!(!is_indexed(&head(&mut visitor, &format!("/en/{page}"))), "{page}");
    }
}

#[test]
fn only_a_single_facet_choice_is_indexed() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let category = format!("{}/en/c/bath-and-spa", shop.url);
    let one = head(&mut visitor, "/en/c/bath-and-spa?f.colour=white");
    assert!(is_indexed(&one));
    assert_eq!(link(&one, "canonical"), Some(format!("{category}?f.colour=white").as_str()));
    assert!(meta(&one, "og:title").unwrap().contains("White"), "the title names the choice");
    let german = one.iter().find(|element| element.get("hreflang") == Some("de")).unwrap().get("href").unwrap();
    assert!(german.ends_with("?f.colour=white"), "{german}");
    for query in [
        "f.colour=white,grey",
        "f.colour=white&f.material=cotton",
        "f.colour=white&sort=name",
        "f.colour=white&page=2",
        "f.colour=nosuchcolour",
        "f.nosuchfacet=white",
        "f.price=0-50",
        "f.availability=in_stock",
        "sort=price_asc",
        "page=90",
    ] {
        let head = head(&mut visitor, &format!("/en/c/bath-and-spa?{query}"));
        assert!(!is_indexed(&head), "{query}");
        assert_eq!(link(&head, "canonical"), Some(category.as_str()), "{query}");
    }
    // Further pages of a list are indexed, with alternates in every language.
    let second = head(&mut visitor, "/en/c/bath-and-spa?page=2");
    assert!(is_indexed(&second));
    assert_eq!(link(&second, "canonical"), Some(format!("{category}?page=2").as_str()));
    let others: Vec<&str> = second
        .iter()
        .filter(|element| element.name == "link" && element.get("rel") == Some("alternate"))
        .filter_map(|element| element.get("href"))
        .collect();
    assert!(others.len() == 5 && others.iter().all(|href| href.ends_with("?page=2")), "{others:?}");
    // Unknown parameters are dropped from the canonical URL.
    assert_eq!(
        link(&head(&mut visitor, "/en/c/bath-and-spa?utm_source=x&colour=white"), "canonical"),
        Some(category.as_str())
    );
}

#[test]
fn structured_data_has_offers_delivery_and_returns() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let page = visitor.get("/en/p/towels/pair-of-wash-mitts").body;
    let nodes = graph(&page);
    let house = node(&nodes, "Organization");
    assert_eq!(house["address"]["streetAddress"], "12 quai du Lac");
    assert_eq!(house["contactPoint"]["contactType"], "customer service");
    assert_eq!(visitor.agent_status(house["logo"]["url"].as_str().unwrap().strip_prefix(&shop.url).unwrap()), 200);
    assert_eq!(house["hasMerchantReturnPolicy"]["merchantReturnDays"], 14);
    let product = node(&nodes, "Product");
    assert_eq!((&product["sku"], &product["brand"]["name"]), (&json!("TOW-GAN"), &json!("Valmère")));
    assert!(product["image"].as_array().is_some_and(|images| !images.is_empty()));
    let offer = &product["offers"];
    assert_eq!((&offer["price"], &offer["priceCurrency"]), (&json!("18.00"), &json!("EUR")));
    assert_eq!(offer["shippingDetails"]["shippingDestination"]["addressCountry"], "GB");
    assert_eq!(offer["hasMerchantReturnPolicy"]["@id"], house["hasMerchantReturnPolicy"]["@id"]);
    assert_eq!(house["hasMerchantReturnPolicy"]["returnFees"], "https://schema.org/ReturnFeesCustomerResponsibility");
    let rate = offer["shippingDetails"]["shippingRate"]["value"].as_str().unwrap().to_owned();
    assert!(rate.parse::<f64>().unwrap() > 0.0);
    let list = node(&nodes, "BreadcrumbList")["itemListElement"].as_array().unwrap().clone();
    assert_eq!((&list[0]["name"], list[0]["item"] == format!("{}/en", shop.url)), (&json!("Valmère"), true));
    assert_eq!(list.last().unwrap()["name"], product["name"]);
    // The shipping rate is that of the checkout.
    visitor.add("TOW-GAN", 1);
    let checkout = visitor.call("checkout/index", &json!({ "country": "GB", "shipping_method": "standard" }));
    assert_eq!(checkout["totals"]["shipping_amount"], rate);

    let bed = visitor.call("catalog/product", &json!({ "sku": "BED-LAC" }));
    let page = visitor.get(&bed["alternates"]["fr"].as_str().unwrap().replace("/en/", "/fr/")).body;
    let nodes = graph(&page);
    let group = node(&nodes, "ProductGroup");
    assert_eq!(group["productGroupID"], "BED-LAC");
    let variants = group["hasVariant"].as_array().unwrap();
    assert_eq!(variants.len(), bed["variants"].as_array().unwrap().len());
    let skus: BTreeSet<&str> = variants.iter().map(|one| one["sku"].as_str().unwrap()).collect();
    assert_eq!(skus.len(), variants.len());
    for variant in variants {
        assert!(variant["color"].is_string() && variant["size"].is_string(), "{variant}");
        let url = variant["offers"]["url"].as_str().unwrap();
        assert!(url.contains("?bed_size=") && url.contains("&leg="), "{url}");
        assert!(
            variant["offers"]["price"].is_string() && variant["offers"]["hasMerchantReturnPolicy"]["@id"].is_string()
        );
    }
    assert!(page.len() < 400_000, "{} bytes", page.len());

    let home = graph(&visitor.get("/de").body);
    let search = node(&home, "WebSite")["potentialAction"]["target"]["urlTemplate"].as_str().unwrap().to_owned();
    let found = visitor.get(search.replace("{search_term_string}", "Decke").strip_prefix(&shop.url).unwrap());
    assert!(found.status == 200 && found.body.contains("Decke"));
}

/// The return policy of a product's first offer, resolved where it refers to the organisation's.
fn returns(nodes: &[serde_json::Value]) -> serde_json::Value {
    let products = nodes.iter().filter(|node| node["@type"] == "Product" || node["@type"] == "ProductGroup");
    let product = products.clone().next().unwrap();
    let offer = if product["offers"].is_object() { &product["offers"] } else { &product["hasVariant"][0]["offers"] };
    let told = &offer["hasMerchantReturnPolicy"];
    let house = &node(nodes, "Organization")["hasMerchantReturnPolicy"];
    if told["@id"] == house["@id"] { house.clone() } else { told.clone() }
}

#[test]
fn structured_return_fees_match_the_product() {
    let shop = Shop::open();
    let mut visitor = shop.visitor().speaking("fr");
    let select = "SELECT sku FROM product WHERE parent_id IS NULL AND enabled = 1
                  AND (type IN ('bed', 'mattress', 'mattress_topper', 'headboard') OR sku IN ('TOW-GAN', 'CAN-VAL'))";
    let skus: Vec<String> = shop.database().all(select, vals![]).unwrap();
    let mut costs = BTreeSet::new();
    for sku in &skus {
        let product = visitor.call("catalog/product", &json!({ "sku": sku }));
        let path = product["alternates"]["fr"].as_str().unwrap();
        let told = returns(&graph(&visitor.get(path).body));
        assert_eq!((&told["applicableCountry"], &told["merchantReturnDays"]), (&json!("FR"), &json!(14)), "{sku}");
        assert_eq!(
            (&told["returnPolicyCountry"], &told["itemDefectReturnFees"]),
            (&json!("FR"), &json!("https://schema.org/FreeReturn"))
        );
        let fees = told["returnFees"].as_str().unwrap().strip_prefix("https://schema.org/").unwrap();
        assert_eq!(told["returnFees"], told["customerRemorseReturnFees"], "{sku}");
        match product["return_cost"].as_str() {
            Some(cost) => {
                assert_eq!(fees, "ReturnShippingFees", "{sku}");
                let amount = json!({ "@type": "MonetaryAmount", "value": cost, "currency": "EUR" });
                assert_eq!(told["returnShippingFeesAmount"], amount, "{sku}");
                assert_eq!(told["customerRemorseReturnShippingFeesAmount"], amount, "{sku}");
                assert!(told["returnMethod"].is_null(), "{sku} is collected");
                costs.insert(cost.to_owned());
            }
            None => {
                assert_eq!(
                    (fees, &told["returnMethod"]),
                    ("ReturnFeesCustomerResponsibility", &json!("https://schema.org/ReturnByMail")),
                    "{sku}"
                );
                assert!(told["returnShippingFeesAmount"].is_null(), "{sku}");
            }
        }
    }
    // One of each kind, as the help pages list them.
    assert_eq!(costs.iter().map(String::as_str).collect::<Vec<_>>(), ["149.00", "39.00", "89.00"]);
    assert!(skus.contains(&"TOW-GAN".to_owned()));
    // Goods that do not ship to the store's country have the policy of the countries they ship to.
    let bed = visitor.call("catalog/product", &json!({ "sku": "BED-LAC" }));
    let told = returns(&graph(&visitor.get(bed["alternates"]["en"].as_str().unwrap()).body));
    assert_eq!(told["applicableCountry"], bed["ship_to"]);
    assert!(
        told["applicableCountry"]
            .as_array()
            .is_some_and(|all| all.contains(&json!("FR")) && !all.contains(&json!("GB")))
    );
}

#[test]
fn limited_reduction_has_price_valid_until() {
    let shop = Shop::open();
    let reduced: i64 = shop
        .database()
        .one("SELECT product_id FROM price WHERE regular IS NOT NULL AND currency = 'EUR' LIMIT 1", vals![])
        .unwrap();
    let sku: String = shop
        .database()
        .one(
            "SELECT o.sku FROM product p JOIN product o ON o.id = coalesce(p.parent_id, p.id) WHERE p.id = $1",
            vals![reduced],
        )
        .unwrap();
    // 2031-01-01 at noon: the last moment before it is on the same day.
    let changed = shop
        .database()
        .exec("UPDATE price SET valid_to = 1925035200000 WHERE product_id = $1 AND regular IS NOT NULL", vals![reduced])
        .unwrap();
    assert!(changed > 0);
    shop.database().execute_batch("UPDATE catalogue_version SET version = version + 1").unwrap();
    let mut visitor = shop.visitor();
    let product = visitor.call("catalog/product", &json!({ "sku": sku }));
    let path = product["url"].as_str().unwrap();
    assert!(visitor.get(path).body.contains("\"priceValidUntil\":\"2031-01-01\""), "{path}");
    assert!(!visitor.get("/en/p/towels/pair-of-wash-mitts").body.contains("priceValidUntil"));
}

#[test]
fn sitemaps_list_every_language_and_images() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    let mut visitor = shop.visitor();
    let index = visitor.get("/sitemap.xml");
    assert_eq!(index.header("content-type"), Some("application/xml"));
    let etag = index.header("etag").unwrap().to_owned();
    assert_eq!(visitor.get_with("/sitemap.xml", &[("If-None-Match", &etag)]).status, 304);
    let index = roxmltree::Document::parse(&index.body).unwrap().root_element().children().count();
    assert!(index >= 2);
    let body = visitor.get("/sitemap/products-0.xml").body;
    let document = roxmltree::Document::parse(&body).unwrap();
    let mut pages = 0;
    for url in document.root_element().children() {
        pages += 1;
        let named = |name: &str| url.descendants().filter(|n| n.tag_name().name() == name).collect::<Vec<_>>();
        let loc = named("loc")[0].text().unwrap().to_owned();
        let tags: BTreeSet<_> = named("link").iter().filter_map(|one| one.attribute("hreflang")).collect();
        assert_eq!(tags.len(), 6, "{loc}");
        assert!(named("link").iter().any(|one| one.attribute("href") == Some(&loc)), "{loc} names itself");
        let pictures = named("image");
        assert!(!pictures.is_empty() && pictures.len() <= 6, "{loc}");
    }
    assert!(pages >= 5 * 55 && pages % 5 == 0, "{pages}");
}

#[test]
fn sitemap_files_stay_within_50_000_urls() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    // 12 000 more categories in five languages: 60 000 pages. IMMEDIATE, because a read lock cannot be upgraded once a job
    // of the running server has committed.
    shop.database()
        .execute_batch(
            "BEGIN IMMEDIATE;
             CREATE TEMP TABLE made AS
             WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 12000) SELECT i FROM n;
             CREATE TEMP TABLE spoken AS SELECT DISTINCT lang FROM category_text;
             INSERT INTO category (id, key, position) SELECT 10000 + i, 'made-' || i, i FROM made;
             INSERT INTO category_text (category_id, lang, name, url_key, intro, meta_title, meta_description, alt)
             SELECT 10000 + i, lang, 'Made', 'made-' || lang || i, '', '', '', '' FROM made, spoken;
             COMMIT;",
        )
        .unwrap();
    let mut visitor = shop.visitor();
    let locations = |xml: &str| -> Vec<String> {
        xml.split("<loc>").skip(1).map(|rest| rest.split("</loc>").next().unwrap().to_owned()).collect()
    };
    let mut named = BTreeSet::new();
    for part in locations(&visitor.get("/sitemap.xml").body) {
        let body = visitor.get(part.strip_prefix(&shop.url).unwrap()).body;
        let pages = locations(&body);
        assert!(
            pages.len() <= 50_000 && body.len() <= 50_000_000,
            "{part}: {} pages, {} bytes",
            pages.len(),
            body.len()
        );
        for page in pages {
            assert!(named.insert(page.clone()), "{page} is in two parts");
        }
    }
    for lang in ["en", "fr", "de", "es", "zh"] {
        let made = named.iter().filter(|page| page.starts_with(&format!("{}/{lang}/c/made-", shop.url))).count();
        assert_eq!(made, 12_000, "{lang}");
    }
}

#[test]
fn robots_txt_and_llms_txt_are_complete() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let robots = visitor.get("/robots.txt").body;
    assert!(
        robots.contains("Disallow: /hah_api/\n")
            && robots.contains("Disallow: /*?*promo-tag=\nDisallow: /*?*return=\nDisallow: /*?*today=\n")
    );
    assert!(robots.contains(&format!("Sitemap: {}/sitemap.xml", shop.url)));
    for unknown in ["/sitemap/products-9999.xml", "/sitemap/products--1.xml", "/sitemap/other.xml"] {
        assert_eq!(visitor.get(unknown).status, 404, "{unknown}");
    }
    // Pages with noindex must stay crawlable.
    assert!(!robots.contains("/cart") && !robots.contains("f."));
    let llms = visitor.get("/llms.txt");
    assert_eq!(llms.header("content-type"), Some("text/plain; charset=utf-8"));
    assert!(llms.body.starts_with("# Valmère\n\n> "));
    let links: Vec<&str> = llms.body.split("](").skip(1).map(|rest| rest.split(')').next().unwrap()).collect();
    assert!(links.len() > 4 + 5 + 8 + 4, "{links:?}");
    for link in links {
        assert_eq!(visitor.get(link.strip_prefix(&shop.url).unwrap()).status, 200, "{link}");
    }
    assert!(!llms.body.contains("zh") && !llms.body.contains("CNY"));
}

/// The items of a feed: name of the field → texts.
fn items(visitor: &mut Visitor, path: &str) -> Vec<std::collections::BTreeMap<String, Vec<String>>> {
    let answer = visitor.get(path);
    assert_eq!(answer.status, 200, "{path}");
    assert_eq!(answer.header("content-type"), Some("application/rss+xml; charset=utf-8"));
    let document = roxmltree::Document::parse(&answer.body).unwrap();
    let rss = document.root_element();
    assert_eq!((rss.tag_name().name(), rss.attribute("version")), ("rss", Some("2.0")));
    let items = rss.descendants().filter(|node| node.tag_name().name() == "item");
    items
        .map(|item| {
            let mut fields = std::collections::BTreeMap::<String, Vec<String>>::new();
            for field in item.children() {
                // RSS defines these; all others are in Merchant Center's namespace.
                let own = ["title", "link", "description"].contains(&field.tag_name().name());
                let of = (!own).then_some("http://base.google.com/ns/1.0");
                assert_eq!(field.tag_name().namespace(), of, "{field:?}");
                let text = match field.tag_name().name() {
                    "shipping" => field.children().filter_map(|one| one.text()).collect::<Vec<_>>().join(" "),
                    _ => field.text().unwrap_or_default().to_owned(),
                };
                fields.entry(field.tag_name().name().to_owned()).or_default().push(text);
            }
            fields
        })
        .collect()
}

#[test]
fn feed_lists_every_item_that_ships_to_the_country() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let french = items(&mut visitor, "/fr/feed.xml");
    let ids: BTreeSet<&str> = french.iter().map(|item| item["id"][0].as_str()).collect();
    assert_eq!(ids.len(), french.len());
    assert!(french.len() > 200, "{}", french.len());
    for item in &french {
        for name in
            ["title", "description", "link", "image_link", "availability", "price", "brand", "condition", "shipping"]
        {
            assert!(item.get(name).is_some_and(|texts| texts.len() == 1 && !texts[0].is_empty()), "{name}: {item:?}");
        }
        assert!(item["price"][0].ends_with(" EUR") && item["shipping"][0].starts_with("FR "), "{item:?}");
        assert!(item["link"][0].starts_with(&format!("{}/fr/p/", shop.url)), "{item:?}");
        assert!(item.contains_key("mpn") != item.contains_key("identifier_exists"), "{item:?}");
        assert!(!item["description"][0].contains("<p>") && item["title"][0].chars().count() <= 150);
    }
    let bed = french.iter().find(|item| item["id"][0] == "BED-LAC-180-TAU-SDW").expect("a bed");
    assert_eq!((bed["item_group_id"][0].as_str(), bed["availability"][0].as_str()), ("BED-LAC", "in_stock"));
    assert!(bed.contains_key("color") && bed.contains_key("size") && bed.contains_key("material"), "{bed:?}");
    let gone = french.iter().find(|item| item["id"][0] == "BED-LAC-140-BEI-RBL").expect("another");
    assert_eq!(gone["availability"][0], "out_of_stock");
    let measured = french.iter().find(|item| item.contains_key("unit_pricing_measure")).expect("body care");
    assert!(measured["unit_pricing_base_measure"][0].starts_with("1 "));
    // A sample: each price is that of its page.
    for item in french.iter().step_by(37) {
        let page = visitor.get(item["link"][0].strip_prefix(&shop.url).unwrap());
        assert_eq!(page.status, 200, "{item:?}");
        let price = item.get("sale_price").unwrap_or(&item["price"])[0].trim_end_matches(" EUR").to_owned();
        assert!(page.body.contains(&format!("\"price\":\"{price}\"")), "{item:?}");
    }
    assert!(french.iter().any(|item| item.contains_key("sale_price")), "reductions are in the feed");
    // Beds do not ship to Great Britain; prices and links follow the currency.
    let british = items(&mut visitor, "/en/feed.xml?currency=GBP");
    assert!(british.len() < french.len() && british.iter().all(|item| item["price"][0].ends_with(" GBP")));
    assert!(british.iter().all(|item| item["link"][0].contains("currency=GBP")));
    let austrian = items(&mut visitor, "/de/feed.xml?country=at&currency=SEK");
    assert!(austrian.iter().all(|item| item["shipping"][0].starts_with("AT ") && item["price"][0].ends_with(" EUR")));
}

#[test]
fn feed_supports_conditional_requests_and_language_redirects() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let etag = visitor.get("/en/feed.xml").header("etag").unwrap().to_owned();
    let again = visitor.get_with("/en/feed.xml", &[("If-None-Match", &etag)]);
    assert_eq!((again.status, again.body.as_str()), (304, ""));
    assert_ne!(visitor.get("/en/feed.xml?currency=CHF").header("etag"), Some(etag.as_str()));
    // An unknown language answers 404; without a language the feed redirects to the preferred one.
    assert_eq!(visitor.get_with("/zh/feed.xml", &[("Accept", "application/xml")]).status, 404);
    assert_eq!(visitor.get_with("/feed.xml", &[("Accept-Language", "de")]).header("location"), Some("/de/feed.xml"));
    let five = Shop::open_with(&[FIVE_LANGUAGES]);
    assert_eq!(five.visitor().get("/cn/feed.xml").header("location"), Some("/zh/feed.xml"));
    assert!(items(&mut five.visitor(), "/zh/feed.xml").iter().all(|item| item["shipping"][0].starts_with("CN ")));
}

#[test]
fn feed_etag_changes_with_the_configuration() {
    let data = seeded_copy();
    let tag = |more: &[(&str, &str)]| -> String {
        let env = [&[("SHOP__SERVER__PUBLIC_URL", "https://boutique.example")], more].concat();
        let shop = Shop::start(data.path(), &env);
        shop.visitor().get("/en/feed.xml").header("etag").unwrap().to_owned()
    };
    let first = tag(&[]);
    assert_eq!(tag(&[]), first, "unchanged by a restart");
    assert_ne!(tag(&[("SHOP__BRAND__NAME", "Maison")]), first, "items contain the brand");
    assert_ne!(tag(&[("SHOP__SERVER__PUBLIC_URL", "https://www.example")]), first, "items contain their URL");
    assert_ne!(tag(&[("SHOP__SHIPPING__FREE_FROM", "10.00")]), first, "items contain the shipping cost");
}

#[test]
fn feed_encoding_follows_accept_encoding() {
    let shop = Shop::open();
    let host = shop.url.strip_prefix("http://").unwrap();
    for (accepted, sent) in [
        ("gzip, br", Some("gzip")),
        ("br, gzip;q=0.2", Some("gzip")),
        ("br", None),
        ("gzip;q=0, br", None),
        ("identity, gzip;q=0.5", None),
    ] {
        // A raw socket, because an HTTP client decodes the body.
        let mut stream = TcpStream::connect(host).unwrap();
        let line = "GET /en/feed.xml HTTP/1.1";
        write!(stream, "{line}\r\nHost: {host}\r\nAccept-Encoding: {accepted}\r\nConnection: close\r\n\r\n").unwrap();
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        let at = bytes.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8(bytes[..at].to_vec()).unwrap().to_ascii_lowercase();
        let told = |name: &str| head.lines().find_map(|line| line.strip_prefix(&format!("{name}: ")));
        assert!(head.starts_with("http/1.1 200"), "{accepted}: {head}");
        assert_eq!(told("content-encoding"), sent, "{accepted}");
        assert_eq!((told("vary"), told("cache-control")), (Some("accept-encoding"), Some("public, max-age=3600")));
        assert_eq!(bytes[at..].windows(5).any(|five| five == b"<?xml"), sent.is_none(), "{accepted}");
    }
}
