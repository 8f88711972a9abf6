//! `shop compliance`: the legal duties of the user interface, where each is met and which test proves it; and what of
//! this shop's configuration and catalogue is still demonstration data.
//!
//! The table is the only list of duties. A test checks that every proof it names exists.

use std::path::Path;

use anyhow::bail;
use serde::Serialize;

use super::shop;
use super::table::{Output, line};
use crate::config::{Config, Mode};
use crate::data_dir::{DataFolder, open_database};

/// A duty and how the shop meets it.
#[derive(Debug, Serialize)]
pub struct Rule {
    pub rule: &'static str,
    /// The legal act.
    pub source: &'static str,
    pub shown: &'static str,
    /// `file: name of the test`.
    pub proofs: &'static [&'static str],
}

const fn rule(rule: &'static str, source: &'static str, shown: &'static str, proofs: &'static [&'static str]) -> Rule {
    Rule { rule, source, shown, proofs }
}

/// Every duty of `experience.md` §3.
pub const RULES: &[Rule] = &[
    rule(
        "Order button says that it obliges to pay",
        "Dir. 2011/83/EU art. 8(2); C-249/21",
        "checkout, the last button",
        &[
            "tests/compliance.rs: order_and_withdrawal_buttons_have_the_exact_legal_wording",
            "tests/browser/buy.test.mjs: a double press places one order",
        ],
    ),
    rule(
        "Goods, total with taxes and delivery directly before it",
        "Dir. 2011/83/EU art. 8(2), 6(1)(a), (e)",
        "checkout, third section",
        &["tests/browser/law.test.mjs: what is ordered and what it costs stand directly before the button"],
    ),
    rule(
        "Where the shop delivers and how it is paid, before ordering begins",
        "Dir. 2011/83/EU art. 8(3)",
        "bag, above the way to the checkout",
        &["tests/browser/law.test.mjs: the bag says where it goes and how it is paid, before the checkout"],
    ),
    rule(
        "Withdrawal function without a login, in two steps, with a receipt",
        "Dir. 2011/83/EU art. 11a",
        "foot of every page; page of an order; mails; /{lang}/withdraw",
        &[
            "tests/compliance.rs: order_and_withdrawal_buttons_have_the_exact_legal_wording",
            "tests/withdrawal.rs: guest_withdraws_in_two_steps_and_gets_a_receipt",
            "tests/browser/payment.test.mjs: en, mouse: withdrawing without a login from an order that is not found",
        ],
    ),
    rule(
        "Goods added by telephone are offered by letter, and nobody is bound before consenting",
        "Dir. 2011/83/EU art. 8(6), 8(7); BGB § 312f",
        "mail about goods that were added to an order; its page, where paying accepts the offer",
        &[
            "tests/compliance.rs: offer_of_goods_added_by_telephone_attaches_the_withdrawal_form",
            "tests/console_additions.rs: added_goods_are_an_order_of_their_own_that_the_letter_lets_the_customer_pay_by_card",
        ],
    ),
    rule(
        "Withdrawal information, and the model form to take away",
        "Dir. 2011/83/EU art. 6(1)(h), 8(7), annex I",
        "help page returns; /{lang}/withdrawal-form.pdf; attached to the mail that confirms an order",
        &[
            "tests/compliance.rs: withdrawal_form_is_a_pdf_in_every_language",
            "tests/compliance.rs: order_confirmation_attaches_the_withdrawal_form",
            "src/cms/form.rs: form_has_the_fields_of_annex_i_in_every_language",
        ],
    ),
    rule(
        "Unpacked mattresses may be returned",
        "Dir. 2011/83/EU art. 16(e); C-681/17",
        "help pages returns, bed-terms",
        &["tests/compliance.rs: unpacked_mattresses_are_returnable_and_the_return_cost_is_shown"],
    ),
    rule(
        "What the return of goods costs that the post does not take",
        "Dir. 2011/83/EU art. 6(1)(i)",
        "their product pages; help pages returns, bed-terms, shipping-and-returns",
        &["tests/compliance.rs: unpacked_mattresses_are_returnable_and_the_return_cost_is_shown"],
    ),
    rule(
        "Reductions are measured against the lowest price of 30 days",
        "Dir. 98/6/EC art. 6a; C-330/23",
        "price blocks of lists, products, bag, wishlist",
        &[
            "tests/compliance.rs: struck_price_is_the_lowest_of_30_days",
            "src/domain/price_history.rs: lowest_price_is_that_before_the_reduction",
        ],
    ),
    rule(
        "Price of a litre or kilogram beside the price",
        "Dir. 98/6/EC art. 3; PAngV § 4, § 5",
        "body care and fragrance in lists, search, suggestions, product, bag, checkout",
        &[
            "tests/compliance.rs: prices_show_vat_shipping_and_unit_price",
            "src/domain/unit_price.rs: unit_prices_are_per_litre_and_kilogram",
        ],
    ),
    rule(
        "Prices contain VAT; shipping is named, with the way to what it costs",
        "Dir. 98/6/EC art. 2; Dir. 2011/83/EU art. 6(1)(e); PAngV § 6",
        "every price block",
        &["tests/compliance.rs: prices_show_vat_shipping_and_unit_price"],
    ),
    rule(
        "Notice of the legal guarantee, as the Commission draws it",
        "Dir. 2011/83/EU art. 22a; Reg. (EU) 2025/1960",
        "product pages, open, and terms: imprint.guarantee_notice. Without it words and the way to Your Europe, which do not \
         take its place",
        &[
            "tests/compliance.rs: legal_guarantee_notice_is_shown_unchanged",
            "src/config/tests.rs: guarantee_notice_must_exist_in_every_language",
        ],
    ),
    rule(
        "Label of a maker's own guarantee of durability of more than two years",
        "Dir. 2011/83/EU art. 5(1)(ea), 22a; Reg. (EU) 2025/1960 Annex II",
        "no product of the demonstration has one; of yours the Commission's label, filled in, as a picture of the product",
        &["tests/compliance.rs: no_product_text_promises_a_commercial_guarantee"],
    ),
    rule(
        "No claim to be green without proof",
        "Dir. (EU) 2024/825",
        "all texts of the seed and of the interface",
        &["tests/compliance.rs: no_text_makes_unproved_green_claims"],
    ),
    rule(
        "Manufacturer, responsible person, identifier, picture, warnings",
        "Reg. (EU) 2023/988 art. 16, 19",
        "product page, “Product safety”, open",
        &["tests/compliance.rs: product_page_shows_manufacturer_and_responsible_person"],
    ),
    rule(
        "Fibre composition in the page's language",
        "Reg. (EU) 1007/2011 art. 16",
        "product page, “Material”",
        &["tests/compliance.rs: fibres_ingredients_and_hazards_are_in_the_page_language"],
    ),
    rule(
        "Ingredients of cosmetics (INCI)",
        "Reg. (EC) 1223/2009 art. 19",
        "product page, “Ingredients”",
        &["tests/compliance.rs: fibres_ingredients_and_hazards_are_in_the_page_language"],
    ),
    rule(
        "Hazards: pictograms, signal word, H, P and EUH statements",
        "Reg. (EC) 1272/2008 art. 48",
        "product page, “Hazard information”, open",
        &[
            "tests/compliance.rs: fibres_ingredients_and_hazards_are_in_the_page_language",
            "tests/compliance.rs: nine_ghs_pictograms_have_images_and_names_in_every_language",
        ],
    ),
    rule(
        "Éco-participation beside the price, for France",
        "Code de l'environnement art. L541-10-20",
        "product, bag and checkout where goods go to France; invoice",
        &["tests/compliance.rs: eco_participation_and_producer_identifiers_are_shown"],
    ),
    rule(
        "Unique identifiers of the producer",
        "Code de l'environnement art. R541-173; VerpackG § 9; RD 1055/2022",
        "terms and legal notice: [epr]",
        &["tests/compliance.rs: eco_participation_and_producer_identifiers_are_shown"],
    ),
    rule(
        "Refusing cookies is as easy as accepting; nothing optional before the choice",
        "Dir. 2002/58/EC art. 5(3); CNIL 2020-091, 2020-092",
        "cookie dialog on the first page; “Cookie settings” at the foot of every page",
        &[
            "tests/browser/law.test.mjs: refusing cookies looks as accepting them",
            "tests/browser/consent.test.mjs: de: rejecting all at first, and going by Esc, store nothing that is optional",
            "tests/browser/consent.test.mjs: the table of cookies is what a browser has after a tour of the shop",
        ],
    ),
    rule(
        "A foreign captcha waits for consent; buying and writing go without",
        "Dir. 2002/58/EC art. 5(3)",
        "registration, contact, forgotten password",
        &[
            "tests/browser/consent.test.mjs: an external captcha waits until it is allowed, in place and for itself alone",
        ],
    ),
    rule(
        "Letters only with consent, by boxes not ticked, confirmed by mail",
        "Dir. 2002/58/EC art. 13; UWG § 7",
        "foot of every page, registration, checkout, invitation",
        &[
            "tests/compliance.rs: newsletter_boxes_are_not_preselected",
            "tests/newsletter.rs: double_opt_in_confirms_a_subscription",
        ],
    ),
    rule(
        "No link to the platform for disputes, which is closed",
        "Reg. (EU) 2024/3228",
        "absent from all texts",
        &["tests/compliance.rs: no_text_links_to_the_closed_odr_platform"],
    ),
    rule(
        "Imprint, one click away",
        "Dir. 2000/31/EC art. 5; LCEN art. 1-1; DDG § 5; LSSI art. 10",
        "foot of every page: help page legal-notice",
        &["tests/compliance.rs: imprint_is_complete_and_linked_from_every_page"],
    ),
    rule(
        "Accessibility statement, and whom to tell of a barrier",
        "Dir. (EU) 2019/882 art. 13, annex V",
        "foot of every page: help page accessibility, with the report of the tests",
        &["tests/compliance.rs: accessibility_statement_has_the_content_of_annex_v"],
    ),
];

/// Demonstration data that the operator has to replace.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct Open {
    /// Key of the configuration, or place in the catalogue.
    pub at: String,
    pub what: String,
}

/// Arguments of `shop compliance`.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// Fail while something is still the demonstration's
    #[arg(long)]
    strict: bool,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Serialize)]
struct Report<'a> {
    rules: &'a [Rule],
    open: &'a [Open],
}

pub fn run(config: &Config, args: &Args) -> anyhow::Result<()> {
    let mut open = of_configuration(config)?;
    open.extend(of_catalogue(config)?);
    if args.output.json {
        args.output.value(&Report { rules: RULES, open: &open })?;
    } else {
        // Too long for a table.
        for rule in RULES {
            line(rule.rule)?;
            line(&format!("  source  {}", rule.source))?;
            line(&format!("  shown   {}", rule.shown))?;
            for proof in rule.proofs {
                line(&format!("  proof   {proof}"))?;
            }
        }
        line("")?;
        if open.is_empty() {
            line("nothing of the demonstration is left")?;
        } else {
            line("still to be put in its place:")?;
            args.output.list(&open, &["where", "what"], |open| vec![open.at.clone(), open.what.clone()])?;
        }
    }
    if args.strict && !open.is_empty() {
        bail!("{} entries are still the demonstration's or missing; put in your own", open.len());
    }
    Ok(())
}

/// Keys whose defaults describe a fictitious company.
const OWN: &[(&str, &str)] = &[
    ("brand.name", "the demonstration's brand"),
    ("company.name", "the demonstration's company"),
    ("company.address", "the demonstration's address"),
    ("company.phone", "the demonstration's telephone"),
    ("company.email", "the demonstration's e-mail address"),
    ("company.legal_form", "the demonstration's legal form and capital"),
    ("company.register", "a number made of zeros belongs to nobody"),
    ("company.siren", "a number made of zeros belongs to nobody"),
    ("company.siret", "a number made of zeros belongs to nobody"),
    ("company.vat_id", "a number made of zeros belongs to nobody"),
    ("company.director", "the demonstration's director"),
    ("company.safety_email", "where accidents are reported: the demonstration's address"),
    ("imprint.host", "the demonstration's host"),
    ("imprint.mediator", "the demonstration's mediator"),
    ("epr.fr_packaging", "the demonstration's identifier"),
    ("epr.fr_furniture", "the demonstration's identifier"),
    ("epr.fr_textiles", "the demonstration's identifier"),
    ("epr.de_packaging", "the demonstration's identifier"),
    ("epr.es_packaging", "the demonstration's identifier"),
    ("payment.bank_transfer.account_holder", "the demonstration's account"),
    ("payment.bank_transfer.iban", "the demonstration's account"),
    ("payment.cheque.payee", "the demonstration's payee"),
    ("payment.cheque.address", "the demonstration's address"),
];

/// Keys that still have the default.
pub fn of_configuration(config: &Config) -> anyhow::Result<Vec<Open>> {
    let defaults = serde_json::to_value(Config::load(None, std::iter::empty())?)?;
    let now = serde_json::to_value(config)?;
    let value = |of: &serde_json::Value, key: &str| of.pointer(&format!("/{}", key.replace('.', "/"))).cloned();
    let offers = |method: &str| config.payment.methods.iter().any(|one| one == method);
    let is_due = |key: &str| match key {
        _ if key.starts_with("payment.bank_transfer") => offers("bank_transfer"),
        _ if key.starts_with("payment.cheque") => offers("cheque"),
        _ => true,
    };
    let mut open: Vec<Open> = OWN
        .iter()
        .filter(|(key, _)| is_due(key) && value(&defaults, key) == value(&now, key))
        .map(|(key, what)| Open { at: (*key).to_owned(), what: (*what).to_owned() })
        .collect();
    let mut missing = |at: &str, what: &str| open.push(Open { at: at.to_owned(), what: what.to_owned() });
    if config.imprint.guarantee_notice.as_os_str().is_empty() {
        missing(
            "imprint.guarantee_notice",
            "name the folder with the Commission's notice of the legal guarantee, in colour and unchanged, one file for each \
             language: it is due since 27 September 2026, and the shop's own words do not take its place",
        );
    }
    if !config.is_https() {
        missing("server.public_url", "give the address that shoppers use, with https://");
    }
    if config.mode == Mode::Demo {
        missing("mode", "set \"production\"");
    }
    Ok(open)
}

/// Manufacturers with fictitious addresses, and those outside the EU without a responsible person in it.
fn of_catalogue(config: &Config) -> anyhow::Result<Vec<Open>> {
    let path = DataFolder::open(&config.data.directory)?.database();
    if !path.exists() {
        return Ok(vec![Open { at: "catalogue".into(), what: "there is none yet; import yours".into() }]);
    }
    let connection = open_database(Path::new(&path))?;
    let makers = shop::read(&connection, crate::catalog::makers)?;
    let mut open = Vec::new();
    for maker in makers {
        let mut add = |what: &str| {
            open.push(Open { at: format!("catalogue, manufacturers, {}", maker.key), what: what.to_owned() });
        };
        if [&maker.name, &maker.address, &maker.email].iter().any(|field| field.trim().is_empty()) {
            add("name, postal and electronic address must be given (Reg. (EU) 2023/988 art. 19)");
        }
        if is_reserved(&maker.email) || is_reserved(&maker.responsible_email) {
            add("an address under .example reaches nobody: the demonstration's");
        }
        if maker.country.is_empty() {
            add("its country is not told");
        } else if !crate::domain::store_view::is_eu(&maker.country) && maker.responsible_name.is_empty() {
            add("lies outside the Union: name who answers there (Reg. (EU) 2023/988 art. 16)");
        }
    }
    Ok(open)
}

/// Whether an address is in a domain reserved for examples (RFC 2606).
fn is_reserved(email: &str) -> bool {
    [".example", "@example.com", "@example.org", ".invalid", ".test"].iter().any(|end| email.ends_with(end))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn every_rule_has_proofs_that_exist() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for rule in RULES {
            assert!(!rule.proofs.is_empty(), "no proof: {}", rule.rule);
            for text in [rule.rule, rule.source, rule.shown] {
                assert!(!text.is_empty(), "{rule:?}");
            }
            for proof in rule.proofs {
                let (file, name) = proof.split_once(": ").expect("file and name");
                let text = fs::read_to_string(root.join(file)).unwrap_or_else(|error| panic!("{file}: {error}"));
                let is_there = if file.ends_with(".rs") {
                    let (head, _) = text.split_once(&format!("fn {name}(")).unwrap_or_else(|| panic!("no {proof}"));
                    head.trim_end().ends_with("#[test]")
                } else {
                    // In TypeScript tests of several languages the language follows the name.
                    text.lines().any(|line| line.contains("test(") && line.contains(name))
                };
                assert!(is_there, "no such test: {proof}");
            }
        }
        let mut names: Vec<&str> = RULES.iter().map(|rule| rule.rule).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), RULES.len(), "duplicate rule");
    }

    #[test]
    fn demonstration_data_is_listed_until_it_is_replaced() {
        let mut config = Config::load(None, std::iter::empty()).expect("config");
        let at = |config: &Config| -> Vec<String> {
            of_configuration(config).expect("entries").into_iter().map(|open| open.at).collect()
        };
        let before = at(&config);
        for (key, _) in OWN {
            assert!(before.iter().any(|at| at == key), "{key} is no key, or has no default");
        }
        config.company.siren = "552 100 554".into();
        config.epr.de_packaging = "DE1234567890123".into();
        config.payment.methods.retain(|method| method != "cheque");
        let after = at(&config);
        for gone in ["company.siren", "epr.de_packaging", "payment.cheque.payee"] {
            assert!(!after.iter().any(|at| at == gone), "{gone}");
        }
        assert_eq!(after.len(), before.len() - 4);
        assert!(is_reserved("a@b.example") && !is_reserved("a@example-hotel.com"));
    }
}
