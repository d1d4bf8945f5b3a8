//! Charts over the seconds: layers below each other's values, a limit, an axis with a zero line, and strips of heat.
//!
//! The drawing is decoration in as few paths as there are colours, so that it can be drawn anew with each frame.
//! Screen readers get the same numbers as a table. The panel shows the numbers under the cursor.
//! Colour is never the only sign: throttled units are striped, a backlog is a dotted line, a limit is dashed and named. A row of a picture is an axis and a drawing, so that all of them have the same axis of time.

use wasm_bindgen::JsCast;
use web_sys::{Element, HtmlInputElement};
use yew::prelude::*;

/// Height of a chart in units of its own, which its width has as well: a chart is stretched to its place.
const HEIGHT: u64 = 100;

/// Width of a second in the same units.
const SECOND: u64 = 10;

/// The hottest of the steps of heat.
pub const STEP_MAX: u8 = 5;

/// Hundredths of the height that a label of the axis needs.
const LABEL_HEIGHT: u64 = 20;

/// Where a bar is cut that is higher than its row, in hundredths of the height from the top, and how wide the cut is.
const CUT: [u64; 2] = [12, 10];

/// The id of the stripes: see [`stripes`].
const STRIPES: &str = "chart-stripes";

/// Values over the seconds, with an axis beside them.
#[derive(Debug)]
pub struct Chart<'c> {
    pub plot: Plot<'c>,
    /// What the limit is called, if it is within the chart: its latest value.
    pub limit_label: Option<AttrValue>,
    /// What the value at the top is called.
    pub max_label: AttrValue,
}

/// Values over the seconds.
#[derive(Debug)]
pub struct Plot<'c> {
    /// How many seconds it is wide.
    pub count: usize,
    /// The stacked layers, the lowest first.
    pub layers: &'c [Layer<'c>],
    /// What may not be exceeded, second by second; nothing if there is no limit.
    pub limit: &'c [u64],
    /// The value at the top; not zero.
    pub max: u64,
    /// The second that is looked at.
    pub cursor: Option<usize>,
    /// Another second is looked at.
    pub on_look: &'c Callback<usize>,
}

/// One value a second, in one colour.
#[derive(Debug)]
pub struct Layer<'c> {
    pub values: &'c [u64],
    pub ink: Ink,
}

/// How values are drawn, so that they can be told without colour.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ink {
    /// An area of a colour, as CSS has it.
    Solid(&'static str),
    /// Stripes in the colour of danger.
    Striped,
    /// A dotted line around the area.
    Dotted,
}

/// What was asked of one partition over the seconds.
#[derive(Debug)]
pub struct HeatStrip<'c> {
    pub plot: Plot<'c>,
    /// The seconds in which the partition was split, or came of a split.
    pub splits: &'c [usize],
    /// How many of the first seconds are not known.
    pub unknown_count: usize,
}

/// A choice of one of the seconds below the charts that it is about.
#[derive(Debug)]
pub struct Scrubber {
    /// What is chosen.
    pub label: AttrValue,
    /// How many seconds there are.
    pub count: usize,
    pub chosen: usize,
    /// What is to be said of it.
    pub words: AttrValue,
    /// What the first second is called.
    pub first: AttrValue,
    /// What the last one is called.
    pub last: AttrValue,
    /// Another was chosen.
    pub on_choose: Callback<usize>,
}

/// The numbers of a chart for screen readers.
#[derive(Debug)]
pub struct NumberTable {
    /// What they are numbers of.
    pub caption: AttrValue,
    /// The headings of the columns; the first column names the rows.
    pub columns: Vec<AttrValue>,
    /// The cells, row by row.
    pub rows: Vec<Vec<AttrValue>>,
}

impl Chart<'_> {
    /// Draws its axis and its values, as a row of a picture.
    pub fn draw(&self) -> Html {
        html! {
            <div class="chart">
                { self.axis() }
                { self.plot.draw("56", Html::default()) }
            </div>
        }
    }

    /// The values at the top, at the limit and at zero.
    fn axis(&self) -> Html {
        let limit = self.plot.limit.last().filter(|limit| **limit <= self.plot.max);
        let limit = limit.zip(self.limit_label.clone());
        let limit = limit.map(|(limit, label)| {
            (self.plot.height(*limit).clamp(LABEL_HEIGHT, HEIGHT - LABEL_HEIGHT - 4), label)
        });
        let has_room = limit.as_ref().is_none_or(|(height, _)| *height > 2 * LABEL_HEIGHT);
        let label = |height: u64, label: AttrValue| {
            html! { <text x="100%" y={format!("{height}%")} text-anchor="end">{ label }</text> }
        };
        html! {
            <svg class="chart-axis" aria-hidden="true">
                if has_room { { label(LABEL_HEIGHT, self.max_label.clone()) } }
                if let Some((height, text)) = limit { { label(height, text) } }
                { label(HEIGHT - 2, AttrValue::Static("0")) }
            </svg>
        }
    }
}

impl Plot<'_> {
    /// Draws its values, and something else on top of them.
    fn draw(&self, height: &'static str, more: Html) -> Html {
        let mut floor = vec![0; self.count];
        let layers: Vec<Html> =
            self.layers.iter().map(|layer| self.layer(layer, &mut floor)).collect();
        let mut limit = Path::default();
        for (second, value) in (0..).zip(self.limit).filter(|(_, value)| **value <= self.max) {
            let joint = if limit.0.is_empty() { 'M' } else { 'L' };
            limit.go(joint, [second * SECOND, self.height(*value)]).go('h', [SECOND]);
        }
        let mut cuts = Path::default();
        for (second, _) in (0..).zip(&floor).filter(|(_, value)| **value > self.max) {
            cuts.go('M', [second * SECOND, CUT[0]]).go('h', [SECOND]).go('v', [CUT[1]]);
            cuts.go('H', [second * SECOND]);
        }
        let mut zero = Path::default();
        zero.go('M', [0, HEIGHT]).go('h', [self.count as u64 * SECOND]);
        let drawing = html! {
            <>
                { for layers }
                <path d={cuts.0} fill="var(--raised)" />
                <path d={limit.0} fill="none" stroke="var(--ink)" stroke-dasharray="5 3" vector-effect="non-scaling-stroke" />
                <path d={zero.0} stroke="var(--border)" stroke-width="2" vector-effect="non-scaling-stroke" />
                { more }
            </>
        };
        frame(self.count, height, self.cursor, self.on_look, drawing)
    }

    /// A layer on top of those below it.
    fn layer(&self, layer: &Layer<'_>, floor: &mut [u64]) -> Html {
        let mut path = Path::default();
        for ((second, value), floor) in (0..).zip(layer.values).zip(floor) {
            let low = self.height(*floor);
            *floor += value;
            let high = self.height(*floor);
            if high < low {
                let from = second * SECOND;
                path.go('M', [from, low])
                    .go('V', [high])
                    .go('h', [SECOND])
                    .go('V', [low])
                    .go('z', []);
            }
        }
        match layer.ink {
            Ink::Solid(paint) => html! { <path d={path.0} fill={paint} fill-opacity="75%" /> },
            Ink::Striped => html! { <path d={path.0} fill={format!("url(#{STRIPES})")} /> },
            Ink::Dotted => html! {
                <path d={path.0} fill="none" stroke="var(--danger)" stroke-width="2" stroke-dasharray="1 3" vector-effect="non-scaling-stroke" />
            },
        }
    }

    /// How far below the top a value is drawn; what is above the top is cut off.
    fn height(&self, value: u64) -> u64 {
        HEIGHT - (value.min(self.max) * HEIGHT).div_ceil(self.max)
    }
}

/// What an ink means, with a small piece of it.
pub fn key(ink: Option<Ink>, words: AttrValue) -> Html {
    let fill = match ink {
        Some(Ink::Solid(paint)) => {
            html! { <rect width="16" height="12" fill={paint} fill-opacity="75%" /> }
        }
        Some(Ink::Striped) => {
            html! { <path d="M0 1.5h16M0 5.5h16M0 9.5h16" stroke="var(--danger)" stroke-width="2.5" /> }
        }
        Some(Ink::Dotted) => {
            html! { <path d="M0 6h16" stroke="var(--danger)" stroke-width="2" stroke-dasharray="1 3" /> }
        }
        None => {
            html! { <path d="M0 6h16" stroke="var(--ink)" stroke-width="1.5" stroke-dasharray="5 3" /> }
        }
    };
    html! {
        <span class="row"><svg width="16" height="12" aria-hidden="true">{ fill }</svg>{ words }</span>
    }
}

/// The stripes of all charts, drawn once beside them. A chart is stretched in its width only, so they lie.
pub fn stripes() -> Html {
    html! {
        <svg width="0" height="0" aria-hidden="true">
            <pattern id={STRIPES} width="10" height="8" patternUnits="userSpaceOnUse">
                <rect width="10" height="5" fill="var(--danger)" />
            </pattern>
        </svg>
    }
}

impl HeatStrip<'_> {
    pub fn draw(&self) -> Html {
        let mut splits = Path::default();
        for second in self.splits {
            splits.go('M', [*second as u64 * SECOND, 0]).go('V', [HEIGHT]);
        }
        let unknown = (self.unknown_count as u64 * SECOND).to_string();
        let more = html! {
            <>
                <rect width={unknown} height="100" fill="var(--border)" />
                <path d={splits.0} stroke="var(--ink)" stroke-width="2" stroke-dasharray="2 2" vector-effect="non-scaling-stroke" />
            </>
        };
        self.plot.draw("30", more)
    }
}

/// A path for each step of heat, from the bottom up as high as it is hot.
fn heat(steps: &[u8], paint: &'static str) -> impl Iterator<Item = Html> {
    (1..=STEP_MAX).map(move |step| {
        let mut path = Path::default();
        let top = HEIGHT - u64::from(step) * HEIGHT / u64::from(STEP_MAX);
        for (second, _) in (0..).zip(steps).filter(|(_, it)| **it == step) {
            let from = second * SECOND;
            path.go('M', [from, HEIGHT]).go('V', [top]).go('h', [SECOND - 1]).go('V', [HEIGHT]);
        }
        let opacity = format!("{}%", 25 + 15 * step);
        html! { <path d={path.0} fill={paint} fill-opacity={opacity} /> }
    })
}

/// A few steps of heat beside each other, as small as a word.
pub fn small_heat(steps: &[u8], paint: &'static str, label: AttrValue) -> Html {
    let width = steps.len() as u64 * SECOND;
    html! {
        <svg
            role="img"
            aria-label={label}
            width={width.to_string()}
            height="12"
            viewBox={format!("0 0 {width} {HEIGHT}")}
            preserveAspectRatio="none"
        >
            <rect width={width.to_string()} height="100" fill="var(--raised)" />
            { for heat(steps, paint) }
        </svg>
    }
}

/// The text of an SVG path.
#[derive(Debug, Default)]
pub(super) struct Path(pub(super) String);

impl Path {
    /// Adds a command and its numbers to the path.
    pub(super) fn go<const N: usize>(&mut self, command: char, numbers: [u64; N]) -> &mut Self {
        self.put(command, &numbers);
        self
    }

    fn put(&mut self, command: char, numbers: &[u64]) {
        self.0.push(command);
        for number in numbers {
            self.0.push_str(&number.to_string());
            self.0.push(' ');
        }
    }
}

/// The context of a drawing, as wide as its place, and the cursor over it.
fn frame(
    count: usize,
    height: &'static str,
    cursor: Option<usize>,
    on_look: &Callback<usize>,
    drawing: Html,
) -> Html {
    let width = count.max(1) as u64 * SECOND;
    let on_look = on_look.clone();
    let on_move = Callback::from(move |event: MouseEvent| {
        if let Some((across, _)) = place(&event, "svg") {
            on_look.emit(across * count / 1000);
        }
    });
    let mut middle = Path::default();
    if let Some(second) = cursor {
        middle.go('M', [second as u64 * SECOND + SECOND / 2, 0]).go('V', [HEIGHT]);
    }
    html! {
        <svg
            width="100%"
            height={height}
            viewBox={format!("0 0 {width} {HEIGHT}")}
            preserveAspectRatio="none"
            aria-hidden="true"
            onmousemove={on_move}
        >
            <rect width={width.to_string()} height="100" fill="var(--raised)" />
            { drawing }
            <path d={middle.0} stroke="var(--accent)" stroke-width="2" vector-effect="non-scaling-stroke" />
        </svg>
    }
}

/// Where in the nearest element of a kind the pointer is: thousandths of its width and of its height.
pub(super) fn place(event: &MouseEvent, kind: &str) -> Option<(usize, usize)> {
    let target = event.target()?.unchecked_into::<Element>();
    let context = target.closest(kind).ok()??.get_bounding_client_rect();
    let share =
        |at: i32, from: f64, length: f64| thousandths((f64::from(at) - from) / length.max(1.0));
    Some((
        share(event.client_x(), context.left(), context.width()),
        share(event.client_y(), context.top(), context.height()),
    ))
}

/// A share in whole thousandths: 999 at most, so that the last second is not left behind.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "what is cut off is less than a thousandth, and the share is between nothing and all"
)]
fn thousandths(share: f64) -> usize {
    (share.clamp(0.0, 0.999) * 1000.0) as usize
}

impl Scrubber {
    /// Draws the choice: the browser's own slider, with its keys.
    pub fn draw(self) -> Html {
        let on_input = self.on_choose.reform(|event: InputEvent| {
            event.target_unchecked_into::<HtmlInputElement>().value().parse().unwrap_or_default()
        });
        html! {
            <div class="chart">
                <span class="chart-label small muted" aria-hidden="true">{ &self.label }</span>
                <div>
                    <input
                        class="scrubber"
                        type="range"
                        min="0"
                        max={self.count.saturating_sub(1).to_string()}
                        value={self.chosen.to_string()}
                        aria-label={self.label}
                        aria-valuetext={self.words}
                        oninput={on_input}
                    />
                    <p class="scrubber-scale row small muted" aria-hidden="true">
                        <span>{ self.first }</span>
                        <span class="push">{ self.last }</span>
                    </p>
                </div>
            </div>
        }
    }
}

impl NumberTable {
    /// Writes the table where only those who listen find it.
    pub fn draw(self) -> Html {
        let Self { caption, columns, rows } = self;
        html! {
            <table class="visually-hidden">
                <caption>{ caption }</caption>
                <thead><tr>
                    { for columns.into_iter().map(|column| html! { <th scope="col">{ column }</th> }) }
                </tr></thead>
                <tbody>
                    { for rows.into_iter().map(|row| html! {
                        <tr>{ for row.into_iter().map(|cell| html! { <td>{ cell }</td> }) }</tr>
                    }) }
                </tbody>
            </table>
        }
    }
}

/// A bar as long as its share of the whole, beside a number with the same meaning.
pub fn share_bar(part: u64, whole: u64, paint: &'static str) -> Html {
    let percent = part.min(whole) * 100 / whole.max(1);
    html! {
        <svg width="100%" height="8" aria-hidden="true">
            <rect width="100%" height="8" fill="var(--raised)" />
            <rect width={format!("{percent}%")} height="8" rx="2" fill={paint} />
        </svg>
    }
}
