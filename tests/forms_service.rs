//! Forms without scripts of registration, forgotten password, contact, newsletter, withdrawal and cookies: a mailed link takes
//! the place of the proof of work.

use serde_json::json;
use shop::vals;

use crate::support::form::{fill, form, send, value};
use crate::support::html::elements;
use crate::support::{OUTBOX_ONLY, PASSWORD, Shop, Visitor, eventually};

const EMAIL: &str = "claire.martin@example.com";

/// A shop that asks for proofs of work.
fn guarded() -> Shop {
    guarded_with(&[])
}

/// The same with other settings.
fn guarded_with(more: &[(&str, &str)]) -> Shop {
    let env = OUTBOX_ONLY.iter().filter(|(name, _)| *name != "SHOP__CAPTCHA__PROVIDER").chain(more);
    Shop::open_with(&env.copied().collect::<Vec<_>>())
}

/// Path and query of the latest link to a form.
fn link(shop: &Shop) -> String {
    eventually("the link is mailed", || shop.mail("form_link", EMAIL).is_some());
    let url = shop.mail("form_link", EMAIL).unwrap()["url"].as_str().unwrap().to_owned();
    url[url.find("/en/").unwrap()..].to_owned()
}

#[test]
fn account_is_created_once_its_mailed_link_was_followed() {
    let shop = guarded();
    let mut visitor = shop.visitor();
    let customers = || shop.count("SELECT COUNT(*) FROM customer");
    let mut fields = form(&visitor.get("/en/register?return=%2Fen%2Fwishlist").body, "customer/create");
    fill(&mut fields, &[("first_name", "Claire"), ("last_name", "Martin"), ("email", EMAIL)]);
    let answer = send(&mut visitor, "customer/create", &fields);
    assert_eq!((answer.status, shop.mails("form_link")), (422, 0), "what is incomplete mails nothing: {}", answer.body);
    let whole = [("password", PASSWORD), ("password_confirmation", PASSWORD), ("terms", "on")];
    fill(&mut fields, &whole);
    let answer = send(&mut visitor, "customer/create", &fields);
    let waiting = "/en/register?return=%2Fen%2Fwishlist&done=mailed";
    assert_eq!((answer.status, answer.header("location")), (303, Some(waiting)), "{}", answer.body);
    assert!(visitor.get(waiting).body.contains("We have sent you a link"));
    assert_eq!(customers(), 0);
    let kept: String = shop.database().one("SELECT typed FROM form_link", vals![]).unwrap();
    assert!(kept.contains("Claire") && !kept.contains(PASSWORD), "{kept}");

    // A mail program that follows the link changes nothing.
    let link = link(&shop);
    for _ in 0..2 {
        assert!(visitor.get(&link).body.contains("Here is your form as you left it"));
    }
    let mut fields = form(&visitor.get(&link).body, "customer/create");
    for (name, typed) in [("first_name", "Claire"), ("email", EMAIL), ("terms", "on"), ("_then", "/en/wishlist")] {
        assert_eq!(value(&fields, name), typed, "{name}");
    }
    // Refused for another reason, the link still counts.
    fill(&mut fields, &[("password", PASSWORD), ("password_confirmation", "another-one-1")]);
    let answer = send(&mut visitor, "customer/create", &fields);
    assert_eq!(answer.status, 422);
    let mut again = form(&answer.body, "customer/create");
    assert_eq!(value(&again, "captcha"), value(&fields, "captcha"));
    fill(&mut again, &whole);
    let answer = send(&mut visitor, "customer/create", &again);
    assert_eq!((answer.status, answer.header("location")), (303, Some("/en/wishlist")), "{}", answer.body);
    assert_eq!((customers(), visitor.cookies["isLogin"].as_str()), (1, "1"));
    assert_eq!(shop.count("SELECT COUNT(*) FROM form_link"), 0, "nothing stays behind");

    // It is good once; a form with one that is used up gets another.
    let mut other = shop.visitor();
    assert!(other.get(&link).body.contains("This link has been used"));
    fill(&mut again, &[("email", "somebody.else@example.com")]);
    let answer = send(&mut other, "customer/create", &again);
    assert_eq!((answer.status, answer.header("location"), customers()), (303, Some(waiting), 1), "{}", answer.body);
    assert_eq!(shop.mails("form_link"), 2);
}

#[test]
fn message_waits_for_its_link_and_comes_back_with_it() {
    let shop = guarded();
    let mut visitor = shop.visitor();
    let messages = || shop.count("SELECT COUNT(*) FROM contact_message");
    let mut fields = form(&visitor.get("/en/contact-us").body, "contact/post");
    let words = "Is the \"Lac\" towel <white> & soft?\nYours, Claire";
    fill(&mut fields, &[("name", "Claire Martin"), ("email", EMAIL), ("message", words)]);
    let answer = send(&mut visitor, "contact/post", &fields);
    assert_eq!(answer.status, 422);
    assert!(answer.body.contains("href=\"#contact-subject\""), "{}", answer.body);
    fill(&mut fields, &[("subject", "care_information")]);
    let answer = send(&mut visitor, "contact/post", &fields);
    assert_eq!(answer.header("location"), Some("/en/contact-us?done=mailed"), "{}", answer.body);
    assert_eq!(messages(), 0);
    let page = visitor.get(&link(&shop));
    assert_eq!(page.header("cache-control"), Some("no-store"), "it is one visitor's");
    assert!(page.body.contains("Is the &quot;Lac&quot; towel &lt;white>"), "{}", page.body);
    assert!(!shop.visitor().get("/en/contact-us").body.contains("Lac&quot; towel"));
    let mut fields = form(&page.body, "contact/post");
    fill(&mut fields, &[("message", words), ("subject", "care_information")]);
    let answer = send(&mut visitor, "contact/post", &fields);
    assert_eq!(answer.header("location"), Some("/en/contact-us?done=sent"), "{}", answer.body);
    assert!(visitor.get("/en/contact-us?done=sent").body.contains("Thank you for your message"));
    let kept: String = shop.database().one("SELECT message FROM contact_message", vals![]).unwrap();
    assert_eq!((kept.as_str(), messages()), (words, 1));
}

#[test]
fn links_to_one_address_are_few() {
    let shop = guarded();
    let ask = |email: &str| {
        let mut visitor = shop.visitor();
        let mut fields = form(&visitor.get("/en/contact-us").body, "contact/post");
        let words = [("name", "Claire"), ("email", email), ("message", "Hello"), ("subject", "other")];
        fill(&mut fields, &words);
        send(&mut visitor, "contact/post", &fields)
    };
    for _ in 0..3 {
        assert_eq!(ask(EMAIL).status, 303);
    }
    // Written otherwise, it is the same mailbox.
    let refused = ask("Claire.Martin@EXAMPLE.com");
    assert_eq!((refused.status, shop.mails("form_link")), (422, 3));
    assert!(refused.body.contains("Several forms have been sent already") && refused.body.contains("Hello"));
    assert_eq!(ask("another@example.com").status, 303);
}

#[test]
fn link_counts_for_its_form_and_its_address_and_leads_to_its_page() {
    let shop = guarded();
    let mut visitor = shop.visitor();
    let words = [("name", "Claire"), ("message", "Hello"), ("subject", "other"), ("_from", "/en/Call-0900-123456?x=1")];
    let mut fields = form(&visitor.get("/en/contact-us").body, "contact/post");
    fill(&mut fields, &words);
    fill(&mut fields, &[("email", EMAIL), ("surprise", "kept by nobody")]);
    assert_eq!(send(&mut visitor, "contact/post", &fields).header("location"), Some("/en/contact-us?done=mailed"));
    let link = link(&shop);
    assert!(link.starts_with("/en/contact-us?proof="), "{link}");
    let kept: String = shop.database().one("SELECT typed FROM form_link", vals![]).unwrap();
    assert!(!kept.contains("surprise"), "{kept}");
    let proof = format!("mail:{}", link.split_once('=').unwrap().1);
    // Of another address, or in another form, it says nothing.
    fill(&mut fields, &[("captcha", &proof), ("email", "victim@example.com")]);
    assert_eq!(send(&mut visitor, "contact/post", &fields).header("location"), Some("/en/contact-us?done=mailed"));
    let forgot = json!({ "email": EMAIL, "captcha": proof });
    assert_eq!(visitor.refused("account/forgot", &forgot)["error"]["id"], "captcha.link_invalid");
    assert_eq!(shop.count("SELECT COUNT(*) FROM contact_message"), 0);
    fill(&mut fields, &[("email", "Claire.Martin@example.com")]);
    assert_eq!(send(&mut visitor, "contact/post", &fields).header("location"), Some("/en/contact-us?done=sent"));
    assert_eq!(shop.count("SELECT COUNT(*) FROM contact_message"), 1);
}

#[test]
fn forgotten_password_mails_one_link() {
    let shop = guarded();
    shop.database()
        .exec(
            "INSERT INTO customer (email, email_key, first_name, last_name, lang, created_at) VALUES ($1, $1, 'Claire', 'Martin', 'en', 0)",
            vals![EMAIL],
        )
        .unwrap();
    let mut visitor = shop.visitor();
    let mut fields = form(&visitor.get("/en/forgetpwd").body, "account/forgot");
    fill(&mut fields, &[("email", "claire.martin")]);
    let answer = send(&mut visitor, "account/forgot", &fields);
    assert_eq!(answer.status, 422);
    assert_eq!(value(&form(&answer.body, "account/forgot"), "email"), "claire.martin");
    // The same answer with an account and without one.
    for email in [EMAIL, "nobody@example.com"] {
        fill(&mut fields, &[("email", email)]);
        let answer = send(&mut visitor, "account/forgot", &fields);
        assert_eq!((answer.status, answer.header("location")), (303, Some("/en/forgetpwd?done=sent")), "{email}");
    }
    assert!(visitor.get("/en/forgetpwd?done=sent").body.contains("Please check your email"));
    assert_eq!((shop.mails("password_reset"), shop.mails("form_link")), (1, 0));
    let token = shop.mailed_token("password_reset", EMAIL);
    assert!(visitor.get(&format!("/en/account/setPassword?token={token}")).body.contains("/do/account/reset"));
}

#[test]
fn newsletter_is_asked_for_and_confirmed() {
    let shop = guarded();
    let mut visitor = shop.visitor();
    // The footer has a field alone; the letters are chosen on a page of its own.
    let mut fields = form(&visitor.get("/en").body, "newsletter/subscribe");
    fill(&mut fields, &[("email", EMAIL)]);
    let answer = send(&mut visitor, "newsletter/subscribe", &fields);
    assert_eq!((answer.status, shop.count("SELECT COUNT(*) FROM newsletter")), (422, 0));
    let mut fields = form(&answer.body, "newsletter/subscribe");
    assert_eq!((value(&fields, "email"), value(&fields, "_from")), (EMAIL, "/en/newsletter"), "{}", answer.body);
    fill(&mut fields, &[("brand", "1")]);
    let answer = send(&mut visitor, "newsletter/subscribe", &fields);
    assert_eq!(answer.header("location"), Some("/en/newsletter?done=asked"), "{}", answer.body);
    assert_eq!(visitor.get("/en/newsletter?done=asked").status, 200);
    let confirm = shop.mail("newsletter_confirm", EMAIL).unwrap()["confirm_url"].as_str().unwrap().to_owned();
    let path = confirm[confirm.find("/en/").unwrap()..].to_owned();
    let token = path.split_once("token=").unwrap().1.to_owned();
    assert_eq!(visitor.form(&format!("/newsletter/confirm/{token}"), "").status, 303);
    let states: Vec<String> = shop.database().all("SELECT status FROM newsletter", vals![]).unwrap();
    assert_eq!(states, ["subscribed"]);
    // Asked for again, the answer does not say whose address it is.
    let answer = send(&mut shop.visitor(), "newsletter/subscribe", &fields);
    assert_eq!(answer.header("location"), Some("/en/newsletter?done=asked"), "{}", answer.body);
}

#[test]
fn link_takes_the_place_of_recaptcha_whether_its_cookies_are_allowed_or_not() {
    // Nothing answers there: whoever asks it gets no further.
    let shop = guarded_with(&[
        ("SHOP__CAPTCHA__PROVIDER", "recaptcha"),
        ("SHOP__CAPTCHA__RECAPTCHA_SITE_KEY", "k"),
        ("SHOP__CAPTCHA__RECAPTCHA_SECRET", "s"),
        ("SHOP__CAPTCHA__RECAPTCHA_URL", "http://127.0.0.1:1/"),
    ]);
    for (allowed, name) in [("0", "ada"), ("1", "ben")] {
        let email = format!("{name}@example.com");
        let email = email.as_str();
        let mut visitor = shop.visitor();
        visitor.cookies.insert("allowRecaptcha".to_owned(), allowed.to_owned());
        let words = [("name", name), ("email", email), ("message", "Hello"), ("subject", "other")];
        let mut fields = form(&visitor.get("/en/contact-us").body, "contact/post");
        fill(&mut fields, &words);
        let answer = send(&mut visitor, "contact/post", &fields);
        assert_eq!(answer.header("location"), Some("/en/contact-us?done=mailed"), "{}", answer.body);
        let url = shop.mail("form_link", email).unwrap()["url"].as_str().unwrap().to_owned();
        let mut fields = form(&visitor.get(&url[url.find("/en/").unwrap()..]).body, "contact/post");
        fill(&mut fields, &words);
        let answer = send(&mut visitor, "contact/post", &fields);
        assert_eq!(answer.header("location"), Some("/en/contact-us?done=sent"), "{}", answer.body);

        let mut fields = form(&visitor.get("/en/register").body, "customer/create");
        let whole = [
            ("first_name", "Claire"),
            ("last_name", "Martin"),
            ("email", email),
            ("password", PASSWORD),
            ("password_confirmation", PASSWORD),
            ("terms", "on"),
        ];
        fill(&mut fields, &whole);
        let answer = send(&mut visitor, "customer/create", &fields);
        assert_eq!(answer.header("location"), Some("/en/register?done=mailed"), "{}", answer.body);

        let mut fields = form(&visitor.get("/en/forgetpwd").body, "account/forgot");
        fill(&mut fields, &[("email", email)]);
        let answer = send(&mut visitor, "account/forgot", &fields);
        assert_eq!(answer.header("location"), Some("/en/forgetpwd?done=sent"), "{}", answer.body);

        let mut fields = form(&visitor.get("/en/newsletter").body, "newsletter/subscribe");
        fill(&mut fields, &[("email", email), ("brand", "1")]);
        let answer = send(&mut visitor, "newsletter/subscribe", &fields);
        assert_eq!(answer.header("location"), Some("/en/newsletter?done=asked"), "{}", answer.body);
    }
    assert_eq!(shop.count("SELECT COUNT(*) FROM contact_message"), 2);
}

#[test]
fn without_double_opt_in_a_subscription_counts_at_once() {
    let shop = guarded_with(&[("SHOP__NEWSLETTER__DOUBLE_OPT_IN", "false")]);
    let mut visitor = shop.visitor();
    let mut fields = form(&visitor.get("/en/newsletter").body, "newsletter/subscribe");
    fill(&mut fields, &[("email", EMAIL), ("hah_subscribe", "1")]);
    // Subscribed already is subscribed (specification §8).
    for _ in 0..2 {
        let answer = send(&mut visitor, "newsletter/subscribe", &fields);
        assert_eq!(answer.header("location"), Some("/en/newsletter?done=subscribed"), "{}", answer.body);
    }
    assert!(visitor.get("/en/newsletter?done=subscribed").body.contains("You have subscribed to our newsletter"));
    let states: Vec<String> = shop.database().all("SELECT status FROM newsletter", vals![]).unwrap();
    assert_eq!((states, shop.mails("newsletter_confirm")), (vec!["subscribed".to_owned()], 0));
}

#[test]
fn outside_of_the_eu_the_footer_s_form_is_whole() {
    let shop = guarded_with(&[("SHOP__REGION__EU", "false"), ("SHOP__NEWSLETTER__DOUBLE_OPT_IN", "false")]);
    let mut visitor = shop.visitor();
    let mut fields = form(&visitor.get("/en").body, "newsletter/subscribe");
    fill(&mut fields, &[("email", EMAIL)]);
    let answer = send(&mut visitor, "newsletter/subscribe", &fields);
    assert_eq!(answer.header("location"), Some("/en/newsletter?done=subscribed"), "{}", answer.body);
    let letters: (bool, bool, bool) =
        shop.database().one("SELECT hah_subscribe, brand, all_subscribe_status FROM newsletter", vals![]).unwrap();
    assert_eq!(letters, (false, true, false));
    let page = visitor.get("/en/newsletter").body;
    assert!(!elements(&page).iter().any(|one| one.get("name") == Some("hah_subscribe")), "there is nothing to choose");
    // The form of that page does the same.
    let mut fields = form(&page, "newsletter/subscribe");
    fill(&mut fields, &[("email", "ben@example.com")]);
    let answer = send(&mut visitor, "newsletter/subscribe", &fields);
    assert_eq!(answer.header("location"), Some("/en/newsletter?done=subscribed"), "{}", answer.body);
    assert_eq!(shop.count("SELECT COUNT(*) FROM newsletter WHERE status = 'subscribed'"), 2);
}

#[test]
fn withdrawal_is_read_once_more_and_then_received() {
    let shop = guarded();
    let mut visitor = shop.visitor();
    let statements = || shop.count("SELECT COUNT(*) FROM withdrawal");
    let mut fields = form(&visitor.get("/en/withdraw").body, "order/withdraw");
    fill(&mut fields, &[("order_number", "2026-009999"), ("name", "Claire Martin"), ("email", "claire")]);
    let answer = send(&mut visitor, "order/withdraw", &fields);
    assert_eq!(answer.status, 422);
    assert_eq!(value(&form(&answer.body, "order/withdraw"), "name"), "Claire Martin");
    fill(&mut fields, &[("email", EMAIL)]);
    let review = send(&mut visitor, "order/withdraw", &fields);
    assert_eq!((review.status, review.header("cache-control")), (200, Some("no-store")), "{}", review.body);
    assert!(review.body.contains("Please check your withdrawal"), "{}", review.body);
    assert_eq!(statements(), 0);
    let reviewed = form(&review.body, "order/withdraw");
    let mut change = reviewed.clone();
    fill(&mut change, &[("change", "1")]);
    let answer = send(&mut visitor, "order/withdraw", &change);
    assert_eq!(value(&form(&answer.body, "order/withdraw"), "order_number"), "2026-009999");
    let mut confirm = reviewed;
    fill(&mut confirm, &[("confirm", "true")]);
    // Sent twice, it is one statement.
    for _ in 0..2 {
        let receipt = send(&mut visitor, "order/withdraw", &confirm);
        assert!(receipt.body.contains("We have received your withdrawal"), "{}", receipt.body);
    }
    assert_eq!(statements(), 1);
}

#[test]
fn choice_of_cookies_is_kept_by_the_browser_alone() {
    let shop = Shop::open();
    let mut visitor = shop.visitor();
    let sessions = || shop.count("SELECT COUNT(*) FROM session");
    let before = sessions();
    let mut choose = |answer: &str| {
        visitor.cookies.insert("_ga_TEST".to_owned(), "1".to_owned());
        let answer = visitor.form("/en/do/common/consent", answer);
        assert_eq!(
            (answer.status, answer.header("location")),
            (303, Some("/en/cookies?done=saved")),
            "{}",
            answer.body
        );
        let of = |name: &str| visitor.cookies.get(name).cloned().unwrap_or_default();
        [of("cookieConsent"), of("allowRecaptcha"), of("_ga_TEST")]
    };
    assert_eq!(choose("choice=accept"), ["essential.functional.marketing", "1", "1"]);
    assert_eq!(choose("choice=save&functional=on"), ["essential.functional", "0", ""]);
    assert_eq!(choose("choice=reject&marketing=on"), ["essential", "0", ""]);
    assert_eq!(sessions(), before);
    let foreign = visitor.form_with("/en/do/common/consent", "choice=accept", &[("Origin", "https://evil.example")]);
    assert_eq!((foreign.status, visitor.cookies["cookieConsent"].as_str()), (403, "essential"));
    let ticked = |visitor: &mut Visitor| {
        let page = visitor.get("/en/cookies").body;
        let boxes = elements(&page)
            .into_iter()
            .filter(|one| one.get("type") == Some("checkbox") && one.get("checked").is_some());
        boxes.filter_map(|one| one.get("name").map(str::to_owned)).collect::<Vec<_>>()
    };
    assert_eq!(ticked(&mut visitor), [""; 0]);
    assert_eq!(visitor.form("/en/do/common/consent", "choice=save&functional=on").status, 303);
    assert_eq!(ticked(&mut visitor), ["functional"]);
    assert_eq!(visitor.form("/en/do/common/consent", "").header("location"), Some("/en/cookies"));
    assert_eq!(visitor.form("/xx/do/common/consent", "choice=accept").status, 404);
}

#[test]
fn address_of_another_site_sends_no_form() {
    let shop = guarded();
    let mut visitor = shop.visitor();
    let body = format!("email={EMAIL}&name=Claire&subject=other&message=Hello");
    let send = |visitor: &mut Visitor, site: &str| {
        visitor.form_with("/en/do/contact/post", &body, &[("Sec-Fetch-Site", site)]).status
    };
    let links = || shop.count("SELECT COUNT(*) FROM form_link");
    assert_eq!((send(&mut visitor, "cross-site"), links()), (403, 0));
    assert_eq!((send(&mut visitor, "same-origin"), links()), (303, 1));
    let invented = visitor.get("/en/contact-us?proof=00");
    assert!(invented.body.contains("This link has been used"), "{}", invented.body);
    assert_eq!(json!(invented.status), 200);
}
