//! Saved views of the console's lists: one's own and everybody's.

use serde_json::{Value, json};

use crate::support::house::{House, Person, open, refused};
use crate::support::with;

fn names(answer: &Value) -> Vec<String> {
    answer["items"].as_array().unwrap().iter().map(|view| view["name"].as_str().unwrap().to_owned()).collect()
}

fn save(house: &House, person: &mut Person, list: &str, name: &str, is_for_all: bool) -> Value {
    let args =
        json!({ "list": list, "name": name, "query": "status=processing&sort=oldest", "is_for_all": is_for_all });
    house.call(person, "saved_view/save", &args)
}

fn id(answer: &Value, name: &str) -> Value {
    answer["items"].as_array().unwrap().iter().find(|view| view["name"] == name).unwrap()["id"].clone()
}

#[test]
fn views_are_one_s_own_or_everybody_s() {
    let house = open();
    let mut owner = house.owner();
    let mut clerk = house.person("o@example.com", "orders");
    let mut packer = house.person("p@example.com", "packing");
    save(&house, &mut owner, "orders", "Mine", false);
    let views = save(&house, &mut owner, "orders", "  To   pack ", true);
    assert_eq!(names(&views), ["To pack", "Mine"], "everybody's first");
    let (mine, all) = (id(&views, "Mine"), id(&views, "To pack"));
    assert_eq!(
        views["items"][0],
        json!({ "id": all, "list": "orders", "name": "To pack", "query": "status=processing&sort=oldest",
            "is_for_all": true, "is_default": false, "version": views["items"][0]["version"] })
    );
    save(&house, &mut owner, "audit", "Refused", true);
    // Each list that can be arranged keeps its views.
    for list in ["pack", "bank", "customers", "messages", "products", "prices", "stock", "returns"] {
        let views = save(&house, &mut owner, list, "Of it", false);
        assert!(views["items"].as_array().unwrap().iter().any(|view| view["list"] == list), "{list}: {views}");
        let hidden = json!({ "list": list, "name": "X", "query": "" });
        if !["pack", "stock", "returns"].contains(&list) {
            let mut packer = house.person(&format!("{list}@example.com"), "packing");
            assert_eq!(house.refused(&mut packer, "saved_view/save", &hidden), "staff.not_allowed", "{list}");
        }
    }
    // Others see everybody's of the lists that they may open.
    assert_eq!(names(&house.call(&mut clerk, "saved_view/list", &json!({}))), ["To pack"]);
    // Each may open the list with one, and nobody changes what is another's, or everybody's without the right to.
    let default = json!({ "list": "orders", "id": all });
    assert_eq!(house.call(&mut clerk, "saved_view/set_default", &default)["items"][0]["is_default"], true);
    assert_eq!(house.call(&mut owner, "saved_view/list", &json!({}))["items"][0]["is_default"], false);
    let version =
        |id: &Value| views["items"].as_array().unwrap().iter().find(|of| of["id"] == *id).unwrap()["version"].clone();
    let change = |id: &Value| json!({ "id": id, "version": version(id), "list": "orders", "name": "X", "query": "", "is_for_all": false });
    for (view, refusal) in [(&mine, "saved_view.not_found"), (&all, "staff.not_allowed")] {
        assert_eq!(house.refused(&mut clerk, "saved_view/save", &change(view)), refusal);
        assert_eq!(house.refused(&mut clerk, "saved_view/delete", &json!({ "id": view })), refusal);
        assert_eq!(house.refused(&mut clerk, "saved_view/move", &json!({ "id": view, "is_up": true })), refusal);
    }
    assert_eq!(
        house.refused(&mut clerk, "saved_view/set_default", &json!({ "list": "orders", "id": mine })),
        "saved_view.not_found"
    );
    assert_eq!(
        house.refused(&mut clerk, "saved_view/set_default", &json!({ "list": "bank", "id": all })),
        "saved_view.not_found"
    );
    let for_all = json!({ "list": "orders", "name": "X", "query": "", "is_for_all": true });
    assert_eq!(house.refused(&mut clerk, "saved_view/save", &for_all), "staff.not_allowed");
    let hidden = json!({ "list": "bank", "name": "X", "query": "" });
    assert_eq!(house.refused(&mut packer, "saved_view/save", &hidden), "staff.not_allowed");
    let mut stranger = house.shop.visitor();
    for path in ["list", "save", "move", "set_default", "delete"] {
        let path = format!("saved_view/{path}");
        assert_eq!(refused(&mut stranger, &house.shop, &path, &for_all), "staff.sign_in_required", "{path}");
    }
    // Of two people who change everybody's, the second sees first what the other has made of it.
    let mut manager = house.person("m@example.com", "manager");
    let narrowed = with(&change(&all), json!({ "query": "status=shipped", "is_for_all": true }));
    house.call(&mut manager, "saved_view/save", &narrowed);
    assert_eq!(house.refused(&mut owner, "saved_view/save", &change(&all)), "saved_view.changed_meanwhile");
    let views = house.call(&mut owner, "saved_view/list", &json!({}));
    assert_eq!(views["items"][0]["query"], "status=shipped");
    let change = |id: &Value| with(&change(id), json!({ "version": views["items"][0]["version"] }));
    // Taken back to oneself, it is gone for the others, who open the list plain again.
    house.call(&mut owner, "saved_view/save", &change(&all));
    assert_eq!(names(&house.call(&mut clerk, "saved_view/list", &json!({}))), [""; 0]);
    assert_eq!(house.shop.count("SELECT COUNT(*) FROM default_view"), 0);
}

#[test]
fn views_are_ordered_renamed_and_deleted() {
    let house = open();
    let mut owner = house.owner();
    for name in ["A", "B", "C"] {
        save(&house, &mut owner, "orders", name, false);
    }
    let views = house.call(&mut owner, "saved_view/list", &json!({}));
    let step = |owner: &mut Person, name: &str, is_up: bool| {
        names(&house.call(owner, "saved_view/move", &json!({ "id": id(&views, name), "is_up": is_up })))
    };
    assert_eq!(step(&mut owner, "C", true), ["A", "C", "B"]);
    assert_eq!(step(&mut owner, "A", true), ["A", "C", "B"]);
    assert_eq!(step(&mut owner, "A", false), ["C", "A", "B"]);
    assert_eq!(step(&mut owner, "B", false), ["C", "A", "B"]);
    let version =
        views["items"].as_array().unwrap().iter().find(|view| view["name"] == "A").unwrap()["version"].clone();
    let rename =
        |name: &str| json!({ "id": id(&views, "A"), "version": version, "list": "bank", "name": name, "query": "q=x" });
    let fields = |owner: &mut Person, name: &str| house.refused(owner, "saved_view/save", &rename(name));
    assert_eq!(
        (fields(&mut owner, " b "), fields(&mut owner, " ")),
        ("saved_view.name_taken".into(), "saved_view.name_empty".into())
    );
    assert_eq!(fields(&mut owner, &"x".repeat(61)), "order.text_too_long");
    let renamed = house.call(&mut owner, "saved_view/save", &rename("Alpha"));
    assert_eq!(renamed["items"][1]["list"], "orders", "a view stays with its list");
    assert_eq!(
        (names(&renamed), &renamed["items"][1]["query"]),
        (vec!["C".into(), "Alpha".into(), "B".into()], &json!("q=x"))
    );
    assert_eq!(names(&house.call(&mut owner, "saved_view/delete", &json!({ "id": id(&views, "A") }))), ["C", "B"]);
    assert_eq!(
        house.refused(&mut owner, "saved_view/delete", &json!({ "id": id(&views, "A") })),
        "saved_view.not_found"
    );
    // The audit knows that there was a view, not what it searched for.
    let audit = house.audit(&["--noun", "saved_view"]);
    assert!(
        audit.iter().all(|entry| !entry.to_string().contains("Alpha") && !entry.to_string().contains("q=x")),
        "{audit:?}"
    );
    for name in 0..28 {
        save(&house, &mut owner, "orders", &format!("view {name}"), false);
    }
    let more = json!({ "list": "orders", "name": "one more", "query": "" });
    assert_eq!(house.refused(&mut owner, "saved_view/save", &more), "saved_view.too_many");
}
