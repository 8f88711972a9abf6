//! A person's name as it is written: the family first in Chinese characters, the given name first elsewhere.

/// First and last name as one, in the order of the script that they are written in; what is empty leaves no gap.
pub fn full_name(first_name: &str, last_name: &str) -> String {
    let (first, last) = (first_name.trim(), last_name.trim());
    if is_han(first) && is_han(last) {
        return format!("{last}{first}");
    }
    format!("{first} {last}").trim().to_owned()
}

/// Whether a name is of Chinese characters alone.
fn is_han(name: &str) -> bool {
    let is_one = |c: char| matches!(c, '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{20000}'..='\u{323af}');
    !name.is_empty() && name.chars().all(is_one)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_family_comes_first_in_chinese_alone() {
        for (first, last, whole) in [
            ("Claire", "Martin", "Claire Martin"),
            ("静", "王", "王静"),
            ("若曦", "欧阳", "欧阳若曦"),
            ("Jing", "王", "Jing 王"),
            ("静", "", "静"),
            (" Ada ", "", "Ada"),
            ("", "", ""),
        ] {
            assert_eq!(full_name(first, last), whole);
        }
    }
}
