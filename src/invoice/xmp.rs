//! The declaration that a PDF contains Factur-X: four properties in its XMP metadata, with the extension schema that
//! PDF/A demands for them. The PDF library (krilla) writes the metadata and has no API for more, so they are added to
//! the finished file by hand: the metadata stream is plain text, and the offsets of what follows are corrected.

use anyhow::{Context as _, anyhow, ensure};

use crate::xml::{Attributes, Xml};

const SCHEMAS_END: &str = "</rdf:Bag></pdfaExtension:schemas>";
const RDF_END: &str = "</rdf:RDF>";
const NAMESPACE: &str = "urn:factur-x:pdfa:CrossIndustryDocument:invoice:1p0#";

/// Adds the declaration to a finished PDF.
pub fn declare_factur_x(pdf: &[u8], file_name: &str) -> anyhow::Result<Vec<u8>> {
    let start = find(pdf, b"<x:xmpmeta").context("the PDF has no XMP metadata")?;
    let stream = rfind(&pdf[..start], b"stream\n").context("the XMP metadata is in no stream")? + b"stream\n".len();
    let end = stream + find(&pdf[stream..], b"\nendstream").context("the XMP metadata does not end")?;
    let old = std::str::from_utf8(&pdf[stream..end]).context("the XMP metadata is no text")?;
    let new = with_facts(old, file_name)?;

    let object = rfind(&pdf[..stream], b" obj").context("the XMP metadata is in no object")?;
    let head = std::str::from_utf8(&pdf[object..stream]).context("head of the XMP metadata")?;
    let length = format!("/Length {}", old.len());
    ensure!(head.contains(&length), "the XMP metadata has another length than it says");
    let new_head = head.replace(&length, &format!("/Length {}", new.len()));

    let mut out = Vec::with_capacity(pdf.len() + 4096);
    out.extend_from_slice(&pdf[..object]);
    out.extend_from_slice(new_head.as_bytes());
    out.extend_from_slice(new.as_bytes());
    let moved = out.len() as i64 - end as i64;
    out.extend_from_slice(&pdf[end..]);
    move_offsets(&mut out, object, moved)?;
    Ok(out)
}

/// Corrects the cross-reference table for everything after `object`.
fn move_offsets(pdf: &mut [u8], object: usize, moved: i64) -> anyhow::Result<()> {
    let last = rfind(pdf, b"startxref\n").context("the PDF does not say where its table is")? + b"startxref\n".len();
    let digits = pdf[last..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let written: i64 = std::str::from_utf8(&pdf[last..last + digits])?.parse()?;
    let table = written + moved;
    let text = table.to_string();
    ensure!(text.len() == digits, "the PDF grew by a digit");
    pdf[last..last + digits].copy_from_slice(text.as_bytes());

    let table = usize::try_from(table)?;
    ensure!(pdf[table..].starts_with(b"xref\n"), "the PDF's table is not where it says");
    let head = table + b"xref\n".len();
    let line = find(&pdf[head..], b"\n").context("head of the PDF's table")?;
    let count: usize = std::str::from_utf8(&pdf[head..head + line])?
        .split_whitespace()
        .nth(1)
        .ok_or_else(|| anyhow!("head of the PDF's table"))?
        .parse()?;
    for entry in 0..count {
        let at = head + line + 1 + entry * 20;
        let offset: i64 = std::str::from_utf8(&pdf[at..at + 10])?.parse()?;
        if pdf[at + 17] == b'n' && offset > object as i64 {
            let offset = format!("{:010}", offset + moved);
            pdf[at..at + 10].copy_from_slice(offset.as_bytes());
        }
    }
    Ok(())
}

fn with_facts(xmp: &str, file_name: &str) -> anyhow::Result<String> {
    let (schema, facts) = (schema(), facts(file_name));
    ensure!(xmp.matches(SCHEMAS_END).count() == 1, "the XMP metadata describes its schemas otherwise");
    ensure!(xmp.matches(RDF_END).count() == 1, "the XMP metadata ends otherwise");
    Ok(xmp.replace(SCHEMAS_END, &format!("{schema}{SCHEMAS_END}")).replace(RDF_END, &format!("{facts}{RDF_END}")))
}

/// The description of the schema `fx` that PDF/A demands (ISO 19005-3, 6.6.2.3).
fn schema() -> String {
    const RESOURCE: Attributes<'_> = &[("rdf:parseType", "Resource")];
    let mut xml = Xml::fragment();
    xml.start("rdf:li", RESOURCE);
    xml.leaf("pdfaSchema:schema", &[], "Factur-X PDFA Extension Schema");
    xml.leaf("pdfaSchema:namespaceURI", &[], NAMESPACE);
    xml.leaf("pdfaSchema:prefix", &[], "fx");
    xml.start("pdfaSchema:property", &[]);
    xml.start("rdf:Seq", &[]);
    for (name, meaning) in [
        ("DocumentFileName", "name of the embedded XML invoice file"),
        ("DocumentType", "INVOICE"),
        ("Version", "version of the XML data"),
        ("ConformanceLevel", "profile of the XML data"),
    ] {
        xml.start("rdf:li", RESOURCE);
        xml.leaf("pdfaProperty:name", &[], name);
        xml.leaf("pdfaProperty:valueType", &[], "Text");
        xml.leaf("pdfaProperty:category", &[], "external");
        xml.leaf("pdfaProperty:description", &[], meaning);
        xml.end("rdf:li");
    }
    xml.end("rdf:Seq");
    xml.end("pdfaSchema:property");
    xml.end("rdf:li");
    xml.take()
}

fn facts(file_name: &str) -> String {
    let mut xml = Xml::fragment();
    xml.start("rdf:Description", &[("rdf:about", ""), ("xmlns:fx", NAMESPACE)]);
    xml.leaf("fx:DocumentType", &[], "INVOICE");
    xml.leaf("fx:DocumentFileName", &[], file_name);
    xml.leaf("fx:Version", &[], "1.0");
    xml.leaf("fx:ConformanceLevel", &[], "EN 16931");
    xml.end("rdf:Description");
    xml.take()
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

fn rfind(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).rposition(|window| window == what)
}
