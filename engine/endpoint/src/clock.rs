//! The time of the database: that of the machine's clock, which never goes back and does not leap far ahead at once.

/// How far ahead the clock may leap and be followed at once, in milliseconds: in one leap, or in several with less time than
/// that between them. Model: more than a clock is corrected by.
const LEAP_MS_MAX: u64 = 60 * 60 * 1_000;

/// How long a clock must stay further ahead before it is followed, in milliseconds. Model: a machine that was asleep stays
/// ahead; a clock that was set by mistake is set back before long.
const PATIENCE_MS: u64 = 60 * 1_000;

/// How far behind the clock may be without a word, in milliseconds. Model: a clock that is corrected.
const LAG_MS_MAX: u64 = 1_000;

/// The end of the year 9999, in milliseconds since 1970-01-01. HTTP has no date from there on.
/// Source: <https://www.rfc-editor.org/rfc/rfc9110#section-5.6.7>
const DATES_END_MS: u64 = 253_402_300_800_000;

/// A moment, by two clocks of the machine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Moment {
    /// Milliseconds since 1970-01-01, UTC: what the clock of the machine says. 0 if it says a time before.
    pub(crate) unix_ms: u64,
    /// Milliseconds of a clock that no one sets, from any beginning.
    pub(crate) steady_ms: u64,
}

/// What the clock of the machine is to the time of the database.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Relation {
    /// They agree.
    Agree,
    /// The clock was set back: the time goes on ahead of it.
    Behind,
    /// The clock leapt ahead at this moment of the steady clock, and is not followed yet.
    Ahead { since: u64 },
}

/// The time of the database.
#[derive(Debug)]
pub(crate) struct Clock {
    /// The time at the last moment, and that moment. Before the first one, the time that the data have.
    time_ms: u64,
    steady_ms: Option<u64>,
    /// Milliseconds by which leaps were followed at once, less the time that has passed since.
    leapt_ms: u64,
    relation: Relation,
    /// What is to be said of the clock of the machine, a sentence.
    notice: Option<String>,
}

impl Clock {
    /// A clock for a database that has this time.
    pub(crate) fn start(time_ms: u64) -> Self {
        Self { time_ms, steady_ms: None, leapt_ms: 0, relation: Relation::Agree, notice: None }
    }

    /// The time at a moment, and not earlier than at the moment before.
    pub(crate) fn unix_ms(&mut self, moment: Moment) -> u64 {
        let Moment { unix_ms, steady_ms } = moment;
        // The endpoint did not run before the first moment, so any time may have passed.
        let Some(before) = self.steady_ms.replace(steady_ms) else {
            self.relation =
                if unix_ms < self.time_ms { self.lag(unix_ms) } else { Relation::Agree };
            self.time_ms = self.time_ms.max(unix_ms);
            return self.time_ms;
        };
        // The time if no one had set the clock.
        let elapsed = steady_ms.saturating_sub(before);
        let passed = self.time_ms.saturating_add(elapsed);
        let leap = unix_ms.saturating_sub(passed);
        self.leapt_ms = self.leapt_ms.saturating_sub(elapsed);
        if leap.saturating_add(self.leapt_ms) > LEAP_MS_MAX {
            self.leap(leap, steady_ms);
        } else if unix_ms.saturating_add(LAG_MS_MAX) < passed {
            self.relation = self.lag(unix_ms);
        } else {
            self.leapt_ms += leap;
            self.relation = Relation::Agree;
        }
        self.time_ms = match self.relation {
            Relation::Agree => self.time_ms.max(unix_ms),
            Relation::Behind | Relation::Ahead { .. } => passed,
        };
        self.time_ms
    }

    /// Takes out what is to be said since the last time.
    pub(crate) fn take_notice(&mut self) -> Option<String> {
        self.notice.take()
    }

    /// The clock is far ahead: it is followed if it stays so.
    fn leap(&mut self, leap_ms: u64, steady_ms: u64) {
        let seconds = leap_ms / 1_000;
        self.relation = match self.relation {
            Relation::Ahead { since } if steady_ms.saturating_sub(since) >= PATIENCE_MS => {
                self.notice = Some(format!("The time follows the clock, {seconds} s ahead."));
                self.leapt_ms = 0;
                Relation::Agree
            }
            Relation::Ahead { since } => Relation::Ahead { since },
            Relation::Agree | Relation::Behind => {
                self.notice = Some(format!(
                    "The clock is {seconds} s ahead of the time that has passed. It is followed if it stays so for {} s.",
                    PATIENCE_MS / 1_000
                ));
                Relation::Ahead { since: steady_ms }
            }
        };
    }

    /// The clock is behind: the time goes on without it.
    fn lag(&mut self, unix_ms: u64) -> Relation {
        if self.relation != Relation::Behind {
            let seconds = self.time_ms.saturating_sub(unix_ms) / 1_000;
            self.notice = Some(format!(
                "The clock is {seconds} s behind the time of the database, which goes on and does not go back."
            ));
        }
        Relation::Behind
    }
}

impl Moment {
    /// Why no reply can be dated, a sentence: the clock is wrong by far.
    pub(crate) fn date_fault(self) -> Option<&'static str> {
        match self.unix_ms {
            0 => Some(
                "The clock says a time before 1970, which no reply can have as its date: no request is answered until it is set.",
            ),
            1..DATES_END_MS => None,
            _ => Some(
                "The clock says a time after the year 9999, which no reply can have as its date: no request is answered until it is set.",
            ),
        }
    }

    #[expect(clippy::disallowed_types, reason = "the endpoint is the rim: it brings the time")]
    pub(crate) fn now() -> Self {
        use std::sync::OnceLock;
        use std::time::{Duration, Instant, SystemTime};
        static START: OnceLock<Instant> = OnceLock::new();
        let ms = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Self {
            unix_ms: ms(SystemTime::UNIX_EPOCH.elapsed().unwrap_or_default()),
            steady_ms: ms(START.get_or_init(Instant::now).elapsed()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: u64 = 60 * 60 * 1_000;

    /// The times at moments, of which each has the clock's time and the time that has passed since the first.
    fn times(moments: &[(u64, u64)]) -> Vec<u64> {
        let mut clock = Clock::start(0);
        let moment = |&(unix_ms, steady_ms): &(u64, u64)| Moment { unix_ms, steady_ms };
        moments.iter().map(|it| clock.unix_ms(moment(it))).collect()
    }

    #[test]
    fn the_time_is_that_of_the_clock() {
        assert_eq!(times(&[(5_000, 0), (5_010, 9), (5_010, 10)]), [5_000, 5_010, 5_010]);
        // A clock that is corrected is followed.
        assert_eq!(times(&[(HOUR, 0), (HOUR + 30_000, 10)]), [HOUR, HOUR + 30_000]);
        assert_eq!(times(&[(HOUR, 0), (HOUR - 500, 10)]), [HOUR, HOUR]);
    }

    #[test]
    fn the_time_goes_on_when_the_clock_is_set_back() {
        let day = 24 * HOUR;
        let set_back = [(day, 0), (day - HOUR + 10, 10), (day - HOUR + 5_000, 5_000)];
        assert_eq!(times(&set_back), [day, day + 10, day + 5_000]);
        // It follows the clock again when the clock has caught up.
        let caught_up = [(day, 0), (day - HOUR, 10), (day + 20, 20), (day + 40, 30)];
        assert_eq!(times(&caught_up), [day, day + 10, day + 20, day + 40]);
    }

    #[test]
    fn a_leap_far_ahead_is_followed_only_if_it_stays() {
        let leap = 40 * 24 * HOUR;
        let once = [(HOUR, 0), (HOUR + leap, 10), (HOUR + 20, 20)];
        assert_eq!(times(&once), [HOUR, HOUR + 10, HOUR + 20]);
        let stays = [(HOUR, 0), (HOUR + leap, 10), (HOUR + leap + PATIENCE_MS, 10 + PATIENCE_MS)];
        assert_eq!(times(&stays), [HOUR, HOUR + 10, HOUR + leap + PATIENCE_MS]);
    }

    #[test]
    fn many_leaps_are_followed_as_far_as_one() {
        let minutes = HOUR / 60;
        let leaps: Vec<_> = (0..30).map(|count| (HOUR + count * 58 * minutes, count)).collect();
        assert_eq!(times(&leaps).last(), Some(&(2 * HOUR - 2 * minutes + 28)));
        // After an hour it may leap again.
        let day = 24 * HOUR;
        let later =
            [(day, 0), (day + HOUR, 1), (day + 2 * HOUR, HOUR + 1), (day + 3 * HOUR, HOUR + 2)];
        assert_eq!(times(&later), [day, day + HOUR, day + 2 * HOUR, day + 3 * HOUR]);
    }

    #[test]
    fn what_is_wrong_with_the_clock_is_said_once() {
        let mut clock = Clock::start(0);
        let notices = [
            (10 * HOUR, 0, ""),
            (9 * HOUR, 10, "The clock is 3600 s behind the time of the database"),
            (9 * HOUR + 10, 20, ""),
            (10 * HOUR + 30, 30, ""),
            (20 * HOUR, 40, "The clock is 35999 s ahead of the time that has passed."),
            (20 * HOUR, 50, ""),
            (20 * HOUR, 40 + PATIENCE_MS, "The time follows the clock"),
        ];
        for (unix_ms, steady_ms, expected) in notices {
            clock.unix_ms(Moment { unix_ms, steady_ms });
            let notice = clock.take_notice().unwrap_or_default();
            assert!(
                notice.starts_with(expected) && notice.is_empty() == expected.is_empty(),
                "{notice}"
            );
        }
    }

    #[test]
    fn a_time_without_a_date_is_a_fault() {
        let fault = |unix_ms| Moment { unix_ms, steady_ms: 0 }.date_fault();
        assert!(fault(0).is_some_and(|it| it.contains("before 1970")));
        assert_eq!([fault(1), fault(DATES_END_MS - 1)], [None, None]);
        for unix_ms in [DATES_END_MS, u64::MAX] {
            assert!(fault(unix_ms).is_some_and(|it| it.contains("after the year 9999")));
        }
        assert_eq!(Moment::now().date_fault(), None);
    }

    #[test]
    fn a_database_from_the_future_keeps_its_time() {
        let mut clock = Clock::start(2 * HOUR);
        assert_eq!(clock.unix_ms(Moment { unix_ms: HOUR, steady_ms: 0 }), 2 * HOUR);
        assert_eq!(clock.unix_ms(Moment { unix_ms: HOUR + 9, steady_ms: 9 }), 2 * HOUR + 9);
        let mut clock = Clock::start(HOUR);
        assert_eq!(clock.unix_ms(Moment { unix_ms: 900 * HOUR, steady_ms: 0 }), 900 * HOUR);
    }
}
