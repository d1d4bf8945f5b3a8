//! Exact percentages.

use crate::random::Random;

/// Millionths in one percent.
const MILLIONTHS_OF_PERCENT: u64 = 10_000;

/// A percentage from 0 % to 100 %, in millionths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Percentage {
    millionths: u64,
}

impl Percentage {
    /// 100 %.
    const ALL: Self = Self { millionths: 100 * MILLIONTHS_OF_PERCENT };

    /// Reads a number of percent with up to four decimal places and the sign, as in `0.5%`. `None` if the text is something else.
    pub fn parse(text: &str) -> Option<Self> {
        let (whole, fraction) = match text.strip_suffix('%')?.split_once('.') {
            Some((whole, fraction)) => (whole, fraction),
            None => (text.strip_suffix('%')?, "0"),
        };
        let is_number =
            |digits: &str| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(whole) || !is_number(fraction) || whole.len() > 3 || fraction.len() > 4 {
            return None;
        }
        let digits: u64 = format!("{whole}{fraction:0<4}").parse().ok()?;
        Some(Self { millionths: digits })
            .filter(|percentage| percentage.millionths <= Self::ALL.millionths)
    }

    /// How many millionths it is.
    pub(super) fn millionths(self) -> u64 {
        self.millionths
    }

    /// Returns `true` with this probability.
    pub fn draw(self, random: &mut Random) -> bool {
        random.below(Self::ALL.millionths) < self.millionths
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn percentages_are_read_exactly() {
        let millionths = |text| Percentage::parse(text).map(|percentage| percentage.millionths);
        assert_eq!(millionths("5%"), Some(50_000));
        assert_eq!(millionths("0.5%"), Some(5_000));
        assert_eq!(millionths("0.0001%"), Some(1));
        assert_eq!(millionths("0%"), Some(0));
        assert_eq!(millionths("100%"), Some(1_000_000));
        for wrong in ["", "5", "%", "101%", "100.0001%", "-1%", "0.00001%", "1.%", ".5%", "1e1%"] {
            assert_eq!(millionths(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn a_percentage_is_drawn_as_often_as_it_says() {
        let mut random = Random::new(8);
        let percentage = Percentage::parse("5%").expect("it is a percentage");
        let count = (0..100_000).filter(|_| percentage.draw(&mut random)).count();
        assert!((4_800..5_200).contains(&count), "{count}");
        assert!((0..1_000).all(|_| Percentage::ALL.draw(&mut random)));
    }
}
