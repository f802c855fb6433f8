//! What colours mean, and how they look.
//!
//! The shades are those of cividis (Nuñez, Anderton, Renslow, PLoS ONE 13, 2018), which readers see
//! alike with and without colour blindness, and which grow lighter in grey too; the mark is the
//! vermilion of Okabe and Ito's palette. What must be told apart differs in lightness as well.

/// What a colour means.
///
/// ```
/// use grundy::drawing::{Colours, Paint};
/// assert_eq!(Paint::Ink.hex(Colours::Colour), "#000000");
/// assert_eq!([Paint::Lost, Paint::Won].map(|paint| paint.hex(Colours::Black)), ["#000000", "#ffffff"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// The sheet.
    Paper,
    /// Lines and letters.
    Ink,
    /// Lines that say less.
    Faint,
    /// A cell of a board, or another place one may go to.
    Place,
    /// A part of the sheet that is pointed out.
    Band,
    /// A lost position.
    Lost,
    /// Letters on a lost position.
    OnLost,
    /// A won position.
    Won,
    /// A winning move.
    Mark,
    /// A value: 0 stands apart, from 1 to 255 the shades grow lighter.
    Shade(u8),
    /// Letters on a shade.
    OnShade(u8),
}

/// How a picture is coloured.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Colours {
    /// With colours.
    #[default]
    Colour,
    /// In shades of grey.
    Grey,
    /// In black and white only: of the shades 0 is black.
    Black,
}

const SCALE: [[u8; 3]; 10] = [
    [0x00, 0x22, 0x4e],
    [0x12, 0x35, 0x70],
    [0x3b, 0x49, 0x6c],
    [0x57, 0x5d, 0x6d],
    [0x70, 0x71, 0x73],
    [0x8a, 0x86, 0x78],
    [0xa5, 0x9c, 0x74],
    [0xc3, 0xb3, 0x69],
    [0xe1, 0xcc, 0x55],
    [0xfe, 0xe8, 0x38],
];

/// Red, green and blue of a shade.
fn on_scale(shade: u8) -> [u8; 3] {
    // Shade 1 is at a quarter of the scale, 255 at its end; between them 254 equal steps of 3/4.
    let steps = SCALE.len() - 1;
    let unit = 4 * 254;
    let along = match usize::from(shade) {
        0 => 0,
        shade => steps * (254 + 3 * (shade - 1)),
    };
    let below = (along / unit).min(steps - 1);
    let rest = along - below * unit;
    let mix = |part: usize| {
        let (from, to) = (usize::from(SCALE[below][part]), usize::from(SCALE[below + 1][part]));
        ((from * (unit - rest) + to * rest + unit / 2) / unit) as u8
    };
    [mix(0), mix(1), mix(2)]
}

const WHITE: [u8; 3] = [0xff; 3];
const BLACK: [u8; 3] = [0; 3];

impl Paint {
    /// Its red, green and blue.
    pub fn rgb(self, colours: Colours) -> [u8; 3] {
        match (self, colours) {
            (Paint::Paper, _) => WHITE,
            (Paint::Ink, _) => BLACK,
            (Paint::OnShade(shade), _) => {
                let [_, green, _] = Paint::Shade(shade).rgb(colours);
                if green < 0x78 { WHITE } else { BLACK }
            }
            (Paint::OnLost, _) => WHITE,
            (paint, Colours::Colour) => paint.coloured(),
            (paint, Colours::Grey) => [paint.grey(); 3],
            (Paint::Lost | Paint::Mark | Paint::Faint | Paint::Shade(0), Colours::Black) => BLACK,
            (_, Colours::Black) => WHITE,
        }
    }

    /// The same as `#rrggbb`.
    pub fn hex(self, colours: Colours) -> String {
        let [red, green, blue] = self.rgb(colours);
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    fn coloured(self) -> [u8; 3] {
        match self {
            Paint::Faint => [0xa0; 3],
            Paint::Place => [0xe9, 0xee, 0xf5],
            Paint::Band => [0xff, 0xf3, 0xa8],
            Paint::Lost => [0x33, 0x50, 0x8a],
            Paint::Won => [0xf6, 0xd7, 0x9b],
            Paint::Mark => [0xd5, 0x5e, 0x00],
            Paint::Shade(shade) => on_scale(shade),
            Paint::Paper | Paint::OnLost => WHITE,
            Paint::Ink | Paint::OnShade(_) => BLACK,
        }
    }

    fn grey(self) -> u8 {
        match self {
            Paint::Faint => 0xa0,
            Paint::Place => 0xf0,
            Paint::Band => 0xdd,
            Paint::Lost => 0x40,
            Paint::Won => 0xe6,
            Paint::Mark | Paint::Ink | Paint::OnShade(_) | Paint::Shade(0) => 0,
            // From a third to white.
            Paint::Shade(shade) => 0x55 + (u16::from(shade) * 0xaa / 0xff) as u8,
            Paint::Paper | Paint::OnLost => 0xff,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn light(paint: Paint, colours: Colours) -> u32 {
        let [red, green, blue] = paint.rgb(colours).map(u32::from);
        3 * red + 6 * green + blue
    }

    #[test]
    fn shades_grow_lighter_and_zero_stands_apart() {
        for colours in [Colours::Colour, Colours::Grey] {
            let shade = |shade| light(Paint::Shade(shade), colours);
            // But for the rounding of the three parts.
            assert!((0..255).all(|at| shade(at) <= shade(at + 1) + 1));
            assert!((0..=245).all(|at| shade(at) < shade(at + 10)));
            assert!(shade(1) - shade(0) > 3 * (shade(11) - shade(1)));
        }
        assert_eq!(on_scale(0), SCALE[0]);
        assert_eq!(on_scale(255), SCALE[9]);
    }

    #[test]
    fn what_must_be_told_apart_differs_in_lightness() {
        for colours in [Colours::Colour, Colours::Grey, Colours::Black] {
            for (dark, pale) in [
                (Paint::Lost, Paint::Won),
                (Paint::Lost, Paint::OnLost),
                (Paint::Ink, Paint::Won),
                (Paint::Ink, Paint::Band),
                (Paint::Mark, Paint::Place),
            ] {
                assert!(light(dark, colours) + 800 < light(pale, colours), "{dark:?} {colours:?}");
            }
            for shade in 0..=255 {
                let (cell, letters) = (Paint::Shade(shade), Paint::OnShade(shade));
                let apart = light(cell, colours).abs_diff(light(letters, colours));
                assert!(apart > 1000, "{shade} {colours:?}");
            }
        }
    }
}
