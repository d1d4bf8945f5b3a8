//! The markup of the dialog.

use playground::view::caller::{CALLER_COUNT_MAX, Caller, POLICY_COUNT_MAX, PolicyText};
use playground::view::message::{Argument, Message};
use yew::prelude::*;

use crate::component::add_button::AddButton;
use crate::component::dialog::Dialog;
use crate::component::icon::{Shape, icon};
use crate::component::select::Select;
use crate::component::text_field::TextField;
use crate::panel::callers::state::Action;
use crate::panel::callers::view::View;
use crate::panel::contract::Draw;
use crate::panel::part::press::press;
use crate::panel::part::words::{plain, sentence, word, word_with};

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        html! {
            <Dialog
                title={word("caller.title")}
                close_label={word("dialog.close")}
                class="is-callers"
                on_close={send.reform(|()| Action::Close)}
            >
                <div class="stack">
                    <p class="muted">{ word("caller.about") }</p>
                    if !self.list.is_empty() {
                        <ol class="caller-list stack">
                            { for (0..self.list.len()).map(|position| row(self, position, send)) }
                        </ol>
                        { sender(self, send) }
                    }
                    { foot(self, send) }
                </div>
            </Dialog>
        }
    }
}

/// A caller: its name, its policies, and what can be added.
fn row(view: &View, position: usize, send: &Callback<Action>) -> Html {
    let caller = &view.list[position];
    let number = Argument::Count(position as u64 + 1);
    let label = |key| word_with(key, "number", number.clone());
    let fault = &view.callers.faults[position];
    let fault_id = format!("caller-fault-{position}");
    let change = {
        let send = send.clone();
        move |caller: Caller| send.emit(Action::Change { position, caller })
    };
    let on_name = {
        let (change, caller) = (change.clone(), caller.clone());
        Callback::from(move |name| change(Caller { name, ..caller.clone() }))
    };
    let remove = label("caller.remove");
    html! {
        <li class="caller-row stack" key={position}>
            <div class="row">
                <TextField
                    label={label("caller.name_of")}
                    placeholder="ana"
                    code=false
                    described_by={fault_id.clone()}
                    invalid={fault.is_some() && caller.name.is_empty()}
                    text={caller.name.clone()}
                    on_type={on_name}
                />
                { remove_button(remove, press(send, Action::Remove(position))) }
            </div>
            { for (0..caller.policies.len()).map(|of_caller| {
                policy(caller, position, of_caller, &fault_id, &change)
            }) }
            { additions(view, caller, &change) }
            <p class="small is-danger" id={fault_id} aria-live="polite">
                if let Some(fault) = fault { { sentence(fault) } }
            </p>
            { for view.callers.notes[position].iter().map(|it| html! { <p class="small">{ sentence(it) }</p> }) }
        </li>
    }
}

/// The name and the text of a policy.
fn policy(
    caller: &Caller,
    position: usize,
    of_caller: usize,
    fault_id: &str,
    change: &(impl Fn(Caller) + Clone + 'static),
) -> Html {
    let PolicyText { name, text: policy } = &caller.policies[of_caller];
    let label = |key| {
        let message = Message::plain(key)
            .with("number", Argument::Count(of_caller as u64 + 1))
            .with("caller", Argument::Count(position as u64 + 1));
        plain(&message)
    };
    let with = |replace: fn(&mut PolicyText, String)| {
        let (change, caller) = (change.clone(), caller.clone());
        Callback::from(move |typed: String| {
            let mut caller = caller.clone();
            replace(&mut caller.policies[of_caller], typed);
            change(caller);
        })
    };
    let on_remove = {
        let (change, caller) = (change.clone(), caller.clone());
        Callback::from(move |_: MouseEvent| {
            let mut caller = caller.clone();
            caller.policies.remove(of_caller);
            change(caller);
        })
    };
    html! {
        <div class="caller-policy stack" key={of_caller}>
            <div class="row">
                <TextField
                    label={label("caller.policy_name_of")}
                    code=false
                    described_by={fault_id.to_owned()}
                    text={name.clone()}
                    on_type={with(|policy, name| policy.name = name)}
                />
                { remove_button(label("caller.remove_policy"), on_remove) }
            </div>
            <TextField
                label={label("caller.policy_of")}
                multiline=true
                described_by={fault_id.to_owned()}
                text={policy.clone()}
                on_type={with(|policy, text| policy.text = text)}
            />
        </div>
    }
}

fn remove_button(label: AttrValue, onclick: Callback<MouseEvent>) -> Html {
    html! {
        <button type="button" class="button small" aria-label={&label} title={&label} {onclick}>
            { icon(Shape::Close) }
        </button>
    }
}

/// The policies that are proposed for the open table, and an empty one.
fn additions(view: &View, caller: &Caller, change: &(impl Fn(Caller) + Clone + 'static)) -> Html {
    let is_full = caller.policies.len() >= POLICY_COUNT_MAX;
    let add = |policy: PolicyText| {
        let (change, caller) = (change.clone(), caller.clone());
        Callback::from(move |_: MouseEvent| {
            let mut caller = caller.clone();
            let is_free = |name: &str| caller.policies.iter().all(|other| other.name != name);
            let mut names = (2..).map(|number: u32| format!("{}{number}", policy.name));
            let name = match is_free(&policy.name) {
                true => policy.name.clone(),
                false => names.find(|name| is_free(name)).unwrap_or_default(),
            };
            caller.policies.push(PolicyText { name, ..policy.clone() });
            change(caller);
        })
    };
    let empty = PolicyText { name: "Policy".to_owned(), text: String::new() };
    html! {
        <div class="row wrap">
            if let Some(table) = &view.table {
                <span class="small muted">{ word_with("caller.propose", "table", table.as_ref()) }</span>
            }
            { for view.callers.proposals.iter().map(|proposal| html! {
                <AddButton
                    class="button small outlined"
                    disabled={is_full}
                    on_add={add(proposal.policy.clone())}
                >
                    { sentence(&proposal.words) }
                </AddButton>
            }) }
            <AddButton class="button small outlined" disabled={is_full} on_add={add(empty)}>
                { word("caller.add_policy") }
            </AddButton>
        </div>
    }
}

fn sender(view: &View, send: &Callback<Action>) -> Html {
    let callers = view.list.iter().map(|it| word_with("caller.as", "name", it.name.as_str()));
    let options = [word("caller.as_owner")].into_iter().chain(callers).collect::<Vec<_>>();
    html! {
        <div class="row">
            <span>{ word("caller.sender") }</span>
            <Select
                label={word("caller.sender")}
                {options}
                chosen={view.sender.map_or(0, |position| position + 1)}
                on_choose={send.reform(|position: usize| Action::SendAs(position.checked_sub(1)))}
            />
        </div>
    }
}

fn foot(view: &View, send: &Callback<Action>) -> Html {
    html! {
        <div class="row wrap">
            <AddButton
                class="button outlined"
                disabled={!view.can_add}
                on_add={press(send, Action::Add)}
            >
                { word("caller.add") }
            </AddButton>
            if !view.can_add {
                <span class="small muted">
                    { word_with("caller.full", "limit", Argument::Count(CALLER_COUNT_MAX as u64)) }
                </span>
            }
            <span class="row push">
                <button type="button" class="button" onclick={press(send, Action::Close)}>
                    { word("draft.cancel") }
                </button>
                <button
                    type="button"
                    class="button primary"
                    disabled={view.callers.faults.iter().any(Option::is_some)}
                    onclick={press(send, Action::Save)}
                >
                    { word("draft.set") }
                </button>
            </span>
        </div>
    }
}
