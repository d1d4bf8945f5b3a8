//! The frame loop: wall time becomes virtual time, at the chosen speed. It runs only while something is due.

use gloo::render::{AnimationFrame, request_animation_frame};
use gloo::timers::callback::Timeout;
use yew::Callback;

use playground::sandbox::command::{Command, WorkloadCommand};

use crate::panel::setting::Speed;

/// A frame never counts for more than this: a tab that was hidden does not jump.
const FRAME_MS_MAX: f64 = 250.0;

/// How much of a frame a workload takes: drawing needs the rest, up to eight milliseconds when it was measured.
const SLICE_MS: f64 = 7.0;

/// Turns of a workload between two looks at the clock: a small part of a slice.
const TURN_COUNT: u64 = 128;

/// Milliseconds after which opening continues without a frame: a browser draws no frames of a page out of view. Model: longer than a
/// frame takes.
const UNSEEN_MS: u32 = 20;

/// Turns frames into virtual time.
#[derive(Debug, Default)]
pub struct Clock {
    frame: Option<AnimationFrame>,
    /// Runs instead if no frame is drawn.
    unseen: Option<Timeout>,
    /// When the last frame was drawn, in milliseconds of the page's own clock.
    last_ms: Option<f64>,
    /// Virtual time that is less than a millisecond, kept for the next frame.
    rest_ms: f64,
}

impl Clock {
    /// Asks for a frame if time should run and none is asked for; stops if it should not. If `unseen`, it continues even if the
    /// browser draws no frame.
    pub fn run(&mut self, running: bool, unseen: bool, on_frame: &Callback<f64>) {
        if !running {
            *self = Self { rest_ms: self.rest_ms, ..Self::default() };
            return;
        }
        if self.frame.is_none() {
            let drawn = on_frame.clone();
            self.frame = Some(request_animation_frame(move |at_ms| drawn.emit(at_ms)));
        }
        if unseen && self.unseen.is_none() {
            let due = on_frame.clone();
            self.unseen = Some(Timeout::new(UNSEEN_MS, move || due.emit(page_ms())));
        }
    }

    /// A frame was drawn in which something else drives virtual time.
    pub fn pass(&mut self, at_ms: f64) {
        (self.frame, self.unseen) = (None, None);
        self.last_ms = Some(at_ms);
    }

    /// A frame was drawn: how many whole milliseconds of virtual time have passed since the one before.
    pub fn frame(&mut self, at_ms: f64, speed: Speed) -> u64 {
        (self.frame, self.unseen) = (None, None);
        let elapsed_ms =
            self.last_ms.map_or(0.0, |last_ms| (at_ms - last_ms).clamp(0.0, FRAME_MS_MAX));
        self.last_ms = Some(at_ms);
        let virtual_ms = self.rest_ms + speed.virtual_ms(elapsed_ms);
        self.rest_ms = virtual_ms.fract();
        whole_ms(virtual_ms)
    }
}

/// The part of a frame that a workload takes.
#[derive(Debug, Clone, Copy)]
pub struct Slice {
    /// When it ends, in milliseconds of the page's own clock.
    end_ms: f64,
}

impl Slice {
    /// The slice that begins at this moment.
    pub fn begin() -> Self {
        Self { end_ms: page_ms() + SLICE_MS }
    }

    /// Whether it is not over.
    pub fn lasts(self) -> bool {
        page_ms() < self.end_ms
    }

    /// What is asked within it, again and again.
    pub fn command(self) -> Command {
        Command::Workload(WorkloadCommand::Step { turn_count: TURN_COUNT })
    }
}

/// Milliseconds since the page was opened.
fn page_ms() -> f64 {
    gloo::utils::window().performance().map_or(0.0, |clock| clock.now())
}

/// Whole milliseconds of a number of the browser's.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the browser counts milliseconds from the past in a float, exact far beyond our days"
)]
pub(super) fn whole_ms(ms: f64) -> u64 {
    ms as u64
}
