//! What is printed. Pure.

use std::rc::Rc;

use playground::view::draft::FaultView;
use playground::view::index::{EntriesShown, IndexView};
use playground::view::message::Message;
use playground::view::receipt::ReceiptView;
use playground::view::table::TableHead;
use playground::view::value::Text;

use crate::panel::shared::Shared;

/// What is printed.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The title of the sandbox.
    pub title: Text,
    /// The tables, in order of creation.
    pub tables: Vec<TableView>,
    /// The last operation in one sentence; `None` before the first.
    pub sentence: Option<Message>,
    /// What it cost.
    pub receipt: Option<Rc<ReceiptView>>,
    /// Why it was rejected.
    pub fault: Option<Rc<FaultView>>,
    /// The link of the sandbox with its address, or why there is none.
    pub link: Result<Text, Message>,
}

/// A table with its indexes.
#[derive(Debug, Clone, PartialEq)]
pub struct TableView {
    /// The table.
    pub head: TableHead,
    /// Its indexes, without entries.
    pub indexes: Vec<Rc<IndexView>>,
}

/// What is printed; `None` if the page is not being printed.
pub(super) fn view(shared: &Shared) -> Option<View> {
    if !shared.page.printing {
        return None;
    }
    let session = shared.session;
    let why = session.why(shared.selection.operation);
    let tables = session.tables(None).into_iter().filter_map(|table| {
        let indexes = session.indexes(Some(&table.name), &EntriesShown::first(0), None);
        Some(TableView { head: session.table_head(Some(&table.name))?, indexes: indexes.cards })
    });
    let link = session.link().map_err(|error| error.message());
    Some(View {
        title: session.title().into(),
        tables: tables.collect(),
        sentence: session.spoken(shared.selection.operation).map(|spoken| spoken.sentence),
        receipt: why.receipt,
        fault: why.fault,
        link: link.map(|fragment| format!("{}#{fragment}", shared.page.address).into()),
    })
}

#[cfg(test)]
mod tests {
    use playground::sandbox::command::{Command, ExampleId};
    use playground::session::Session;

    use super::*;
    use crate::panel::page::PageState;
    use crate::panel::shared::Selection;

    #[test]
    fn paper_has_every_table_with_its_indexes_and_the_last_receipt() {
        let mut session = Session::new(ExampleId::OpenOrders);
        let request =
            r#"{"TableName":"Orders","Item":{"CustomerId":{"S":"C9"},"OrderId":{"S":"O-9"}}}"#;
        let put = Command::Call { operation: "PutItem".to_owned(), request: request.to_owned() };
        session.handle(put);
        let printed = |printing| {
            let page = PageState { printing, ..Default::default() };
            view(&Shared { session: &session, selection: &Selection::default(), page: &page })
        };
        assert_eq!(printed(false), None);
        let paper = printed(true).expect("the page is being printed");
        let [orders] = paper.tables.as_slice() else { panic!("{:?}", paper.tables) };
        let names: Vec<&str> = orders.indexes.iter().map(|index| &*index.name).collect();
        assert_eq!((&*orders.head.name, names), ("Orders", vec!["OpenOrders", "ByTotal"]));
        assert_eq!(paper.receipt.expect("the request was charged").total.halves, 2);
        assert!(paper.sentence.is_some() && paper.fault.is_none() && paper.link.is_ok());
    }
}
