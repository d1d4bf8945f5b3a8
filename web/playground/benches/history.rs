//! A sandbox in which much has happened, to be rewound: natively by `rewind.rs`, in a browser by `examples/bench.rs`.

use playground::sandbox::command::Command;
use playground::session::Session;
use playground::view::rewind::Travel;

/// A sandbox and what happened in it: puts, of which every second one replaces an order, with time between them.
#[derive(Debug)]
pub(crate) struct History {
    session: Session,
    step_count: usize,
}

impl History {
    /// So many puts, a millisecond apart.
    pub(crate) fn new(operation_count: usize) -> Self {
        let mut session = Session::first();
        for turn in 0..operation_count {
            let (operation, request) = ("PutItem".to_owned(), put(turn));
            done(&mut session, Command::Call { operation, request });
            done(&mut session, Command::Advance { by_ms: 1 });
        }
        Self { session, step_count: 2 * operation_count }
    }

    /// Shows the moment so many operations ago, and returns to now.
    pub(crate) fn rewind(&mut self, operation_count: usize) {
        let step = self.step_count - 2 * operation_count;
        done(&mut self.session, Command::Rewind(Travel::ToStep(step)));
        done(&mut self.session, Command::Rewind(Travel::Now));
    }
}

fn put(turn: usize) -> String {
    let open =
        if turn.is_multiple_of(5) { r#""OrderOpenDate": { "S": "2026-05-03" }, "# } else { "" };
    format!(
        r#"{{ "TableName": "Orders", "Item": {{ "CustomerId": {{ "S": "C{}" }}, "OrderId": {{ "S": "O-{}" }},
            {open}"Total": {{ "N": "{turn}" }}, "Notes": {{ "S": "Please ring twice." }} }} }}"#,
        turn % 97,
        turn / 2,
    )
}

fn done(session: &mut Session, command: Command) {
    assert!(session.handle(command).accepted, "all that is asked here can be done");
}
