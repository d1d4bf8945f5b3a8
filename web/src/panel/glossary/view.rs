//! The terms that a search finds. Pure.

use playground::message::text;
use playground::view::message::{Argument, Message};

use crate::panel::glossary::state::State;
use crate::panel::glossary::term::{TERMS, Term};

/// What the panel shows.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The words that are searched for.
    pub search: String,
    /// The terms found, in order.
    pub entries: Vec<EntryView>,
    /// "3 terms".
    pub count: Message,
}

/// A term.
#[derive(Debug, Clone, PartialEq)]
pub struct EntryView {
    /// Its name in links.
    pub id: &'static str,
    /// What it is called.
    pub name: Message,
    /// What it means.
    pub text: Message,
    /// Which link has opened it, counted from 1; `None` if none has.
    pub opened_by: Option<u32>,
}

/// The terms whose names or texts contain what is searched for, whatever the case of letters.
pub(super) fn view(state: &State) -> View {
    let words = state.search.trim().to_lowercase();
    let entries: Vec<EntryView> = TERMS
        .iter()
        .map(|term| entry(term, state))
        .filter(|entry| {
            let contains = |message| text(message).to_lowercase().contains(&words);
            contains(&entry.name) || contains(&entry.text)
        })
        .collect();
    let count = Argument::Count(entries.len() as u64);
    let count = Message::plain("glossary.count").with("count", count);
    View { search: state.search.clone(), entries, count }
}

fn entry(term: &Term, state: &State) -> EntryView {
    let Term { id, name, text } = *term;
    let is_opened = state.opened == Some(id);
    let (name, text) = (Message::plain(name), Message::plain(text));
    EntryView { id, name, text, opened_by: is_opened.then_some(state.link_count) }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::panel::contract::Reduce;
    use crate::panel::glossary::state::Action;
    use crate::panel::part::term::TermId;
    use crate::panel::shared::Shared;

    fn found(search: &str) -> Vec<&'static str> {
        let mut state = State::default();
        assert_eq!(state.update(Action::Search(search.to_owned()), &Shared::first()), []);
        view(&state).entries.iter().map(|entry| entry.id).collect()
    }

    #[test]
    fn a_search_finds_names_abbreviations_and_texts() {
        assert_eq!(found(" SPARSE"), ["sparse"]);
        assert_eq!(found("lsi")[0], "item_collection");
        assert!(found("lsi").contains(&"lsi"));
        assert_eq!(found("409,600"), ["item"]);
        assert!(found("no such word").is_empty());
    }

    #[test]
    fn all_terms_are_different_and_have_two_sentences() {
        let entries = view(&State::default()).entries;
        let ids: BTreeSet<&str> = entries.iter().map(|entry| entry.id).collect();
        assert_eq!((entries.len(), ids.len()), (41, 41));
        for EntryView { id, text: words, .. } in &entries {
            let words = text(words);
            assert!(words.contains(". ") && words.ends_with('.'), "{id}");
        }
    }

    #[test]
    fn every_link_of_the_page_has_a_term() {
        let entries = view(&State::default()).entries;
        for TermId(id) in TermId::ALL {
            assert!(entries.iter().any(|entry| entry.id == id), "{id}");
        }
    }

    #[test]
    fn a_link_opens_its_term_again_and_ends_the_search() {
        let mut state = State::default();
        assert_eq!(state.update(Action::Search("stream".to_owned()), &Shared::first()), []);
        state.open("sparse", &Shared::first());
        let opened = |state: &State| {
            let entries = view(state).entries;
            entries.iter().find_map(|entry| Some((entry.id, entry.opened_by?)))
        };
        assert_eq!(opened(&state), Some(("sparse", 1)));
        state.open("sparse", &Shared::first());
        assert_eq!(opened(&state), Some(("sparse", 2)));
        assert_eq!(state.update(Action::Search(String::new()), &Shared::first()), []);
        assert_eq!(opened(&state), None);
    }
}
