//! A small picture of what changes over a time: a level above, and marks at heights below it. It is decoration: the words beside it say
//! the same.

use yew::prelude::*;

use crate::component::chart::Path;

/// The heights of the two parts in units of the picture, and the gap between them.
const LEVEL_HEIGHT: u64 = 40;
const MARK_HEIGHT: u64 = 50;
const GAP: u64 = 8;

/// The width of a moment in the same units.
const MOMENT: u64 = 4;

/// The height of a mark.
const MARK: u64 = 3;

/// A picture of as many moments as there are levels and marks.
#[derive(Debug)]
pub struct Shape<'s> {
    /// In hundredths of the height.
    pub levels: &'s [u8],
    /// A dashed line above the levels, in hundredths of the height.
    pub limit: Option<u8>,
    /// In hundredths of the height, in a part of their own; `None` marks all heights.
    pub marks: &'s [Option<u8>],
}

impl Shape<'_> {
    pub fn draw(&self) -> Html {
        let (mut level, mut marks) = (Path::default(), Path::default());
        level.go('M', [0, LEVEL_HEIGHT]);
        for percent in self.levels {
            let up = u64::from(*percent) * LEVEL_HEIGHT / 100;
            level.go('V', [LEVEL_HEIGHT.saturating_sub(up)]).go('h', [MOMENT]);
        }
        level.go('V', [LEVEL_HEIGHT]).go('z', []);
        let top = LEVEL_HEIGHT + GAP;
        for (moment, mark) in (0..).zip(self.marks) {
            let left = moment * MOMENT;
            let (y, width, height) = match mark {
                Some(percent) => {
                    (top + u64::from(*percent) * (MARK_HEIGHT - MARK) / 100, MOMENT - 1, MARK)
                }
                None => (top, 1, MARK_HEIGHT),
            };
            marks.go('M', [left, y]).go('h', [width]).go('v', [height]).go('H', [left]).go('z', []);
        }
        let mut limit = Path::default();
        let width = self.levels.len() as u64 * MOMENT;
        if let Some(percent) = self.limit {
            let up = u64::from(percent) * LEVEL_HEIGHT / 100;
            limit.go('M', [0, LEVEL_HEIGHT.saturating_sub(up)]).go('h', [width]);
        }
        let height = if self.marks.is_empty() { LEVEL_HEIGHT } else { top + MARK_HEIGHT };
        let view_box = format!("0 0 {width} {height}");
        html! {
            <svg class="shape" viewBox={view_box} preserveAspectRatio="none" aria-hidden="true">
                <path d={level.0} fill="var(--tint)" stroke="var(--accent)" vector-effect="non-scaling-stroke" />
                <path d={limit.0} fill="none" stroke="var(--ink)" stroke-dasharray="5 3" vector-effect="non-scaling-stroke" />
                <path d={marks.0} fill="var(--accent)" />
            </svg>
        }
    }
}
