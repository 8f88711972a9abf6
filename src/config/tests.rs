use super::*;
use crate::domain::money::Currency;
use crate::domain::payment_type::PaymentType;

fn load(text: &str) -> Result<Config, String> {
    let folder = tempfile::tempdir().expect("folder");
    let path = folder.path().join("my.toml");
    std::fs::write(&path, text).expect("write");
    Config::load(Some(&path), std::iter::empty())
        .map_err(|e| e.to_string().replace(&format!("{}/", folder.path().display()), ""))
}

#[test]
fn defaults_are_complete() {
    assert!(Config::load(None, std::iter::empty()).is_ok());
}

#[test]
fn invalid_values_are_refused_in_one_line() {
    for (text, expected) in [
        ("[server]\n\nlissten = \"127.0.0.1:1\"\n", "my.toml:3: unknown key server.lissten; did you mean listen?"),
        (
            "[limits]\nunpaid_orders = \"three\"\n",
            "my.toml:2: limits.unpaid_orders is a text in quotes; give a whole number",
        ),
        ("[render]\nbudget_ms = 1\n", "my.toml:2: render.budget_ms is 1; give a number from 50 to 60000"),
        ("[pin.company]\nnme = \"X\"\n", "my.toml:2: unknown key company.nme; did you mean name?"),
        ("[pin.company]\nemail = \"x\"\n", "my.toml:2: company.email: This is no email address"),
        ("pin = true\n", "my.toml:1: pin is no section; give [pin.company]"),
        ("mode = \"fun\"\n", "my.toml:1: mode: unknown variant `fun`"),
        ("languages = [\"en\", \"fr\", \"en\"]\n", "my.toml:1: languages names a language twice"),
        ("[server]\npublic_url = \"https://shop.example/boutique\"\n", "without a path"),
        ("[server]\npublic_url = \"https://\"\n", "server.public_url must be"),
        ("[server]\nlisten = \"8080\"\n", "my.toml:2: server.listen: "),
        ("[server]\nlisten = \"8080\"\n", "e.g. \"127.0.0.1:8080\""),
        ("[server]\ntrusted_proxies = [\"10.0.0.0/8\"]\n", "give single addresses"),
        ("[company]\nemail = \"nobody\"\n", "my.toml:2: company.email: This is no email address"),
        ("[mail]\nnotices = \"off\"\n", "mail.notices: This is no email address. Enter one, “none”"),
        ("[payment]\nmethods = [\"card\", \"card\"]\n", "payment.methods: Name each only once"),
        (
            "[payment.stripe]\npayment_method_types = [\"card\", \"alipay\"]\n",
            "my.toml:2: payment.stripe.payment_method_types: “alipay” is no way to pay; there are card, apple_pay, google_pay, link, paypal",
        ),
        (
            "[payment.stripe]\npayment_method_types = [\"paypal\"]\n",
            "payment.stripe.payment_method_types: Stripe’s page always takes cards",
        ),
        (
            "[payment.stripe]\npayment_method_types = [\"card\", \"card\"]\n",
            "payment.stripe.payment_method_types: Name each only once",
        ),
        ("[payment.cheque]\ncountries = [\"fr\"]\n", "my.toml:2: payment.cheque.countries: “fr” is no country"),
        (
            "[payment.bank_transfer]\niban = \"FR7630006000011234567890188\"\n",
            "my.toml:2: payment.bank_transfer.iban: This is no IBAN",
        ),
        ("[money]\npoints_per_euro = -3\n", "money.points_per_euro: This must be a whole number from 0 to 1000"),
        ("[shipping]\nfree_from = \"-1.00\"\n", "shipping.free_from: An amount may not be below zero"),
        ("[console]\nrefund_limit = \"-1.00\"\n", "console.refund_limit: An amount may not be below zero"),
        (
            "[shipping.tracking]\ndhl = \"https://dhl.example\"\n",
            "shipping.tracking has \"https://dhl.example\" for dhl; begin with https://",
        ),
        ("[region.sites]\ngb = \"https://uk.example\"\n", "region.sites: gb: “https://uk.example” is no address"),
        ("[region.sites]\nGB = \"uk.example\"\n", "an address with https://"),
        ("[log]\nlevel = \"loud\"\n", "my.toml:2: log.level has \"loud\"; give error, warn, info or debug"),
        ("[chat]\nopens = \"8:00\"\n", "give hours and minutes"),
        ("[mail]\nport = 99999\n", "give a number from 0 to 65535"),
        ("[mail]\nhost = \"no such host\"\n", "my.toml:2: mail.host is no host's name; give it alone"),
        ("[mail]\nhost = \"smtp.example.com;\"\n", "my.toml:2: mail.host is no host's name; give it alone"),
        ("[brand]\nname = \" \"\n", "my.toml:2: brand.name: This may not be empty"),
        ("[company]\ntime_zone = \"Europe/Pariss\"\n", "my.toml:2: company.time_zone: "),
        ("[company]\ntime_zone = \"Paris\"\n", "give a zone of the IANA database, e.g. \"Europe/Paris\""),
        ("[company]\ntime_zone = \"+02:00\"\n", "my.toml:2: company.time_zone is no zone of the IANA database"),
        ("[company]\nsiren = \"12\"\n", "my.toml:2: company.siren: Enter its 9 digits without spaces"),
        ("[company]\nsiret = \"552 100 554 00013\"\n", "company.siret: Enter its 14 digits"),
        ("[company]\nvat_id = \"nonsense\"\n", "my.toml:2: company.vat_id: Enter the country's two letters"),
        ("[company]\nvat_id = \"FRANCE\"\n", "company.vat_id: Enter"),
        ("[company]\nvat_id = \"FR 40303265045\"\n", "company.vat_id: Enter"),
        ("[analytics]\ntag_manager_id = \"UA-1\"\n", "my.toml:2: analytics.tag_manager_id is no container's id"),
    ] {
        let error = load(text).expect_err(text);
        assert!(error.contains(expected) && error.lines().count() == 1, "{text}: {error}");
    }
    assert!(load("[payment.bank_transfer]\niban = \"DE89 3704 0044 0532 0130 00\"\n").is_ok());
    let numbers = "siren = \"303265045\"\nsiret = \"30326504500013\"\nvat_id = \"FR40303265045\"\n";
    let swiss = "country = \"CH\"\nsiren = \"\"\nvat_id = \"CHE-116.281.710 MWST\"\n";
    for company in [numbers, swiss, "vat_id = \"\"\n"] {
        assert!(load(&format!("[company]\n{company}")).is_ok(), "{company}");
    }
    assert!(load("[log]\nlevel = \"info,shop::http=debug\"\n").is_ok());
    assert!(load("[region.sites]\nGB = \"https://uk.example/en\"\n").is_ok());
}

#[test]
fn console_shares_no_host_with_third_parties_scripts_in_production() {
    for host in ["https://console.example", "Console.example", "console.example/x", "console.example:", ":1"] {
        let error = load(&format!("[console]\nhost = \"{host}\"\n")).expect_err(host);
        assert!(error.contains("my.toml:2: console.host is no host's name"), "{error}");
    }
    let production =
        "mode = \"production\"\n[payment]\nmethods = [\"cheque\"]\n[server]\npublic_url = \"https://shop.example\"\n";
    let matomo = "[analytics]\nmatomo_url = \"https://stats.example\"\n";
    let (own, other) = ("[console]\nhost = \"shop.example\"\n", "[console]\nhost = \"console.shop.example:8443\"\n");
    let error = load(&format!("{production}{matomo}{own}")).expect_err("refused");
    assert!(error.contains("console.host is the shop's own, whose pages load scripts"), "{error}");
    for allowed in [format!("{production}{own}"), format!("{production}{matomo}{other}"), format!("{matomo}{own}")] {
        assert!(load(&allowed).is_ok(), "{allowed}");
    }
}

#[test]
fn console_url_is_its_host_the_demonstration_s_or_this_machine_s() {
    let url = |text: &str| load(text).expect("valid").console_url();
    let production =
        "mode = \"production\"\n[payment]\nmethods = [\"cheque\"]\n[server]\npublic_url = \"https://shop.example\"\n";
    assert_eq!(url(""), "http://localhost:8080");
    assert_eq!(url("[server]\npublic_url = \"https://demo.example\"\n"), "https://demo.example");
    assert_eq!(url(production), "http://localhost:8080");
    assert_eq!(url(&format!("{production}[console]\nhost = \"console.example\"\n")), "https://console.example");
}

#[test]
fn production_refuses_demo_gateways_and_missing_keys() {
    let error = load("mode = \"production\"\n").expect_err("refused");
    assert!(error.contains("payment.card_gateway is \"demo\", which production refuses"), "{error}");
    let stripe = "mode = \"production\"\n[payment]\ncard_gateway = \"stripe\"\nmethods = [\"card\", \"wechat\"]\n";
    let error = load(stripe).expect_err("refused");
    assert!(error.contains("payment.stripe.secret_key is missing"), "{error}");
    let keys = "[payment.stripe]\nsecret_key = \"sk_test_x\"\nwebhook_secret = \"whsec_x\"\n";
    assert!(load(&format!("{stripe}{keys}")).is_ok());
    let plain = format!("{stripe}{keys}api_url = \"http://gateway.example\"\n");
    assert_eq!(load(&plain).expect_err("refused"), "my.toml:8: payment.stripe.api_url must begin with https://");
    let chinese = "[pin]\nlanguages = [\"en\", \"zh\"]\n[payment]\nwechat_gateway = \"wechat\"\n";
    let error = load(chinese).expect_err("refused");
    assert!(error.contains("payment.wechat.app_id is missing"), "{error}");
    let config = load(&format!("{stripe}{keys}")).expect("config");
    assert!(config.check_languages(&[Lang::En]).is_ok());
    let error = config.check_languages(&[Lang::En, Lang::Zh]).expect_err("refused").to_string();
    assert!(error.contains("payment.wechat_gateway is \"demo\", which production refuses"), "{error}");
}

#[test]
fn production_takes_no_transfers_to_the_demonstration_s_account() {
    let transfers =
        |mode: &str, iban: &str| load(&format!("mode = \"{mode}\"\n[payment]\nmethods = [\"bank_transfer\"]\n{iban}"));
    let written = |iban: &str| format!("[payment.bank_transfer]\niban = \"{iban}\"\n");
    for demonstrations in ["", &written("FR76 3000 6000 0112 3456 7890 189"), &written("fr7630006000011234567890189")] {
        let error = transfers("production", demonstrations).expect_err(demonstrations);
        assert!(error.contains("payment.bank_transfer.iban: This is the demonstration’s account"), "{error}");
        assert!(transfers("demo", demonstrations).is_ok(), "{demonstrations}");
    }
    assert!(transfers("production", &written("DE89 3704 0044 0532 0130 00")).is_ok());
    assert!(load("mode = \"production\"\n[payment]\nmethods = [\"cheque\"]\n").is_ok(), "nobody transfers");
}

#[test]
fn production_warns_of_incomplete_settings_and_of_nothing_else() {
    const MAIL: &str = "mail.host is empty";
    const URL: &str = "server.public_url is empty";
    const PROXIES: &str = "server.trusted_proxies is empty";
    const METRICS: &str = "server.metrics_from and server.metrics_token are empty";
    const TEST_KEY: &str = "payment.stripe.secret_key is one for tests";
    const PLAIN: &str = "server.public_url is http://shop.example.com";
    let about = |mode: &str, text: &str| -> Vec<String> {
        let keys = format!("mode = \"{mode}\"\n[payment]\nmethods = [\"cheque\"]\n");
        let warnings = load(&format!("{keys}{text}")).expect("config").warnings();
        warnings
            .iter()
            .map(|warning| warning.to_string().split_once(", so ").expect("a consequence").0.to_owned())
            .collect()
    };
    let mail = "[mail]\nhost = \"mail.example.com\"\n";
    let metrics = "metrics_token = \"0123456789abcdef\"";
    let https = "public_url = \"https://shop.example.com\"";
    for (text, expected) in [
        ("", &[MAIL, URL, METRICS][..]),
        (mail, &[URL, METRICS]),
        (&format!("{mail}[server]\n{https}\n"), &[PROXIES, METRICS]),
        (&format!("{mail}[server]\n{https}\n{metrics}\n"), &[PROXIES]),
        (&format!("{mail}[server]\n{https}\nmetrics_from = [\"203.0.113.7\"]\n"), &[PROXIES]),
        (&format!("{mail}[server]\n{https}\n{metrics}\ntrusted_proxies = [\"127.0.0.1\"]\n"), &[]),
        (&format!("{mail}[server]\n{https}\n{metrics}\nlisten = \"203.0.113.7:443\"\n"), &[]),
        (&format!("{mail}[server]\npublic_url = \"http://localhost:8080\"\n"), &[METRICS]),
        (&format!("{mail}[server]\npublic_url = \"http://[::1]\"\n{metrics}\n"), &[]),
        ("[server]\npublic_url = \"http://shop.example.com\"\n", &[MAIL, PLAIN, METRICS]),
    ] {
        assert_eq!(about("production", text), expected, "{text}");
        assert_eq!(about("demo", text), Vec::<String>::new(), "{text}");
    }
    let subdomain = about("production", &format!("{mail}[server]\npublic_url = \"http://localhost.example.com:80\"\n"));
    assert_eq!(subdomain, ["server.public_url is http://localhost.example.com:80", METRICS]);
    for (key, expected) in
        [("sk_test_51", Some(TEST_KEY)), ("rk_test_51", Some(TEST_KEY)), ("sk_live_51", None), ("", None)]
    {
        let keys = format!(
            "card_gateway = \"stripe\"\n[payment.stripe]\nsecret_key = \"{key}\"\nwebhook_secret = \"whsec_1\"\n"
        );
        let text = format!("{keys}{mail}[server]\n{https}\n{metrics}\ntrusted_proxies = [\"127.0.0.1\"]\n");
        assert_eq!(about("production", &text), Vec::from_iter(expected), "{key}");
        assert_eq!(about("demo", &text), Vec::<String>::new(), "{key}");
    }
    let whole = load("mode = \"production\"\n[payment]\nmethods = [\"cheque\"]\n").expect("config").warnings();
    assert!(whole[1].to_string().contains("links in mails and sitemaps begin with http://127.0.0.1:8080"), "{whole:?}");
}

#[test]
fn payment_page_takes_more_than_cards_at_stripe_only() {
    let beside = |text: &str, currency: Currency| {
        let config = load(&format!("[payment.stripe]\npayment_method_types = [\"blik\", \"card\", \"link\"]\n{text}"));
        config.expect("valid").payment.beside_cards(currency).map(PaymentType::code).collect::<Vec<_>>()
    };
    let stripe = "secret_key = \"sk_test_x\"\nwebhook_secret = \"whsec_x\"\n[payment]\ncard_gateway = \"stripe\"\n";
    assert_eq!(beside(stripe, Currency::Pln), ["blik", "link"]);
    assert_eq!(beside(stripe, Currency::Eur), ["link"]);
    assert!(beside("", Currency::Pln).is_empty(), "the demonstration's page");
    let defaults = load("").expect("valid").payment;
    assert_eq!(
        (defaults.stripe.payment_method_types, defaults.cheque.countries),
        (vec!["card".into()], vec!["FR".into(), "MC".into()])
    );
}

#[test]
fn metrics_token_is_long_and_never_printed() {
    for weak in ["short", "0123456789 abcdef", "0123456789äbcdef"] {
        let error = load(&format!("[server]\nmetrics_token = \"{weak}\"\n")).expect_err(weak);
        assert!(error.contains("server.metrics_token must be at least 16") && !error.contains(weak), "{error}");
    }
    let config = load("[server]\nmetrics_token = \"0123456789abcdef\"\n").expect("config");
    for printed in [toml::to_string(&config).expect("TOML"), format!("{config:?}")] {
        assert!(!printed.contains("0123456789abcdef"), "{printed}");
    }
}

#[test]
fn analytics_urls_must_be_origins() {
    for (key, value) in [
        ("matomo_url", "https://stats.example.com/path"),
        ("matomo_url", "http://stats.example.com"),
        ("matomo_url", "https://a.example; script-src *"),
        ("tag_manager_url", ""),
    ] {
        let error = load(&format!("[analytics]\ntag_manager_id = \"GTM-1\"\n{key} = \"{value}\"\n"));
        assert!(error.expect_err(value).contains(&format!("analytics.{key} must be an origin")), "{value}");
    }
    assert!(load("[analytics]\ntag_manager_id = \"GTM-1';\"\n").is_err());
    assert!(load("[analytics]\nmatomo_url = \"https://stats.example.com\"\n").is_ok());
}

#[test]
fn guarantee_notice_must_exist_in_every_language() {
    let folder = tempfile::tempdir().expect("folder");
    let key = format!("[imprint]\nguarantee_notice = {:?}\n", folder.path().display().to_string());
    for lang in ["en", "fr", "de"] {
        std::fs::write(folder.path().join(format!("{lang}.svg")), "<svg/>").expect("write");
    }
    // Languages that the configuration does not name are known once the rows of store views are read.
    let four = [Lang::En, Lang::Fr, Lang::De, Lang::Es];
    let error = load(&key).expect("config").check_languages(&four).expect_err("refused").to_string();
    assert!(error.ends_with("my.toml:2: imprint.guarantee_notice holds neither es.svg nor es.png; put it there"));
    let error = load(&format!("[pin]\nlanguages = [\"en\", \"es\"]\n{key}")).expect_err("refused");
    assert_eq!(error, "my.toml:4: imprint.guarantee_notice holds neither es.svg nor es.png; put it there");
    std::fs::write(folder.path().join("es.png"), "").expect("write");
    let config = load(&key).expect("config");
    assert!(config.imprint.notice_file(Lang::Es).is_some_and(|file| file.ends_with("es.png")));
    // The Commission publishes none in Chinese.
    let five = load(&format!("languages = [\"en\", \"fr\", \"de\", \"es\", \"zh\"]\n{key}")).expect("config");
    assert!(five.imprint.notice_file(Lang::Zh).is_some_and(|file| file.ends_with("en.svg")));
    assert_eq!(load("").expect("config").imprint.notice_file(Lang::En), None);
}

#[test]
fn secrets_are_masked() {
    let env = [("SHOP__PAYMENT__STRIPE__SECRET_KEY".to_owned(), "sk_live_hush".to_owned())];
    let config = Config::load(None, env.into_iter()).expect("config");
    assert_eq!(config.payment.stripe.secret_key.reveal(), "sk_live_hush");
    let shown = format!("{config:?}{}", toml::to_string_pretty(&config).expect("TOML"));
    assert!(!shown.contains("hush") && shown.contains("(set)"), "{shown}");
}

#[test]
fn environment_overrides_the_file() {
    let env = [("SHOP__LIMITS__UNPAID_ORDERS".to_owned(), "7".to_owned())];
    let config = Config::load(None, env.into_iter()).expect("config");
    assert_eq!(config.limits.unpaid_orders, 7);
    let env = [("SHOP__LIMITS__NOPE".to_owned(), "7".to_owned())];
    let error = Config::load(None, env.into_iter()).expect_err("refused").to_string();
    assert_eq!(error, "SHOP__LIMITS__NOPE: unknown key limits.nope; `shop config --defaults` lists them all");
}
