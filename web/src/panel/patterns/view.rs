//! The access patterns and their results, and the one that is being written. Pure.

use std::rc::Rc;

use playground::view::message::Message;
use playground::view::pattern::{PatternAnswer, PatternDraft, PatternTarget, PatternsView};

use crate::panel::patterns::state::{Sort, State, canonical};
use crate::panel::shared::Shared;

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The patterns and their results.
    pub patterns: Rc<PatternsView>,
    /// The positions of the patterns in their order.
    pub order: Vec<usize>,
    pub sort: Sort,
    /// The pattern that is being written, with its result or why it cannot be kept.
    pub draft: Option<(PatternDraft, Result<PatternAnswer, Message>)>,
    /// Whether it was to be kept and could not be.
    pub is_refused: bool,
    /// Where its request looks, if it is one that would be written.
    pub target: Option<PatternTarget>,
    /// Whether there is a request that would not be written: the one that is shown, or one before.
    pub has_own: bool,
}

/// What the panel shows. `last` is what it showed for the same sandbox and table: while a pattern is typed, the results of
/// the others are not computed again.
pub(super) fn view(state: &State, shared: &Shared, last: Option<&View>) -> View {
    let patterns = match last {
        Some(last) => Rc::clone(&last.patterns),
        None => Rc::new(shared.session.patterns(shared.table_name())),
    };
    let Sort { column, is_reversed } = state.sort;
    let rows = &patterns.patterns;
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|a, b| rows[*a].compare(&rows[*b], column));
    if is_reversed {
        order.reverse();
    }
    let draft = state.draft.clone().map(|draft| {
        let answer = shared.session.pattern_answer(&canonical(&draft));
        (draft, answer)
    });
    let target = state.draft.as_ref().and_then(|draft| shared.session.pattern_target(draft));
    let has_own = target.is_none() || state.has_own_request();
    let (sort, is_refused) = (state.sort, state.is_refused);
    View { patterns, order, sort, draft, is_refused, target, has_own }
}

#[cfg(test)]
mod tests {
    use playground::sandbox::command::{Command, PlanCommand};
    use playground::session::Session;
    use playground::view::pattern::Period;

    use super::*;
    use crate::panel::contract::Reduce;
    use crate::panel::page::PageState;
    use crate::panel::patterns::state::Action;
    use crate::panel::shared::Selection;

    #[test]
    fn a_key_in_the_form_tries_its_own_pattern_only() {
        let mut session = Session::first();
        let table = session.database().tables().next().expect("there is one");
        let scan = format!(r#"{{ "TableName": "{}" }}"#, table.schema.name.as_str());
        let draft = |number: usize| PatternDraft {
            position: None,
            name: format!("Scan {number}").into(),
            operation: "Scan".into(),
            request: scan.as_str().into(),
            rate: "1".into(),
            period: Period::Second,
            size: "".into(),
            items: "".into(),
            before: "".into(),
        };
        for number in 0..200 {
            let save = Command::Plan(PlanCommand::SavePattern(draft(number)));
            assert!(session.handle(save).accepted);
        }
        let (selection, page) = (Selection::default(), PageState::default());
        let shared = Shared { session: &session, selection: &selection, page: &page };
        let mut state = State::default();
        let before = view(&state, &shared, None);
        assert_eq!(before.patterns.patterns.len(), 200);
        let mut last = before.clone();
        for rate in ["2", "20", "200"] {
            let draft = PatternDraft { position: Some(7), rate: rate.into(), ..draft(7) };
            state.update(Action::Type(draft.clone()), &shared);
            let after = view(&state, &shared, Some(&last));
            assert!(Rc::ptr_eq(&before.patterns, &after.patterns), "none of the others is tried");
            let (typed, answer) = after.draft.clone().expect("it is open");
            assert_eq!((&typed, answer), (&draft, session.pattern_answer(&draft)));
            last = after;
        }
    }
}
