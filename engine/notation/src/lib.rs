//! The text form of specs and lessons: fenced blocks under the headings of a Markdown file, tables in one-line
//! notation, and attribute values as plain JSON.
//!
//! This crate parses text and does not know the engine. It does not check what DynamoDB checks: a request that it makes
//! can be rejected, and a spec can show how.
//!
//! ```
//! use notation::document::Document;
//! use notation::table::Table;
//!
//! let text = "# Orders\n\n```table\nOrders  customer S  order S\n  global ByDate  date S  KEYS_ONLY\n```\n";
//! let document = Document::<String>::parse(text)?;
//! let block = &document.sections[0].blocks[0];
//! assert_eq!((block.kind.as_str(), block.line), ("table", 3));
//!
//! let table = Table::parse(&block.content)?;
//! assert_eq!(table.indexes[0].name, "ByDate");
//! assert_eq!(table.create_request()["BillingMode"], "PAY_PER_REQUEST");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
#![forbid(unsafe_code)]

mod create_table;
pub mod document;
pub mod long_text;
pub mod marshal;
pub mod table;
