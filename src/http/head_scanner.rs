//! Finds request heads whose lines end in a bare line feed. hyper accepts them; a proxy in front may read them
//! otherwise, and then a request can be smuggled past it (RFC 9112 §2.2, §11.2).

/// Follows the bytes that a connection receives.
#[derive(Debug, Default)]
pub struct HeadScanner {
    part: Part,
    /// The head's present line so far.
    line: Vec<u8>,
    has_request_line: bool,
    /// What the head says of its body.
    length: u64,
    is_chunked: bool,
}

#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Part {
    #[default]
    Head,
    /// This many bytes are left.
    Body(u64),
    /// A body in chunks: the last request of the connection (`layers::answer`).
    Chunks,
}

impl HeadScanner {
    /// Follows further bytes; true where a line of a head ends in a bare line feed.
    pub fn finds_bare_line_feed(&mut self, mut bytes: &[u8]) -> bool {
        while !bytes.is_empty() {
            match self.part {
                Part::Chunks => return false,
                Part::Body(left) => {
                    let here = usize::try_from(left).unwrap_or(usize::MAX).min(bytes.len());
                    bytes = &bytes[here..];
                    let left = left - here as u64;
                    self.part = if left == 0 { Part::Head } else { Part::Body(left) };
                }
                Part::Head => {
                    let Some(end) = bytes.iter().position(|byte| *byte == b'\n') else {
                        self.line.extend_from_slice(bytes);
                        return false;
                    };
                    self.line.extend_from_slice(&bytes[..end]);
                    bytes = &bytes[end + 1..];
                    if self.line.pop() != Some(b'\r') {
                        return true;
                    }
                    self.end_line();
                    self.line.clear();
                }
            }
        }
        false
    }

    fn end_line(&mut self) {
        if self.line.is_empty() {
            // Empty lines before the request line are skipped.
            if self.has_request_line {
                let Self { length, is_chunked, .. } = std::mem::take(self);
                self.part = match (is_chunked, length) {
                    (true, _) => Part::Chunks,
                    (false, 0) => Part::Head,
                    (false, length) => Part::Body(length),
                };
            }
            return;
        }
        self.has_request_line = true;
        let Some(colon) = self.line.iter().position(|byte| *byte == b':') else { return };
        let (name, value) = (&self.line[..colon], &self.line[colon + 1..]);
        if name.eq_ignore_ascii_case(b"content-length") {
            // hyper refuses what is no number.
            self.length = std::str::from_utf8(value).ok().and_then(|text| text.trim().parse().ok()).unwrap_or(0);
        } else if name.eq_ignore_ascii_case(b"transfer-encoding") {
            self.is_chunked = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::testing::fuzz;

    proptest! {
        #![proptest_config(fuzz::config())]

        /// The network cuts a stream anywhere, which must not change what is found.
        #[test]
        fn any_bytes_are_judged_the_same_however_they_are_cut(bytes in fuzz::mutated("heads"), size in 1..9_usize) {
            let whole = HeadScanner::default().finds_bare_line_feed(&bytes);
            let mut scanner = HeadScanner::default();
            let cut = bytes.chunks(size).any(|part| scanner.finds_bare_line_feed(part));
            prop_assert_eq!(whole, cut);
        }
    }

    /// Whether a connection's bytes hold a bare line feed in a head, however they are cut.
    fn is_found(bytes: &str) -> bool {
        let whole = HeadScanner::default().finds_bare_line_feed(bytes.as_bytes());
        let mut scanner = HeadScanner::default();
        let cut = bytes.bytes().any(|byte| scanner.finds_bare_line_feed(&[byte]));
        assert_eq!(whole, cut, "{bytes:?}");
        whole
    }

    #[test]
    fn bare_line_feeds_are_found_in_heads_and_allowed_in_bodies() {
        let head = "POST /x HTTP/1.1\r\nHost: x\r\n";
        for fine in [
            format!("{head}\r\n"),
            format!("\r\n{head}\r\n{head}\r\n"),
            format!("{head}content-LENGTH:  4 \r\n\r\n{{\n}}\n{head}\r\n"),
            format!("{head}Transfer-Encoding: chunked\r\n\r\n1\r\n\n\r\n0\r\n\r\n"),
        ] {
            assert!(!is_found(&fine), "{fine:?}");
        }
        for bare in [
            "GET /x HTTP/1.1\nHost: x\r\n\r\n".to_owned(),
            format!("{head}X: y\n\r\n"),
            format!("{head}\n"),
            format!("\n{head}\r\n"),
            format!("{head}\r\nGET /x HTTP/1.1\nHost: x\n\n"),
            format!("{head}Content-Length: 4\r\n\r\n{{\n}}\nGET /x HTTP/1.1\nHost: x\n\n"),
        ] {
            assert!(is_found(&bare), "{bare:?}");
        }
    }
}
