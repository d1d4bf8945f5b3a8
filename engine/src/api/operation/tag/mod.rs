//! Operations on the tags of a table.

pub(crate) mod list_tags_of_resource;
pub(crate) mod tag_resource;
pub(crate) mod untag_resource;
