//! A request as a function with the AWS SDK for Rust.

use std::collections::BTreeSet;

use engine::model::base64;
use engine::operation::Operation;

use crate::code::literal::Literal;
use crate::code::name::joined;
use crate::code::structure::{Kind, can_fail, kind};
use crate::code::write::layout::Tree;

/// What a function imports, by where it is from.
#[derive(Default)]
struct Imports {
    types: BTreeSet<&'static str>,
    has_map: bool,
    has_blob: bool,
}

/// The function. `None` if a member of the request is not in the API, or has a value of another type.
pub(in crate::code) fn function(operation: Operation, request: Literal) -> Option<String> {
    let package =
        if operation.is_of_streams() { "aws_sdk_dynamodbstreams" } else { "aws_sdk_dynamodb" };
    let name = joined(operation.name(), '_');
    let mut imports = Imports::default();
    let mut calls = vec![Tree::leaf(format!(".{name}()"))];
    calls.extend(setters(operation.name(), &request, &mut imports)?);
    calls.extend([Tree::leaf(".send()"), Tree::leaf(".await?;")]);
    let output = format!("{}Output", operation.name());
    let statement = Tree::Chain("let reply = client".to_owned(), calls).print(4, 1);
    let mut head = Vec::new();
    if imports.has_map {
        head.push("use std::collections::HashMap;\n".to_owned());
    }
    head.push(format!("use {package}::operation::{name}::{output};"));
    if imports.has_blob {
        head.push(format!("use {package}::primitives::Blob;"));
    }
    let types: Vec<Tree> = imports.types.into_iter().map(Tree::leaf).collect();
    if let [only] = types.as_slice() {
        head.push(format!("use {package}::types::{};", only.print(4, 0)));
    } else if !types.is_empty() {
        let types = Tree::branch(format!("use {package}::types::{{"), types, "};");
        head.push(types.print(4, 0));
    }
    head.push(format!("use {package}::{{Client, Error}};"));
    let head = head.join("\n");
    Some(format!(
        "{head}\n\
         \n\
         async fn {name}(client: &Client) -> Result<{output}, Error> {{\n    \
             {statement}\n    \
             Ok(reply)\n\
         }}\n"
    ))
}

/// The methods of a builder that set what the members of a structure are.
fn setters(structure: &str, members: &Literal, imports: &mut Imports) -> Option<Vec<Tree>> {
    let Literal::Map(members) = members else { return None };
    let mut calls = Vec::new();
    for (name, value) in members {
        if *value == Literal::Null {
            continue;
        }
        let kind = kind(structure, name)?;
        let method = joined(name, '_');
        let arguments = arguments(kind, value, imports)?;
        if arguments.is_empty() {
            calls.push(Tree::leaf(format!(".set_{method}(Some(Default::default()))")));
        }
        for mut arguments in arguments {
            let function = format!(".{method}");
            calls.push(match arguments.len() {
                1 => Tree::call(&function, arguments.remove(0)),
                _ => Tree::branch(function + "(", arguments, ")"),
            });
        }
    }
    Some(calls)
}

/// The arguments of each call that sets a member. A list or map is set by a call for each of its elements.
fn arguments(kind: Kind, value: &Literal, imports: &mut Imports) -> Option<Vec<Vec<Tree>>> {
    match (kind, value) {
        (Kind::List(of), Literal::List(elements)) => {
            elements.iter().map(|element| Some(vec![argument(*of, element, imports)?])).collect()
        }
        (Kind::Map(of), Literal::Map(members)) => members
            .iter()
            .map(|(name, value)| Some(vec![text(name), argument(*of, value, imports)?]))
            .collect(),
        (kind, value) => Some(vec![vec![argument(kind, value, imports)?]]),
    }
}

fn argument(kind: Kind, value: &Literal, imports: &mut Imports) -> Option<Tree> {
    match (kind, value) {
        (Kind::Text, Literal::Text(content)) => Some(text(content)),
        (Kind::Bool, Literal::Bool(flag)) => Some(Tree::leaf(flag.to_string())),
        (Kind::Integer, Literal::Number(digits)) => {
            digits.parse::<i64>().ok().map(|number| Tree::leaf(number.to_string()))
        }
        (Kind::Word(name, words), Literal::Text(word)) => {
            if !words.contains(&word.as_str()) {
                return None;
            }
            imports.types.insert(name);
            Some(Tree::leaf(format!("{name}::{}", variant(word))))
        }
        (Kind::Value, value) => attribute_value(value, imports),
        (Kind::Structure(name), members) => {
            imports.types.insert(name);
            let mut calls = setters(name, members, imports)?;
            let end = if can_fail(name) { ".build()?" } else { ".build()" };
            calls.push(Tree::leaf(end));
            Some(Tree::Chain(format!("{name}::builder()"), calls))
        }
        (Kind::List(of), Literal::List(elements)) => {
            let elements = elements.iter().map(|element| argument(*of, element, imports));
            Some(Tree::branch("vec![", elements.collect::<Option<_>>()?, "]"))
        }
        (Kind::Map(of), Literal::Map(members)) => {
            imports.has_map = true;
            let pairs = members.iter().map(|(name, value)| {
                let value = argument(*of, value, imports)?;
                Some(pair(name, value))
            });
            Some(Tree::branch("HashMap::from([", pairs.collect::<Option<_>>()?, "])"))
        }
        _ => None,
    }
}

fn pair(name: &str, value: Tree) -> Tree {
    Tree::branch("(", vec![owned(name), value], ")")
}

/// DynamoDB JSON as a value of the SDK.
fn attribute_value(typed: &Literal, imports: &mut Imports) -> Option<Tree> {
    let Literal::Map(members) = typed else { return None };
    let [(tag, content)] = members.as_slice() else { return None };
    imports.types.insert("AttributeValue");
    let (variant, content) = match (tag.as_str(), content) {
        ("S" | "N", Literal::Text(content)) => (tag.as_str(), owned(content)),
        ("B", content) => ("B", blob(content, imports)?),
        ("BOOL", Literal::Bool(flag)) => ("Bool", Tree::leaf(flag.to_string())),
        ("NULL", Literal::Bool(flag)) => ("Null", Tree::leaf(flag.to_string())),
        ("SS" | "NS", Literal::List(members)) => {
            let members = members.iter().map(|member| member.as_text().map(owned));
            let variant = if tag == "SS" { "Ss" } else { "Ns" };
            (variant, Tree::branch("vec![", members.collect::<Option<_>>()?, "]"))
        }
        ("BS", Literal::List(members)) => {
            let members = members.iter().map(|member| blob(member, imports));
            ("Bs", Tree::branch("vec![", members.collect::<Option<_>>()?, "]"))
        }
        ("L", Literal::List(elements)) => {
            let elements = elements.iter().map(|element| attribute_value(element, imports));
            ("L", Tree::branch("vec![", elements.collect::<Option<_>>()?, "]"))
        }
        ("M", Literal::Map(members)) => {
            imports.has_map = true;
            let pairs = members
                .iter()
                .map(|(name, value)| Some(pair(name, attribute_value(value, imports)?)));
            ("M", Tree::branch("HashMap::from([", pairs.collect::<Option<_>>()?, "])"))
        }
        _ => return None,
    };
    Some(Tree::call(&format!("AttributeValue::{variant}"), content))
}

fn blob(content: &Literal, imports: &mut Imports) -> Option<Tree> {
    imports.has_blob = true;
    let bytes = base64::decode(content.as_text()?).ok()?;
    Some(Tree::leaf(format!("Blob::new(b\"{}\")", bytes.escape_ascii())))
}

fn text(text: &str) -> Tree {
    Tree::leaf(format!("{text:?}"))
}

fn owned(text: &str) -> Tree {
    Tree::leaf(format!("{text:?}.to_owned()"))
}

/// The variant of a word: `PAY_PER_REQUEST` is `PayPerRequest`.
fn variant(word: &str) -> String {
    let parts = word.split('_').map(|part| {
        let (first, rest) = part.split_at(part.len().min(1));
        first.to_owned() + &rest.to_ascii_lowercase()
    });
    parts.collect()
}
