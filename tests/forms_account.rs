//! Forms of the account without scripts: details, password, letters, sessions, data, addresses, wishlist.

use serde_json::{Value, json};
use shop::vals;

use crate::support::form::{fill, form, send, value};
use crate::support::html::elements;
use crate::support::{Answer, NEW_PASSWORD, OUTBOX_ONLY, PASSWORD, Shop, Visitor};

const EMAIL: &str = "claire.martin@example.com";
const WRONG: &str = "wrong-one-4711";

fn open() -> Shop {
    Shop::open_with(OUTBOX_ONLY)
}

fn info(visitor: &mut Visitor) -> Value {
    visitor.call("account/info", &json!({}))
}

fn is_led(answer: &Answer, to: &str) {
    assert_eq!((answer.status, answer.header("location")), (303, Some(to)), "{}", answer.body);
}

/// The page that a form has led to says what was done.
fn says(visitor: &mut Visitor, answer: &Answer, text: &str) {
    let page = visitor.get(answer.header("location").unwrap());
    let main = page.body.split("<main").nth(1).unwrap_or_default().split("</main>").next().unwrap_or_default();
    assert!(page.status == 200 && main.contains(text), "{main}");
}

/// The page comes again, with an error at this control, and without the passwords that were typed.
fn is_refused(answer: &Answer, control: &str, secrets: &[&str]) {
    assert_eq!((answer.status, answer.header("cache-control")), (422, Some("no-store")), "{}", answer.body);
    assert!(answer.body.contains(&format!("id=\"{control}-error\"")), "{control}: {}", answer.body);
    for secret in secrets {
        assert!(!answer.body.contains(secret), "{secret} comes back");
    }
}

fn is_logged_in(visitor: &mut Visitor) -> bool {
    visitor.send("account/info", &json!({}))["code"] == "1"
}

#[test]
fn details_are_saved_and_another_address_takes_the_password() {
    let shop = open();
    let mut claire = shop.customer(EMAIL);
    let mut fields = form(&claire.get("/en/account/edit").body, "account/update");
    assert_eq!((value(&fields, "first_name"), value(&fields, "email")), ("Claire", EMAIL));
    assert!(fields.iter().any(|(name, _)| name == "current_password"), "whoever has no scripts can type it");
    fill(&mut fields, &[("first_name", "Clara"), ("member_card", "3081 0312 3456 7890")]);
    let answer = send(&mut claire, "account/update", &fields);
    is_led(&answer, "/en/account/edit?done=saved");
    says(&mut claire, &answer, "Your changes have been saved.");
    let now = info(&mut claire);
    assert_eq!((&now["first_name"], &now["member_card"]), (&json!("Clara"), &json!("3081031234567890")));

    fill(&mut fields, &[("email", "clara@example.com")]);
    let answer = send(&mut claire, "account/update", &fields);
    is_refused(&answer, "details-current_password", &[]);
    assert!(answer.body.contains("href=\"#details-current_password\""), "the summary is there, too");
    assert_eq!(value(&form(&answer.body, "account/update"), "email"), "clara@example.com");
    fill(&mut fields, &[("current_password", WRONG)]);
    is_refused(&send(&mut claire, "account/update", &fields), "details-current_password", &[WRONG]);
    assert_eq!(info(&mut claire)["email"], EMAIL);
    fill(&mut fields, &[("current_password", PASSWORD)]);
    is_led(&send(&mut claire, "account/update", &fields), "/en/account/edit?done=saved");
    assert_eq!(info(&mut claire)["email"], "clara@example.com");
}

#[test]
fn password_is_changed_and_asked_for_again() {
    let shop = open();
    let mut claire = shop.customer(EMAIL);
    let mut fields = form(&claire.get("/en/account/edit").body, "account/password");
    fill(
        &mut fields,
        &[("current_password", WRONG), ("password", NEW_PASSWORD), ("password_confirmation", NEW_PASSWORD)],
    );
    let answer = send(&mut claire, "account/password", &fields);
    is_refused(&answer, "password-current_password", &[WRONG, NEW_PASSWORD]);
    assert!(answer.body.contains("href=\"#password-current_password\""), "{}", answer.body);
    assert!(is_logged_in(&mut claire));
    fill(&mut fields, &[("current_password", PASSWORD)]);
    is_led(&send(&mut claire, "account/password", &fields), "/en/login?done=password");
    assert!(!is_logged_in(&mut claire));
    claire.log_in(EMAIL, NEW_PASSWORD);
}

#[test]
fn password_is_set_once_by_the_mailed_link() {
    let shop = open();
    shop.customer(EMAIL);
    let mut visitor = shop.visitor();
    visitor.call("account/forgot", &json!({ "email": EMAIL }));
    let token = shop.mailed_token("password_reset", EMAIL);
    let page = format!("/en/account/setPassword?token={token}");
    let mut fields = form(&visitor.get(&page).body, "account/reset");
    assert_eq!((value(&fields, "token"), value(&fields, "_then")), (token.as_str(), "/en/login?done=password"));
    fill(&mut fields, &[("password", NEW_PASSWORD), ("password_confirmation", WRONG)]);
    let answer = send(&mut visitor, "account/reset", &fields);
    is_refused(&answer, "password_confirmation", &[NEW_PASSWORD, WRONG]);
    assert_eq!(value(&form(&answer.body, "account/reset"), "token"), token);
    fill(&mut fields, &[("password_confirmation", NEW_PASSWORD)]);
    is_led(&send(&mut visitor, "account/reset", &fields), "/en/login?done=password");
    visitor.log_in(EMAIL, NEW_PASSWORD);
    let mut other = shop.visitor();
    let answer = send(&mut other, "account/reset", &fields);
    assert_eq!(answer.status, 422);
    assert!(!answer.body.contains("/do/account/reset") && answer.body.contains("/en/forgetpwd"), "{}", answer.body);
}

#[test]
fn refusal_stands_beneath_no_success_of_before() {
    let shop = open();
    let mut claire = shop.customer(EMAIL);
    let page = claire.get("/en/account/edit?done=saved").body;
    let mut fields = form(&page, "account/update");
    assert!(page.contains("Your changes have been saved"));
    fill(&mut fields, &[("first_name", "")]);
    let answer = send(&mut claire, "account/update", &fields);
    is_refused(&answer, "details-first_name", &[]);
    assert!(!answer.body.split("id=\"primed\"").next().unwrap().contains("Your changes have been saved"));
}

#[test]
fn letters_are_chosen_and_ended() {
    let shop = open();
    let mut claire = shop.customer(EMAIL);
    let mut fields = form(&claire.get("/en/account").body, "newsletter/subscribe");
    assert_eq!((value(&fields, "email"), value(&fields, "source")), (EMAIL, "account"));
    let answer = send(&mut claire, "newsletter/subscribe", &fields);
    is_refused(&answer, "account-newsletter-boxes", &[]);
    assert_eq!(info(&mut claire)["newsletter"]["confirmation_pending"], false);
    fill(&mut fields, &[("hah_subscribe", "1")]);
    let answer = send(&mut claire, "newsletter/subscribe", &fields);
    is_led(&answer, "/en/account");
    says(&mut claire, &answer, "Your subscription is waiting for you to confirm it");
    let asked = info(&mut claire)["newsletter"].clone();
    assert_eq!(asked["confirmation_pending"], true);

    let mail = shop.mail("newsletter_confirm", EMAIL).unwrap();
    let token = mail["confirm_url"].as_str().unwrap().rsplit('=').next().unwrap();
    claire.call("newsletter/confirm", &json!({ "token": token }));
    // What is ticked is that which was chosen before.
    let page = claire.get("/en/account").body;
    assert_eq!(value(&form(&page, "newsletter/subscribe"), "hah_subscribe"), "1");
    let answer = send(&mut claire, "newsletter/unsubscribe", &form(&page, "newsletter/unsubscribe"));
    is_led(&answer, "/en/account");
    says(&mut claire, &answer, "You have unsubscribed.");
    assert!(info(&mut claire)["newsletter"]["ends_at"].is_string());
}

#[test]
fn deletion_takes_a_page_of_its_own_and_the_password_and_is_withdrawn() {
    let shop = open();
    let mut claire = shop.customer(EMAIL);
    let page = claire.get("/en/account").body;
    assert!(elements(&page).iter().any(|one| one.get("href") == Some("/en/account?confirm=delete")), "{page}");
    let mut fields = form(&claire.get("/en/account?confirm=delete").body, "account/delete");
    assert_eq!(value(&fields, "_from"), "/en/account?confirm=delete");
    let deletions = || shop.count("SELECT COUNT(*) FROM deletion_request");
    is_refused(&send(&mut claire, "account/delete", &fields), "deletion-password", &[]);
    fill(&mut fields, &[("password", WRONG)]);
    is_refused(&send(&mut claire, "account/delete", &fields), "deletion-password", &[WRONG]);
    assert_eq!(deletions(), 0);
    fill(&mut fields, &[("password", PASSWORD)]);
    let foreign = format!("password={PASSWORD}");
    let headers = [("Origin", "https://elsewhere.example")];
    assert_eq!(claire.form_with("/en/do/account/delete", &foreign, &headers).status, 403);
    assert_eq!(deletions(), 0);
    is_led(&send(&mut claire, "account/delete", &fields), "/en/account");
    assert_eq!((deletions(), info(&mut claire)["deletion"].is_object()), (1, true));
    let withdrawal = form(&claire.get("/en/account").body, "account/undelete");
    let answer = send(&mut claire, "account/undelete", &withdrawal);
    is_led(&answer, "/en/account");
    assert_eq!((deletions(), &info(&mut claire)["deletion"]), (0, &Value::Null));
    // Sent again, there is none to withdraw.
    assert_eq!(send(&mut claire, "account/undelete", &withdrawal).status, 422);
}

#[test]
fn other_sessions_are_ended_one_and_all() {
    let shop = open();
    let mut claire = shop.customer(EMAIL);
    let mut others = [shop.visitor(), shop.visitor(), shop.visitor()];
    for other in &mut others {
        other.log_in(EMAIL, PASSWORD);
    }
    let fields = form(&claire.get("/en/account/edit").body, "account/end_session");
    let answer = send(&mut claire, "account/end_session", &fields);
    is_led(&answer, "/en/account/edit?done=there");
    says(&mut claire, &answer, "Logged out there.");
    let mut still_open = || others.iter_mut().map(is_logged_in).filter(|is_open| *is_open).count();
    assert_eq!(still_open(), 2);
    let fields = form(&claire.get("/en/account/edit").body, "account/end_sessions");
    let answer = send(&mut claire, "account/end_sessions", &fields);
    is_led(&answer, "/en/account/edit?done=elsewhere");
    says(&mut claire, &answer, "Logged out everywhere else.");
    assert_eq!(still_open(), 0);
    assert!(is_logged_in(&mut claire));
}

#[test]
fn data_comes_as_a_file() {
    let shop = open();
    let mut claire = shop.customer(EMAIL);
    let fields = form(&claire.get("/en/account").body, "account/export");
    let answer = send(&mut claire, "account/export", &fields);
    assert_eq!((answer.status, answer.header("cache-control")), (200, Some("no-store")), "{}", answer.body);
    let name = answer.header("content-disposition").unwrap();
    assert!(name.starts_with("attachment; filename=\"") && name.ends_with(".json\""), "{name}");
    assert_eq!(answer.header("content-type"), Some("application/json; charset=utf-8"));
    let mut exported = answer.json();
    let mut called = claire.call("account/export", &json!({}));
    // They differ in their moment, and the second tells of the first.
    for one in [&mut exported, &mut called] {
        one["exported_at"] = Value::Null;
        assert!(one.to_string().contains(EMAIL));
    }
    let names = |one: &Value| one.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&exported), names(&called));
    let answer = send(&mut shop.visitor(), "account/export", &fields);
    is_led(&answer, "/en/login?return=%2Fen%2Faccount");
}

/// The chosen entry of a list.
fn selected(page: &str, name: &str) -> String {
    let all = elements(page);
    let at = all.iter().position(|one| one.name == "select" && one.get("name") == Some(name));
    let options =
        all[at.unwrap_or_else(|| panic!("no list {name}")) + 1..].iter().take_while(|one| one.name == "option");
    let chosen = options.filter(|one| one.get("selected").is_some()).find_map(|one| one.get("value"));
    chosen.unwrap_or_default().to_owned()
}

#[test]
fn addresses_are_added_changed_and_deleted() {
    let shop = open();
    let mut claire = shop.customer(EMAIL);
    let book = |visitor: &mut Visitor| visitor.call("address/index", &json!({}))["items"].clone();
    let page = claire.get("/en/address?edit=new").body;
    let mut fields = form(&page, "address/create");
    assert_eq!((value(&fields, "first_name"), value(&fields, "default_billing")), ("Claire", "on"));
    assert!(fields.iter().any(|(name, _)| name == "tax_id"), "rare fields are there without scripts");
    let typed = [
        ("address1", "Calle Mayor 12"),
        ("city", "Sevilla"),
        ("postcode", "41001"),
        ("telephone", "+34 910 00 12 34"),
        ("country", "ES"),
    ];
    fill(&mut fields, &typed);
    // Provinces are those of the country, which only the server knows.
    let answer = send(&mut claire, "address/create", &fields);
    is_refused(&answer, "address-region", &[]);
    assert!(answer.body.contains("href=\"#address-region\""), "{}", answer.body);
    assert_eq!((selected(&answer.body, "country"), selected(&answer.body, "region")), ("ES".into(), String::new()));
    assert_eq!(book(&mut claire), json!([]));
    let mut again = form(&answer.body, "address/create");
    for (name, text) in &typed[..4] {
        assert_eq!(value(&again, name), *text);
    }
    fill(&mut again, &[("country", "ES"), ("region", "ES-SE")]);
    let answer = send(&mut claire, "address/create", &again);
    is_led(&answer, "/en/address?done=saved");
    says(&mut claire, &answer, "Your changes have been saved.");
    let first = book(&mut claire)[0].clone();
    assert_eq!((&first["region"], &first["default_billing"]), (&json!("ES-SE"), &json!(true)));

    let id = first["id"].to_string();
    let page = claire.get("/en/address").body;
    let of = |name: &'static str| {
        let inputs = elements(&page).into_iter();
        inputs
            .filter(|one| one.get("name") == Some(name))
            .filter_map(|one| one.get("value").map(str::to_owned))
            .collect()
    };
    let (edits, deletions): (Vec<String>, Vec<String>) = (of("edit"), of("confirm"));
    assert_eq!((edits, deletions), (vec![id.clone(), "new".to_owned()], vec![id.clone()]));
    let page = claire.get(&format!("/en/address?edit={id}")).body;
    let mut fields = form(&page, "address/update");
    assert_eq!((value(&fields, "id"), selected(&page, "region")), (id.as_str(), "ES-SE".to_owned()));
    fill(&mut fields, &[("country", "ES"), ("region", "ES-SE"), ("address1", "")]);
    is_refused(&send(&mut claire, "address/update", &fields), "address-address1", &[]);
    fill(&mut fields, &[("address1", "Calle Sierpes 3")]);
    is_led(&send(&mut claire, "address/update", &fields), "/en/address?done=saved");
    assert_eq!(book(&mut claire)[0]["address1"], "Calle Sierpes 3");

    // A second one, not preselected.
    let mut fields = form(&claire.get("/en/address?edit=new").body, "address/create");
    assert_eq!(value(&fields, "default_shipping"), "");
    fill(&mut fields, &typed);
    fill(&mut fields, &[("region", "ES-SE"), ("city", "Utrera")]);
    is_led(&send(&mut claire, "address/create", &fields), "/en/address?done=saved");
    let defaults: Vec<Value> =
        book(&mut claire).as_array().unwrap().iter().map(|one| one["default_shipping"].clone()).collect();
    assert_eq!(defaults, [json!(true), json!(false)]);

    let page = claire.get(&format!("/en/address?confirm={id}")).body;
    let shown = elements(&page).iter().filter(|one| one.name == "address").count();
    assert_eq!(shown, 1, "the address in question");
    let fields = form(&page, "address/delete");
    assert_eq!(value(&fields, "id"), id);
    let answer = send(&mut claire, "address/delete", &fields);
    is_led(&answer, "/en/address?done=deleted");
    says(&mut claire, &answer, "The address has been deleted.");
    let left: Vec<Value> = book(&mut claire).as_array().unwrap().iter().map(|one| one["city"].clone()).collect();
    assert_eq!(left, [json!("Utrera")]);
    // Sent again, it is gone: the book comes, and says so.
    let answer = send(&mut claire, "address/delete", &fields);
    assert_eq!(answer.status, 422);
    assert!(answer.body.contains("role=\"alert\""), "{}", answer.body);
    assert_eq!(elements(&answer.body).iter().filter(|one| one.get("name") == Some("confirm")).count(), 1);
}

#[test]
fn wishlist_is_filled_moved_to_the_bag_and_emptied() {
    let shop = open();
    let mut claire = shop.customer(EMAIL);
    let url = claire.call("catalog/product", &json!({ "sku": "TOW-GAN" }))["url"].as_str().unwrap().to_owned();
    // The heart sends the form that it is bought by.
    let page = claire.get(&url).body;
    let heart = elements(&page).into_iter().find(|one| one.get("formaction") == Some("/en/do/wishlist/add")).unwrap();
    let buying = elements(&page).into_iter().find(|one| one.get("id") == heart.get("form")).unwrap();
    assert_eq!(buying.get("action"), Some("/en/do/cart/add"));
    let fields = form(&page, "cart/add");
    let answer = send(&mut claire, "wishlist/add", &fields);
    is_led(&answer, "/en/mywishlist?done=added");
    says(&mut claire, &answer, "Added to your wishlist.");
    let listed = |visitor: &mut Visitor| visitor.call("wishlist/index", &json!({}))["items"].clone();
    assert_eq!(listed(&mut claire)[0]["sku"], "TOW-GAN");
    // What is no longer sold is not added, and the list says so.
    let mut unknown = fields;
    fill(&mut unknown, &[("sku", "NO-SUCH")]);
    let answer = send(&mut claire, "wishlist/add", &unknown);
    assert!(answer.status == 422 && answer.body.contains("role=\"alert\""), "{}", answer.body);

    let page = claire.get("/en/mywishlist").body;
    let mut fields = form(&page, "cart/add");
    let mut many = fields.clone();
    fill(&mut many, &[("qty", "9999")]);
    assert_eq!(send(&mut claire, "cart/add", &many).status, 422);
    // Another customer's list is nobody else's.
    is_led(&send(&mut shop.customer("ben@example.com"), "cart/add", &fields), "/en/cart");
    assert_eq!(listed(&mut claire)[0]["sku"], "TOW-GAN");
    is_led(&send(&mut claire, "cart/add", &fields), "/en/cart");
    let bag = claire.call("cart", &json!({}))["items"].clone();
    assert_eq!((&bag[0]["sku"], &bag[0]["qty"]), (&json!("TOW-GAN"), &json!(1)));
    assert_eq!(listed(&mut claire), json!([]), "it has moved, as with scripts");
    // Sent again, it is not on the list: into the bag it goes all the same.
    is_led(&send(&mut claire, "cart/add", &fields), "/en/cart");
    fill(&mut fields, &[("_wish", "x")]);
    is_led(&send(&mut claire, "cart/add", &fields), "/en/cart");

    claire.call("wishlist/add", &json!({ "sku": "TOW-GAN" }));
    let fields = form(&claire.get("/en/mywishlist").body, "wishlist/remove");
    let answer = send(&mut claire, "wishlist/remove", &fields);
    is_led(&answer, "/en/mywishlist?done=removed");
    says(&mut claire, &answer, "Removed from your wishlist.");
    assert_eq!(listed(&mut claire), json!([]));
    let answer = send(&mut claire, "wishlist/remove", &fields);
    assert!(
        answer.status == 422 && answer.body.contains("This item is no longer on your wishlist."),
        "{}",
        answer.body
    );
}

#[test]
fn hearts_of_a_list_share_a_form() {
    let shop = open();
    let mut claire = shop.customer(EMAIL);
    let page = claire.get("/en/c/towels").body;
    let all = elements(&page);
    let named = |name: &str| all.iter().filter(|one| one.name == name).collect::<Vec<_>>();
    let forms: Vec<_> = named("form").into_iter().filter(|one| one.get("id") == Some("wish")).collect();
    assert_eq!(forms.len(), 1);
    assert_eq!((forms[0].get("method"), forms[0].get("action")), (Some("post"), Some("/en/do/wishlist/add")));
    let hearts: Vec<_> = named("button").into_iter().filter(|one| one.get("form") == Some("wish")).collect();
    assert_eq!(hearts.len(), named("article").len());
    for heart in &hearts {
        assert_eq!((heart.get("type"), heart.get("name")), (Some("submit"), Some("sku")));
        assert_eq!(heart.get("aria-pressed"), None, "whose page it is, nobody knows");
    }
    let sku = hearts[0].get("value").unwrap();
    is_led(&claire.form("/en/do/wishlist/add", &format!("sku={sku}")), "/en/mywishlist?done=added");
    assert_eq!(claire.call("wishlist/index", &json!({}))["items"][0]["sku"], sku);
    assert!(
        !claire.get("/en/help/returns").body.contains("id=\"wish\""),
        "where there are no hearts, there is no form"
    );
}

#[test]
fn guest_s_heart_is_joined_at_the_login_with_the_options_that_were_chosen() {
    let shop = open();
    shop.customer(EMAIL);
    let mut guest = shop.visitor();
    let product = guest.call("catalog/product", &json!({ "sku": "TOW-LAC" }));
    let chosen = product["variants"].as_array().unwrap().last().unwrap();
    let mut fields = form(&guest.get(product["url"].as_str().unwrap()).body, "cart/add");
    for (option, choice) in chosen["options"].as_object().unwrap() {
        fill(&mut fields, &[(&format!("options.{option}"), choice.as_str().unwrap())]);
    }
    let answer = send(&mut guest, "wishlist/add", &fields);
    let to = answer.header("location").unwrap().to_owned();
    assert!(to.starts_with("/en/login?return=%2Fen%2Fmywishlist%3Fsku%3DTOW-LAC%26options."), "{to}");
    let mut login = form(&guest.get(&to).body, "customer/login");
    fill(&mut login, &[("email", EMAIL), ("password", WRONG)]);
    let answer = send(&mut guest, "customer/login", &login);
    assert_eq!(answer.status, 422);
    let mut login = form(&answer.body, "customer/login");
    fill(&mut login, &[("email", EMAIL), ("password", PASSWORD)]);
    let answer = send(&mut guest, "customer/login", &login);
    is_led(&answer, "/en/mywishlist?done=added");
    says(&mut guest, &answer, "Added to your wishlist.");
    let listed = guest.call("wishlist/index", &json!({}))["items"].clone();
    assert_eq!((listed.as_array().unwrap().len(), &listed[0]["sku"]), (1, &chosen["sku"]));

    // What cannot be saved is said on the list, and they are logged in all the same.
    let mut other = shop.visitor();
    let mut login = form(&other.get("/en/login?return=%2Fen%2Fmywishlist%3Fsku%3DNO-SUCH").body, "customer/login");
    fill(&mut login, &[("email", EMAIL), ("password", PASSWORD)]);
    let answer = send(&mut other, "customer/login", &login);
    assert!(answer.status == 422 && answer.body.contains("role=\"alert\""), "{}", answer.body);
    assert!(is_logged_in(&mut other));
}

#[test]
fn list_behind_a_login_is_in_the_currency_that_was_chosen() {
    let shop = open();
    shop.customer(EMAIL).call("wishlist/add", &json!({ "sku": "TOW-GAN" }));
    let mut claire = shop.visitor();
    claire.cookies.insert("currency".into(), "CHF".into());
    let mut login = form(&claire.get("/en/login?return=%2Fen%2Fmywishlist%3Fsku%3DNO-SUCH").body, "customer/login");
    fill(&mut login, &[("email", EMAIL), ("password", PASSWORD)]);
    let answer = send(&mut claire, "customer/login", &login);
    let main = answer.body.split("<main").nth(1).unwrap_or_default().split("</main>").next().unwrap_or_default();
    assert!(answer.status == 422 && main.contains("CHF") && !main.contains('€'), "{main}");
}

#[test]
fn logout_takes_its_button() {
    let shop = open();
    let mut claire = shop.customer(EMAIL);
    let page = claire.get("/en/logout").body;
    assert!(is_logged_in(&mut claire), "looking at the page changes nothing");
    is_led(&send(&mut claire, "customer/logout", &form(&page, "customer/logout")), "/en");
    assert_eq!(claire.cookies["isLogin"], "0");
    assert!(!is_logged_in(&mut claire));
    let logged_out: i64 =
        shop.database().one("SELECT COUNT(*) FROM security_event WHERE event = $1", vals!["logged_out"]).unwrap();
    assert_eq!(logged_out, 1);
}
