//! The settings of the page that are kept between visits, as `name=value` words. A word that cannot be read does not change its setting.

use crate::app::state::AppState;
use crate::panel::setting::{Edge, Edges, Guide, Speed, Theme};

impl AppState {
    /// The preferences as text.
    pub fn preferences(&self) -> String {
        let [first, second] = self.page.edges.places();
        format!(
            "theme={} speed={} playing={} letters={} newcomer={} guide={} edges={first},{second}",
            self.page.theme.id(),
            self.page.speed.percent(),
            self.page.playing,
            self.page.letter_keys,
            self.page.newcomer,
            self.page.guide.id(),
        )
    }

    /// Takes over preferences from text.
    pub fn read_preferences(&mut self, text: &str) {
        for word in text.split(' ') {
            let Some((name, value)) = word.split_once('=') else { continue };
            match name {
                "theme" => {
                    let theme = Theme::ALL.into_iter().find(|theme| theme.id() == value);
                    read(&mut self.page.theme, theme);
                }
                "speed" => read(&mut self.page.speed, speed(value)),
                "playing" => read(&mut self.page.playing, value.parse().ok()),
                "letters" => read(&mut self.page.letter_keys, value.parse().ok()),
                "newcomer" => {
                    read(&mut self.page.newcomer, value.parse().ok());
                    // Preferences of earlier versions have no guide.
                    let is_over = !self.page.newcomer;
                    read(&mut self.page.guide, is_over.then_some(Guide::Done));
                }
                "guide" => {
                    let guide = Guide::ALL.into_iter().find(|guide| guide.id() == value);
                    read(&mut self.page.guide, guide);
                }
                "edges" => read(&mut self.page.edges, edges(value)),
                _ => {}
            }
        }
    }
}

fn read<T>(place: &mut T, value: Option<T>) {
    if let Some(value) = value {
        *place = value;
    }
}

fn speed(value: &str) -> Option<Speed> {
    let percent: u32 = value.parse().ok()?;
    Speed::ALL.into_iter().find(|speed| speed.percent() == percent)
}

/// The first edge has precedence over the second, and the zones beside them have precedence over both.
fn edges(value: &str) -> Option<Edges> {
    let (first, second) = value.split_once(',')?;
    let widest = Edges::DEFAULT.moved(Edge::Indexes, 1000);
    let moved = widest.moved(Edge::Table, first.parse().ok()?);
    Some(moved.moved(Edge::Indexes, second.parse().ok()?))
}
