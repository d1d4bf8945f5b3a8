//! The colours of indexes can be read on every background of the page, and told apart by people with any kind of colour blindness.

const TOKENS: &str = include_str!("../../static/style/tokens.css");

const INDEXES: [&str; 6] = ["violet", "teal", "orange", "pink", "blue", "green"];

/// The grounds on which the colours are text.
const BACKGROUNDS: [&str; 5] = ["bg", "surface", "raised", "tint", "pending"];

/// The least contrast of text. Source: <https://www.w3.org/TR/WCAG22/#contrast-minimum>.
const CONTRAST_MIN: f64 = 4.5;

/// The least distance of two colours, in OKLab, for any eye. Two colours that are 0.02 apart are just different.
const DISTANCE_MIN: f64 = 0.1;

/// What people see who lack one kind of cone, as matrices on linear RGB: nobody, protanopia, deuteranopia, tritanopia.
/// Source: Machado, Oliveira and Fernandes 2009, severity 1.0.
const EYES: [[[f64; 3]; 3]; 4] = [
    [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]],
    [
        [0.152_286, 1.052_583, -0.204_868],
        [0.114_503, 0.786_281, 0.099_216],
        [-0.003_882, -0.048_116, 1.051_998],
    ],
    [
        [0.367_322, 0.860_646, -0.227_968],
        [0.280_085, 0.672_501, 0.047_413],
        [-0.011_820, 0.042_940, 0.968_881],
    ],
    [
        [1.255_528, -0.076_749, -0.178_779],
        [-0.078_411, 0.930_809, 0.147_602],
        [0.004_733, 0.691_367, 0.303_900],
    ],
];

type Rgb = [f64; 3];

/// A colour of the style sheet in linear RGB, in the light theme or in the dark one.
fn token(name: &str, is_dark: bool) -> Rgb {
    let start = format!("--{name}: light-dark(");
    let (_, rest) = TOKENS.split_once(&start).unwrap_or_else(|| panic!("no token {name}"));
    let (pair, _) = rest.split_once(')').expect("the token ends");
    let (light, dark) = pair.split_once(", ").expect("the token has two colours");
    let hex = if is_dark { dark } else { light }.trim_start_matches('#');
    let width = hex.len() / 3;
    [0, 1, 2].map(|channel| {
        let digits = hex[channel * width..][..width].repeat(2 / width);
        let part = f64::from(u8::from_str_radix(&digits, 16).expect("two digits")) / 255.0;
        if part <= 0.040_45 { part / 12.92 } else { ((part + 0.055) / 1.055).powf(2.4) }
    })
}

fn contrast(one: Rgb, other: Rgb) -> f64 {
    let luminance = |[r, g, b]: Rgb| 0.2126 * r + 0.7152 * g + 0.0722 * b;
    let (one, other) = (luminance(one) + 0.05, luminance(other) + 0.05);
    (one / other).max(other / one)
}

fn times(matrix: [[f64; 3]; 3], [x, y, z]: [f64; 3]) -> [f64; 3] {
    matrix.map(|[a, b, c]| a * x + b * y + c * z)
}

/// Source: <https://bottosson.github.io/posts/oklab/>.
fn oklab(colour: Rgb) -> [f64; 3] {
    let cones = [
        [0.412_221_470_8, 0.536_332_536_3, 0.051_445_992_9],
        [0.211_903_498_2, 0.680_699_545_1, 0.107_396_956_6],
        [0.088_302_461_9, 0.281_718_837_6, 0.629_978_700_5],
    ];
    let lab = [
        [0.210_454_255_3, 0.793_617_785_0, -0.004_072_046_8],
        [1.977_998_495_1, -2.428_592_205_0, 0.450_593_709_9],
        [0.025_904_037_1, 0.782_771_766_2, -0.808_675_766_0],
    ];
    times(lab, times(cones, colour).map(f64::cbrt))
}

fn distance(one: Rgb, other: Rgb, eye: [[f64; 3]; 3]) -> f64 {
    let seen = |colour| oklab(times(eye, colour).map(|part| part.clamp(0.0, 1.0)));
    let (one, other) = (seen(one), seen(other));
    one.iter().zip(other).map(|(one, other)| (one - other).powi(2)).sum::<f64>().sqrt()
}

#[test]
fn names_of_indexes_can_be_read_on_every_background() {
    for is_dark in [false, true] {
        for name in INDEXES {
            for background in BACKGROUNDS {
                let index = token(&format!("index-{name}"), is_dark);
                let contrast = contrast(index, token(background, is_dark));
                assert!(contrast >= CONTRAST_MIN, "{name} on {background}: {contrast:.2}");
            }
        }
    }
}

#[test]
fn every_eye_can_tell_the_indexes_apart() {
    for is_dark in [false, true] {
        for (position, name) in INDEXES.iter().enumerate() {
            for other in &INDEXES[..position] {
                for eye in EYES {
                    let pair = [name, other].map(|name| token(&format!("index-{name}"), is_dark));
                    let distance = distance(pair[0], pair[1], eye);
                    assert!(distance >= DISTANCE_MIN, "{name} and {other}: {distance:.3}");
                }
            }
        }
    }
}
