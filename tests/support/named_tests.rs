//! Which tests a file has, for documents that name them.

/// Whether a Rust file has a test of this name that is run.
pub fn has_rust_test(text: &str, name: &str) -> bool {
    let lines: Vec<&str> = text.lines().map(str::trim).collect();
    let declared = format!("fn {name}(");
    let at = lines.iter().position(|line| line.strip_prefix("async ").unwrap_or(line).starts_with(&declared));
    at.is_some_and(|at| {
        let above = lines[..at].iter().rev().take_while(|line| line.starts_with("#[") || line.starts_with("//"));
        let attributes: Vec<&str> = above.copied().filter(|line| line.starts_with("#[")).collect();
        let is_test = |line: &&str| line.starts_with("#[test]") || line.starts_with("#[tokio::test");
        attributes.iter().any(is_test) && !attributes.iter().any(|line| line.contains("ignore"))
    })
}
