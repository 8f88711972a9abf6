//! Page layout of a document: positions on each page, and the structure tree for screen readers.
//!
//! Coordinates are points from the upper left corner. It knows nothing of PDF: [`super::pdf`] draws the result.

use super::typeset::{Face, Fonts, Shaped};
use super::words::{Fact, Row, Words};

/// A4.
pub const WIDTH: f32 = 595.28;
pub const HEIGHT: f32 = 841.89;

const LEFT: f32 = 62.0;
const RIGHT: f32 = WIDTH - 62.0;
const CONTENT: f32 = RIGHT - LEFT;
/// Lower edge of the content, above the footer.
const BOTTOM: f32 = HEIGHT - 90.0;
/// Upper edge of the content on pages after the first.
const NEXT_TOP: f32 = 118.0;

/// Right edges of the figures' columns: quantity, price without VAT, price, rate, amount.
const COLUMNS: [f32; 5] = [RIGHT - 248.0, RIGHT - 178.0, RIGHT - 108.0, RIGHT - 70.0, RIGHT];
/// Width of the first column.
const ITEM: f32 = CONTENT - 248.0 - 32.0;
/// Left edge of the sums, and right edges of the VAT table's figures beside them.
const SUMS: f32 = LEFT + CONTENT / 2.0 + 6.0;
const VAT_COLUMNS: [f32; 3] = [LEFT + 92.0, LEFT + 150.0, LEFT + 212.0];

/// Width of an item on a paper without prices, and of its box to tick with the space before.
const PIECE: f32 = CONTENT - 120.0;
const TICK: f32 = 34.0;

/// x-height of the display face with the gap below its accents, relative to its size.
const X_HEIGHT: f32 = 0.485;

/// Colours, as on the shop's pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    Text,
    Soft,
    Lac,
    Laiton,
    Line,
}

/// The role of a node in the structure tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Role {
    /// The heading of the document.
    Heading,
    Paragraph,
    Table,
    Head,
    Body,
    Row,
    HeadCell,
    Cell,
}

/// The node of [`Sheet::nodes`] that content belongs to, if any.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Belongs {
    Node(usize),
    /// Decoration, and what is repeated on every page.
    Nowhere,
}

#[derive(Debug, Clone)]
pub enum Mark {
    Text {
        x: f32,
        /// Of the baseline.
        y: f32,
        text: Shaped,
        ink: Ink,
        belongs: Belongs,
    },
    /// The brand's accents: the part of a text within a rectangle (left, top, right, bottom), drawn over in laiton.
    Accent {
        x: f32,
        y: f32,
        text: Shaped,
        within: (f32, f32, f32, f32),
    },
    Line {
        from: (f32, f32),
        to: (f32, f32),
        width: f32,
        ink: Ink,
    },
}

/// A node of the structure tree, in reading order.
#[derive(Debug, Clone)]
pub struct Node {
    pub role: Role,
    pub children: Vec<usize>,
}

/// A page, A4 unless it says otherwise.
#[derive(Debug, Clone)]
pub struct Page {
    /// Width and height.
    pub size: (f32, f32),
    pub marks: Vec<Mark>,
}

impl Default for Page {
    fn default() -> Self {
        Page { size: (WIDTH, HEIGHT), marks: Vec::new() }
    }
}

/// A document laid out.
#[derive(Debug, Clone, Default)]
pub struct Sheet {
    pub pages: Vec<Page>,
    pub nodes: Vec<Node>,
    /// Nodes without a parent.
    pub roots: Vec<usize>,
}

impl Sheet {
    /// Appends the pages of another sheet, each in its own size.
    pub fn append(&mut self, other: Sheet) {
        let first = self.nodes.len();
        self.roots.extend(other.roots.into_iter().map(|root| root + first));
        self.nodes.extend(
            other
                .nodes
                .into_iter()
                .map(|node| Node { children: node.children.into_iter().map(|child| child + first).collect(), ..node }),
        );
        for mut page in other.pages {
            for mark in &mut page.marks {
                if let Mark::Text { belongs: Belongs::Node(node), .. } = mark {
                    *node += first;
                }
            }
            self.pages.push(page);
        }
    }
}

/// Lays out a paper without prices: who gets what. Of the columns the first two are printed.
pub fn lay_out_slip(fonts: &Fonts, words: &Words) -> Sheet {
    let mut layout = Layout { fonts, words, sheet: Sheet::default(), y: 0.0 };
    layout.first_page();
    if words.buyer.is_empty() {
        layout.y = layout.y.max(134.0);
    } else {
        layout.addresses();
    }
    layout.heading();
    layout.pieces();
    layout.notes();
    layout.number_pages();
    layout.sheet
}

/// Lays a document out.
pub fn lay_out(fonts: &Fonts, words: &Words) -> Sheet {
    let mut layout = Layout { fonts, words, sheet: Sheet::default(), y: 0.0 };
    layout.first_page();
    layout.addresses();
    layout.heading();
    layout.goods();
    layout.sums();
    layout.notes();
    layout.number_pages();
    layout.sheet
}

/// Lays out a form to be filled in by hand: its sentences under the heading, with blank lines after those that ask.
pub fn lay_out_form(fonts: &Fonts, words: &Words) -> Sheet {
    let mut layout = Layout { fonts, words, sheet: Sheet::default(), y: 0.0 };
    layout.first_page();
    let heading = Belongs::Node(layout.node(Role::Heading, None));
    layout.y = layout.y.max(134.0) + 40.0;
    layout.fit(At::Left(LEFT), layout.y, (Face::Display, 25.0, Ink::Text), &words.heading, CONTENT, heading);
    layout.y += 34.0;
    for sentence in &words.notes {
        layout.form_line(sentence);
    }
    layout.number_pages();
    layout.sheet
}

struct Layout<'a> {
    fonts: &'a Fonts,
    words: &'a Words,
    sheet: Sheet,
    y: f32,
}

/// The edge by which a text is aligned.
#[derive(Debug, Clone, Copy)]
enum At {
    Left(f32),
    Right(f32),
}

impl Layout<'_> {
    // ── Tools ───────────────────────────────────────────────────────────────────────────────────────────────────────

    fn node(&mut self, role: Role, parent: Option<usize>) -> usize {
        let node = self.sheet.nodes.len();
        self.sheet.nodes.push(Node { role, children: Vec::new() });
        match parent {
            Some(parent) => self.sheet.nodes[parent].children.push(node),
            None => self.sheet.roots.push(node),
        }
        node
    }

    fn mark(&mut self, mark: Mark) {
        if let Some(page) = self.sheet.pages.last_mut() {
            page.marks.push(mark);
        }
    }

    fn place(&mut self, at: At, y: f32, text: Shaped, ink: Ink, belongs: Belongs) {
        let x = match at {
            At::Left(x) => x,
            At::Right(x) => x - text.width,
        };
        if !text.runs.is_empty() {
            self.mark(Mark::Text { x, y, text, ink, belongs });
        }
    }

    fn say(&mut self, at: At, y: f32, (face, size, ink): Style, text: &str, belongs: Belongs) {
        let text = self.fonts.shape(face, size, text);
        self.place(at, y, text, ink, belongs);
    }

    /// Like `say`, but scaled down to fit the width: figures are never cut.
    fn fit(&mut self, at: At, y: f32, (face, size, ink): Style, text: &str, width: f32, belongs: Belongs) {
        let mut shaped = self.fonts.shape(face, size, text);
        if shaped.width > width {
            shaped = self.fonts.shape(face, size * width / shaped.width, text);
        }
        self.place(at, y, shaped, ink, belongs);
    }

    /// Wraps a text from `y` on; answers the baseline of the next line.
    fn lines(&mut self, x: f32, y: f32, style: Style, text: &str, (width, step): (f32, f32), belongs: Belongs) -> f32 {
        let mut y = y;
        for line in self.fonts.wrap(style.0, style.1, text, width) {
            self.place(At::Left(x), y, line, style.2, belongs);
            y += step;
        }
        y
    }

    fn rule(&mut self, y: f32, from: f32) {
        self.mark(Mark::Line { from: (from, y), to: (RIGHT, y), width: 0.5, ink: Ink::Line });
    }

    /// Starts a page unless `height` fits; answers whether it did.
    fn need(&mut self, height: f32) -> bool {
        if self.y + height <= BOTTOM {
            return false;
        }
        self.next_page();
        true
    }

    // ── Pages ───────────────────────────────────────────────────────────────────────────────────────────────────────

    fn first_page(&mut self) {
        self.sheet.pages.push(Page::default());
        let words = self.words;
        let brand = self.node(Role::Paragraph, None);
        self.wordmark(84.0, 30.0, Belongs::Node(brand));
        let seller = self.node(Role::Paragraph, None);
        let mut y = 70.0;
        for (at, line) in words.seller.iter().enumerate() {
            let face = if at == 0 { Face::Strong } else { Face::Text };
            self.fit(At::Right(RIGHT), y, (face, 8.5, Ink::Soft), line, 260.0, Belongs::Node(seller));
            y += 12.5;
        }
        self.y = y;
    }

    fn next_page(&mut self) {
        self.sheet.pages.push(Page::default());
        let words = self.words;
        self.wordmark(68.0, 17.0, Belongs::Nowhere);
        self.say(At::Right(RIGHT), 68.0, SMALL, &words.heading, Belongs::Nowhere);
        self.rule(82.0, LEFT);
        self.y = NEXT_TOP;
    }

    /// The brand with its accents in laiton.
    fn wordmark(&mut self, y: f32, size: f32, belongs: Belongs) {
        let text = self.fonts.shape(Face::Display, size, &self.words.brand);
        self.place(At::Left(LEFT), y, text.clone(), Ink::Lac, belongs);
        for (from, to) in text.accents() {
            let within = (LEFT + from, y - size * 0.9, LEFT + to, y - size * X_HEIGHT);
            self.mark(Mark::Accent { x: LEFT, y, text: text.clone(), within });
        }
    }

    /// The footer of every page, once their number is known.
    fn number_pages(&mut self) {
        let pages = self.sheet.pages.len();
        let y = HEIGHT - 62.0;
        let footer = self.fonts.pack(Face::Text, 7.5, &self.words.footer, CONTENT - 90.0);
        for at in 0..pages {
            let number = self.words.page.replace("{page}", &(at + 1).to_string());
            let number = self.fonts.shape(Face::Text, 7.5, &number.replace("{pages}", &pages.to_string()));
            let page = &mut self.sheet.pages[at].marks;
            page.push(Mark::Line { from: (LEFT, y - 15.0), to: (RIGHT, y - 15.0), width: 0.5, ink: Ink::Line });
            for (row, line) in footer.iter().enumerate() {
                let y = y + row as f32 * 11.0;
                page.push(Mark::Text { x: LEFT, y, text: line.clone(), ink: Ink::Soft, belongs: Belongs::Nowhere });
            }
            let x = RIGHT - number.width;
            page.push(Mark::Text { x, y, text: number, ink: Ink::Soft, belongs: Belongs::Nowhere });
        }
    }

    // ── Head ────────────────────────────────────────────────────────────────────────────────────────────────────────

    fn addresses(&mut self) {
        let top = self.y.max(134.0) + 26.0;
        let words = self.words;
        let half = CONTENT / 2.0;
        let left = self.address(LEFT, top, &words.buyer_title, &words.buyer, half - 24.0);
        let right = if words.delivery.is_empty() {
            top
        } else {
            self.address(LEFT + half, top, &words.delivery_title, &words.delivery, half)
        };
        self.y = left.max(right);
    }

    fn address(&mut self, x: f32, y: f32, title: &str, lines: &[String], width: f32) -> f32 {
        let node = Belongs::Node(self.node(Role::Paragraph, None));
        self.say(At::Left(x), y, LABEL, title, node);
        let mut y = y + 17.0;
        for line in lines {
            // A line slightly too long is scaled down rather than broken, since streets end in their number.
            let text = self.fonts.shape(Face::Text, 10.5, line);
            if text.width > width && text.width <= width * 1.12 {
                self.fit(At::Left(x), y, (Face::Text, 10.5, Ink::Text), line, width, node);
                y += 15.0;
            } else {
                y = self.lines(x, y, (Face::Text, 10.5, Ink::Text), line, (width, 15.0), node);
            }
        }
        y
    }

    fn heading(&mut self) {
        let words = self.words;
        let y = self.y + 40.0;
        let node = Belongs::Node(self.node(Role::Heading, None));
        self.fit(At::Left(LEFT), y, (Face::Display, 25.0, Ink::Text), &words.heading, CONTENT, node);
        let label = y + 28.0;
        // Each fact at its own width; the space left is spread between them.
        let wide = |fact: &Fact| {
            let name = self.fonts.shape(LABEL.0, LABEL.1, &fact.name).width;
            name.max(self.fonts.shape(BODY.0, BODY.1, &fact.value).width).min(CONTENT / 3.0)
        };
        let count = words.facts.len().max(1) as f32;
        let mut widths: Vec<f32> = words.facts.iter().map(wide).collect();
        if widths.iter().sum::<f32>() + count * 12.0 > CONTENT {
            widths.fill(CONTENT / count - 12.0);
        }
        let gap = (CONTENT - widths.iter().sum::<f32>()) / count;
        let mut x = LEFT;
        for (fact, width) in words.facts.iter().zip(widths) {
            let node = Belongs::Node(self.node(Role::Paragraph, None));
            self.fit(At::Left(x), label, LABEL, &fact.name, width, node);
            self.fit(At::Left(x), label + 15.0, BODY, &fact.value, width, node);
            x += width + gap;
        }
        self.y = label + 50.0;
    }

    // ── Goods ───────────────────────────────────────────────────────────────────────────────────────────────────────

    fn goods(&mut self) {
        if self.words.rows.is_empty() {
            self.rule(self.y, LEFT);
            self.y += 18.0;
            return;
        }
        let words = self.words;
        let table = self.node(Role::Table, None);
        let head = self.node(Role::Head, Some(table));
        let row = self.node(Role::Row, Some(head));
        self.columns(Some(row));
        let body = self.node(Role::Body, Some(table));
        for row in &words.rows {
            if self.need(self.height(row)) {
                // Repeated on each page, but tagged once.
                self.columns(None);
            }
            let node = self.node(Role::Row, Some(body));
            self.row(row, node);
        }
        self.y += 20.0;
    }

    fn columns(&mut self, row: Option<usize>) {
        let words = self.words;
        let y = self.y;
        for (at, name) in words.columns.iter().enumerate() {
            let node = match row {
                Some(row) => Belongs::Node(self.node(Role::HeadCell, Some(row))),
                None => Belongs::Nowhere,
            };
            match at.checked_sub(1).and_then(|at| COLUMNS.get(at)) {
                Some(right) => self.say(At::Right(*right), y, LABEL, name, node),
                None => self.say(At::Left(LEFT), y, LABEL, name, node),
            }
        }
        self.rule(y + 8.0, LEFT);
        self.y = y + 25.0;
    }

    fn height(&self, row: &Row) -> f32 {
        let count = |face, size, text: &str| self.fonts.wrap(face, size, text, ITEM).len() as f32;
        let details = self.fonts.pack(Face::Text, 8.5, &row.details, ITEM).len() as f32;
        count(Face::Text, 9.5, &row.title) * 13.5 + details * 12.0 + row.notes.len() as f32 * 12.0 + 12.0
    }

    fn row(&mut self, row: &Row, node: usize) {
        let top = self.y;
        let cell = Belongs::Node(self.node(Role::Cell, Some(node)));
        let mut y = self.lines(LEFT, top, BODY, &row.title, (ITEM, 13.5), cell);
        for line in self.fonts.pack(Face::Text, 8.5, &row.details, ITEM) {
            self.place(At::Left(LEFT), y, line, Ink::Soft, cell);
            y += 12.0;
        }
        for note in &row.notes {
            self.fit(At::Left(LEFT), y, SMALL, &note.name, CONTENT - 90.0, cell);
            y += 12.0;
        }
        let figures = [&row.qty, &row.net_price, &row.price, &row.rate, &row.amount];
        let mut left = COLUMNS[0] - 30.0;
        for (at, (figure, right)) in figures.into_iter().zip(COLUMNS).enumerate() {
            let cell = Belongs::Node(self.node(Role::Cell, Some(node)));
            self.fit(At::Right(right), top, BODY, figure, right - left - 4.0, cell);
            if at == 4 {
                // Level with their names, below the amount.
                let mut y = y - row.notes.len() as f32 * 12.0;
                for note in &row.notes {
                    self.fit(At::Right(RIGHT), y, SMALL, &note.value, 84.0, cell);
                    y += 12.0;
                }
            }
            left = right;
        }
        self.rule(y - 3.5, LEFT);
        self.y = y + 13.0;
    }

    /// Goods and their quantities, with a box to tick.
    fn pieces(&mut self) {
        let words = self.words;
        let table = self.node(Role::Table, None);
        let head = self.node(Role::Head, Some(table));
        let row = self.node(Role::Row, Some(head));
        self.piece_columns(Some(row));
        let body = self.node(Role::Body, Some(table));
        for row in &words.rows {
            if self.need(self.piece_height(row)) {
                self.piece_columns(None);
            }
            let node = self.node(Role::Row, Some(body));
            self.piece(row, node);
        }
        self.y += 20.0;
    }

    fn piece_columns(&mut self, row: Option<usize>) {
        let words = self.words;
        let y = self.y;
        for (at, name) in [At::Left(LEFT), At::Right(RIGHT - TICK)].into_iter().zip(&words.columns) {
            let node = match row {
                Some(row) => Belongs::Node(self.node(Role::HeadCell, Some(row))),
                None => Belongs::Nowhere,
            };
            self.say(at, y, LABEL, name, node);
        }
        self.rule(y + 8.0, LEFT);
        self.y = y + 27.0;
    }

    fn piece_height(&self, row: &Row) -> f32 {
        let title = self.fonts.wrap(Face::Text, 11.0, &row.title, PIECE).len() as f32;
        let details = self.fonts.pack(Face::Text, 8.5, &row.details, PIECE).len() as f32;
        title * 15.0 + details * 12.0 + 14.0
    }

    fn piece(&mut self, row: &Row, node: usize) {
        let top = self.y;
        let cell = Belongs::Node(self.node(Role::Cell, Some(node)));
        let mut y = self.lines(LEFT, top, (Face::Text, 11.0, Ink::Text), &row.title, (PIECE, 15.0), cell);
        for line in self.fonts.pack(Face::Text, 8.5, &row.details, PIECE) {
            self.place(At::Left(LEFT), y - 1.0, line, Ink::Soft, cell);
            y += 12.0;
        }
        let cell = Belongs::Node(self.node(Role::Cell, Some(node)));
        self.fit(At::Right(RIGHT - TICK), top, (Face::Strong, 12.0, Ink::Text), &row.qty, 60.0, cell);
        let (left, right, upper, lower) = (RIGHT - 11.0, RIGHT, top - 9.0, top + 2.0);
        let corners = [(left, upper), (right, upper), (right, lower), (left, lower)];
        for at in 0..4 {
            let (from, to) = (corners[at], corners[(at + 1) % 4]);
            self.mark(Mark::Line { from, to, width: 0.7, ink: Ink::Soft });
        }
        self.rule(y - 4.0, LEFT);
        self.y = y + 14.0;
    }

    // ── Sums ────────────────────────────────────────────────────────────────────────────────────────────────────────

    /// The sums on the right; level with them on the left, the VAT by rate.
    fn sums(&mut self) {
        let words = self.words;
        let height = (words.sums.len() as f32 * 15.5 + 34.0).max(words.vat_rows.len() as f32 * 13.5 + 34.0);
        self.need(height);
        let top = self.y;
        let node = self.node(Role::Paragraph, None);
        for sum in &words.sums {
            self.pair(SUMS, sum, BODY, node);
            self.y += 15.5;
        }
        self.y += 3.0;
        self.mark(Mark::Line { from: (SUMS, self.y - 8.0), to: (RIGHT, self.y - 8.0), width: 0.8, ink: Ink::Lac });
        self.y += 9.0;
        self.pair(SUMS, &words.total, (Face::Strong, 12.0, Ink::Text), node);
        let end = self.vat(top).max(self.y);
        self.y = end + 34.0;
    }

    fn pair(&mut self, from: f32, fact: &Fact, style: Style, node: usize) {
        let value = self.fonts.shape(style.0, style.1, &fact.value);
        let room = RIGHT - from - value.width - 12.0;
        self.fit(At::Left(from), self.y, style, &fact.name, room, Belongs::Node(node));
        self.place(At::Right(RIGHT), self.y, value, style.2, Belongs::Node(node));
    }

    /// The VAT table; answers its last baseline.
    fn vat(&mut self, top: f32) -> f32 {
        let words = self.words;
        if words.vat_rows.is_empty() {
            return top;
        }
        let table = self.node(Role::Table, None);
        let head = self.node(Role::Head, Some(table));
        let row = self.node(Role::Row, Some(head));
        let place = |at: usize| match at.checked_sub(1).and_then(|at| VAT_COLUMNS.get(at)) {
            Some(right) => (At::Right(*right), 54.0),
            None => (At::Left(LEFT), 34.0),
        };
        for (at, name) in words.vat_columns.iter().enumerate() {
            let cell = Belongs::Node(self.node(Role::HeadCell, Some(row)));
            let (place, width) = place(at);
            self.fit(place, top, LABEL, name, width, cell);
        }
        let last = VAT_COLUMNS[2];
        self.mark(Mark::Line { from: (LEFT, top + 7.0), to: (last, top + 7.0), width: 0.5, ink: Ink::Line });
        let body = self.node(Role::Body, Some(table));
        let mut y = top + 21.0;
        for line in &words.vat_rows {
            let row = self.node(Role::Row, Some(body));
            for (at, text) in line.iter().enumerate() {
                let cell = Belongs::Node(self.node(Role::Cell, Some(row)));
                let (place, width) = place(at);
                self.fit(place, y, (Face::Text, 8.5, Ink::Text), text, width, cell);
            }
            y += 13.5;
        }
        y - 13.5
    }

    /// A sentence of a form, with blank lines if it ends in a colon.
    fn form_line(&mut self, sentence: &str) {
        let blank = if sentence.ends_with([':', '：']) { 2 } else { 0 };
        let height = self.fonts.wrap(Face::Text, 10.5, sentence, CONTENT).len() as f32 * 15.5;
        self.need(height + blank as f32 * 18.0);
        let node = Belongs::Node(self.node(Role::Paragraph, None));
        self.y = self.lines(LEFT, self.y, (Face::Text, 10.5, Ink::Text), sentence, (CONTENT, 15.5), node);
        for _ in 0..blank {
            self.y += 6.0;
            self.rule(self.y, LEFT);
            self.y += 12.0;
        }
        self.y += 7.0;
    }

    fn notes(&mut self) {
        let words = self.words;
        for note in &words.notes {
            let lines = self.fonts.wrap(Face::Text, 9.0, note, CONTENT * 0.84).len() as f32;
            self.need(lines * 13.5);
            let node = Belongs::Node(self.node(Role::Paragraph, None));
            self.y = self.lines(LEFT, self.y, (Face::Text, 9.0, Ink::Text), note, (CONTENT * 0.84, 13.5), node) + 5.0;
        }
    }
}

type Style = (Face, f32, Ink);
const LABEL: Style = (Face::Text, 7.5, Ink::Soft);
const SMALL: Style = (Face::Text, 8.5, Ink::Soft);
const BODY: Style = (Face::Text, 9.5, Ink::Text);
