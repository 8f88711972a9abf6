//! Images over HTTP: formats, sizes, stable URLs, fallbacks and rate limit.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use crate::support::html::elements;
use crate::support::{Shop, Visitor};

/// The URLs of a `srcset`.
fn urls(srcset: &str) -> Vec<&str> {
    srcset.split(", ").filter_map(|candidate| candidate.split(' ').next()).collect()
}

/// The text between the first occurrences of two texts.
fn between<'t>(text: &'t str, before: &str, after: &str) -> &'t str {
    text.split_once(before).and_then(|(_, rest)| rest.split_once(after)).map(|(found, _)| found).unwrap()
}

#[test]
fn product_hero_image_is_preloaded_in_every_size_and_format() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let product = visitor.call("catalog/product", &json!({ "sku": "BED-LAC" }));
    // The page opens with the first available variant.
    let variants = product["variants"].as_array().unwrap();
    let first = variants.iter().find(|variant| variant["availability"] != "out_of_stock").unwrap();
    let image = &product["images"][usize::try_from(first["images"][0].as_u64().unwrap()).unwrap()];
    for (set, mime) in [("srcset", "image/webp"), ("avif", "image/avif")] {
        let sizes = urls(image[set].as_str().unwrap());
        assert!(sizes.len() >= 2, "{image}");
        for address in sizes {
            let answer = visitor.get(address);
            assert_eq!((answer.status, answer.header("content-type")), (200, Some(mime)), "{address}");
            assert_eq!(answer.header("cache-control"), Some("public, max-age=31536000, immutable"));
            let tag = answer.header("etag").unwrap().to_owned();
            let again = visitor.get_with(address, &[("If-None-Match", &tag)]);
            assert_eq!((again.status, again.body.len()), (304, 0));
        }
    }
    let html = visitor.get(product["url"].as_str().unwrap()).body;
    let head = between(&html, "<head>", "</head>");
    let preload = between(head, "<link rel=\"preload\" as=\"image\"", ">");
    assert!(preload.contains("type=\"image/avif\"") && preload.contains("fetchpriority=\"high\""), "{preload}");
    assert!(preload.contains(image["avif"].as_str().unwrap()), "{preload}");
    let frame = between(&html, "<picture>", "</picture>");
    // Attribute names are case-insensitive; React writes `fetchPriority`.
    assert!(frame.contains("<source type=\"image/avif\"") && frame.contains("fetchPriority=\"high\""), "{frame}");
    assert!(frame.contains(" width=\"") && frame.contains(" height=\""), "{frame}");
    // The placeholder is inline: no request, no script.
    let preview = image["preview"].as_str().unwrap();
    assert!(preview.len() < 600 && html.contains(&format!("<img src=\"{preview}\"")), "{preview}");
    let previews = product["images"].as_array().unwrap().iter().filter(|image| image["preview"].is_string()).count();
    assert_eq!(previews, 1, "only the first image has an inline placeholder");
}

#[test]
fn product_page_opens_with_the_variant_of_its_url() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let product = visitor.call("catalog/product", &json!({ "sku": "TOW-LAC" }));
    let url = product["url"].as_str().unwrap();
    let variants = product["variants"].as_array().unwrap();
    let last = variants.last().unwrap();
    assert!(last["price"] != variants[0]["price"] && last["images"] != variants[0]["images"], "{last}");
    let codes: Vec<&str> =
        product["options"].as_array().unwrap().iter().map(|one| one["code"].as_str().unwrap()).collect();
    let pair = |code: &&str| format!("{code}={}", last["options"][code].as_str().unwrap());
    let choice = codes.iter().map(pair).collect::<Vec<_>>().join("&");
    let image = &product["images"][usize::try_from(last["images"][0].as_u64().unwrap()).unwrap()];
    let html = visitor.get(&format!("{url}?{choice}")).body;
    let head = elements(between(&html, "<head>", "</head>"));
    let of = |attribute: &str, value: &str| head.iter().find(|element| element.get(attribute) == Some(value)).unwrap();
    assert_eq!(
        of("rel", "canonical").get("href"),
        Some(format!("{}{url}", shop.url).as_str()),
        "the canonical URL has no variant"
    );
    assert_eq!(of("property", "og:url").get("content"), Some(format!("{}{url}?{choice}", shop.url).as_str()));
    assert_eq!(of("property", "product:price:amount").get("content"), last["price"].as_str());
    let card = of("property", "og:image").get("content").unwrap().strip_prefix(&shop.url).unwrap();
    assert_eq!(card.strip_suffix(".jpg"), image["src"].as_str().unwrap().strip_suffix(".webp"));
    assert_eq!(of("fetchpriority", "high").get("imagesrcset"), image["avif"].as_str());
    // The placeholder is that of the shown image.
    let preview = between(&html, "<img src=\"data:", "\"");
    let plain = visitor.get(url).body;
    assert!(!plain.contains(preview) && html.matches(preview).count() == 2, "in the markup and in the primed answer");
    let frame = between(&html, "<picture>", "</picture>");
    assert!(frame.contains(image["avif"].as_str().unwrap()), "{frame}");

    // The order of options and other parameters do not change the page.
    let tag =
        |visitor: &mut Visitor, query: &str| visitor.get(&format!("{url}?{query}")).header("etag").unwrap().to_owned();
    let chosen = tag(&mut visitor, &choice);
    let backwards = codes.iter().rev().map(pair).collect::<Vec<_>>().join("&utm_source=x&");
    assert_eq!(tag(&mut visitor, &backwards), chosen);
    // A partial choice selects the first matching variant.
    let half = variants.iter().find(|one| one["options"][codes[0]] == last["options"][codes[0]]).unwrap();
    let whole = codes.iter().map(|code| format!("{code}={}", half["options"][code].as_str().unwrap()));
    let whole = tag(&mut visitor, &whole.collect::<Vec<_>>().join("&"));
    assert_eq!(tag(&mut visitor, &pair(&codes[0])), whole);
    let unchosen = tag(&mut visitor, "");
    assert_ne!(unchosen, chosen);
    assert_eq!(tag(&mut visitor, &format!("gclid=x&{}=plaid", codes[0])), unchosen);
    // It is served from the page cache.
    let misses = |visitor: &mut Visitor| {
        let figures = visitor.get("/metrics").body;
        figures.lines().find(|line| line.starts_with("shop_page_cache_misses_total ")).unwrap().to_owned()
    };
    let before = misses(&mut visitor);
    tag(&mut visitor, &format!("utm_source=y&{choice}&{}=plaid", codes[0]));
    assert_eq!(misses(&mut visitor), before);
    // Redirects from another language's key and from a wrong category keep the choice.
    let german = product["alternates"]["de"].as_str().unwrap();
    let key = url.rsplit('/').next().unwrap();
    for (path, home) in [(format!("/de/p/{key}"), german), (format!("/en/p/some/where/{key}"), url)] {
        let answer = visitor.get(&format!("{path}?utm_source=x&{choice}"));
        assert_eq!((answer.status, answer.header("location")), (301, Some(format!("{home}?{choice}").as_str())));
    }
}

/// The option values at the end of an image's file name: `charcoal--square_black`.
fn option_values(image: &Value) -> Option<&str> {
    let (_, file) = image["src"].as_str()?.rsplit_once('/')?;
    file.split_once('.')?.0.split_once("--").map(|(_, values)| values)
}

#[test]
fn each_variant_has_its_own_images() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    for sku in
        ["BED-LAC", "BED-RIVE", "TOW-LAC", "ROB-LAC", "CAN-VAL", "DIF-VAL", "DIF-REC", "SPR-CHA", "SOA-LIQ", "CRE-MAI"]
    {
        let product = visitor.call("catalog/product", &json!({ "sku": sku }));
        let own = usize::try_from(product["own_images"].as_u64().unwrap()).unwrap();
        let mut alts = BTreeSet::new();
        for variant in product["variants"].as_array().unwrap() {
            let shown = variant["images"].as_array().unwrap_or_else(|| panic!("{sku}: {variant} has no pictures"));
            let images: Vec<&Value> =
                shown.iter().map(|at| &product["images"][usize::try_from(at.as_u64().unwrap()).unwrap()]).collect();
            assert_eq!(images.len(), own, "{sku}");
            let values = option_values(images[0]).unwrap();
            for value in values.split("--") {
                assert!(variant["options"].as_object().unwrap().values().any(|chosen| chosen == value), "{variant}");
            }
            assert!(images.iter().all(|image| option_values(image) == Some(values)), "{sku} {values}: {images:?}");
            // Alternative texts differ.
            let texts: BTreeSet<&str> = images.iter().map(|image| image["alt"].as_str().unwrap()).collect();
            assert_eq!(texts.len(), own, "{texts:?}");
            alts.extend(texts.into_iter().map(str::to_owned));
        }
        assert_eq!(alts.len(), product["images"].as_array().unwrap().len() - own, "{sku}");
    }
}

#[test]
fn missing_variant_image_falls_back_to_the_product_image() {
    let shop = Shop::open();
    let changed = shop.database().execute_batch(
        "UPDATE product SET picture = 'no-file-yet' WHERE sku LIKE 'TOW-LAC-%';
             UPDATE product_picture SET picture = 'none-either'
             WHERE position = 1 AND product_id IN (SELECT id FROM product WHERE sku LIKE 'TOW-LAC-%');
             UPDATE catalogue_version SET version = version + 1",
    );
    changed.unwrap();
    let mut visitor = shop.visitor();
    let towel = visitor.call("catalog/product", &json!({ "sku": "TOW-LAC" }));
    for variant in towel["variants"].as_array().unwrap() {
        let shown = variant["images"].as_array().unwrap();
        assert_eq!(shown[..2], [json!(0), json!(1)], "{variant}");
        let last = &towel["images"][usize::try_from(shown[2].as_u64().unwrap()).unwrap()];
        assert_eq!(option_values(last), variant["options"]["colour"].as_str(), "{variant}");
    }
    let feed = visitor.get("/en/feed.xml").body;
    let item = between(&feed, "<g:item_group_id>TOW-LAC</g:item_group_id>", "</item>");
    let hero = towel["images"][0]["src"].as_str().unwrap();
    assert!(between(item, "<g:image_link>", "</g:image_link>").ends_with(hero), "{item}");
}

#[test]
fn shared_links_have_a_jpeg_image() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    for page in ["/en/p/beds/lac-bed-mattress-and-base-set", "/en/contact-us", "/en"] {
        let html = visitor.get(page).body;
        let address = between(&html, "<meta property=\"og:image\" content=\"", "\"");
        let path = address.split_once("/media/").map(|(_, path)| format!("/media/{path}")).unwrap();
        let answer = visitor.get(&path);
        assert_eq!((answer.status, answer.header("content-type")), (200, Some("image/jpeg")), "{page}: {path}");
    }
}

#[test]
fn image_conversion_is_rate_limited() {
    let shop = Shop::open_with(&[
        ("SHOP__SERVER__TRUSTED_PROXIES", "[\"127.0.0.1\"]"),
        ("SHOP__LIMITS__WRITES_PER_MINUTE", "1"),
    ]);
    let mut visitor = shop.visitor();
    let html = visitor.get("/en/contact-us").body;
    let address = between(&html, "<meta property=\"og:image\" content=\"", "\"");
    let path = address.split_once("/media/").map(|(_, path)| format!("/media/{path}")).unwrap();
    let mut ask = |path: &str, network: &str| visitor.get_with(path, &[("X-Forwarded-For", network)]);
    assert_eq!(ask(&path, "203.0.113.7").status, 200);
    let refused = ask(&path, "203.0.113.7");
    assert_eq!((refused.status, refused.header("retry-after")), (429, Some("60")));
    assert_eq!(ask(&path, "203.0.113.8").status, 200, "another network is not affected");
    // Files that need no conversion are not limited.
    for _ in 0..3 {
        assert_eq!(ask("/media/icon.svg", "203.0.113.7").status, 200);
    }
}

#[test]
fn outdated_image_url_redirects_to_the_nearest_size() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    for old in ["bed-lac.480.00000000.webp", "bed-lac.4000.00000000.avif", "bed-lac.1.00000000.jpg"] {
        let answer = visitor.get(&format!("/media/{old}"));
        assert_eq!((answer.status, answer.header("cache-control")), (302, Some("no-cache")), "{old}");
        let to = answer.header("location").unwrap().to_owned();
        assert_eq!(visitor.get(&to).status, 200, "{old} → {to}");
    }
    let missing = visitor.get("/media/nothing.480.00000000.webp");
    assert_eq!((missing.status, missing.header("cache-control")), (404, Some("no-store")));
}

#[test]
fn style_guide_exists_in_demo_mode_only() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let answer = visitor.get("/fr/styleguide");
    assert_eq!(answer.status, 200);
    assert!(answer.body.contains("<meta name=\"robots\" content=\"noindex, follow\">"));
    assert!(!visitor.get("/sitemap/en.xml").body.contains("styleguide"));
    let real = Shop::open_with(&[
        ("SHOP__MODE", "production"),
        ("SHOP__SERVER__PUBLIC_URL", "https://shop.example"),
        ("SHOP__PAYMENT__METHODS", "[\"cheque\"]"),
    ]);
    assert_eq!(real.visitor().get("/fr/styleguide").status, 404);
}
