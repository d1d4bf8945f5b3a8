//! Actions on the design of a table.

use std::rc::Rc;

use crate::app::state::action::{DesignAction, Effect, Focus};
use crate::app::state::{AppState, ask};
use playground::sandbox::command::Command;
use playground::view::DesignInterest;
use playground::view::design::{KeyDesign, KeyKind, TableDesign};

impl AppState {
    pub(super) fn update_design(&mut self, action: DesignAction) -> Vec<Effect> {
        match action {
            DesignAction::Open(design) => {
                self.design_opener = self.menu.take();
                self.design = Some(match design {
                    Some(design) => DesignInterest {
                        rebuilds: Some(design.name.as_str().into()),
                        design: Rc::unwrap_or_clone(design),
                    },
                    None => DesignInterest { rebuilds: None, design: new_design() },
                });
            }
            DesignAction::Type(mut design) => {
                // A local index has the partition key of its table, also while that is being typed.
                for index in &mut design.local_indexes {
                    index.partition_keys = vec![design.partition_key.clone()];
                }
                if let Some(interest) = &mut self.design {
                    interest.design = design;
                }
            }
            DesignAction::Commit => return self.commit_design(),
            DesignAction::Close => {
                self.design = None;
                // The browser gives the focus back, but not to a menu that is closed.
                let opener = self.design_opener.take();
                return opener.map(|menu| Effect::Focus(Focus::Menu(menu))).into_iter().collect();
            }
        }
        Vec::new()
    }

    fn commit_design(&self) -> Vec<Effect> {
        let Some(DesignInterest { rebuilds, design }) = &self.design else { return Vec::new() };
        let design = design.clone();
        vec![ask(match rebuilds {
            Some(table) => Command::RebuildTable { table: table.as_ref().to_owned(), design },
            None => Command::CreateTable(design),
        })]
    }
}

/// A form without a name: the first thing to type.
fn new_design() -> TableDesign {
    TableDesign {
        name: String::new(),
        partition_key: KeyDesign { name: String::new(), kind: KeyKind::S },
        sort_key: None,
        local_indexes: Vec::new(),
        global_indexes: Vec::new(),
    }
}
