//! The JavaScript between a page and its program, as wasm-bindgen writes it, made smaller without being understood.

/// The script without comments, indents and empty lines, in the names that `wasm-opt` has given to what program
/// and script call of each other.
///
/// `names` is what `wasm-opt` prints of them, a line each: `["module", "name", "new name"]` for what the program
/// imports, `["name", "new name"]` for what it exports.
pub(crate) fn smaller(script: &str, names: &str) -> String {
    let mut small = String::with_capacity(script.len());
    let mut in_comment = false;
    for line in script.lines().map(str::trim) {
        in_comment |= line.starts_with("/*");
        if !in_comment && !line.is_empty() && !line.starts_with("//") {
            small.push_str(line);
            small.push('\n');
        }
        in_comment &= !line.ends_with("*/");
    }
    for line in names.lines() {
        let quoted: Vec<&str> = line.split('"').skip(1).step_by(2).collect();
        small = match quoted[..] {
            // All imports are from the script itself.
            [module, name, new_name] => small
                .replace(&format!("{name}:"), &format!("{new_name}:"))
                .replace(&format!("\"{module}\":"), "\"a\":"),
            [name, new_name] => {
                renamed(&small, &format!("wasm.{name}"), &format!("wasm.{new_name}"))
            }
            _ => small,
        };
    }
    small
}

/// The script with another name in the place of one, but not in that of longer names that begin with it.
fn renamed(script: &str, name: &str, new_name: &str) -> String {
    let mut parts = script.split(name);
    let mut renamed = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let goes_on = part.starts_with(|next: char| next.is_alphanumeric() || next == '_');
        renamed.push_str(if goes_on { name } else { new_name });
        renamed.push_str(part);
    }
    renamed
}

#[cfg(test)]
mod tests {
    use super::smaller;

    #[test]
    fn comments_indents_and_empty_lines_go() {
        let script = "/* tslint */\n/**\n * Words.\n */\nlet a = 1;\n\n    // Why.\n    f(a);\n";
        assert_eq!(smaller(script, ""), "let a = 1;\nf(a);\n");
    }

    #[test]
    fn both_sides_call_each_other_by_new_names() {
        let names = "{\n \"imports\": [\n  [\"./x.js\", \"__wbg_now_1f\", \"$\"]\n ],\n\"exports\": [\n  [\"add\", \"b\"],\n  [\"add_all\", \"c\"]\n ]\n}\n";
        assert_eq!(
            smaller("__wbg_now_1f: now,\n\"./x.js\": all,\nwasm.add_all(wasm.add());", names),
            "$: now,\n\"a\": all,\nwasm.c(wasm.b());\n"
        );
    }
}
