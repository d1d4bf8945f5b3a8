//! Draws virtual time and its settings.

use playground::message::number;
use playground::view::message::{Argument, Message};
use playground::view::meter::ClockView;
use yew::prelude::*;

use crate::component::icon::{Shape, icon};
use crate::component::menu::Menu;
use crate::component::select::Select;
use crate::panel::clock::state::Action;
use crate::panel::clock::view::View;
use crate::panel::contract::Draw;
use crate::panel::part::press::press;
use crate::panel::part::words::{plain, word, word_with};
use crate::panel::setting::{Menu as MenuId, Speed, TIME_STEPS};

/// The delays that the page offers, in milliseconds of virtual time.
const DELAYS: [u64; 5] = [0, 50, 200, 1000, 5000];

impl Draw<Action> for View {
    fn draw(&self, send: &Callback<Action>) -> Html {
        let View { clock: view, work, step, speed, is_playing: playing, is_rewound, is_menu_open } =
            *self;
        let step_name = step.unwrap_or("clock.step");
        let (shape, key) =
            if playing { (Shape::Pause, "clock.pause") } else { (Shape::Play, "clock.play") };
        let going_on = if is_rewound { Some("clock.rewound") } else { work };
        let at_rest = || match (view.next_in_ms, view.awaited, playing) {
            (Some(ms), true, true) => running(ms, speed),
            (Some(ms), true, false) => word_with("clock.held", "time", Argument::Ms(ms)),
            (Some(ms), false, _) => word_with("clock.later", "time", Argument::Ms(ms)),
            (None, _, true) => word("clock.idle"),
            (None, _, false) => word("clock.idle_paused"),
        };
        let state = going_on.map_or_else(at_rest, word);
        html! {
            <section class={classes!("clock", "row", "small", (view.awaited && playing).then_some("is-running"))} aria-label={word("clock.title")}>
                <button
                    type="button"
                    class="button outlined"
                    aria-label={word(key)}
                    title={word(key)}
                    onclick={press(send, Action::SetPlaying(!playing))}
                >
                    { icon(shape) }
                </button>
                <button
                    type="button"
                    class="button outlined clock-step"
                    aria-label={word(step_name)}
                    title={word(step_name)}
                    aria-disabled={step.is_none().then_some("true")}
                    onclick={press(send, Action::Step)}
                >
                    { icon(Shape::Step) }
                </button>
                { time(&view, is_menu_open, is_rewound, send) }
                // A run goes as fast as it can.
                <Select
                    label={word("clock.speed")}
                    options={Speed::ALL.map(speed_word).to_vec()}
                    chosen={Speed::ALL.iter().position(|it| *it == speed).unwrap_or_default()}
                    disabled={work.is_some()}
                    on_choose={send.reform(|position: usize| Action::SetSpeed(Speed::ALL[position]))}
                />
                <span class="clock-lag row">
                    <span class="is-wide-only muted" aria-hidden="true">{ word("clock.lag") }</span>
                    { delay(view.delay_ms, send) }
                </span>
                <span class="clock-state muted">{ state }</span>
            </section>
        }
    }
}

/// Virtual time, and a menu that lets more of it pass. In the past, only what has happened can be shown.
fn time(view: &ClockView, is_menu_open: bool, is_rewound: bool, send: &Callback<Action>) -> Html {
    let now = number::clock(view.now_ms);
    if is_rewound {
        return html! { <span class="clock-time">{ now }</span> };
    }
    let name = Message::plain("clock.let_pass_from").with("time", now.as_str());
    html! {
        <Menu
            id={MenuId::Clock.id()}
            label={html! { <><span class="clock-time">{ now }</span>{ icon(Shape::Chevron) }</> }}
            name={plain(&name)}
            class="button"
            open={is_menu_open}
            on_toggle={send.reform(Action::MenuToggled)}
        >
            <p class="menu-title small muted nowrap">
                { word_with("clock.date", "date", Argument::Date(view.unix_ms)) }
            </p>
            <h2 class="menu-title small muted">{ word("clock.let_pass") }</h2>
            { for TIME_STEPS.map(|by_ms| html! {
                <button type="button" class="menu-item" onclick={press(send, Action::Pass(by_ms))}>
                    { number::seconds(by_ms) }
                </button>
            }) }
            // A low window has no timeline.
            <div class="phone-only">
                <hr />
                <button type="button" class="menu-item" onclick={press(send, Action::Back)}>
                    { word("rewind.back") }
                </button>
            </div>
            // There is no room for it beside the time on a phone.
            <div class="clock-menu-lag row">
                <span class="muted" aria-hidden="true">{ word("clock.lag") }</span>
                { delay(view.delay_ms, send) }
            </div>
        </Menu>
    }
}

fn delay(current: u64, send: &Callback<Action>) -> Html {
    let mut delays = DELAYS.to_vec();
    if let Err(position) = delays.binary_search(&current) {
        delays.insert(position, current);
    }
    let options = delays.iter().map(|ms| AttrValue::from(number::seconds(*ms)));
    let options: Vec<_> = options.collect();
    let chosen = delays.iter().position(|ms| *ms == current).unwrap_or_default();
    let on_choose = send.reform(move |position: usize| Action::SetDelay(delays[position]));
    html! { <Select label={word("clock.delay")} {options} {chosen} {on_choose} /> }
}

/// When the next change comes: in virtual time, and in real time if that is different.
fn running(ms: u64, speed: Speed) -> AttrValue {
    if speed == Speed::REAL {
        return word_with("clock.running", "time", Argument::Ms(ms));
    }
    let message = Message::plain("clock.running_at_speed")
        .with("time", Argument::Ms(ms))
        .with("real", Argument::Ms(speed.real_ms(ms)));
    plain(&message)
}

/// "10× slower", "4×".
fn speed_word(speed: Speed) -> AttrValue {
    match speed {
        Speed::Slower(times) => {
            word_with("clock.speed_slower", "times", number::short(u64::from(times) * 100))
        }
        Speed::Faster(times) => {
            word_with("clock.speed_option", "speed", number::short(u64::from(times) * 100))
        }
    }
}
