//! The letters of PNG images: those of Open Sans, which is part of the program, since a machine need not have any; what it
//! lacks, as Chinese names, of a font of the system.

use std::collections::BTreeSet;
use std::io;

use fontdb::{Database, FaceInfo, ID, Style, Weight};
use grundy::drawing::{Drawing, Shape};
use ttf_parser::{Face, GlyphId};

const FONT: &[u8] = include_bytes!("font/open-sans.ttf");

/// The letters of a drawing.
#[derive(Default)]
pub(crate) struct Letters {
    /// A file of the system and the number of the font in it.
    other: Option<(Vec<u8>, u32)>,
    lacking: BTreeSet<char>,
}

impl Letters {
    /// Fonts of the system are looked at only if Open Sans does not suffice.
    ///
    /// # Errors
    /// That the font in the program is none.
    pub(crate) fn of(drawing: &Drawing) -> io::Result<Letters> {
        let own = own()?;
        let texts = drawing.shapes.iter().filter_map(|shape| match shape {
            Shape::Text { text, .. } => Some(text),
            _ => None,
        });
        let seen = |letter: &char| !letter.is_whitespace() && !letter.is_control();
        let all: BTreeSet<char> = texts.flat_map(|text| text.chars()).filter(seen).collect();
        let lacking: BTreeSet<char> =
            all.into_iter().filter(|&letter| own.glyph_index(letter).is_none()).collect();
        if lacking.is_empty() {
            return Ok(Letters::default());
        }
        let mut fonts = Database::new();
        fonts.load_system_fonts();
        Ok(Letters::found(&fonts, lacking))
    }

    /// The font that has most of these letters; of several the plainest.
    fn found(fonts: &Database, mut lacking: BTreeSet<char>) -> Letters {
        let has = |font: ID| {
            fonts.with_face_data(font, |data, index| {
                let face = Face::parse(data, index).ok();
                let has = |letter: &&char| {
                    face.as_ref().is_some_and(|face| face.glyph_index(**letter).is_some())
                };
                lacking.iter().filter(has).copied().collect::<BTreeSet<char>>()
            })
        };
        let rank = |font: &FaceInfo, has: &BTreeSet<char>| {
            let plain = font.style == Style::Normal && !font.monospaced;
            let weight = font.weight.0.abs_diff(Weight::NORMAL.0);
            let serif = font.families.first().is_some_and(|(name, _)| name.contains("Serif"));
            (lacking.len() - has.len(), serif, !plain, weight)
        };
        let all = fonts.faces().filter_map(|font| Some((font, has(font.id)?)));
        let all = all.filter(|(_, has)| !has.is_empty());
        let Some((font, has)) = all.min_by_key(|(font, has)| rank(font, has)) else {
            return Letters { other: None, lacking };
        };
        let other = fonts.with_face_data(font.id, |data, index| (data.to_vec(), index));
        lacking.retain(|letter| !has.contains(letter));
        Letters { other, lacking }
    }

    /// Letters that no font here has: each is an empty box.
    pub(crate) fn lacking(&self) -> &BTreeSet<char> {
        &self.lacking
    }

    /// The fonts to look in, one after the other.
    ///
    /// # Errors
    /// That the font in the program is none.
    pub(super) fn fonts(&self) -> io::Result<Vec<Face<'_>>> {
        let other = self.other.as_ref().and_then(|(data, index)| Face::parse(data, *index).ok());
        Ok(std::iter::once(own()?).chain(other).collect())
    }
}

fn own() -> io::Result<Face<'static>> {
    Face::parse(FONT, 0).map_err(io::Error::other)
}

/// A letter in the first font that has it; else the empty box of the first, its glyph 0.
pub(super) fn glyph<'a, 'f>(fonts: &'a [Face<'f>], letter: char) -> (&'a Face<'f>, GlyphId) {
    let has = |font: &'a Face<'f>| Some((font, font.glyph_index(letter)?));
    fonts.iter().find_map(has).unwrap_or((&fonts[0], GlyphId(0)))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use fontdb::{Language, Source, Stretch};
    use grundy::drawing::{Anchor, Paint};

    use super::*;

    #[test]
    fn a_font_that_has_the_letters_is_found() {
        let mut fonts = Database::new();
        assert!(Letters::found(&fonts, BTreeSet::from(['a'])).other.is_none());
        fonts.push_face_info(FaceInfo {
            id: ID::dummy(),
            source: Source::Binary(Arc::new(FONT)),
            index: 0,
            families: vec![("Open Sans".to_owned(), Language::English_UnitedStates)],
            post_script_name: String::new(),
            style: Style::Normal,
            weight: Weight::NORMAL,
            stretch: Stretch::Normal,
            monospaced: false,
        });
        let found = Letters::found(&fonts, BTreeSet::from(['a', '石']));
        assert_eq!(
            found.other.as_ref().map(|(data, index)| (data.len(), *index)),
            Some((FONT.len(), 0))
        );
        assert_eq!(found.lacking(), &BTreeSet::from(['石']));
        assert_eq!(found.fonts().unwrap().len(), 2);
        let none = Letters::found(&fonts, BTreeSet::from(['石']));
        assert!(none.other.is_none() && none.lacking().len() == 1);
    }

    #[test]
    fn western_letters_need_no_other_font() {
        let mut drawing = Drawing::new("石", 100.0, 20.0);
        drawing.text((50.0, 15.0), 12.0, Anchor::Middle, Paint::Ink, "Grundy: 5 -> 3, Misère");
        let letters = Letters::of(&drawing).unwrap();
        assert!(letters.other.is_none() && letters.lacking().is_empty());
    }
}
