//! The part of the form for what else can be set of a table: expiry, stream, class, and protection.

use playground::view::cost::TableClass;
use playground::view::design::{DesignPlace, StreamDesign};
use yew::prelude::*;

use crate::component::select::Select;
use crate::component::text_field::TextField;
use crate::component::toggle::toggle;
use crate::panel::design::form::Form;
use crate::panel::design::key::ATTRIBUTES;
use crate::panel::part::words::word;

/// The settings, each with its rejection.
pub(super) fn settings(form: &Form<'_>) -> Html {
    let settings = form.settings();
    let streams = StreamDesign::ALL.map(|stream| AttrValue::from(stream.word()));
    let on_stream = form.set(|settings, position: usize| {
        // The first choice is no stream.
        settings.stream = position.checked_sub(1).map(|position| StreamDesign::ALL[position]);
    });
    let stream = settings.stream.and_then(|stream| {
        StreamDesign::ALL.iter().position(|other| *other == stream).map(|position| position + 1)
    });
    html! {
        <fieldset class="stack">
            <legend>{ word("design.settings") }</legend>
            <div class="form-row row wrap">
                <span class="form-name">{ word("design.time_to_live") }</span>
                <TextField
                    label={word("design.time_to_live")}
                    placeholder={word("design.time_to_live_off")}
                    text={settings.time_to_live}
                    list={ATTRIBUTES}
                    focused={form.focus == DesignPlace::TimeToLive}
                    invalid={form.rejection(DesignPlace::TimeToLive).is_some()}
                    on_type={form.set(|settings, name| settings.time_to_live = name)}
                />
            </div>
            <p class="muted">{ word("design.time_to_live_about") }</p>
            { form.fault(DesignPlace::TimeToLive) }
            <div class="form-row row wrap">
                <span class="form-name">{ word("design.stream") }</span>
                <Select
                    label={word("design.stream")}
                    options={[word("design.stream_off")].into_iter().chain(streams).collect::<Vec<_>>()}
                    chosen={stream.unwrap_or_default()}
                    on_choose={on_stream}
                />
            </div>
            { form.fault(DesignPlace::Stream) }
            <div class="form-row row wrap">
                <span class="form-name">{ word("design.class") }</span>
                <Select
                    label={word("design.class")}
                    options={TableClass::ALL.map(|class| AttrValue::from(class.id())).to_vec()}
                    chosen={TableClass::ALL.iter().position(|class| *class == settings.class).unwrap_or_default()}
                    on_choose={form.set(|settings, position: usize| settings.class = TableClass::ALL[position])}
                />
            </div>
            { form.fault(DesignPlace::Class) }
            { toggle(word("design.protected"), settings.is_protected, &form.set(|settings, on| settings.is_protected = on)) }
            { form.fault(DesignPlace::Protection) }
        </fieldset>
    }
}
