//! Style sheets, made smaller without being understood.

/// What needs no space on either side of it.
const MARKS: [char; 5] = ['{', '}', ';', ',', '>'];

/// The sheet without its comments and without the space that separates nothing. Text in quotes is kept as it is.
pub(crate) fn smaller(css: &str) -> String {
    let mut small = String::with_capacity(css.len());
    let mut quote = None;
    let mut space = false;
    for character in without_comments(css).chars() {
        if quote.is_none() && character.is_whitespace() {
            space = true;
            continue;
        }
        if space
            && !small.is_empty()
            && !MARKS.contains(&character)
            && !small.ends_with(separates_itself)
        {
            small.push(' ');
        }
        space = false;
        if quote.is_none() && character == '}' && small.ends_with(';') {
            small.pop();
        }
        quote = match quote {
            None if matches!(character, '"' | '\'') => Some(character),
            Some(open) if open == character && !small.ends_with('\\') => None,
            open => open,
        };
        small.push(character);
    }
    small + "\n"
}

/// Space after these says nothing; after a colon neither, whether it stands in a selector or a declaration.
fn separates_itself(character: char) -> bool {
    character == ':' || MARKS.contains(&character)
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
        assert_eq!(smaller(sheet), ".a{color:red}\n");
    }

    #[test]
    fn space_that_separates_stays() {
        let sheet =
            ".a :is(b, .c) > d {\n  width: calc(1px + 2px);\n}\n@media (a: b) { e { f: g h } }\n";
        assert_eq!(smaller(sheet), ".a :is(b,.c)>d{width:calc(1px + 2px)}@media (a:b){e{f:g h}}\n");
    }

    #[test]
    fn quoted_text_stays() {
        let sheet = ".a::before { content: \"/* \\\" ; */\" '/* '; }\n";
        assert_eq!(smaller(sheet), ".a::before{content:\"/* \\\" ; */\" '/* '}\n");
    }

    #[test]
    fn a_comment_left_open_takes_the_rest() {
        assert_eq!(smaller("a{}/* …"), "a{}\n");
    }
}
