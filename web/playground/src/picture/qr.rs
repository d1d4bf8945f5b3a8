//! A text as a QR code.

use std::fmt::Write;

use qrcode::{Color, EcLevel};

/// Modules of light around a code, without which it cannot be scanned. Source: ISO/IEC 18004:2015, 6.3.8.
const MARGIN: usize = 4;

/// A code: dark modules as a path of SVG, in a square with light around them.
#[derive(Debug, PartialEq)]
pub struct QrCode {
    pub view_box: String,
    pub path: String,
}

impl QrCode {
    /// `None` if no code has room for the text.
    pub fn of(text: &str) -> Option<Self> {
        // What is on a screen is not dirty: a lower level means larger modules.
        let code = qrcode::QrCode::with_error_correction_level(text, EcLevel::L).ok()?;
        let width = code.width();
        let colors = code.to_colors();
        let mut path = String::new();
        for (y, row) in colors.chunks(width).enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|one, next| one == next) {
                if run[0] == Color::Dark {
                    let width = run.len();
                    write!(path, "M{x} {y}h{width}v1h-{width}z").expect("a string grows");
                }
                x += run.len();
            }
        }
        let size = width + 2 * MARGIN;
        Some(Self { view_box: format!("-{MARGIN} -{MARGIN} {size} {size}"), path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_begins_with_the_upper_edge_of_its_first_corner() {
        let code = QrCode::of("https://sparsebox.example/").expect("it is short");
        assert_eq!(code.view_box, "-4 -4 33 33", "version 2");
        assert!(code.path.starts_with("M0 0h7v1h-7z"), "{}", code.path);
    }

    #[test]
    fn a_text_of_2953_bytes_has_a_code_and_a_longer_one_has_none() {
        let code = QrCode::of(&"a".repeat(2_953)).expect("it fits");
        assert_eq!(code.view_box, "-4 -4 185 185");
        assert_eq!(QrCode::of(&"a".repeat(2_954)), None);
    }
}
