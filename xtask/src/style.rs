//! Style sheets, made smaller without being understood.

/// The sheet without its comments, indentation and blank lines. Text in quotes is kept as it is.
pub(crate) fn smaller(css: &str) -> String {
    let plain = without_comments(css);
    let lines = plain.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.fold(String::new(), |sheet, line| sheet + line + "\n")
}

fn without_comments(css: &str) -> String {
    let mut plain = String::with_capacity(css.len());
    let mut quote = None;
    let mut characters = css.chars().peekable();
    while let Some(character) = characters.next() {
        match (quote, character) {
            (None, '/') if characters.peek() == Some(&'*') => {
                characters.next();
                let mut last = ' ';
                characters.find(|&next| std::mem::replace(&mut last, next) == '*' && next == '/');
                continue;
            }
            (None, '"' | '\'') => quote = Some(character),
            (Some(open), _) if open == character => quote = None,
            (Some(_), '\\') => {
                plain.push(character);
                plain.extend(characters.next());
                continue;
            }
            _ => {}
        }
        plain.push(character);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::smaller;

    #[test]
    fn comments_and_white_space_go() {
        let sheet = "/* a * / b **/\n\n.a {\n  color: red; /* why */\n}\n";
        assert_eq!(smaller(sheet), ".a {\ncolor: red;\n}\n");
    }

    #[test]
    fn quoted_text_stays() {
        let sheet = ".a::before { content: \"/* \\\" */\" '/*'; }\n";
        assert_eq!(smaller(sheet), sheet);
    }

    #[test]
    fn a_comment_left_open_takes_the_rest() {
        assert_eq!(smaller("a{}/* …"), "a{}\n");
    }
}
