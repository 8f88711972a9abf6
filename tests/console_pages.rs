//! Help pages in the console: a draft that two people write, published into the shop's page, sitemap and `llms.txt`; a time that
//! comes; what the settings deny; who may not.

use jiff::SignedDuration;
use serde_json::{Value, json};
use shop::vals;

use crate::support::eventually;
use crate::support::house::{House, open, open_with, post};

const KEY: &str = "returns";

fn text(markdown: &str) -> Value {
    json!({ "title": "Returns, in short", "description": "How goods come back to us.", "markdown": markdown })
}

fn english(detail: &Value) -> &Value {
    detail["texts"].as_array().unwrap().iter().find(|text| text["lang"] == "en").unwrap()
}

fn page(house: &House, path: &str) -> String {
    house.shop.visitor().get(path).body
}

#[test]
fn draft_becomes_what_shoppers_read_and_every_text_comes_back() {
    let house = open();
    let mut owner = house.owner();
    let mut editor = house.person("editor@example.com", "editor");
    let detail = house.call(&mut editor, "page/show", &json!({ "key": KEY }));
    let (seen, published) = (english(&detail)["draft"].clone(), english(&detail)["published"].clone());
    assert_eq!((seen, &published["number"]), (Value::Null, &json!(1)));
    let mut args =
        json!({ "key": KEY, "lang": "en", "version": 0, "base": 1, "text": text("Back to {company}. {if upz}x{end}") });
    house.call(&mut editor, "page/save", &args);
    assert_eq!(house.refused(&mut owner, "page/save", &args), "help_page.changed_meanwhile", "two people");
    let drafts = |version: i64| json!({ "key": KEY, "drafts": [{ "lang": "en", "version": version }] });
    let refusal = &post(&mut owner.browser, &house.shop, "page/publish", &drafts(1)).json()["error"];
    assert_eq!(refusal["field_messages"]["markdown.en"]["id"], "help_page.setting_unknown", "{refusal}");
    assert_eq!(refusal["field_messages"]["markdown.en"]["params"]["line"], "1");
    assert!(!page(&house, "/en/help/returns").contains("Back to"), "a draft is nobody's page");
    args["version"] = json!(1);
    args["text"] = text("Back to {company}. {if ups}By UPS.{else}By post.{end}");
    let preview = house.call(&mut editor, "page/preview", &json!({ "key": KEY, "lang": "en", "text": args["text"] }));
    assert_eq!((&preview["problems"], &preview["contradictions"]), (&json!([]), &json!([])));
    house.call(&mut editor, "page/save", &args);
    house.call(&mut editor, "page/publish", &drafts(2));
    eventually("page and llms.txt have the new text", || {
        let shown = page(&house, "/en/help/returns");
        shown.contains("By UPS.") && !shown.contains("{if") && page(&house, "/llms.txt").contains("Returns, in short")
    });
    eventually("the search follows", || {
        let page = house.shop.visitor().call("search/index", &json!({ "q": "UPS" }));
        page["help"].as_array().unwrap().iter().any(|page| page["key"] == KEY && page["name"] == "Returns, in short")
    });
    assert!(preview["html"].as_str().unwrap().contains("By UPS."), "as the page: {preview}");
    let restored = house.call(&mut owner, "page/restore", &json!({ "key": KEY, "lang": "en", "number": 1 }));
    assert_eq!(
        house.refused(&mut owner, "page/publish", &drafts(1)),
        "help_page.changed_meanwhile",
        "of the draft before"
    );
    let back =
        house.call(&mut owner, "page/publish", &drafts(english(&restored)["draft"]["version"].as_i64().unwrap()));
    let back = english(&back);
    assert_eq!((&back["published"]["text"], &back["published"]["number"]), (&published["text"], &json!(3)));
    let calls: Vec<_> = house.audit(&[]).into_iter().filter(|entry| entry["noun"] == "page").collect();
    assert_eq!(calls.len(), 5, "{calls:#?}");

    let mut packer = house.person("packer@example.com", "packing");
    for (path, args) in [
        ("page/list", json!({})),
        ("page/show", json!({ "key": KEY })),
        ("page/save", args.clone()),
        ("page/publish", drafts(1)),
        ("page/restore", json!({ "key": KEY, "lang": "en", "number": 1 })),
    ] {
        assert_eq!(house.refused(&mut packer, path, &args), "staff.not_allowed", "{path}");
    }
}

#[test]
fn pages_follow_settings_and_those_that_contradict_them_are_pointed_at() {
    let house = open_with(&[("SHOP__PAYMENT__METHODS", r#"["bank_transfer"]"#), ("SHOP__MONEY__POINTS_PER_EURO", "0")]);
    let mut owner = house.owner();
    let list = house.call(&mut owner, "page/list", &json!({}));
    let wrong: Vec<&Value> = list["pages"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|page| page["texts"].as_array().unwrap())
        .filter(|text| text["contradictions"] != json!([]))
        .collect();
    assert_eq!(wrong, Vec::<&Value>::new(), "the pages that the shop comes with");
    let privacy = page(&house, "/en/help/privacy-statement");
    assert!(!privacy.contains("Stripe") && !privacy.contains("loyalty programme"), "neither cards nor points");
    let args = json!({
        "key": "privacy-statement", "lang": "en", "version": 0, "base": 1, "text": text("Cards are handled by Stripe."),
    });
    house.call(&mut owner, "page/save", &args);
    house.call(
        &mut owner,
        "page/publish",
        &json!({ "key": "privacy-statement", "drafts": [{ "lang": "en", "version": 1 }] }),
    );
    let duties = house.call(&mut owner, "duty/list", &json!({}))["duties"].clone();
    let duty = duties.as_array().unwrap().iter().find(|duty| duty["kind"] == "pages_wrong").unwrap_or(&Value::Null);
    assert_eq!(duty["items"][0]["about"]["word"], "Stripe", "{duties}");
}

#[test]
fn commands_write_a_page_and_a_job_publishes_it_at_its_time() {
    let house = open();
    let shop = &house.shop;
    let page = || shop.visitor().get("/en/help/returns").body;
    let file = shop.data.join("page.md");
    let path = file.display().to_string();
    let write = |sentence: &str| {
        let text = shop.output(&["page", "show", KEY, "en"]);
        std::fs::write(&file, format!("{text}\n{sentence}\n")).unwrap();
        shop.output(&["page", "set", KEY, "en", &path]);
    };
    assert!(page().contains("<h1"), "{}", page());
    write("Said by the command.");
    assert!(!page().contains("Said by the command."), "a draft");
    shop.output(&["page", "publish", KEY]);
    eventually("it is published", || page().contains("Said by the command."));
    write("Said at its time.");
    let at = (house.pass(SignedDuration::from_secs(1)) + SignedDuration::from_hours(1))
        .to_zoned(jiff::tz::TimeZone::get("Europe/Paris").unwrap())
        .strftime("%Y-%m-%dT%H:%M");
    shop.output(&["page", "publish", KEY, "--at", &at.to_string()]);
    house.pass(SignedDuration::from_mins(30));
    assert!(!page().contains("Said at its time."));
    house.pass(SignedDuration::from_hours(1));
    eventually("its time has come", || page().contains("Said at its time."));
    let versions = shop.operator(&["page", "versions", KEY, "en"]);
    assert_eq!(versions.as_array().unwrap().len(), 3, "{versions}");
    shop.output(&["page", "restore", KEY, "en", "1"]);
    shop.output(&["page", "publish", KEY, "--lang", "en"]);
    eventually("the first text is back", || !page().contains("Said"));
    assert!(shop.command_error(&["page", "show", "no-such-page", "en"]).contains("page"));
}

/// Of what is due, one row of each kind cannot be written, and one page is refused for a reason that cannot be kept.
#[test]
fn drafts_and_settings_that_fail_hold_up_no_other_and_are_listed() {
    let house = open();
    let shop = &house.shop;
    let due = (house.pass(SignedDuration::from_secs(1)) + SignedDuration::from_mins(30)).as_millisecond();
    let pages = [("privacy-statement", "Broken."), ("returns", "{if upz}x{end}"), ("terms-of-use", "Whole.")];
    for (at, (key, markdown)) in pages.iter().enumerate() {
        let sql = "INSERT INTO page_draft (url_key, lang, title, description, markdown, base, version, publish_at, updated_at, actor)
                   VALUES ($1, 'en', 'Title', 'Description.', $2, 1, 1, $3, 0, 'cli:ada')";
        shop.database().exec(sql, vals![*key, *markdown, due + at as i64]).unwrap();
    }
    let poison = "
        INSERT INTO look_draft (document, body, base, version, publish_at, updated_at, actor)
            SELECT document, body, number, 1, {due}, 0, 'cli:ada' FROM look_version GROUP BY document HAVING max(number)
            ORDER BY document DESC;
        INSERT INTO setting_waiting (id, changes, asked_at, force_at, actor) VALUES
            (1, '{\"company.phone\":\"+33 4 50 00 00 01\"}', 0, {due}, 'cli:ada'),
            (2, '{\"company.phone\":\"+33 4 50 00 00 02\"}', 0, {due}, 'cli:ada');
        CREATE TRIGGER poison_page BEFORE DELETE ON page_draft WHEN OLD.markdown = 'Broken.'
            BEGIN SELECT RAISE(ABORT, 'poisoned'); END;
        CREATE TRIGGER poison_reason BEFORE UPDATE OF failure ON page_draft
            BEGIN SELECT RAISE(ABORT, 'poisoned'); END;
        CREATE TRIGGER poison_look BEFORE DELETE ON look_draft WHEN OLD.document = 'look'
            BEGIN SELECT RAISE(ABORT, 'poisoned'); END;
        CREATE TRIGGER poison_setting BEFORE DELETE ON setting_waiting WHEN OLD.id = 1
            BEGIN SELECT RAISE(ABORT, 'poisoned'); END;";
    shop.database().execute_batch(&poison.replace("{due}", &due.to_string())).unwrap();
    let failed = || -> Vec<String> {
        shop.database()
            .all("SELECT job || ' ' || count(*) FROM job_failure GROUP BY job ORDER BY job", vals![])
            .unwrap()
    };
    house.pass(SignedDuration::from_hours(1));
    eventually("the whole ones are published, the others put off", || {
        let left = "SELECT count(*) FROM page_draft UNION ALL SELECT count(*) FROM look_draft
                    UNION ALL SELECT count(*) FROM setting_waiting";
        let left: Vec<i64> = shop.database().all(left, vals![]).unwrap();
        left == [2, 1, 1] && failed() == ["publish_look 1", "publish_pages 2", "put_settings_into_force 1"]
    });
    assert!(page(&house, "/en/help/terms-of-use").contains("Whole."));
    shop.database()
        .execute_batch(
            "DROP TRIGGER poison_page; DROP TRIGGER poison_reason; DROP TRIGGER poison_look; DROP TRIGGER poison_setting;",
        )
        .unwrap();
    house.pass(SignedDuration::from_hours(7));
    eventually("mended rows are published, and the refused one says why", || {
        let waiting: Vec<String> =
            shop.database().all("SELECT url_key FROM page_draft WHERE failure IS NOT NULL", vals![]).unwrap();
        waiting == ["returns"] && failed().is_empty() && page(&house, "/en/help/privacy-statement").contains("Broken.")
    });
}
