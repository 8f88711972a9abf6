//! The duties of the user interface by law: the only list of them. A test checks that every proof it names exists.

use crate::message::{self, MessageDef};

/// A duty and how the shop meets it.
#[derive(Debug)]
pub struct Rule {
    pub duty: MessageDef,
    /// The legal act.
    pub law: MessageDef,
    /// Where it is met.
    pub shown: MessageDef,
    /// `file: name of the test`.
    pub proofs: &'static [&'static str],
}

const fn rule(duty: MessageDef, law: MessageDef, shown: MessageDef, proofs: &'static [&'static str]) -> Rule {
    Rule { duty, law, shown, proofs }
}

/// Every duty of `experience.md` §3.
pub const RULES: &[Rule] = &[
    rule(
        message::DUTY_BUTTON,
        message::DUTY_BUTTON_LAW,
        message::DUTY_BUTTON_SHOWN,
        &[
            "tests/compliance.rs: order_and_withdrawal_buttons_have_the_exact_legal_wording",
            "tests/browser/buy.test.mjs: a double press places one order",
        ],
    ),
    rule(
        message::DUTY_BEFORE_BUTTON,
        message::DUTY_BEFORE_BUTTON_LAW,
        message::DUTY_BEFORE_BUTTON_SHOWN,
        &["tests/browser/law.test.mjs: what is ordered and what it costs stand directly before the button"],
    ),
    rule(
        message::DUTY_BEFORE_ORDERING,
        message::DUTY_BEFORE_ORDERING_LAW,
        message::DUTY_BEFORE_ORDERING_SHOWN,
        &["tests/browser/law.test.mjs: the bag says where it goes and how it is paid, before the checkout"],
    ),
    rule(
        message::DUTY_WITHDRAW,
        message::DUTY_WITHDRAW_LAW,
        message::DUTY_WITHDRAW_SHOWN,
        &[
            "tests/compliance.rs: order_and_withdrawal_buttons_have_the_exact_legal_wording",
            "tests/withdrawal.rs: guest_withdraws_in_two_steps_and_gets_a_receipt",
            "tests/browser/payment.test.mjs: en, mouse: withdrawing without a login from an order that is not found",
        ],
    ),
    rule(
        message::DUTY_TELEPHONE,
        message::DUTY_TELEPHONE_LAW,
        message::DUTY_TELEPHONE_SHOWN,
        &[
            "tests/compliance.rs: offer_of_goods_added_by_telephone_attaches_the_withdrawal_form",
            "tests/console_additions.rs: added_goods_are_an_order_of_their_own_that_the_letter_lets_the_customer_pay_by_card",
        ],
    ),
    rule(
        message::DUTY_WITHDRAWAL_FORM,
        message::DUTY_WITHDRAWAL_FORM_LAW,
        message::DUTY_WITHDRAWAL_FORM_SHOWN,
        &[
            "tests/compliance.rs: withdrawal_form_is_a_pdf_in_every_language",
            "tests/compliance.rs: order_confirmation_attaches_the_withdrawal_form",
            "src/cms/form.rs: form_has_the_fields_of_annex_i_in_every_language",
        ],
    ),
    rule(
        message::DUTY_MATTRESSES,
        message::DUTY_MATTRESSES_LAW,
        message::DUTY_MATTRESSES_SHOWN,
        &["tests/compliance.rs: unpacked_mattresses_are_returnable_and_the_return_cost_is_shown"],
    ),
    rule(
        message::DUTY_RETURN_COST,
        message::DUTY_RETURN_COST_LAW,
        message::DUTY_RETURN_COST_SHOWN,
        &["tests/compliance.rs: unpacked_mattresses_are_returnable_and_the_return_cost_is_shown"],
    ),
    rule(
        message::DUTY_REDUCTIONS,
        message::DUTY_REDUCTIONS_LAW,
        message::DUTY_REDUCTIONS_SHOWN,
        &[
            "tests/compliance.rs: struck_price_is_the_lowest_of_30_days",
            "src/domain/price_history.rs: lowest_price_is_that_before_the_reduction",
        ],
    ),
    rule(
        message::DUTY_UNIT_PRICE,
        message::DUTY_UNIT_PRICE_LAW,
        message::DUTY_UNIT_PRICE_SHOWN,
        &[
            "tests/compliance.rs: prices_show_vat_shipping_and_unit_price",
            "src/domain/unit_price.rs: unit_prices_are_per_litre_and_kilogram",
        ],
    ),
    rule(
        message::DUTY_VAT_SHIPPING,
        message::DUTY_VAT_SHIPPING_LAW,
        message::DUTY_VAT_SHIPPING_SHOWN,
        &["tests/compliance.rs: prices_show_vat_shipping_and_unit_price"],
    ),
    rule(
        message::DUTY_GUARANTEE_NOTICE,
        message::DUTY_GUARANTEE_NOTICE_LAW,
        message::DUTY_GUARANTEE_NOTICE_SHOWN,
        &[
            "tests/compliance.rs: legal_guarantee_notice_is_shown_unchanged",
            "src/config/tests.rs: guarantee_notice_must_exist_in_every_language",
        ],
    ),
    rule(
        message::DUTY_GUARANTEE_LABEL,
        message::DUTY_GUARANTEE_LABEL_LAW,
        message::DUTY_GUARANTEE_LABEL_SHOWN,
        &["tests/compliance.rs: no_product_text_promises_a_commercial_guarantee"],
    ),
    rule(
        message::DUTY_GREEN,
        message::DUTY_GREEN_LAW,
        message::DUTY_GREEN_SHOWN,
        &["tests/compliance.rs: no_text_makes_unproved_green_claims"],
    ),
    rule(
        message::DUTY_SAFETY,
        message::DUTY_SAFETY_LAW,
        message::DUTY_SAFETY_SHOWN,
        &["tests/compliance.rs: product_page_shows_manufacturer_and_responsible_person"],
    ),
    rule(
        message::DUTY_FIBRES,
        message::DUTY_FIBRES_LAW,
        message::DUTY_FIBRES_SHOWN,
        &["tests/compliance.rs: fibres_ingredients_and_hazards_are_in_the_page_language"],
    ),
    rule(
        message::DUTY_INCI,
        message::DUTY_INCI_LAW,
        message::DUTY_INCI_SHOWN,
        &["tests/compliance.rs: fibres_ingredients_and_hazards_are_in_the_page_language"],
    ),
    rule(
        message::DUTY_HAZARDS,
        message::DUTY_HAZARDS_LAW,
        message::DUTY_HAZARDS_SHOWN,
        &[
            "tests/compliance.rs: fibres_ingredients_and_hazards_are_in_the_page_language",
            "tests/compliance.rs: nine_ghs_pictograms_have_images_and_names_in_every_language",
        ],
    ),
    rule(
        message::DUTY_ECO,
        message::DUTY_ECO_LAW,
        message::DUTY_ECO_SHOWN,
        &["tests/compliance.rs: eco_participation_and_producer_identifiers_are_shown"],
    ),
    rule(
        message::DUTY_PRODUCERS,
        message::DUTY_PRODUCERS_LAW,
        message::DUTY_PRODUCERS_SHOWN,
        &["tests/compliance.rs: eco_participation_and_producer_identifiers_are_shown"],
    ),
    rule(
        message::DUTY_COOKIES,
        message::DUTY_COOKIES_LAW,
        message::DUTY_COOKIES_SHOWN,
        &[
            "tests/browser/law.test.mjs: refusing cookies looks as accepting them",
            "tests/browser/consent.test.mjs: de: rejecting all at first, and going by Esc, store nothing that is optional",
            "tests/browser/consent.test.mjs: the table of cookies is what a browser has after a tour of the shop",
        ],
    ),
    rule(
        message::DUTY_CAPTCHA,
        message::DUTY_CAPTCHA_LAW,
        message::DUTY_CAPTCHA_SHOWN,
        &[
            "tests/browser/consent.test.mjs: an external captcha waits until it is allowed, in place and for itself alone",
        ],
    ),
    rule(
        message::DUTY_LETTERS,
        message::DUTY_LETTERS_LAW,
        message::DUTY_LETTERS_SHOWN,
        &[
            "tests/compliance.rs: newsletter_boxes_are_not_preselected",
            "tests/newsletter.rs: double_opt_in_confirms_a_subscription",
        ],
    ),
    rule(
        message::DUTY_DISPUTES,
        message::DUTY_DISPUTES_LAW,
        message::DUTY_DISPUTES_SHOWN,
        &["tests/compliance.rs: no_text_links_to_the_closed_odr_platform"],
    ),
    rule(
        message::DUTY_IMPRINT,
        message::DUTY_IMPRINT_LAW,
        message::DUTY_IMPRINT_SHOWN,
        &["tests/compliance.rs: imprint_is_complete_and_linked_from_every_page"],
    ),
    rule(
        message::DUTY_ACCESSIBILITY,
        message::DUTY_ACCESSIBILITY_LAW,
        message::DUTY_ACCESSIBILITY_SHOWN,
        &["tests/compliance.rs: accessibility_statement_has_the_content_of_annex_v"],
    ),
];

#[cfg(test)]
mod tests {
    use std::fs;
    use std::path::Path;

    use super::*;

    #[test]
    fn every_rule_has_proofs_that_exist() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for rule in RULES {
            assert!(!rule.proofs.is_empty(), "no proof: {}", rule.duty.text);
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
        let mut names: Vec<&str> = RULES.iter().map(|rule| rule.duty.id).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), RULES.len(), "duplicate rule");
    }
}
