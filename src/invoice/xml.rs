//! The document as XML: Factur-X 1.0, profile EN 16931, in UN/CEFACT Cross Industry Invoice (CII) syntax.
//!
//! Amounts are those of the frozen document. Lines carry net amounts; they, the shipping and the adjustment add up to
//! the net of each rate (BR-CO-10, BR-CO-13, BR-S-8). VAT was extracted from gross sums, so a rate's VAT may differ by
//! a cent from `net × rate`, within the tolerance of BR-CO-17.

use rust_decimal::Decimal;

use super::types::{Buyer, Document, InvoiceKind, Line, Part, Seller};
use super::words::Words;
use crate::domain::money::{Amount, Currency, Percent};
use crate::xml::{Attributes, Xml};

const ROOT: &str = "rsm:CrossIndustryInvoice";
const NAMESPACES: Attributes<'_> = &[
    ("xmlns:rsm", "urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"),
    ("xmlns:qdt", "urn:un:unece:uncefact:data:standard:QualifiedDataType:100"),
    ("xmlns:ram", "urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100"),
    ("xmlns:udt", "urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100"),
];

/// The XML; `None` if the seller has no VAT number, which the profile requires.
pub fn render(document: &Document, words: &Words) -> Option<String> {
    if document.seller.vat_id.is_empty() {
        return None;
    }
    let mut xml = Cii(Xml::document());
    xml.0.start(ROOT, NAMESPACES);
    xml.within("rsm:ExchangedDocumentContext", |xml| {
        xml.within("ram:GuidelineSpecifiedDocumentContextParameter", |xml| {
            xml.leaf("ram:ID", "urn:cen.eu:en16931:2017");
        });
    });
    xml.within("rsm:ExchangedDocument", |xml| {
        xml.leaf("ram:ID", &document.number);
        let code = if document.kind == InvoiceKind::Invoice { "380" } else { "381" };
        xml.leaf("ram:TypeCode", code);
        xml.within("ram:IssueDateTime", |xml| xml.day("udt:DateTimeString", &document.issued_on));
        for note in &words.notes {
            xml.within("ram:IncludedNote", |xml| xml.leaf("ram:Content", note));
        }
    });
    xml.within("rsm:SupplyChainTradeTransaction", |xml| transaction(xml, document, words));
    xml.0.end(ROOT);
    Some(xml.0.take())
}

fn transaction(xml: &mut Cii, document: &Document, words: &Words) {
    let mut number = 0;
    for line in &document.lines {
        number += 1;
        goods(xml, number, line, words);
    }
    // An invoice has at least one line (BR-16): a credit note without goods has its amounts as lines.
    let (as_lines, as_charges) = if document.lines.is_empty() {
        (document.shipping_parts.as_slice(), [].as_slice())
    } else {
        ([].as_slice(), document.shipping_parts.as_slice())
    };
    for (part, name) in as_lines
        .iter()
        .map(|part| (part, &words.machine.shipping))
        .chain(document.adjustment_parts.iter().map(|part| (part, &words.machine.adjustment)))
    {
        number += 1;
        one(xml, number, part, name);
    }
    xml.within("ram:ApplicableHeaderTradeAgreement", |xml| {
        xml.within("ram:SellerTradeParty", |xml| seller(xml, &document.seller));
        xml.within("ram:BuyerTradeParty", |xml| buyer(xml, &document.buyer));
        xml.within("ram:SellerOrderReferencedDocument", |xml| {
            xml.leaf("ram:IssuerAssignedID", &document.order_number);
        });
    });
    xml.within("ram:ApplicableHeaderTradeDelivery", |xml| {
        let to = &document.delivery;
        xml.within("ram:ShipToTradeParty", |xml| {
            xml.leaf("ram:Name", &to.name);
            address(xml, &to.postcode, [&to.address1, &to.address2], &to.city, &to.country);
        });
    });
    xml.within("ram:ApplicableHeaderTradeSettlement", |xml| settlement(xml, document, words, as_charges));
}

fn goods(xml: &mut Cii, number: usize, line: &Line, words: &Words) {
    let discount = line.gross_net.minor() - line.net.minor();
    let options: Vec<String> = line.options.iter().map(|option| format!("{}: {}", option.name, option.label)).collect();
    let price = Decimal::new(line.gross_net.minor(), 2) / Decimal::from(line.qty.max(1));
    xml.within("ram:IncludedSupplyChainTradeLineItem", |xml| {
        xml.within("ram:AssociatedDocumentLineDocument", |xml| xml.leaf("ram:LineID", &number.to_string()));
        xml.within("ram:SpecifiedTradeProduct", |xml| {
            xml.leaf("ram:SellerAssignedID", &line.sku);
            xml.leaf("ram:Name", &line.name);
            xml.leaf("ram:Description", &options.join(", "));
        });
        xml.within("ram:SpecifiedLineTradeAgreement", |xml| {
            xml.within("ram:NetPriceProductTradePrice", |xml| {
                xml.leaf("ram:ChargeAmount", &price.round_dp(6).normalize().to_string());
            });
        });
        xml.within("ram:SpecifiedLineTradeDelivery", |xml| {
            xml.with("ram:BilledQuantity", &[("unitCode", "C62")], &line.qty.to_string());
        });
        xml.within("ram:SpecifiedLineTradeSettlement", |xml| {
            tax_category(xml, "ram:ApplicableTradeTax", line.rate);
            if discount > 0 {
                xml.within("ram:SpecifiedTradeAllowanceCharge", |xml| {
                    xml.within("ram:ChargeIndicator", |xml| xml.leaf("udt:Indicator", "false"));
                    xml.amount("ram:ActualAmount", Amount::from_minor(discount));
                    xml.leaf("ram:ReasonCode", "95");
                    xml.leaf("ram:Reason", &words.machine.discount);
                });
            }
            xml.within("ram:SpecifiedTradeSettlementLineMonetarySummation", |xml| {
                xml.amount("ram:LineTotalAmount", line.net);
            });
        });
    });
}

/// A line for an amount without goods.
fn one(xml: &mut Cii, number: usize, part: &Part, name: &str) {
    xml.within("ram:IncludedSupplyChainTradeLineItem", |xml| {
        xml.within("ram:AssociatedDocumentLineDocument", |xml| xml.leaf("ram:LineID", &number.to_string()));
        xml.within("ram:SpecifiedTradeProduct", |xml| xml.leaf("ram:Name", name));
        xml.within("ram:SpecifiedLineTradeAgreement", |xml| {
            xml.within("ram:NetPriceProductTradePrice", |xml| xml.amount("ram:ChargeAmount", part.net));
        });
        xml.within("ram:SpecifiedLineTradeDelivery", |xml| {
            xml.with("ram:BilledQuantity", &[("unitCode", "C62")], "1");
        });
        xml.within("ram:SpecifiedLineTradeSettlement", |xml| {
            tax_category(xml, "ram:ApplicableTradeTax", part.rate);
            xml.within("ram:SpecifiedTradeSettlementLineMonetarySummation", |xml| {
                xml.amount("ram:LineTotalAmount", part.net);
            });
        });
    });
}

fn seller(xml: &mut Cii, seller: &Seller) {
    xml.leaf("ram:Name", &seller.name);
    xml.leaf("ram:Description", &seller.legal_form);
    if !seller.siren.is_empty() {
        // 0002: the French register of companies (SIREN).
        xml.within("ram:SpecifiedLegalOrganization", |xml| {
            xml.with("ram:ID", &[("schemeID", "0002")], &seller.siren);
        });
    }
    xml.within("ram:DefinedTradeContact", |xml| {
        xml.leaf("ram:PersonName", &seller.name);
        xml.within("ram:TelephoneUniversalCommunication", |xml| xml.leaf("ram:CompleteNumber", &seller.phone));
        xml.within("ram:EmailURIUniversalCommunication", |xml| xml.leaf("ram:URIID", &seller.email));
    });
    address(xml, &seller.postcode, [&seller.street, ""], &seller.city, &seller.country);
    xml.within("ram:SpecifiedTaxRegistration", |xml| xml.with("ram:ID", &[("schemeID", "VA")], &seller.vat_id));
}

fn buyer(xml: &mut Cii, buyer: &Buyer) {
    let vat_id: String = buyer.tax_id.chars().filter(|c| !c.is_whitespace() && *c != '.' && *c != '-').collect();
    // Only a number with a country prefix is a VAT number (BR-CO-9); any other is given as an identifier.
    let is_vat = vat_id.len() > 4 && vat_id.as_bytes().iter().take(2).all(u8::is_ascii_uppercase);
    if !is_vat {
        xml.leaf("ram:ID", &buyer.tax_id);
    }
    if buyer.company.is_empty() {
        xml.leaf("ram:Name", &buyer.name);
    } else {
        xml.leaf("ram:Name", &buyer.company);
        xml.within("ram:DefinedTradeContact", |xml| xml.leaf("ram:PersonName", &buyer.name));
    }
    address(xml, &buyer.postcode, [&buyer.address1, &buyer.address2], &buyer.city, &buyer.country);
    if is_vat {
        xml.within("ram:SpecifiedTaxRegistration", |xml| xml.with("ram:ID", &[("schemeID", "VA")], &vat_id));
    }
}

fn address(xml: &mut Cii, postcode: &str, lines: [&str; 2], city: &str, country: &str) {
    xml.within("ram:PostalTradeAddress", |xml| {
        xml.leaf("ram:PostcodeCode", postcode);
        xml.leaf("ram:LineOne", lines[0]);
        xml.leaf("ram:LineTwo", lines[1]);
        xml.leaf("ram:CityName", city);
        xml.leaf("ram:CountryID", country);
    });
}

fn settlement(xml: &mut Cii, document: &Document, words: &Words, charges: &[Part]) {
    let code = document.currency.code();
    xml.leaf("ram:PaymentReference", &document.order_number);
    if document.tax_eur.is_some() {
        xml.leaf("ram:TaxCurrencyCode", Currency::Eur.code());
    }
    xml.leaf("ram:InvoiceCurrencyCode", code);
    xml.within("ram:SpecifiedTradeSettlementPaymentMeans", |xml| {
        // 1: not defined. The codes of cards and transfers would require account data, which a paid invoice need not
        // repeat.
        xml.leaf("ram:TypeCode", "1");
        xml.leaf("ram:Information", &document.payment.label);
    });
    for vat in &document.vat {
        xml.within("ram:ApplicableTradeTax", |xml| {
            xml.amount("ram:CalculatedAmount", vat.tax_amount);
            xml.leaf("ram:TypeCode", "VAT");
            let is_export = vat.rate == Percent::ZERO;
            if is_export {
                xml.leaf("ram:ExemptionReason", &words.machine.export);
            }
            xml.amount("ram:BasisAmount", vat.net_amount);
            xml.leaf("ram:CategoryCode", category(vat.rate));
            if is_export {
                xml.leaf("ram:ExemptionReasonCode", "VATEX-EU-G");
            }
            xml.leaf("ram:RateApplicablePercent", &vat.rate.to_string());
        });
    }
    for part in charges {
        xml.within("ram:SpecifiedTradeAllowanceCharge", |xml| {
            xml.within("ram:ChargeIndicator", |xml| xml.leaf("udt:Indicator", "true"));
            xml.amount("ram:ActualAmount", part.net);
            xml.leaf("ram:ReasonCode", "FC");
            xml.leaf("ram:Reason", &words.machine.shipping);
            tax_category(xml, "ram:CategoryTradeTax", part.rate);
        });
    }
    xml.within("ram:SpecifiedTradePaymentTerms", |xml| {
        xml.leaf("ram:Description", &words.machine.terms);
        if let Some(due) = &document.payment.due_on {
            xml.within("ram:DueDateDateTime", |xml| xml.day("udt:DateTimeString", due));
        }
    });
    let sum = |parts: &mut dyn Iterator<Item = Amount>| Amount::from_minor(parts.map(Amount::minor).sum());
    let net = sum(&mut document.vat.iter().map(|vat| vat.net_amount));
    let charged = sum(&mut charges.iter().map(|part| part.net));
    let lines = Amount::from_minor(net.minor() - charged.minor());
    let paid = if document.payment.is_paid { document.total } else { Amount::ZERO };
    xml.within("ram:SpecifiedTradeSettlementHeaderMonetarySummation", |xml| {
        xml.amount("ram:LineTotalAmount", lines);
        xml.amount("ram:ChargeTotalAmount", charged);
        xml.amount("ram:AllowanceTotalAmount", Amount::ZERO);
        xml.amount("ram:TaxBasisTotalAmount", net);
        xml.with("ram:TaxTotalAmount", &[("currencyID", code)], &document.tax.to_string());
        if let Some(tax) = document.tax_eur {
            xml.with("ram:TaxTotalAmount", &[("currencyID", "EUR")], &tax.to_string());
        }
        xml.amount("ram:GrandTotalAmount", document.total);
        xml.amount("ram:TotalPrepaidAmount", paid);
        xml.amount("ram:DuePayableAmount", Amount::from_minor(document.total.minor() - paid.minor()));
    });
    if let Some(corrects) = &document.corrects {
        xml.within("ram:InvoiceReferencedDocument", |xml| {
            xml.leaf("ram:IssuerAssignedID", &corrects.number);
            xml.within("ram:FormattedIssueDateTime", |xml| xml.day("qdt:DateTimeString", &corrects.issued_on));
        });
    }
}

/// `S`: standard rate; `G`: export outside the EU.
fn category(rate: Percent) -> &'static str {
    if rate == Percent::ZERO { "G" } else { "S" }
}

fn tax_category(xml: &mut Cii, name: &str, rate: Percent) {
    xml.within(name, |xml| {
        xml.leaf("ram:TypeCode", "VAT");
        xml.leaf("ram:CategoryCode", category(rate));
        xml.leaf("ram:RateApplicablePercent", &rate.to_string());
    });
}

/// An XML writer with the conventions of the profile.
struct Cii(Xml);

impl Cii {
    fn within(&mut self, name: &str, content: impl FnOnce(&mut Cii)) {
        self.0.start(name, &[]);
        content(self);
        self.0.end(name);
    }

    /// An element with one line of text; none for an empty text, as the profile forbids empty elements.
    fn with(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        let text = text.trim().replace(['\t', '\n', '\r'], " ");
        if !text.is_empty() {
            self.0.leaf(name, attributes, &text);
        }
    }

    fn leaf(&mut self, name: &str, text: &str) {
        self.with(name, &[], text);
    }

    fn amount(&mut self, name: &str, amount: Amount) {
        self.leaf(name, &amount.to_string());
    }

    /// `2026-11-21` in format 102, `20261121`.
    fn day(&mut self, name: &str, iso: &str) {
        self.with(name, &[("format", "102")], &iso.replace('-', ""));
    }
}
