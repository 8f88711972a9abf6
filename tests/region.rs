//! Regional sites and currencies by the visitor's country, which comes from a trusted proxy's header or a MaxMind file.

use serde_json::json;

use crate::support::{Shop, Visitor, mmdb, run};

/// The header of a local proxy for a client at this address.
fn through(address: &str) -> [(&'static str, &str); 1] {
    [("X-Forwarded-For", address)]
}

fn region(visitor: &mut Visitor, headers: &[(&str, &str)]) -> (String, String) {
    let answer = visitor.post("common/region", &[], None, headers).json();
    let text = |name: &str| answer["data"][name].as_str().unwrap().to_owned();
    (text("country"), text("redirect_url"))
}

const BRITISH: (&str, &str) = ("SHOP__REGION__SITES__GB", "https://uk.valmere.example/en");
const SWISS: (&str, &str) = ("SHOP__REGION__SITES__CH", "https://ch.valmere.example/de");
const PROXY: (&str, &str) = ("SHOP__SERVER__TRUSTED_PROXIES", r#"["127.0.0.1"]"#);

/// A shop with a country file of three networks.
fn shop(folder: &std::path::Path, more: &[(&str, &str)]) -> Shop {
    let file = folder.join("countries.mmdb");
    let networks = [([81, 2, 69, 0], 24, "GB"), ([5, 145, 96, 0], 20, "CH"), ([2, 0, 0, 0], 12, "FR")];
    std::fs::write(&file, mmdb::countries(&networks)).unwrap();
    let mut settings = vec![BRITISH, SWISS, PROXY, ("SHOP__REGION__DATABASE", file.to_str().unwrap())];
    settings.extend(more);
    Shop::open_with(&settings)
}

#[test]
fn maxmind_file_gives_the_country_of_an_address() {
    let folder = tempfile::tempdir().unwrap();
    let shop = shop(folder.path(), &[]);
    let of = |address: &str| region(&mut shop.visitor(), &through(address));
    assert_eq!(of("81.2.69.160"), ("GB".into(), "https://uk.valmere.example/en".into()));
    assert_eq!(of("5.145.111.255"), ("CH".into(), "https://ch.valmere.example/de".into()));
    assert_eq!(of("2.15.255.255"), ("FR".into(), String::new()), "no regional site");
    for unknown in ["81.2.70.1", "2.16.0.0", "10.0.0.1", "2001:db8::1"] {
        assert_eq!(of(unknown), (String::new(), String::new()), "{unknown}");
    }
    // Without the header the client is this machine, which has no country.
    assert_eq!(region(&mut shop.visitor(), &[]), (String::new(), String::new()));
    // The currency follows the country unless the visitor has chosen one.
    let mut british = shop.visitor();
    let page = british.get_with("/en/c/towels", &through("81.2.69.160")).body;
    assert!(page.contains("\"currency\":\"GBP\""));
    british.cookies.insert("currency".into(), "PLN".into());
    assert!(british.get_with("/en/c/towels", &through("81.2.69.160")).body.contains("\"currency\":\"PLN\""));
    assert!(shop.visitor().get_with("/en/c/towels", &through("2.0.0.1")).body.contains("\"currency\":\"EUR\""));
}

#[test]
fn trusted_proxy_header_wins_over_the_file() {
    let folder = tempfile::tempdir().unwrap();
    let shop = shop(folder.path(), &[("SHOP__REGION__COUNTRY_HEADER", "CF-IPCountry")]);
    let of = |country: &str| {
        let headers = [("X-Forwarded-For", "81.2.69.160"), ("CF-IPCountry", country)];
        region(&mut shop.visitor(), &headers).0
    };
    assert_eq!(of("ch"), "CH");
    // An invalid country code is ignored, and the file decides.
    for nonsense in ["", "T1!", "XYZ", "<b>"] {
        assert_eq!(of(nonsense), "GB", "{nonsense}");
    }
    let untrusting = Shop::open_with(&[BRITISH, SWISS, ("SHOP__REGION__COUNTRY_HEADER", "CF-IPCountry")]);
    assert_eq!(region(&mut untrusting.visitor(), &[("CF-IPCountry", "GB")]), (String::new(), String::new()));
}

#[test]
fn visitor_who_switched_store_views_is_not_redirected() {
    let folder = tempfile::tempdir().unwrap();
    let shop = shop(folder.path(), &[]);
    // 95 is the current store view, 62 means none, 98 is not offered.
    let switched = |from_store_id: &str| {
        let query = [("from_store_id".to_owned(), from_store_id.to_owned())];
        let answer = shop.visitor().speaking("fr").post("common/region", &query, None, &through("81.2.69.160"));
        answer.json()["data"].clone()
    };
    assert_eq!(switched("94"), json!({ "redirect_url": "", "country": "GB" }));
    for id in ["95", "62", "98", "0"] {
        assert_eq!(switched(id)["redirect_url"], "https://uk.valmere.example/en", "{id}");
    }
}

#[test]
fn unreadable_country_file_is_reported_at_start() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let (code, _, _) = run(&["migrate", "--data", data.to_str().unwrap()], &[]);
    assert_eq!(code, Some(0));
    std::fs::write(data.join("broken.mmdb"), b"no database").unwrap();
    for file in ["broken.mmdb", "missing.mmdb"] {
        let settings = [("SHOP__REGION__DATABASE", file)];
        for command in [&["check"][..], &["serve", "--listen", "127.0.0.1:0"]] {
            let (code, _, error) = run(&[command, &["--data", data.to_str().unwrap()]].concat(), &settings);
            assert!(code != Some(0) && error.contains("region.database") && error.contains(file), "{error}");
            let missing = error.matches("No such file").count();
            assert_eq!(missing, usize::from(file == "missing.mmdb"), "reported once: {error}");
        }
    }
}

#[test]
fn checkout_links_regional_sites_for_unshippable_items() {
    let shop = Shop::open_with(&[BRITISH, SWISS]);
    let mut visitor = shop.visitor();
    visitor.add("BED-LAC-180-TAU-SDW", 1);
    let mut sites = |country: &str| {
        let checkout = visitor.call("checkout/index", &json!({ "country": country, "shipping_method": "standard" }));
        let not_shipping = !checkout["not_shipping"].as_array().unwrap().is_empty();
        let urls =
            checkout["regional_sites"].as_array().unwrap().iter().map(|site| site["url"].as_str().unwrap().to_owned());
        (not_shipping, urls.collect::<Vec<_>>())
    };
    assert_eq!(sites("GB"), (true, vec!["https://uk.valmere.example/en".to_owned()]));
    let (stranded, all) = sites("US");
    assert_eq!((stranded, all.len()), (true, 2), "no regional site of its own: all are listed");
    assert!(!sites("FR").0);
}
