//! What the parts of the form share: the design, and callbacks that change it.

use playground::view::design::{
    DesignCheck, DesignInterest, DesignPlace, IndexDesign, TableDesign, TableSettings,
};
use playground::view::draft::FaultView;
use yew::prelude::*;

use crate::panel::design::state::Action;
use crate::panel::part::fault::fault;

#[derive(Debug, Clone, Copy)]
pub(super) struct Form<'p> {
    pub(super) interest: &'p DesignInterest,
    pub(super) design: &'p TableDesign,
    pub(super) check: &'p DesignCheck,
    pub(super) focus: DesignPlace,
    pub(super) send: &'p Callback<Action>,
}

/// What an input of type `T` does to the design.
type Change<T> = Box<dyn Fn(&mut TableDesign, T)>;

impl Form<'_> {
    /// A callback that changes the design with what was typed or chosen.
    pub(super) fn change<T: 'static>(
        &self,
        change: impl Fn(&mut TableDesign, T) + 'static,
    ) -> Callback<T> {
        self.change_by(Box::new(change))
    }

    /// Apart from `change`, so that there is a copy for each type of input and not for each change.
    fn change_by<T: 'static>(&self, change: Change<T>) -> Callback<T> {
        let design = TableDesign::clone(self.design);
        self.send.reform(move |input| {
            let mut design = design.clone();
            change(&mut design, input);
            Action::Type(design)
        })
    }

    /// A callback that changes the settings with what was typed or chosen.
    pub(super) fn set<T: 'static>(
        &self,
        change: impl Fn(&mut TableSettings, T) + 'static,
    ) -> Callback<T> {
        self.change(move |design, input| change(design.settings.get_or_insert_default(), input))
    }

    /// The settings as they are filled in.
    pub(super) fn settings(&self) -> TableSettings {
        self.design.settings.as_deref().cloned().unwrap_or_default()
    }

    /// The rejection, if it is about this part of the form.
    pub(super) fn rejection(&self, place: DesignPlace) -> Option<&FaultView> {
        // No name is reported as missing before all fields have been filled in.
        let filled_in = self.design.is_filled_in();
        let is_here = filled_in && self.check.place == place;
        self.check.fault.as_deref().filter(|_| is_here)
    }

    pub(super) fn fault(&self, place: DesignPlace) -> Html {
        let rejected = self.rejection(place);
        rejected.map(|rejected| fault(rejected, Some("design-fault"))).unwrap_or_default()
    }
}

/// Which of the two lists an index is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Scope {
    Local,
    Global,
}

impl Scope {
    pub(super) fn list(self, design: &mut TableDesign) -> &mut Vec<IndexDesign> {
        match self {
            Self::Local => &mut design.local_indexes,
            Self::Global => &mut design.global_indexes,
        }
    }

    pub(super) const fn place(self, position: usize) -> DesignPlace {
        match self {
            Self::Local => DesignPlace::Local(position),
            Self::Global => DesignPlace::Global(position),
        }
    }
}
