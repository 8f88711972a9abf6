//! Writes XML 1.0 into memory with quick-xml: feed, sitemaps, invoices. It knows no vocabulary.

use std::borrow::Cow;

use quick_xml::Writer;
use quick_xml::escape::partial_escape;
use quick_xml::events::{BytesDecl, BytesEnd, BytesStart, BytesText, Event};

/// A writer of a document or a fragment.
pub struct Xml(Writer<Vec<u8>>);

/// Names and values.
pub type Attributes<'a> = &'a [(&'a str, &'a str)];

impl Xml {
    /// A document, with its declaration.
    pub fn document() -> Xml {
        let mut xml = Xml::fragment();
        xml.put(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)));
        xml.raw("\n");
        xml
    }

    /// Elements without a document.
    pub fn fragment() -> Xml {
        Xml(Writer::new(Vec::new()))
    }

    pub fn start(&mut self, name: &str, attributes: Attributes<'_>) {
        self.put(Event::Start(element(name, attributes)));
    }

    pub fn end(&mut self, name: &str) {
        self.put(Event::End(BytesEnd::new(name)));
    }

    /// An element without content.
    pub fn empty(&mut self, name: &str, attributes: Attributes<'_>) {
        self.put(Event::Empty(element(name, attributes)));
    }

    /// An element with text.
    pub fn leaf(&mut self, name: &str, attributes: Attributes<'_>, text: &str) {
        self.start(name, attributes);
        self.put(Event::Text(BytesText::from_escaped(partial_escape(without_illegal(text)))));
        self.end(name);
    }

    /// Markup that is written already.
    pub fn raw(&mut self, markup: &str) {
        self.put(Event::Text(BytesText::from_escaped(markup)));
    }

    /// The text written since the last call.
    pub fn take(&mut self) -> String {
        String::from_utf8(std::mem::take(self.0.get_mut())).expect("made of strings")
    }

    fn put(&mut self, event: Event<'_>) {
        self.0.write_event(event).expect("writing to memory does not fail");
    }
}

fn element<'a>(name: &'a str, attributes: Attributes<'_>) -> BytesStart<'a> {
    BytesStart::new(name).with_attributes(attributes.iter().copied())
}

/// Removes characters that XML 1.0 does not allow, and other control characters: quick-xml writes them.
fn without_illegal(text: &str) -> Cow<'_, str> {
    let is_illegal = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || matches!(c, '\u{fffe}' | '\u{ffff}');
    if text.contains(is_illegal) { text.replace(is_illegal, "").into() } else { text.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_and_attributes_are_escaped_and_illegal_characters_dropped() {
        let mut xml = Xml::document();
        xml.start("a", &[("of", "\"1 < 2\"")]);
        xml.leaf("b", &[], "a<b>&\u{7}\u{fffe}\r\"c\"\n");
        xml.empty("c", &[]);
        xml.end("a");
        let declared = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n";
        let body = "<a of=\"&quot;1 &lt; 2&quot;\"><b>a&lt;b&gt;&amp;\"c\"\n</b><c/></a>";
        assert_eq!(xml.take(), format!("{declared}{body}"));
        assert_eq!(xml.take(), "");
    }
}
