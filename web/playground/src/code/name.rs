//! Names of operations and members as the clients spell them.

/// A name in lower case, its words joined: `ReturnValues` with `_` is `return_values`, `SSESpecification` is
/// `sse_specification`.
pub(super) fn joined(name: &str, joint: char) -> String {
    let mut out = String::with_capacity(name.len() + 4);
    let mut before = None;
    let mut characters = name.chars().peekable();
    while let Some(character) = characters.next() {
        let begins_word = character.is_ascii_uppercase()
            && before.is_some_and(|before: char| {
                !before.is_ascii_uppercase()
                    || characters.peek().is_some_and(char::is_ascii_lowercase)
            });
        if begins_word {
            out.push(joint);
        }
        out.push(character.to_ascii_lowercase());
        before = Some(character);
    }
    out
}

/// Whether a name can be written without quotation marks in JavaScript and as a keyword argument in Python.
pub(super) fn is_plain(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(|first| first.is_ascii_alphabetic() || first == '_')
        && characters.all(|other| other.is_ascii_alphanumeric() || other == '_')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_have_their_words_joined() {
        for (name, expected) in [
            ("PutItem", "put_item"),
            ("DescribeTimeToLive", "describe_time_to_live"),
            ("SSESpecification", "sse_specification"),
            ("KMSMasterKeyId", "kms_master_key_id"),
            ("Limit", "limit"),
        ] {
            assert_eq!(joined(name, '_'), expected);
        }
        assert_eq!(joined("ListTagsOfResource", '-'), "list-tags-of-resource");
    }
}
