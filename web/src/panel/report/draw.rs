//! Draws the buttons of the report.

use playground::report::ReportFile;
use yew::prelude::*;

use crate::panel::contract::Draw;
use crate::panel::part::press::press;
use crate::panel::part::words::word;
use crate::panel::report::View;
use crate::panel::report::state::Action;

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        if self.is_empty {
            return html! { <p class="empty muted">{ word("report.no_table") }</p> };
        }
        let button = |file: ReportFile| {
            html! {
                <button type="button" class="button outlined" onclick={press(send, Action::Save(file))}>
                    { word(file.title()) }
                </button>
            }
        };
        html! {
            <>
                <p>{ word("report.about") }</p>
                <p class="row wrap">
                    { for ReportFile::ALL.map(button) }
                </p>
            </>
        }
    }
}
