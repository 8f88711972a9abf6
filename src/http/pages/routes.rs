//! The route table: name, paths below `/{lang}`, access and calls to prime of each page (specification §2).
//!
//! The user interface reads what it needs of it from `ui/routes.json` (`shop openapi --routes`, `make api`). It knows
//! neither requests nor answers.

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

use crate::domain::store_view::{self, Lang, Segment};

/// Who may see a page, and whether it is the same for everybody. The session decides, never the cookie `isLogin`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Access {
    /// The same for all visitors: cached.
    Public,
    /// Depends on the visitor: rendered each time, never cached.
    Private,
    /// Private, and login required: guests are redirected to the login, and return.
    Member,
    /// Private, and for guests only: customers are redirected to where they were going, else to their orders.
    Guest,
}

impl Access {
    /// Whether everybody may see the page.
    pub fn is_open(&self) -> bool {
        matches!(self, Access::Public | Access::Private)
    }
}

/// A page of the shop. The user interface reads the fields that are serialised.
#[derive(Debug, PartialEq, Serialize)]
pub struct Page {
    /// Name in the bundle; the screen is `ui/src/features/*/<Name>Screen.tsx`.
    pub name: &'static str,
    /// Patterns below the language: `:name` stands for one segment, a last `*` for one to five, whose last is `key`. None
    /// for a page that is shown in the place of others.
    pub paths: &'static [&'static str],
    #[serde(skip_serializing_if = "Access::is_open")]
    pub access: Access,
    /// Whether it shows the shop, and so gets by with the core part of a language pack (`ui/src/domain/packParts.ts`).
    #[serde(skip_serializing_if = "is_default")]
    core: bool,
    /// Whether a login never returns here.
    #[serde(skip_serializing_if = "is_default")]
    pub no_return: bool,
    #[serde(skip)]
    pub demo_only: bool,
    /// Found only where the shop speaks Chinese.
    #[serde(skip)]
    pub chinese_only: bool,
    /// Query parameters that the screen reads, beside those of the calls.
    #[serde(skip)]
    pub reads: &'static [&'static str],
    /// Whether the query chooses a variant of the page's product; its options are known with the answer.
    #[serde(skip)]
    pub has_choice: bool,
    #[serde(rename = "calls", serialize_with = "client_calls", skip_serializing_if = "<[_]>::is_empty")]
    pub primed: &'static [PrimedCall],
}

/// A call that a page primes.
#[derive(Debug, PartialEq, Serialize)]
pub struct PrimedCall {
    pub path: &'static str,
    #[serde(serialize_with = "as_map", skip_serializing_if = "<[_]>::is_empty")]
    pub args: &'static [(&'static str, Source)],
    /// Default sort of a list, which takes page, sort and facets from the query.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list: Option<&'static str>,
    /// Takes only the page from the query.
    #[serde(skip_serializing_if = "is_default")]
    pub paged: bool,
    /// Argument without which the call is left out.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needs: Option<&'static str>,
    #[serde(skip_serializing_if = "is_default")]
    pub when: When,
}

/// Where an argument comes from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Source {
    /// A segment of the path.
    Segment(&'static str),
    /// A query parameter; empty where it is missing.
    Query(&'static str),
    /// A query parameter, trimmed and cut to a search term's length.
    Term(&'static str),
    Constant(&'static str),
}

/// When a call is primed.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum When {
    #[default]
    Always,
    Desktop,
    Mobile,
    /// Where the shop speaks Chinese.
    Zh,
    /// For logged-in customers; the user interface calls it from the screen.
    Customer,
    /// For the document, which says everything without scripts too; the user interface calls it from the screen.
    Document,
    /// The same, but in the server's rendering alone: too large to be in a document whose scripts call it.
    Scriptless,
}

const fn page(name: &'static str, paths: &'static [&'static str], access: Access) -> Page {
    Page {
        name,
        paths,
        access,
        core: false,
        no_return: matches!(access, Access::Guest),
        demo_only: false,
        chinese_only: false,
        reads: &[],
        has_choice: false,
        primed: &[],
    }
}

const fn public(name: &'static str, paths: &'static [&'static str]) -> Page {
    page(name, paths, Access::Public)
}

const fn private(name: &'static str, paths: &'static [&'static str]) -> Page {
    page(name, paths, Access::Private)
}

const fn member(name: &'static str, paths: &'static [&'static str]) -> Page {
    page(name, paths, Access::Member)
}

const fn guest(name: &'static str, paths: &'static [&'static str]) -> Page {
    page(name, paths, Access::Guest)
}

impl Page {
    const fn core(self) -> Page {
        Page { core: true, ..self }
    }

    /// Whether phones get other contents.
    pub fn varies_by_device(&self) -> bool {
        self.primed.iter().any(|call| matches!(call.when, When::Desktop | When::Mobile))
    }

    const fn no_return(self) -> Page {
        Page { no_return: true, ..self }
    }

    const fn demo_only(self) -> Page {
        Page { demo_only: true, ..self }
    }

    const fn chinese_only(self) -> Page {
        Page { chinese_only: true, ..self }
    }

    const fn reads(self, reads: &'static [&'static str]) -> Page {
        Page { reads, ..self }
    }

    const fn has_choice(self) -> Page {
        Page { has_choice: true, ..self }
    }

    const fn calls(self, primed: &'static [PrimedCall]) -> Page {
        Page { primed, ..self }
    }
}

const fn call(path: &'static str) -> PrimedCall {
    PrimedCall { path, args: &[], list: None, paged: false, needs: None, when: When::Always }
}

impl PrimedCall {
    const fn with(self, args: &'static [(&'static str, Source)]) -> PrimedCall {
        PrimedCall { args, ..self }
    }

    const fn sorted(self, default_sort: &'static str) -> PrimedCall {
        PrimedCall { list: Some(default_sort), ..self }
    }

    const fn paged(self) -> PrimedCall {
        PrimedCall { paged: true, ..self }
    }

    const fn needs(self, argument: &'static str) -> PrimedCall {
        PrimedCall { needs: Some(argument), ..self }
    }

    const fn when(self, when: When) -> PrimedCall {
        PrimedCall { when, ..self }
    }
}

/// What every page shows: the menu and the announcement.
pub const SHELL: &[PrimedCall] = &[call("page/topmenu"), call("page/promo")];

const KEY: &[(&str, Source)] = &[("url_key", Source::Segment("key"))];
const TOKEN: &[(&str, Source)] = &[("token", Source::Query("token"))];
const ORDER_NUMBER: &[(&str, Source)] = &[("order_number", Source::Query("order_number"))];

/// All pages, the most requested ones first.
pub static PAGES: &[Page] = &[
    public("home", &["/"])
        .core()
        .calls(&[call("page/home").when(When::Desktop), call("page/mobile").when(When::Mobile)]),
    public("category", &["/c/:key"]).core().calls(&[call("catalog/category").with(KEY).sorted("position")]),
    public("product", &["/p/*"]).core().has_choice().calls(&[call("catalog/product").with(KEY)]),
    public("search", &["/search"])
        .core()
        .calls(&[call("search/index").with(&[("q", Source::Term("q"))]).sorted("relevance").needs("q")]),
    public("help", &["/help/:key"]).core().calls(&[call("page/cms").with(KEY)]),
    public("contact", &["/contact-us"]).reads(&["done", "proof"]),
    private("cart", &["/cart"]).reads(&["confirm", "done"]).calls(&[
        call("cart"),
        call("checkout/index").when(When::Document),
        call("checkout/region").when(When::Scriptless),
    ]),
    private("checkout", &["/checkout"]).calls(&[
        call("checkout/index"),
        call("checkout/region"),
        call("account/info").when(When::Customer),
        call("address/index").when(When::Customer),
    ]),
    private(
        "result",
        &["/ordersuccess", "/ccordersuccess", "/paysuccess", "/paymentcanceled", "/paymentuncertain", "/paymenterror"],
    )
    .reads(&["confirm", "done"])
    .calls(&[call("payment/index").with(TOKEN)]),
    private("result", &["/wechatpay"]).chinese_only().calls(&[call("payment/index").with(TOKEN)]),
    // Where the gateway could not be reached there is something to say even if no order is named.
    private("result", &["/payerror"]).calls(&[call("payment/index").with(TOKEN).needs("token")]),
    // The form of the footer where there are no scripts, and what it has done.
    private("newsletter", &["/newsletter"]).reads(&["done"]),
    private("cookies", &["/cookies"]).reads(&["done"]).calls(&[call("common/cookies")]),
    // Mails lead here with a token, the customer's own order with its number.
    private("withdraw", &["/withdraw"]).reads(&["token", "order_number"]),
    // Mails lead here. Showing the page changes nothing: mail programs follow links on their own.
    private("newsletterconfirm", &["/newsletter/confirm"]).reads(&["token", "done"]),
    private("newsletterunsubscribe", &["/newsletter/unsubscribe"]).reads(&["token", "done"]),
    guest("login", &["/login"]).reads(&["return", "done"]),
    guest("register", &["/register"]).reads(&["return", "proof", "done"]),
    guest("forgetpwd", &["/forgetpwd"]).reads(&["return", "done"]),
    guest("setpassword", &["/account/setPassword"]).reads(&["token"]),
    private("logout", &["/logout"]).no_return(),
    member("account", &["/account"]).reads(&["confirm", "done"]).calls(&[
        call("account/info"),
        call("order/index").paged(),
        call("invoice/index"),
        call("address/index"),
        call("membercard/index"),
    ]),
    member("accountedit", &["/account/edit"]).reads(&["confirm", "done"]).calls(&[
        call("account/info"),
        call("account/passkeys"),
        call("account/sessions"),
    ]),
    member("invoices", &["/account/invoices"]).calls(&[call("invoice/index").paged()]),
    member("orders", &["/order"]).calls(&[call("order/index").paged()]),
    // Before an order's own page, for whoever has no account.
    private("findorder", &["/order/find"]).reads(&["done"]),
    member("orderdetail", &["/order/detail"])
        .reads(&["confirm", "done"])
        .calls(&[call("order/view").with(ORDER_NUMBER), call("fapiao/view").with(ORDER_NUMBER).when(When::Zh)]),
    member("address", &["/address"]).reads(&["edit", "confirm", "done"]).calls(&[
        call("address/index"),
        call("checkout/region"),
        call("account/info"),
    ]),
    member("wishlist", &["/mywishlist"]).reads(&["done"]).calls(&[call("wishlist/index").paged()]),
    public("styleguide", &["/styleguide"])
        .demo_only()
        .calls(&[call("page/home"), call("page/picture").with(&[("of", Source::Constant("empty-bag"))])]),
    public(NOT_FOUND, &[]).core(),
    public(ERROR, &[]).core(),
];

pub const NOT_FOUND: &str = "notfound";
pub const ERROR: &str = "error";

/// First segments that belong to no page, but are recognised without a language too.
const OTHERS: &[&str] = &["404", "invoice", "feed.xml"];

/// What the first segment of a path is.
#[derive(Debug, PartialEq, Eq)]
pub enum First {
    /// A language of this shop; the rest follows.
    Language(Lang),
    /// Another way to write a language of this shop (`EN`, `en-gb`, `cn`).
    Alias(Lang),
    /// The first segment of a page, without a language before it.
    Page,
    /// The root, or something in the language's place.
    Unknown,
}

/// Reads the first segment of a path.
pub fn first(segment: &str, languages: &[Lang]) -> First {
    match store_view::read_segment(segment, languages) {
        Segment::Lang(lang) => First::Language(lang),
        Segment::Variant(lang) => First::Alias(lang),
        Segment::Unknown if is_page(segment) => First::Page,
        Segment::Unknown => First::Unknown,
    }
}

fn is_page(segment: &str) -> bool {
    let mut patterns = PAGES.iter().flat_map(|page| page.paths);
    let begins = |pattern: &&str| pattern[1..].split('/').next() == Some(segment);
    !segment.is_empty() && (OTHERS.contains(&segment) || patterns.any(begins))
}

/// The page of the segments after the language, with the values of its pattern's segments.
pub fn find<'s>(segments: &[&'s str]) -> Option<(&'static Page, Vec<(&'static str, &'s str)>)> {
    let segments = if segments == [""] { &[] } else { segments };
    PAGES.iter().find_map(|page| Some((page, page.paths.iter().find_map(|pattern| matched(pattern, segments))?)))
}

/// Most segments that a `*` stands for.
const DEPTH: usize = 5;

fn matched<'s>(pattern: &'static str, segments: &[&'s str]) -> Option<Vec<(&'static str, &'s str)>> {
    let mut params = Vec::new();
    let mut rest = segments.iter();
    for part in pattern.split('/').filter(|part| !part.is_empty()) {
        if part == "*" {
            let key = (1..=DEPTH).contains(&rest.len()).then(|| rest.as_slice().last()).flatten()?;
            return Some(vec![("key", *key)]);
        }
        let segment = rest.next()?;
        match part.strip_prefix(':') {
            Some(name) => params.push((name, *segment)),
            None if part == *segment => {}
            None => return None,
        }
    }
    rest.next().is_none().then_some(params)
}

/// Paths below the language of the pages that are the same address in every language, for the sitemap: public, without a
/// value from path or query.
pub fn plain_paths() -> impl Iterator<Item = &'static str> {
    let is_plain = |page: &&Page| {
        let has_values = page.has_choice || page.primed.iter().any(|call| !call.args.is_empty() || call.paged);
        page.access == Access::Public && !page.demo_only && !has_values
    };
    PAGES.iter().filter(is_plain).flat_map(|page| page.paths).copied()
}

/// The table as the user interface reads it: JSON, one page a line.
pub fn manifest() -> serde_json::Result<String> {
    let lines: Vec<String> = PAGES.iter().map(serde_json::to_string).collect::<Result<_, _>>()?;
    Ok(format!("[\n  {}\n]", lines.join(",\n  ")))
}

fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

fn as_map<S: Serializer>(args: &&[(&str, Source)], serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(Some(args.len()))?;
    for (name, source) in *args {
        map.serialize_entry(name, source)?;
    }
    map.end()
}

fn client_calls<S: Serializer>(calls: &&[PrimedCall], serializer: S) -> Result<S::Ok, S::Error> {
    let of_screens = [When::Customer, When::Document, When::Scriptless];
    serializer.collect_seq(calls.iter().filter(|call| !of_screens.contains(&call.when)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(path: &str) -> Option<&'static Page> {
        let segments: Vec<&str> = path.split('/').collect();
        find(&segments).map(|(page, _)| page)
    }

    #[test]
    fn manifest_of_the_user_interface_is_current() {
        let committed = include_str!("../../../ui/routes.json");
        assert_eq!(committed.trim_end(), manifest().expect("JSON"), "ui/routes.json is stale: run `make api`");
    }

    #[test]
    fn primed_calls_are_in_the_table_of_calls_and_public_pages_prime_public_ones() {
        let api = crate::app::api();
        for page in PAGES {
            for primed in page.primed.iter().chain(SHELL) {
                let call = api.find(primed.path).unwrap_or_else(|| panic!("{}: no call {}", page.name, primed.path));
                assert_eq!(call.mode, crate::call::Mode::Read, "{}: {}", page.name, primed.path);
                if page.access == Access::Public {
                    assert_eq!(call.access, crate::call::Access::Public, "{}: {}", page.name, primed.path);
                }
            }
        }
    }

    #[test]
    fn access_is_as_specified() {
        for path in ["account", "account/edit", "account/invoices", "address", "order", "order/detail", "mywishlist"] {
            assert_eq!(named(path).map(|page| page.access), Some(Access::Member), "{path}");
        }
        for path in ["account/setPassword", "forgetpwd", "register", "login"] {
            assert_eq!(named(path).map(|page| page.access), Some(Access::Guest), "{path}");
        }
        for path in ["logout", "cart", "checkout", "withdraw", "payerror", "ordersuccess"] {
            assert_eq!(named(path).map(|page| page.access), Some(Access::Private), "{path}");
        }
        for path in ["", "c/bedding", "p/bedding/duvet", "search", "help/terms-of-use", "contact-us"] {
            assert_eq!(named(path).map(|page| page.access), Some(Access::Public), "{path}");
        }
    }

    #[test]
    fn patterns_match_whole_paths() {
        assert_eq!(
            find(&["c", "bed"]).map(|(page, params)| (page.name, params)),
            Some(("category", vec![("key", "bed")]))
        );
        let deepest = ["p", "a", "b", "c", "d", "key"];
        assert_eq!(find(&deepest).map(|(page, params)| (page.name, params)), Some(("product", vec![("key", "key")])));
        for path in ["c", "c/bed/linen", "p", "p/a/b/c/d/e/key", "Cart", "cart/x", "404", "notfound", "error"] {
            assert_eq!(named(path), None, "{path}");
        }
    }

    #[test]
    fn first_segments_are_languages_pages_or_unknown() {
        let four = [Lang::En, Lang::Fr, Lang::De, Lang::Es];
        assert_eq!(first("fr", &four), First::Language(Lang::Fr));
        assert_eq!(first("FR", &four), First::Alias(Lang::Fr));
        assert_eq!(first("cn", &[Lang::En, Lang::Zh]), First::Alias(Lang::Zh));
        for page in ["cart", "wechatpay", "c", "account", "newsletter", "feed.xml"] {
            assert_eq!(first(page, &four), First::Page, "{page}");
        }
        for unknown in ["zh", "it", "", ":key", "*"] {
            assert_eq!(first(unknown, &four), First::Unknown, "{unknown}");
        }
    }

    #[test]
    fn sitemap_lists_home_and_contact_beside_what_has_keys() {
        assert_eq!(plain_paths().collect::<Vec<_>>(), ["/", "/contact-us"]);
    }
}
