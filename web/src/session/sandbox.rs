//! The examples: documents that are part of the page.

use crate::session::command::ExampleId;
use crate::session::share::document::Document;

impl ExampleId {
    /// The example's document.
    pub fn document(self) -> Document {
        let text = match self {
            Self::OpenOrders => include_str!("../../../static/sandboxes/open-orders.json"),
            Self::Champions => include_str!("../../../static/sandboxes/champions.json"),
            Self::ConditionalIndex => {
                include_str!("../../../static/sandboxes/conditional-index.json")
            }
        };
        Document::parse(text).expect("the examples are tested")
    }
}
