//! Parts of a page that know nothing of Sparsebox: they lay out what they are given.

pub mod add_button;
pub mod chart;
pub mod choice_row;
pub mod curve;
pub mod dialog;
pub mod file_editor;
pub mod grid;
pub mod icon;
pub mod json_editor;
pub mod menu;
pub mod number_field;
pub mod qr_code;
pub mod select;
pub mod selected_text;
pub mod separator;
pub mod shape;
pub mod spotlight;
pub mod style;
pub mod suggest_field;
pub mod text_field;
pub mod toggle;
pub mod unit_bar;
pub mod visible_text;
pub mod window;
