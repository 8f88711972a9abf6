//! The declaration that a PDF carries Factur-X: four facts in its XMP metadata, with the schema that PDF/A wants beside facts
//! of one's own. The PDF library writes the metadata itself and offers no place for more, so they are added to the finished
//! file: the metadata stream is plain text, and what comes after it moves.

use anyhow::{Context as _, anyhow, ensure};

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

/// Puts right what the table of offsets says of everything that came after `object`.
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
    let property = |name: &str, what: &str| {
        format!(
            "<rdf:li rdf:parseType=\"Resource\"><pdfaProperty:name>{name}</pdfaProperty:name><pdfaProperty:valueType>Text</pdfaProperty:valueType><pdfaProperty:category>external</pdfaProperty:category><pdfaProperty:description>{what}</pdfaProperty:description></rdf:li>"
        )
    };
    let schema = format!(
        "<rdf:li rdf:parseType=\"Resource\"><pdfaSchema:schema>Factur-X PDFA Extension Schema</pdfaSchema:schema><pdfaSchema:namespaceURI>{NAMESPACE}</pdfaSchema:namespaceURI><pdfaSchema:prefix>fx</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq>{}{}{}{}</rdf:Seq></pdfaSchema:property></rdf:li>",
        property("DocumentFileName", "name of the embedded XML invoice file"),
        property("DocumentType", "INVOICE"),
        property("Version", "version of the XML data"),
        property("ConformanceLevel", "profile of the XML data"),
    );
    let facts = format!(
        "<rdf:Description rdf:about=\"\" xmlns:fx=\"{NAMESPACE}\"><fx:DocumentType>INVOICE</fx:DocumentType><fx:DocumentFileName>{file_name}</fx:DocumentFileName><fx:Version>1.0</fx:Version><fx:ConformanceLevel>EN 16931</fx:ConformanceLevel></rdf:Description>"
    );
    ensure!(xmp.matches(SCHEMAS_END).count() == 1, "the XMP metadata describes its schemas otherwise");
    ensure!(xmp.matches(RDF_END).count() == 1, "the XMP metadata ends otherwise");
    Ok(xmp.replace(SCHEMAS_END, &format!("{schema}{SCHEMAS_END}")).replace(RDF_END, &format!("{facts}{RDF_END}")))
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}

fn rfind(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).rposition(|window| window == what)
}
