//! Crawls every link in every language and reports faults: missing pages, redirecting links, orphans, mixed languages,
//! missing files, images without size or alt text, and dead anchors.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use crate::support::html::{Element, decoded, elements, text_of};
use crate::support::{FIVE_LANGUAGES, Shop, Visitor};

/// Pages that redirect a guest to the login.
const GUARDED: &[&str] = &["account", "account/edit", "mywishlist", "address", "order"];
/// Language code → `lang` attribute.
const LOCALES: &[(&str, &str)] = &[("en", "en-GB"), ("fr", "fr-FR"), ("de", "de-DE"), ("es", "es-ES"), ("zh", "zh-CN")];

/// What the crawler keeps of a page.
#[derive(Debug, Default)]
struct Page {
    indexed: bool,
    /// `hreflang` → path.
    alternates: BTreeMap<String, String>,
    ids: BTreeSet<String>,
}

/// State of one crawl.
struct Crawl<'s> {
    shop: &'s Shop,
    visitor: Visitor,
    languages: Vec<&'static str>,
    /// Whether a path is crawled.
    within: fn(&str) -> bool,
    /// Whether images and files are requested.
    with_files: bool,
    /// Path and body → faults of forbidden content.
    forbidden: fn(&str, &str) -> Vec<String>,
    queue: VecDeque<String>,
    seen: BTreeMap<String, Page>,
    /// Pages that a page of their own language links to.
    linked: BTreeSet<String>,
    listed: BTreeSet<String>,
    /// File → a page that uses it.
    files: BTreeMap<String, String>,
    /// Target page and id → the page with the link.
    anchors: BTreeMap<(String, String), String>,
    /// Title of an indexed page → the page.
    titles: BTreeMap<(String, String), String>,
    faults: Vec<String>,
}

impl<'s> Crawl<'s> {
    fn new(shop: &'s Shop, languages: &[&'static str]) -> Crawl<'s> {
        Crawl {
            shop,
            visitor: shop.visitor(),
            languages: languages.to_vec(),
            within: |_| true,
            with_files: true,
            forbidden: |_, _| Vec::new(),
            queue: VecDeque::new(),
            seen: BTreeMap::new(),
            linked: BTreeSet::new(),
            listed: BTreeSet::new(),
            files: BTreeMap::new(),
            anchors: BTreeMap::new(),
            titles: BTreeMap::new(),
            faults: Vec::new(),
        }
    }

    /// Crawls from each home page and the sitemap; returns the faults.
    fn run(mut self) -> Vec<String> {
        for lang in self.languages.clone() {
            self.linked.insert(format!("/{lang}"));
            self.queue.push_back(format!("/{lang}"));
        }
        self.read_sitemaps();
        while let Some(path) = self.queue.pop_front() {
            let key = path.split('#').next().unwrap().to_owned();
            if !self.seen.contains_key(&key) && (self.within)(&key) {
                self.read(&key);
            }
        }
        self.check_site();
        self.faults
    }

    fn read_sitemaps(&mut self) {
        let locations = |xml: &str| -> Vec<String> {
            let parts = xml.split("<loc>").skip(1).map(|part| part.split("</loc>").next().unwrap());
            parts.map(|url| decoded(url.strip_prefix(&self.shop.url).unwrap())).collect()
        };
        let index = self.visitor.clone().get("/sitemap.xml").body;
        for part in locations(&index) {
            for path in locations(&self.visitor.clone().get(&part).body) {
                self.listed.insert(path.clone());
                self.queue.push_back(path);
            }
        }
    }

    fn fault(&mut self, page: &str, fault: impl std::fmt::Display) {
        self.faults.push(format!("{page}: {fault}"));
    }

    fn read(&mut self, path: &str) {
        self.seen.insert(path.to_owned(), Page::default());
        // Each page is requested as on a first visit.
        self.visitor.cookies.clear();
        let answer = self.visitor.get(path);
        if answer.status != 200 {
            let to = answer.header("location").unwrap_or_default().to_owned();
            return self.fault(path, format_args!("answers {} {to}", answer.status));
        }
        if answer.header("content-type").is_none_or(|kind| !kind.starts_with("text/html")) {
            return;
        }
        let lang = path[1..].split(['/', '?']).next().unwrap().to_owned();
        let all = elements(&answer.body);
        for fault in (self.forbidden)(path, &answer.body) {
            self.fault(path, fault);
        }
        let locale = LOCALES.iter().find(|(code, _)| *code == lang).map(|(_, locale)| *locale);
        let said = all.first().and_then(|html| html.get("lang")).map(str::to_owned);
        if said.as_deref() != locale {
            self.fault(path, format_args!("has the wrong lang {said:?}"));
        }
        let mut seen = Page { indexed: true, ..Page::default() };
        seen.ids = all.iter().filter_map(|element| element.get("id")).map(str::to_owned).collect();
        let ids: Vec<&str> = all.iter().filter_map(|element| element.get("id")).collect();
        if ids.len() != seen.ids.len() {
            self.fault(path, "has a duplicate id");
        }
        if all.iter().filter(|element| element.name == "h1").count() != 1 {
            self.fault(path, "does not have exactly one h1");
        }
        let mut canonical = None;
        for element in &all {
            match element.name.as_str() {
                "meta" => {
                    let content = element.get("content").unwrap_or_default();
                    match element.get("name").or(element.get("property")) {
                        Some("robots") if content.contains("noindex") => seen.indexed = false,
                        Some("og:image" | "twitter:image") => self.need(path, content),
                        _ => {}
                    }
                }
                "link" => self.read_link(path, element, &mut seen, &mut canonical),
                "script" | "img" | "source" => self.read_media(path, element),
                "a" => self.read_anchor(path, &lang, element),
                "label" | "use" => {
                    let target = element.get("for").or(element.get("href").and_then(|href| href.strip_prefix('#')));
                    if target.is_some_and(|id| !seen.ids.contains(id)) {
                        self.fault(path, format_args!("<{}> refers to a missing id: {target:?}", element.name));
                    }
                }
                _ => {}
            }
        }
        if seen.indexed {
            self.read_head(path, &lang, &answer.body, &all, &seen, canonical.as_deref());
        }
        self.seen.insert(path.to_owned(), seen);
    }

    fn read_head(&mut self, path: &str, lang: &str, body: &str, all: &[Element], seen: &Page, canonical: Option<&str>) {
        let title = text_of(body, "title").to_owned();
        let described = all.iter().find(|element| element.get("name") == Some("description"));
        let description = described.and_then(|meta| meta.get("content")).unwrap_or_default();
        if title.chars().count() < 4 {
            self.fault(path, "has no title");
        }
        if description.chars().count() < if lang == "zh" { 12 } else { 40 } {
            self.fault(path, format_args!("its description is too short: {description:?}"));
        }
        if canonical == Some(path)
            && let Some(other) = self.titles.insert((lang.to_owned(), title.clone()), path.to_owned())
        {
            self.fault(path, format_args!("has the title of {other}: {title}"));
        }
        let Some(canonical) = canonical else { return self.fault(path, "has no canonical URL") };
        if canonical != path && canonical.split('?').next() != path.split('?').next() {
            // A product reached without its category: the canonical URL contains it.
            self.queue.push_back(canonical.to_owned());
        }
        for tag in self.languages.clone() {
            let tag = if tag == "zh" { "zh-Hans" } else { tag };
            if !seen.alternates.contains_key(tag) {
                self.fault(path, format_args!("has no alternate in {tag}"));
            }
        }
        if seen.alternates.get("x-default") != seen.alternates.get("en") {
            self.fault(path, "its x-default is not the English page");
        }
        if seen.alternates.len() != self.languages.len() + 1 {
            self.fault(path, format_args!("has alternates in languages that are off: {:?}", seen.alternates));
        }
    }

    fn own_path(&self, url: &str) -> Option<String> {
        let path = url.strip_prefix(&self.shop.url).unwrap_or(url);
        path.starts_with('/').then(|| path.to_owned())
    }

    fn need(&mut self, page: &str, url: &str) {
        if url.starts_with("data:") {
            return;
        }
        match self.own_path(url) {
            Some(path) => drop(self.files.insert(path, page.to_owned())),
            None => self.fault(page, format_args!("loads a third-party file: {url}")),
        }
    }

    fn read_link(&mut self, page: &str, element: &Element, seen: &mut Page, canonical: &mut Option<String>) {
        let href = element.get("href").unwrap_or_default();
        if element.has_word("rel", "canonical") {
            *canonical = href.strip_prefix(&self.shop.url).map(str::to_owned);
            if canonical.is_none() {
                self.fault(page, format_args!("its canonical URL is not absolute: {href}"));
            }
        } else if let Some(tag) = element.get("hreflang") {
            match href.strip_prefix(&self.shop.url) {
                Some(path) => {
                    seen.alternates.insert(tag.to_owned(), path.to_owned());
                    self.queue.push_back(path.to_owned());
                }
                None => self.fault(page, format_args!("an alternate is not absolute: {href}")),
            }
        } else {
            for candidate in candidates(element, &["imagesrcset"]) {
                self.need(page, &candidate);
            }
            if !href.is_empty() {
                self.need(page, href);
            }
        }
    }

    fn read_media(&mut self, page: &str, element: &Element) {
        for candidate in candidates(element, &["srcset"]) {
            self.need(page, &candidate);
        }
        if let Some(src) = element.get("src") {
            self.need(page, src);
        }
        // A placeholder lies under its image, which has the size and the alt text.
        let is_placeholder = element.get("src").is_some_and(|src| src.starts_with("data:"));
        if element.name == "img" && !is_placeholder {
            let size = |side| element.get(side).and_then(|text| text.parse::<u32>().ok()).unwrap_or(0);
            if size("width") == 0 || size("height") == 0 {
                self.fault(page, format_args!("an image without a size: {:?}", element.get("src")));
            }
            if element.get("alt").is_none() {
                self.fault(page, format_args!("an image without alt text: {:?}", element.get("src")));
            }
        }
    }

    fn read_anchor(&mut self, page: &str, lang: &str, element: &Element) {
        let href = element.get("href").unwrap_or_default();
        if href.starts_with("mailto:") || href.starts_with("tel:") {
            return;
        }
        if let Some(id) = href.strip_prefix('#') {
            self.anchors.insert((page.to_owned(), id.to_owned()), page.to_owned());
            return;
        }
        let Some(path) = self.own_path(href) else {
            if !href.starts_with("https://") || !element.has_word("rel", "noopener") {
                self.fault(page, format_args!("a link that is neither internal nor https with noopener: {href:?}"));
            }
            return;
        };
        // A currency link redirects, and a page as of today is the page itself: they carry nofollow.
        if path.contains("currency=") || path.ends_with("today=1") {
            if !element.has_word("rel", "nofollow") {
                self.fault(page, format_args!("a link without nofollow: {href}"));
            }
            return;
        }
        let to = path[1..].split(['/', '?', '#']).next().unwrap().to_owned();
        let switches = element.get("hreflang").is_some();
        if to != lang && !(switches && self.languages.contains(&to.as_str())) {
            return self.fault(page, format_args!("leads into another language: {href}"));
        }
        let (path, id) = path.split_once('#').map_or((path.as_str(), None), |(path, id)| (path, Some(id)));
        if let Some(id) = id {
            self.anchors.insert((path.to_owned(), id.to_owned()), page.to_owned());
        }
        // The return path does not make the login another page.
        let path = path.split("?return=").next().unwrap();
        let screen = path.trim_start_matches(&format!("/{to}/")).split('?').next().unwrap();
        if GUARDED.contains(&screen) {
            return;
        }
        if !switches {
            self.linked.insert(path.split('?').next().unwrap().to_owned());
            self.linked.insert(path.to_owned());
        }
        self.queue.push_back(path.to_owned());
    }

    /// Checks across pages: files, anchors, orphans, reciprocal alternates.
    fn check_site(&mut self) {
        let mut files = std::mem::take(&mut self.files);
        if !self.with_files {
            files.clear();
        }
        for (file, page) in files.clone() {
            let (answer, bytes) = self.visitor.file(&file);
            if answer.status != 200 || bytes.is_empty() {
                self.fault(&page, format_args!("{file} answers {} with {} bytes", answer.status, bytes.len()));
            }
            if file.ends_with(".css") {
                let style = String::from_utf8(bytes).unwrap();
                let urls = style.split("url(").skip(1).filter_map(|rest| rest.split(')').next());
                let urls = urls.map(|url| url.trim_matches(['"', '\'']).to_owned()).filter(|url| url.starts_with('/'));
                files.extend(urls.map(|url| (url, file.clone())));
            }
        }
        for (file, page) in files.into_iter().filter(|(file, _)| file.ends_with(".woff2")) {
            if self.visitor.agent_status(&file) != 200 {
                self.fault(&page, format_args!("{file} is missing"));
            }
        }
        for ((path, id), page) in std::mem::take(&mut self.anchors) {
            if self.seen.get(&path).is_some_and(|seen| !seen.ids.contains(&id)) {
                self.fault(&page, format_args!("leads to #{id}, which {path} does not have"));
            }
        }
        let within = self.within;
        let orphans: Vec<String> =
            self.listed.iter().filter(|path| within(path) && !self.linked.contains(*path)).cloned().collect();
        for path in orphans {
            self.fault(&path, "is in the sitemap, but no page links to it");
        }
        let seen = std::mem::take(&mut self.seen);
        for (path, page) in &seen {
            let is_list = path.contains('?');
            if page.indexed && !is_list && !page.alternates.is_empty() && !self.listed.contains(path) {
                let own = page.alternates.values().any(|other| other == path);
                if own {
                    self.fault(path, "is indexed, but not in the sitemap");
                }
            }
            for other in page.alternates.values() {
                let Some(there) = seen.get(other).filter(|there| !there.alternates.is_empty()) else { continue };
                if there.alternates != page.alternates {
                    self.fault(path, format_args!("{other} has other alternates: {:?}", there.alternates));
                }
            }
        }
        self.seen = seen;
    }
}

/// The URLs of `srcset` attributes: `url 480w, url 960w`.
fn candidates(element: &Element, attributes: &[&str]) -> Vec<String> {
    let sets = attributes.iter().filter_map(|name| element.get(name));
    let each = sets.flat_map(|set| set.split(", ")).filter_map(|one| one.split(' ').next());
    each.filter(|url| !url.is_empty()).map(str::to_owned).collect()
}

fn report(faults: &[String]) -> String {
    format!("{} faults:\n{}", faults.len(), faults.iter().take(60).cloned().collect::<Vec<_>>().join("\n"))
}

#[test]
fn every_link_leads_to_a_page_in_the_same_language() {
    let shop = Shop::open_with(&[FIVE_LANGUAGES]);
    let crawl = Crawl::new(&shop, &["en", "fr", "de", "es", "zh"]);
    let faults = crawl.run();
    assert!(faults.is_empty(), "{}", report(&faults));
}

/// Traces of the fifth language in a body. Country names are destinations and stay.
fn traces_of_chinese(path: &str, body: &str) -> Vec<String> {
    let mut found = Vec::new();
    if let Some(at) =
        body.find(|c: char| ('\u{2e80}'..='\u{9fff}').contains(&c) || ('\u{ff00}'..='\u{ff65}').contains(&c))
    {
        found.push(format!("holds Chinese: {}", body[at..].chars().take(20).collect::<String>()));
    }
    let low = body.to_lowercase();
    for word in [
        "wechat",
        "weixin",
        "fapiao",
        "\"cny\"",
        ">cny<",
        "renminbi",
        "zh-hans",
        "zh-cn",
        "\"/zh",
        "valmere_zh",
        "lang=\"zh",
    ] {
        if let Some(at) = low.find(word) {
            let from = low[..at].char_indices().rev().nth(40).map_or(0, |(at, _)| at);
            found.push(format!("holds {word}: {}", low[from..].chars().take(90).collect::<String>()));
        }
    }
    // The build manifest lists the message packs of the languages.
    if body.contains("/assets/zh-") || body.contains("/assets/zh.") {
        found.push("asks for the Chinese messages".to_owned());
    }
    assert!(path.starts_with('/'));
    found
}

#[test]
fn four_languages_show_no_trace_of_the_fifth() {
    let shop = Shop::open();
    let mut crawl = Crawl::new(&shop, &["en", "fr", "de", "es"]);
    crawl.forbidden = traces_of_chinese;
    // The other crawl requests the files.
    crawl.with_files = false;
    let mut faults = crawl.run();
    let mut visitor = shop.visitor();
    // Its URL variants are treated like those of any unknown language.
    for path in ["/zh/help/returns", "/cn/help/returns", "/zh-CN/help/returns", "/zh_TW/help/returns"] {
        let browser = visitor.get_with(path, &[("Accept", "text/html"), ("Accept-Language", "zh-CN, fr;q=0.5")]);
        assert_eq!((browser.status, browser.header("location")), (302, Some("/fr/help/returns")), "{path}");
        assert_eq!(visitor.get_with(path, &[("Accept", "application/json")]).status, 404, "{path}");
    }
    for file in
        ["/sitemap.xml", "/sitemap/pages.xml", "/sitemap/products-0.xml", "/llms.txt", "/robots.txt", "/en/feed.xml"]
    {
        faults.extend(
            traces_of_chinese(file, &visitor.get(file).body).into_iter().map(|fault| format!("{file}: {fault}")),
        );
    }
    // Personal pages: cart, checkout, account, order.
    let mut buyer = shop.visitor();
    buyer.add("TOW-GAN", 1);
    let mut form = buyer.order_form("bank_transfer");
    form["newsletter"] = false.into();
    let pages =
        ["/en/cart", "/fr/checkout", "/de/login", "/es/register", "/en/payerror", "/fr/withdraw", "/en/no/such/page"];
    for page in pages {
        faults
            .extend(traces_of_chinese(page, &buyer.get(page).body).into_iter().map(|fault| format!("{page}: {fault}")));
    }
    let placed = buyer.call("checkout/place", &form);
    let result = format!("/en/ordersuccess?token={}", placed["token"].as_str().unwrap());
    faults.extend(traces_of_chinese(&result, &buyer.get(&result).body));
    let mut customer = shop.customer("four@example.com");
    let placed = customer.place("TOW-GAN", 1, "cheque");
    let order = format!("/es/order/detail?order_number={}", placed["order_number"].as_str().unwrap());
    for page in ["/en/account", "/de/order", "/fr/mywishlist", &order] {
        faults.extend(
            traces_of_chinese(page, &customer.get(page).body).into_iter().map(|fault| format!("{page}: {fault}")),
        );
    }
    // Answers of calls that pages make.
    for (path, args) in [
        ("checkout/index", serde_json::json!({})),
        ("common/cookies", serde_json::json!({})),
        ("page/topmenu", serde_json::json!({})),
        ("captcha/challenge", serde_json::json!({})),
    ] {
        let answer = buyer.call(path, &args).to_string();
        faults.extend(
            traces_of_chinese(&format!("/{path}"), &answer).into_iter().map(|fault| format!("{path}: {fault}")),
        );
    }
    assert!(faults.is_empty(), "{}", report(&faults));
}

#[test]
fn crawler_reports_broken_links_anchors_and_titles() {
    let shop = Shop::open_with(&[("SHOP__LANGUAGES", r#"["en", "de"]"#)]);
    let broken = "\n\n[a](/en/nowhere) [b](/de/help/terms-of-use) [c](#nothing) [d](/en/help/returns#nothing) [e](/EN/help/returns)\n";
    let text =
        format!("UPDATE cms_page SET markdown = markdown || '{broken}' WHERE url_key = 'terms-of-use' AND lang = 'en'");
    shop.database().execute_batch(&text).unwrap();
    shop.database()
        .execute_batch(
            "UPDATE catalogue_version SET version = version + 1;
             UPDATE cms_page SET description = '' WHERE url_key = 'returns' AND lang = 'de';
             UPDATE cms_page SET title = 'Legal notice' WHERE url_key = 'accessibility' AND lang = 'en';",
        )
        .unwrap();
    let mut crawl = Crawl::new(&shop, &["en", "de"]);
    crawl.within = |path| path.contains("/help/") || path.contains("/nowhere") || path.starts_with("/EN");
    let faults = crawl.run();
    for expected in [
        "/en/nowhere: answers 404",
        "/en/help/terms-of-use: leads into another language: /de/help/terms-of-use",
        "/en/help/terms-of-use: leads to #nothing, which /en/help/terms-of-use does not have",
        "/en/help/terms-of-use: leads to #nothing, which /en/help/returns does not have",
        "/en/help/terms-of-use: leads into another language: /EN/help/returns",
        "/de/help/returns: its description is too short",
        ": has the title of /en/help/",
    ] {
        assert!(faults.iter().any(|fault| fault.contains(expected)), "not seen: {expected}\n{}", report(&faults));
    }
    assert!(
        !traces_of_chinese("/en", "<p>微信</p>").is_empty() && traces_of_chinese("/en", "<p>Valmère</p>").is_empty()
    );
}
