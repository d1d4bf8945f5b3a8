//! An embed: the parts of a sandbox that a page of another site shows in a frame.
//!
//! ```text
//! view := part { "," part }
//! part := "table" [ ":" NAME ]     the items of a table; of the first one without a name
//!       | "indexes"                all indexes of the table
//!       | "map"                    all tables, and what moves between them
//!       | "gsi:" NAME              a global secondary index
//!       | "lsi:" NAME              a local secondary index
//! ```

use crate::view::first::First;
use crate::view::message::Message;
use crate::view::value::Text;

/// The most parts that are read. Model: a table, all indexes that it can have, and a few mistakes.
const PART_COUNT_MAX: usize = 32;

/// The most characters of a part. Names of DynamoDB have at most 255.
const PART_LENGTH_MAX: usize = 260;

/// What the address of an embed asks for.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EmbedRequest {
    /// The parts, in order.
    pub parts: Vec<EmbedPart>,
    /// Whether a user can only look.
    pub is_read_only: bool,
}

/// A part of a sandbox.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EmbedPart {
    /// The items of a table; of the first one if `None`.
    Table(Option<Text>),
    Indexes,
    Map,
    /// A global index.
    Global(Text),
    /// A local index.
    Local(Text),
    /// Something that is not a part.
    Unknown(Text),
}

impl EmbedRequest {
    /// Reads the parameter `view` of an address. Nothing in it is an error: what is no part is shown as such.
    pub fn parse(view: &str, is_read_only: bool) -> Self {
        let parts = view.split(',').map(str::trim).filter(|part| !part.is_empty());
        let First { shown: mut parts, more } = First::of(parts.map(part), PART_COUNT_MAX);
        parts.extend((more > 0).then(|| EmbedPart::Unknown(format!("+{more}").into())));
        Self { parts, is_read_only }
    }

    /// The value of the parameter `view` that asks for this.
    pub fn view(&self) -> String {
        let parts: Vec<String> = self.parts.iter().map(EmbedPart::text).collect();
        parts.join(",")
    }
}

impl EmbedPart {
    fn text(&self) -> String {
        match self {
            Self::Table(None) => "table".to_owned(),
            Self::Table(Some(name)) => format!("table:{name}"),
            Self::Indexes => "indexes".to_owned(),
            Self::Map => "map".to_owned(),
            Self::Global(name) => format!("gsi:{name}"),
            Self::Local(name) => format!("lsi:{name}"),
            Self::Unknown(text) => text.to_string(),
        }
    }
}

fn part(text: &str) -> EmbedPart {
    let text: String = text.chars().take(PART_LENGTH_MAX).collect();
    match text.split_once(':') {
        None if text == "table" => EmbedPart::Table(None),
        None if text == "indexes" => EmbedPart::Indexes,
        None if text == "map" => EmbedPart::Map,
        Some(("table", name)) => EmbedPart::Table(Some(name.into())),
        Some(("gsi", name)) => EmbedPart::Global(name.into()),
        Some(("lsi", name)) => EmbedPart::Local(name.into()),
        None | Some(_) => EmbedPart::Unknown(text.into()),
    }
}

/// What an embed shows of its sandbox.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct EmbedView {
    /// The table; `None` if there is none.
    pub table: Option<Text>,
    /// Whether its items are shown.
    pub shows_items: bool,
    /// Whether the map is shown.
    pub shows_map: bool,
    /// The indexes that are shown, in their order of the page.
    pub indexes: Vec<Text>,
    /// What the address asks for and the sandbox does not have, and what is shown instead.
    pub problems: Vec<Message>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_says_what_is_shown() {
        let request =
            EmbedRequest::parse("table:Orders, gsi:OpenOrders,lsi:By:Total,indexes", true);
        assert_eq!(
            request.parts,
            [
                EmbedPart::Table(Some("Orders".into())),
                EmbedPart::Global("OpenOrders".into()),
                EmbedPart::Local("By:Total".into()),
                EmbedPart::Indexes,
            ]
        );
        assert!(request.is_read_only);
        assert_eq!(request.view(), "table:Orders,gsi:OpenOrders,lsi:By:Total,indexes");
        assert_eq!(EmbedRequest::parse(&request.view(), true), request);
    }

    #[test]
    fn what_is_no_part_is_kept_to_be_shown_up_to_a_limit() {
        let unknown = |text: &str| EmbedPart::Unknown(text.into());
        let parts = |view: &str| EmbedRequest::parse(view, false).parts;
        assert_eq!(parts("tabel,,:x"), [unknown("tabel"), unknown(":x")]);
        assert_eq!(parts(" , "), []);
        assert_eq!(parts(&"table,".repeat(1_000)).last(), Some(&unknown("+968")));
        assert_eq!(parts(&"ä".repeat(1_000)), [unknown(&"ä".repeat(PART_LENGTH_MAX))]);
    }
}
