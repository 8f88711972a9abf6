//! Order mails in five languages, received by a real SMTP server.

use mail_parser::MimeHeaders as _;
use serde_json::{Value, json};

use crate::support::smtp::{Received, Smtp, parsed};
use crate::support::{FIVE_LANGUAGES, Shop, Visitor, eventually};

/// The next mail to an address: its subject and its text, once its HTML and text parts are complete.
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

fn place(visitor: &mut Visitor, email: &str, method: &str) -> Value {
    visitor.add("TOW-GAN", 2);
    let mut form = visitor.order_form(method);
    form["email"] = json!(email);
    visitor.call("checkout/place", &form)
}

/// Words in the subjects, in the order of arrival: received, instructions, paid, partly shipped, shipped, refunded, withdrawn;
/// of another order: received, canceled.
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
            "has been cancelled",
        ],
    ),
    (
        "fr",
        [
            "Votre commande",
            "Régler votre commande",
            "avons reçu votre paiement",
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
fn order_mails_are_in_the_customers_language() {
    let smtp = Smtp::open();
    let shop = smtp.shop(&[FIVE_LANGUAGES]);
    shop.operator(&["stock", "set", "TOW-GAN", "100"]);
    // All events first, then all assertions: mail is delivered meanwhile.
    let received: Vec<Vec<Vec<String>>> = SUBJECTS.iter().map(|(lang, _)| live(&shop, lang)).collect();
    for ((lang, subjects), received) in SUBJECTS.into_iter().zip(received) {
        let email = format!("claire.{lang}@example.com");
        let mut known = 0;
        for (wanted, words) in subjects.iter().zip(&received) {
            let (subject, text) = next(&smtp, &email, &mut known);
            assert!(subject.to_lowercase().contains(&wanted.to_lowercase()), "{lang}: {subject} lacks {wanted}");
            for word in words {
                assert!(text.contains(word), "{lang}: {word} not in {text}");
            }
        }
        assert_eq!(smtp.mails().iter().filter(|mail| mail.recipient == email).count(), subjects.len(), "{lang}");
    }
}

/// Takes an order through its statuses, so that each mail is sent once; answers the words expected in each.
fn live(shop: &Shop, lang: &'static str) -> Vec<Vec<String>> {
    let email = format!("claire.{lang}@example.com");
    let mut claire = shop.visitor().speaking(lang);
    let placed = place(&mut claire, &email, "bank_transfer");
    let number = placed["order_number"].as_str().unwrap();
    let token = placed["token"].as_str().unwrap();
    claire.call("payment/retry", &json!({ "token": token, "payment_method": "cheque" }));
    shop.operator(&["order", "paid", number, "--method", "cheque"]);
    shop.operator(&["order", "ship", number, "--line", "TOW-GAN=1", "--carrier", "ups", "--tracking", "1Z999"]);
    shop.operator(&["order", "ship", number]);
    shop.operator(&["order", "refund", number, "--amount", "3.00"]);
    let refunds = shop.operator(&["order", "list", "--refunds"]);
    let refund = refunds.as_array().unwrap().iter().find(|row| row["number"] == *number).unwrap()["id"].to_string();
    shop.operator(&["order", "refund", number, "--made", &refund]);
    let args = json!({ "token": token, "message": "two too many", "confirm": true });
    let made = claire.call("order/withdraw", &args);
    // An order that is never paid.
    let second = place(&mut claire, &email, "cheque");
    let other = second["order_number"].as_str().unwrap();
    shop.operator(&["order", "cancel", other, "--reason", "sold out"]);
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

/// A received mail with its HTML and text parts.
struct Mail {
    subject: String,
    html: String,
    text: String,
    raw: String,
}

impl Mail {
    /// The file names of its attachments.
    fn files(&self) -> Vec<String> {
        parsed(&self.raw).attachments().filter_map(|file| file.attachment_name().map(str::to_owned)).collect()
    }

    /// The URLs of this shop that it links to.
    fn links(&self, shop: &Shop) -> Vec<String> {
        let found = self.text.split(|c: char| c.is_whitespace() || c == '\u{ff0c}').filter_map(|word| {
            let path = word.strip_prefix(&shop.url)?;
            Some(path.trim_end_matches(['.', ',', ')']).to_owned())
        });
        found.collect()
    }
}

fn mail(smtp: &Smtp, recipient: &str, at: usize) -> Mail {
    let mut known = at;
    let (subject, text) = next(smtp, recipient, &mut known);
    let mail = smtp.mails().into_iter().filter(|mail| mail.recipient == recipient).nth(at).unwrap();
    Mail { subject, html: mail.part("text/html").unwrap(), text, raw: mail.text }
}

/// An amount below a thousand euros as each language writes it.
fn euros(lang: &str, amount: &str) -> String {
    if ["en", "zh"].contains(&lang) { format!("€{amount}") } else { format!("{}\u{a0}€", amount.replace('.', ",")) }
}

/// Pays on the demonstration gateway's page and returns.
fn pay(shop: &Shop, visitor: &mut Visitor, placed: &Value) {
    assert_eq!(visitor.form(&shop.payment_page(placed), "choice=succeed").status, 303);
    let back = format!("/payment/return?token={}", placed["token"].as_str().unwrap());
    assert!(visitor.get(&back).header("location").unwrap().contains("/ccordersuccess"));
}

/// Expected words in mails about orders by card, by language: locale; subjects (received, shipped, refunded, canceled, paid);
/// the attached invoice and credit note; the announced and the completed refund.
type Words = (&'static str, &'static str, [&'static str; 5], [&'static str; 2], [&'static str; 2]);
const BY_CARD: [Words; 5] = [
    (
        "en",
        "en-GB",
        [
            "Your order {n} at Valmère",
            "Your order {n} is on its way",
            "Refund for your order {n}",
            "Your order {n} has been cancelled",
            "Your payment for order {n} has arrived",
        ],
        ["Your invoice {d} is attached to this email as a PDF.", "Credit note {d} is attached to this email as a PDF."],
        ["We are refunding {a} by the payment method you used", "We have refunded {a}"],
    ),
    (
        "fr",
        "fr-FR",
        [
            "Valmère\u{a0}: votre commande {n}",
            "Votre commande {n} est en route",
            "Remboursement de votre commande {n}",
            "Votre commande {n} est annulée",
            "Nous avons reçu votre paiement pour la commande {n}",
        ],
        [
            "Votre facture {d} est jointe à cet e-mail au format PDF.",
            "L’avoir {d} est joint à cet e-mail au format PDF.",
        ],
        ["Nous vous remboursons {a} par le moyen de paiement utilisé.", "Nous vous avons remboursé {a}"],
    ),
    (
        "de",
        "de-DE",
        [
            "Ihre Bestellung {n} bei Valmère",
            "Ihre Bestellung {n} ist unterwegs",
            "Erstattung zu Ihrer Bestellung {n}",
            "Ihre Bestellung {n} ist storniert",
            "Ihre Zahlung für die Bestellung {n} ist eingegangen",
        ],
        [
            "Ihre Rechnung {d} liegt dieser E-Mail als PDF bei.",
            "Die Rechnungskorrektur {d} liegt dieser E-Mail als PDF bei.",
        ],
        [
            "Wir erstatten {a} mit demselben Zahlungsmittel, mit dem Sie bezahlt haben.",
            "wir haben Ihnen {a} zu Ihrer Bestellung",
        ],
    ),
    (
        "es",
        "es-ES",
        [
            "Su pedido {n} en Valmère",
            "Su pedido {n} está en camino",
            "Reembolso de su pedido {n}",
            "Su pedido {n} se ha cancelado",
            "Hemos recibido el pago de su pedido {n}",
        ],
        [
            "Su factura {d} va adjunta a este mensaje en PDF.",
            "La factura rectificativa {d} va adjunta a este mensaje en PDF.",
        ],
        ["Le reembolsamos {a} por el medio con el que pagó.", "Le hemos reembolsado {a}"],
    ),
    (
        "zh",
        "zh-CN",
        ["您在Valmère的订单{n}", "订单{n}已发出", "订单{n}的退款", "订单{n}已取消", "订单{n}的款项已收到"],
        ["商业发票{d}已作为PDF附件随信发送。", "贷项通知单{d}已作为PDF附件随信发送。"],
        ["我们将按原付款方式退还{a}", "的{a}已按原付款方式退还。"],
    ),
];

#[test]
fn card_order_mails_have_amounts_links_and_attachments_in_five_languages() {
    let smtp = Smtp::open();
    let shop = smtp.shop(&[FIVE_LANGUAGES]);
    shop.operator(&["stock", "set", "TOW-GAN", "100"]);
    // The languages run in parallel: most of the time is spent waiting for mail.
    std::thread::scope(|scope| {
        for words in BY_CARD {
            let (smtp, shop) = (&smtp, &shop);
            scope.spawn(move || live_by_card(smtp, shop, words));
        }
    });
    let to_operator = smtp.mails().iter().filter(|mail| mail.recipient == "maison@valmere.example").count();
    assert_eq!((smtp.mails().len() - to_operator, to_operator), (8 * 5, 3 * 5), "each mail is sent once");
}

fn live_by_card(smtp: &Smtp, shop: &Shop, (lang, locale, subjects, attached, back): Words) {
    let address = |story: &str| format!("{story}.{lang}@example.com");
    let mut claire = shop.visitor().speaking(lang);
    let number = |placed: &Value| placed["order_number"].as_str().unwrap().to_owned();
    let check = |mail: &Mail, wanted: &str, order: &Value, amounts: &[&str], sentences: &[&str], file: &str| {
        let number = number(order);
        let wanted = wanted.replace("{n}", &number);
        assert!(mail.subject.contains(&wanted), "{lang}: {} lacks {wanted}", mail.subject);
        assert!(mail.html.contains(&format!("<html lang=\"{locale}\"")), "{lang}: {}", mail.html);
        let (forms, files): (Vec<_>, Vec<_>) =
            mail.files().into_iter().partition(|name| name.starts_with("withdrawal-form-"));
        // The withdrawal form is attached to the order confirmation (Directive 2011/83/EU art. 8(7)).
        let confirms = wanted == subjects[0].replace("{n}", &number);
        assert_eq!(forms.len(), usize::from(confirms), "{lang}, {}: {forms:?}", mail.subject);
        assert_eq!(files.len(), usize::from(!file.is_empty()), "{lang}, {}: {files:?}", mail.subject);
        let document = files.first().map(|name| name.trim_end_matches(".pdf").to_owned()).unwrap_or_default();
        assert!(document.starts_with(file), "{lang}: {document}");
        // Both parts have the same text; HTML has no-break spaces within numbers.
        let shown = without_tags(&mail.html);
        for form in [&mail.text, &shown] {
            let mut says = vec![number.clone()];
            says.extend(amounts.iter().map(|amount| euros(lang, amount)));
            for sentence in sentences {
                let amount = amounts.first().map(|amount| euros(lang, amount)).unwrap_or_default();
                says.push(sentence.replace("{d}", &document).replace("{a}", &amount));
            }
            for words in says {
                assert!(form.contains(&words), "{lang}: {words} not in {form}");
            }
            if lang != "en" {
                let english = [" the ", " your ", "Your ", " with ", "Payment", "Delivery"];
                let found = english.iter().find(|word| form.contains(**word));
                assert_eq!(found, None, "{lang}: English in {form}");
            }
        }
        // All links exist, in the language of the mail.
        let links = mail.links(shop);
        assert!(links.iter().any(|link| link.contains("success?token=") || link.contains("canceled?token=")));
        for link in links {
            assert!(link.starts_with(&format!("/{lang}/")), "{link}");
            let page = shop.visitor().get(&link);
            assert_eq!(page.status, 200, "{link}");
            assert!(page.body.contains(&format!("<html lang=\"{locale}\"")), "{link}");
            assert!(mail.html.contains(&format!("href=\"{}{link}\"", shop.url)), "{link} not in {}", mail.html);
        }
    };

    // Paid, shipped, partly refunded.
    let email = address("sent");
    let placed = place(&mut claire, &email, "card");
    let total = placed["totals"]["total"].as_str().unwrap();
    pay(shop, &mut claire, &placed);
    check(&mail(smtp, &email, 0), subjects[0], &placed, &[total], &attached[..1], "INV-");
    assert!(!mail(smtp, &email, 0).text.contains("IBAN"));
    shop.operator(&["order", "ship", &number(&placed), "--carrier", "dhl", "--tracking", "00340434161094027318"]);
    let sent = mail(smtp, &email, 1);
    check(&sent, subjects[1], &placed, &[], &["DHL", "00340434161094027318", "2 × "], "");
    assert!(sent.html.contains("00340434161094027318\""), "a link to the carrier: {}", sent.html);
    shop.operator(&["order", "refund", &number(&placed), "--amount", "3.00"]);
    check(&mail(smtp, &email, 2), subjects[2], &placed, &["3.00"], &[back[1], attached[1]], "CN-");

    // Paid and canceled by the operator: a mail at once, and another when the refund is done.
    let email = address("canceled");
    let placed = place(&mut claire, &email, "card");
    pay(shop, &mut claire, &placed);
    check(&mail(smtp, &email, 0), subjects[0], &placed, &[total], &attached[..1], "INV-");
    shop.operator(&["order", "cancel", &number(&placed), "--reason", "sold out"]);
    check(&mail(smtp, &email, 1), subjects[3], &placed, &[total], &[back[0], attached[1]], "CN-");
    check(&mail(smtp, &email, 2), subjects[2], &placed, &[total], &[back[1]], "");

    // Placed by transfer, then paid by card.
    let email = address("changed");
    let placed = place(&mut claire, &email, "bank_transfer");
    let args = json!({ "token": placed["token"], "payment_method": "card" });
    let retried = claire.call("payment/retry", &args);
    pay(shop, &mut claire, &retried);
    assert_eq!(mail(smtp, &email, 0).files(), [format!("withdrawal-form-{lang}.pdf")], "no invoice yet");
    check(&mail(smtp, &email, 1), subjects[4], &placed, &[total], &attached[..1], "INV-");
}

/// The text of an HTML page.
fn without_tags(html: &str) -> String {
    let text: String = html.split('<').map(|part| part.split_once('>').map_or(part, |(_, text)| text)).collect();
    text.replace("&amp;", "&").replace("&#39;", "'").replace("&quot;", "\"").replace("&lt;", "<")
}
