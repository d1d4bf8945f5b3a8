//! An edit as the page holds it, before the session turns it into one real operation.

use std::rc::Rc;

use serde::{Deserialize, Serialize};

/// Which item of a table: its primary key as canonical DynamoDB JSON.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct ItemId(pub Rc<str>);

/// Items that are edited together at most. Model: what is tried on a copy at each keystroke stays within a frame or two.
pub const ITEMS_TOGETHER_MAX: usize = 1_000;

/// One edit of one table. It becomes one request, or one for each of several items.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Edit {
    /// `UpdateItem`, `SET attribute = value`.
    Set {
        item: ItemId,
        /// A top-level attribute.
        attribute: String,
        value: ValueText,
    },
    /// `UpdateItem`, `REMOVE attribute`.
    Remove {
        item: ItemId,
        /// A top-level attribute.
        attribute: String,
    },
    /// `PutItem` over the item, whose key the text must keep.
    Replace {
        item: ItemId,
        /// All of its attributes.
        text: ItemText,
    },
    /// `PutItem`, on the condition that no item has the key.
    Put {
        /// All of its attributes.
        text: ItemText,
    },
    /// `PutItem`, on the condition that no item has the key, put together field by field.
    Compose {
        /// The item whose other attributes the new one takes over, as "duplicate" does.
        copy_of: Option<ItemId>,
        /// The attributes typed, keys first. They go before those taken over.
        fields: Vec<Field>,
    },
    /// `DeleteItem`.
    Delete { item: ItemId },
    /// `UpdateItem`, `SET attribute = value`, for each of several items.
    SetAll {
        items: Vec<ItemId>,
        /// A top-level attribute.
        attribute: String,
        value: ValueText,
    },
    /// `DeleteItem` for each of several items.
    DeleteAll { items: Vec<ItemId> },
}

impl Edit {
    /// Replaces an item with JSON, which at first is what is stored.
    pub fn json_of(item: ItemId) -> Self {
        Self::Replace { item, text: ItemText { form: JsonForm::Plain, text: String::new() } }
    }

    /// The item that it is about, if that is stored already.
    pub const fn item(&self) -> Option<&ItemId> {
        match self {
            Self::Set { item, .. }
            | Self::Remove { item, .. }
            | Self::Replace { item, .. }
            | Self::Delete { item } => Some(item),
            Self::Compose { copy_of, .. } => copy_of.as_ref(),
            Self::Put { .. } | Self::SetAll { .. } | Self::DeleteAll { .. } => None,
        }
    }

    /// Whether it changes a stored item, so that it is drawn in place of that item.
    pub const fn is_in_place(&self) -> bool {
        match self {
            Self::Set { .. } | Self::Remove { .. } | Self::Replace { .. } | Self::Delete { .. } => {
                true
            }
            Self::Put { .. }
            | Self::Compose { .. }
            | Self::SetAll { .. }
            | Self::DeleteAll { .. } => false,
        }
    }
}

/// A value as typed: S, N and B (base64) as they are, BOOL as `true` or `false`, NULL ignored,
/// the other types as JSON, DynamoDB's or plain.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ValueText {
    /// Its type.
    pub kind: ValueKind,
    /// The text of the cell.
    pub text: String,
}

/// An attribute as typed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Field {
    pub name: String,
    pub value: ValueText,
}

/// An item as typed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ItemText {
    pub form: JsonForm,
    /// A JSON object.
    pub text: String,
}

/// The two ways to write an item in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum JsonForm {
    /// With type tags: `{"Total":{"N":"40"}}`.
    DynamoDb,
    /// Without: `{"Total":40}`.
    Plain,
}

/// DynamoDB's ten types.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum ValueKind {
    #[default]
    S,
    N,
    B,
    Bool,
    Null,
    Ss,
    Ns,
    Bs,
    L,
    M,
}

impl ValueKind {
    /// The ten types, in the order of the selection.
    pub const ALL: [Self; 10] = [
        Self::S,
        Self::N,
        Self::Bool,
        Self::Null,
        Self::B,
        Self::Ss,
        Self::Ns,
        Self::Bs,
        Self::L,
        Self::M,
    ];

    /// The types that a key may have.
    pub const KEYS: [Self; 3] = [Self::S, Self::N, Self::B];

    /// The type with this tag.
    pub fn from_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.tag() == tag)
    }

    /// DynamoDB's tag for the type.
    pub const fn tag(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
            Self::B => "B",
            Self::Bool => "BOOL",
            Self::Null => "NULL",
            Self::Ss => "SS",
            Self::Ns => "NS",
            Self::Bs => "BS",
            Self::L => "L",
            Self::M => "M",
        }
    }
}
