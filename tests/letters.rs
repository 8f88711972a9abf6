//! The mails that follow an order, received by a real SMTP server, in the five languages.

use serde_json::{Value, json};

use crate::support::smtp::{Received, Smtp};
use crate::support::{Shop, Visitor, eventually, run};

const LANGUAGES: (&str, &str) = ("SHOP__LANGUAGES", "[\"en\", \"fr\", \"de\", \"es\", \"zh\"]");

fn shop_with(smtp: &Smtp) -> Shop {
    let port = smtp.port.to_string();
    Shop::open_with(&[
        LANGUAGES,
        ("SHOP__MAIL__HOST", "127.0.0.1"),
        ("SHOP__MAIL__PORT", port.as_str()),
        ("SHOP__MAIL__ENCRYPTION", "none"),
        ("SHOP__MAIL__FROM", "boutique@valmere.example"),
    ])
}

/// The next mail to an address: its subject and its text, when both of its forms are whole.
fn next(smtp: &Smtp, recipient: &str, known: &mut usize) -> (String, String) {
    let to_them = || -> Vec<Received> { smtp.mails().into_iter().filter(|mail| mail.recipient == recipient).collect() };
    eventually("a mail arrives", || to_them().len() > *known);
    let mail = to_them().remove(*known);
    *known += 1;
    let subject = mail.header("subject").unwrap();
    let (html, text) = (mail.part("text/html").unwrap(), mail.part("text/plain").unwrap());
    assert!(!subject.is_empty() && html.contains("<html"), "{subject}");
    for hole in ["undefined", "null", "NaN", "{", "}"] {
        assert!(!text.contains(hole), "{hole} in {subject}: {text}");
    }
    assert!(!html.contains("undefined") && !html.contains("<script"), "{html}");
    (subject, text)
}

fn operator(shop: &Shop, args: &[&str]) -> Value {
    let (code, out, error) = run(&[args, &["--json", "--data", shop.data.to_str().unwrap()]].concat(), &[]);
    assert_eq!(code, Some(0), "{args:?}: {error}");
    serde_json::from_str(&out).unwrap()
}

fn place(visitor: &mut Visitor, email: &str, method: &str) -> Value {
    visitor.add("TOW-GAN", 2);
    let mut form = visitor.order_form(method);
    form["email"] = json!(email);
    visitor.call("checkout/place", &form)
}

/// What must stand in the subjects, in the order in which they come: received, instructions, paid, part shipped, all shipped,
/// refunded, withdrawn; of another order: received, canceled.
const SUBJECTS: [(&str, [&str; 9]); 5] = [
    (
        "en",
        [
            "Your order",
            "How to pay",
            "has arrived",
            "Part of",
            "is on its way",
            "Refund",
            "your withdrawal",
            "Your order",
            "is cancelled",
        ],
    ),
    (
        "fr",
        [
            "Votre commande",
            "Comment payer",
            "est arrivé",
            "Une partie",
            "est en route",
            "Remboursement",
            "rétractation",
            "Votre commande",
            "est annulée",
        ],
    ),
    (
        "de",
        [
            "Ihre Bestellung",
            "So bezahlen",
            "ist eingegangen",
            "Ein Teil",
            "ist unterwegs",
            "Erstattung",
            "Ihr Widerruf",
            "Ihre Bestellung",
            "ist storniert",
        ],
    ),
    (
        "es",
        [
            "Su pedido",
            "Cómo pagar",
            "Hemos recibido el pago",
            "Una parte",
            "está en camino",
            "Reembolso",
            "desistimiento",
            "Su pedido",
            "se ha cancelado",
        ],
    ),
    ("zh", ["订单", "付款方式", "款项已收到", "部分商品已发出", "已发出", "退款", "撤销声明", "订单", "已取消"]),
];

#[test]
fn every_mail_about_an_order_comes_in_the_customers_language() {
    let smtp = Smtp::open();
    let shop = shop_with(&smtp);
    operator(&shop, &["stock", "set", "TOW-GAN", "100"]);
    // First all that happens, then all that is told: mail is on its way meanwhile.
    let told: Vec<Vec<Vec<String>>> = SUBJECTS.iter().map(|(lang, _)| live(&shop, lang)).collect();
    for ((lang, subjects), told) in SUBJECTS.into_iter().zip(told) {
        let email = format!("claire.{lang}@example.com");
        let mut known = 0;
        for (wanted, words) in subjects.iter().zip(&told) {
            let (subject, text) = next(&smtp, &email, &mut known);
            assert!(subject.to_lowercase().contains(&wanted.to_lowercase()), "{lang}: {subject} lacks {wanted}");
            for word in words {
                assert!(text.contains(word), "{lang}: {word} not in {text}");
            }
        }
        assert_eq!(smtp.mails().iter().filter(|mail| mail.recipient == email).count(), subjects.len(), "{lang}");
    }
}

/// An order's life, so that each mail is sent once; the words that must stand in them, mail by mail.
fn live(shop: &Shop, lang: &'static str) -> Vec<Vec<String>> {
    let email = format!("claire.{lang}@example.com");
    let mut claire = shop.visitor().speaking(lang);
    let placed = place(&mut claire, &email, "bank_transfer");
    let number = placed["order_number"].as_str().unwrap();
    let token = placed["token"].as_str().unwrap();
    claire.call("payment/retry", &json!({ "token": token, "payment_method": "cheque" }));
    operator(shop, &["order", "paid", number, "--method", "cheque"]);
    operator(shop, &["order", "ship", number, "--line", "TOW-GAN=1", "--carrier", "ups", "--tracking", "1Z999"]);
    operator(shop, &["order", "ship", number]);
    operator(shop, &["order", "refund", number, "--amount", "3.00"]);
    let refunds = operator(shop, &["order", "list", "--refunds"]);
    let refund = refunds.as_array().unwrap().iter().find(|row| row["number"] == *number).unwrap()["id"].to_string();
    operator(shop, &["order", "refund", number, "--made", &refund]);
    let args = json!({ "token": token, "message": "two too many", "confirm": true });
    let made = claire.call("order/withdraw", &args);
    // One that is never paid.
    let second = place(&mut claire, &email, "cheque");
    let other = second["order_number"].as_str().unwrap();
    operator(shop, &["order", "cancel", other, "--reason", "sold out"]);
    let page = format!("{}/{lang}/ordersuccess?token=", shop.url);
    let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
    vec![
        words(&[number, "FR76 3000 6000", &format!("/{lang}/withdraw?token="), &format!("{page}{token}")]),
        words(&[number, "12 quai du Lac", &page]),
        words(&[number]),
        words(&[number, "UPS", "1Z999", "1 × ", "/withdraw?token="]),
        words(&[number]),
        words(&[number, "3"]),
        words(&[number, made["number"].as_str().unwrap(), "two too many", &email]),
        words(&[other, "12 quai du Lac"]),
        words(&[other]),
    ]
}

#[test]
fn a_card_order_is_confirmed_with_its_money_and_told_when_it_goes_back() {
    let smtp = Smtp::open();
    let shop = shop_with(&smtp);
    let mut visitor = shop.visitor();
    let placed = place(&mut visitor, "claire@example.com", "card");
    let number = placed["order_number"].as_str().unwrap();
    let page = placed["payment"]["redirect_url"].as_str().unwrap().strip_prefix(&shop.url).unwrap();
    visitor.form(page, "choice=succeed");
    visitor.get(&format!("/payment/return?token={}", placed["token"].as_str().unwrap()));
    let mut known = 0;
    let (subject, text) = next(&smtp, "claire@example.com", &mut known);
    assert!(subject.contains(number) && !text.contains("IBAN"), "{text}");
    operator(&shop, &["order", "cancel", number, "--reason", "sold out"]);
    let (subject, text) = next(&smtp, "claire@example.com", &mut known);
    assert!(subject.contains("is cancelled") && text.contains("We refund €"), "{text}");
    let (subject, text) = next(&smtp, "claire@example.com", &mut known);
    assert!(subject.contains("Refund") && text.contains("by the way you paid"), "{text}");
    assert_eq!(smtp.mails().len(), 3, "nothing is said twice");
}
