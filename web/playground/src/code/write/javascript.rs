//! A request as a program with the AWS SDK for JavaScript v3: with its document client for items, whose values it writes
//! as JavaScript has them, and with its client for everything else.

use std::collections::BTreeSet;

use engine::model::base64;
use engine::operation::Operation;

use crate::code::literal::Literal;
use crate::code::name::is_plain;
use crate::code::value::{convert_values, native, with_bytes};
use crate::code::write::json::quoted;
use crate::code::write::layout::Tree;

/// Digits that a number of JavaScript always holds exactly.
const EXACT_DIGIT_COUNT: usize = 15;

/// Digits after the point in a number that JavaScript prints without an exponent.
const SCALE_MAX: usize = 6;

/// A client of the SDK.
struct Client {
    /// The package that has it and its commands.
    package: &'static str,
    name: &'static str,
    /// The expression that creates it.
    new: &'static str,
    /// What is imported from another package for that.
    import: &'static str,
}

const CLIENT: Client = Client {
    package: "@aws-sdk/client-dynamodb",
    name: "DynamoDBClient",
    new: "new DynamoDBClient({})",
    import: "",
};

const STREAMS_CLIENT: Client = Client {
    package: "@aws-sdk/client-dynamodb-streams",
    name: "DynamoDBStreamsClient",
    new: "new DynamoDBStreamsClient({})",
    import: "",
};

const DOCUMENT_CLIENT: Client = Client {
    package: "@aws-sdk/lib-dynamodb",
    name: "DynamoDBDocumentClient",
    new: "DynamoDBDocumentClient.from(new DynamoDBClient({}))",
    import: "import { DynamoDBClient } from \"@aws-sdk/client-dynamodb\";\n",
};

/// The program. `None` if the request has binaries that cannot be read.
pub(in crate::code) fn program(operation: Operation, request: Literal) -> Option<String> {
    if operation.is_on_items()
        && let Some(request) = convert_values(request.clone(), native)
    {
        return Some(with(&DOCUMENT_CLIENT, document_name(operation), &request));
    }
    let client = if operation.is_of_streams() { STREAMS_CLIENT } else { CLIENT };
    Some(with(&client, operation.name(), &convert_values(request, with_bytes)?))
}

/// The name of an operation in the document client.
pub(in crate::code) fn document_name(operation: Operation) -> &'static str {
    let name = operation.name();
    name.strip_suffix("Items").or_else(|| name.strip_suffix("Item")).unwrap_or(name)
}

fn with(client: &Client, command: &str, request: &Literal) -> String {
    let mut classes = BTreeSet::new();
    let object = tree(request, &mut classes);
    let new_command = Tree::call(&format!("new {command}Command"), object);
    let Client { package, name, new, import: other_import } = client;
    let mut imported = vec![Tree::leaf(*name), Tree::leaf(format!("{command}Command"))];
    imported.extend(classes.into_iter().map(Tree::leaf));
    let import = Tree::branch("import { ", imported, " }").print(2, 0);
    let command = new_command.print(2, 0);
    format!(
        "{other_import}{import} from \"{package}\";\n\
         \n\
         const client = {new};\n\
         \n\
         const command = {command};\n\
         const reply = await client.send(command);\n\
         console.log(reply);\n"
    )
}

/// A value, and the classes that it uses.
fn tree(literal: &Literal, classes: &mut BTreeSet<&'static str>) -> Tree {
    match literal {
        Literal::Null => Tree::leaf("null"),
        Literal::Bool(flag) => Tree::leaf(flag.to_string()),
        Literal::Number(text) => number(text, classes),
        Literal::Text(text) => Tree::leaf(quoted(text)),
        Literal::Bytes(bytes) => {
            Tree::leaf(format!("Buffer.from({}, \"base64\")", quoted(&base64::encode(bytes))))
        }
        Literal::Set(members) => Tree::branch("new Set([", set_members(members, classes), "])"),
        Literal::List(elements) => {
            let parts = elements.iter().map(|element| tree(element, classes)).collect();
            Tree::branch("[", parts, "]")
        }
        Literal::Map(members) => {
            let parts = members.iter().map(|(name, value)| {
                Tree::labelled(format!("{}: ", property(name)), tree(value, classes))
            });
            Tree::branch("{ ", parts.collect(), " }")
        }
    }
}

/// Members of one class: the document client looks at the first to know the type of a set.
fn set_members(members: &[Literal], classes: &mut BTreeSet<&'static str>) -> Vec<Tree> {
    let is_inexact = |it: &Literal| matches!(it, Literal::Number(text) if !is_exact(text));
    if !members.iter().any(is_inexact) {
        return members.iter().map(|member| tree(member, classes)).collect();
    }
    let members = members.iter().map(|member| {
        let Literal::Number(text) = member else { return tree(member, classes) };
        number_value(text, classes)
    });
    members.collect()
}

fn number(text: &str, classes: &mut BTreeSet<&'static str>) -> Tree {
    match is_exact(text) {
        true => Tree::leaf(text),
        false if text.contains(['.', 'e', 'E']) => number_value(text, classes),
        false => Tree::leaf(format!("{text}n")),
    }
}

/// A number that the document client sends digit by digit.
fn number_value(text: &str, classes: &mut BTreeSet<&'static str>) -> Tree {
    classes.insert("NumberValue");
    Tree::leaf(format!("NumberValue.from(\"{text}\")"))
}

/// Whether a number of JavaScript holds these digits, and prints them so.
fn is_exact(text: &str) -> bool {
    let digit_count = text.bytes().filter(u8::is_ascii_digit).count();
    let scale = text.split_once('.').map_or(0, |(_, decimals)| decimals.len());
    digit_count <= EXACT_DIGIT_COUNT && scale <= SCALE_MAX && !text.contains(['e', 'E'])
}

/// The name of a property. `__proto__` would set the prototype of the object instead.
fn property(name: &str) -> String {
    match name {
        "__proto__" => "[\"__proto__\"]".to_owned(),
        _ if is_plain(name) => name.to_owned(),
        _ => quoted(name),
    }
}
