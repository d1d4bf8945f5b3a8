//! The frame loop: wall time becomes virtual time, at the chosen speed. It runs only while something is due.

use gloo::render::{AnimationFrame, request_animation_frame};
use yew::Callback;

/// A frame never counts for more than this: a tab that was hidden does not jump.
const FRAME_MS_MAX: f64 = 250.0;

/// Turns frames into virtual time.
#[derive(Debug, Default)]
pub struct Clock {
    frame: Option<AnimationFrame>,
    /// When the last frame was drawn, in milliseconds of the page's own clock.
    last_ms: Option<f64>,
    /// Virtual time that is less than a millisecond, kept for the next frame.
    rest_ms: f64,
}

impl Clock {
    /// Asks for a frame if time should run and none is asked for; stops if it should not.
    pub fn run(&mut self, running: bool, on_frame: &Callback<f64>) {
        if !running {
            self.frame = None;
            self.last_ms = None;
        } else if self.frame.is_none() {
            let on_frame = on_frame.clone();
            self.frame = Some(request_animation_frame(move |at_ms| on_frame.emit(at_ms)));
        }
    }

    /// A frame was drawn: how many whole milliseconds of virtual time have passed since the one before.
    pub fn frame(&mut self, at_ms: f64, speed_percent: u32) -> u64 {
        self.frame = None;
        let elapsed_ms =
            self.last_ms.map_or(0.0, |last_ms| (at_ms - last_ms).clamp(0.0, FRAME_MS_MAX));
        self.last_ms = Some(at_ms);
        let virtual_ms = self.rest_ms + elapsed_ms * f64::from(speed_percent) / 100.0;
        self.rest_ms = virtual_ms.fract();
        whole_ms(virtual_ms)
    }
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
