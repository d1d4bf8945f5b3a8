//! The parts of the program that are loaded when they are used.
//!
//! With the feature `split`, `cargo xtask hook post-build` puts each function of `split` into a file of its own, with all code and
//! data that nothing else uses. Data that two of them use stays in the first part, so the words of all later parts are a file of
//! their own. Without the feature they are functions like others.

use futures::future::try_join;
use playground::lesson::read::ReadLesson;
use yew::prelude::*;

use crate::app::any_panel::{AnyPanel, PanelAction};
use crate::app::registry::Part;
use crate::panel::id::PanelId;

/// The panels of a part, which were started.
pub(super) type Arrived = Vec<(PanelId, Box<dyn AnyPanel>)>;

/// A file could not be loaded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Missing;

/// Loads a part, and starts its panels. Their actions are sent to `send`.
pub(super) async fn load(part: Part, send: Callback<PanelAction>) -> Result<Arrived, Missing> {
    let panels = async {
        match part {
            Part::First => Ok(Vec::new()),
            Part::Forms => split::forms(send).await,
            Part::Load => split::load(send).await,
            Part::Design => split::design(send).await,
            Part::Learn => split::learn(send).await,
            Part::Share => split::share(send).await,
            Part::Sql => split::sql(send).await,
        }
    };
    try_join(split::words(), panels).await.map(|((), panels)| panels)
}

/// Reads both files of a lesson.
pub(super) async fn read_lesson(
    lesson: String,
    words: Option<String>,
) -> Result<ReadLesson, Missing> {
    try_join(split::words(), split::lesson(lesson, words)).await.map(|((), lesson)| lesson)
}

#[cfg_attr(
    feature = "split",
    allow(unsafe_code, reason = "the macro names both sides of the split for the linker")
)]
mod split {
    use playground::lesson::read::ReadLesson;
    use playground::message;
    use yew::prelude::*;

    use crate::app::any_panel::PanelAction;
    use crate::app::later::{Arrived, Missing};
    use crate::app::registry::{Part, Started, of_part};

    #[cfg(feature = "split")]
    impl From<wasm_split_helpers::SplitLoaderError> for Missing {
        fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
            Self
        }
    }

    /// Starts panels. Only a split function has the list of those of its part.
    fn started(panels: &[Started], send: &Callback<PanelAction>) -> Arrived {
        panels.iter().flatten().map(|(id, mount)| (*id, mount(send))).collect()
    }

    /// A function of a part.
    macro_rules! part {
        ($part:ident, fn $name:ident($($argument:ident: $type:ty),*) -> $result:ty $body:block) => {
            #[cfg(feature = "split")]
            #[wasm_split_helpers::wasm_split($part, fallible)]
            pub(super) fn $name($($argument: $type),*) -> Result<$result, Missing> {
                Ok($body)
            }

            #[cfg(not(feature = "split"))]
            pub(super) async fn $name($($argument: $type),*) -> Result<$result, Missing> {
                Ok($body)
            }
        };
    }

    /// The function that starts the panels of a part.
    macro_rules! panels {
        ($name:ident, $part:expr) => {
            part!(
                $name,
                fn $name(send: Callback<PanelAction>) -> Arrived {
                    const PANELS: &[Started] = &of_part($part);
                    started(PANELS, &send)
                }
            );
        };
    }

    panels!(forms, Part::Forms);
    panels!(load, Part::Load);
    panels!(design, Part::Design);
    panels!(learn, Part::Learn);
    panels!(share, Part::Share);
    panels!(sql, Part::Sql);

    part!(
        words,
        fn words() -> () {
            message::add_later();
        }
    );

    part!(
        learn,
        fn lesson(lesson: String, words: Option<String>) -> ReadLesson {
            ReadLesson::of(&lesson, words.as_deref())
        }
    );
}
