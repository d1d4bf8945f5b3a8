//! A sandbox as a picture, and back: SVG and PNG files that contain the link of what they show.

pub mod draw;
mod grid;
pub mod html;
pub mod png;
pub mod qr;
mod svg;

use std::fmt::Write;

use crate::link::address::{begins_as_link, fragment_of};

/// The kind of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// Sharp at any size.
    Svg,
    /// For programs that show no SVG.
    Png,
}

impl Format {
    /// How the name of a file ends.
    pub const fn end(self) -> &'static str {
        match self {
            Self::Svg => ".svg",
            Self::Png => ".png",
        }
    }
}

/// The most bytes of a file that is looked at for a link. Model: more than a picture of this page has.
pub const FILE_SIZE_MAX: u64 = 8 * 1024 * 1024;

/// The name of the part of a file that contains the link.
const LINK_NAME: &str = "sparsebox";

/// The part after `#` of the link that a picture contains; `None` if it contains none.
pub fn fragment_in(file: &[u8]) -> Option<String> {
    let link = match png::is_png(file) {
        true => png::link_in(file)?,
        false => svg::link_in(std::str::from_utf8(file).ok()?)?,
    };
    fragment_of(&link).filter(|fragment| begins_as_link(fragment)).map(str::to_owned)
}

/// A picture as an address, which a page can show without a file.
pub fn data_address(svg: &str) -> String {
    let mut address = "data:image/svg+xml,".to_owned();
    for byte in svg.bytes() {
        match byte {
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b' ' | b'/' | b':' | b'=' | b'-' | b'.' => {
                address.push(char::from(byte));
            }
            byte => write!(address, "%{byte:02X}").expect("a String takes any text"),
        }
    }
    address
}
