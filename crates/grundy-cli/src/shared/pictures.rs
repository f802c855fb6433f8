//! Pictures as files, for every command that draws.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use clap::{ArgGroup, Args, ValueEnum};
use grundy::drawing::{Colours, Drawing};
use grundy::language::Language;
use grundy::limits::Limits;
use grundy::play::Move;

use crate::asked::AskedPosition;
use crate::language::{self, reason, say, tell};
use crate::number::{number, wide_or};
use crate::report::letters::Letters;
use crate::report::{png, svg};
use crate::saved::durable::replace;
use crate::trouble::Trouble;

/// Where a picture goes and how it looks.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("picture").args(["svg", "png"]).multiple(true))]
pub(crate) struct Pictures {
    /// Draw it in SVG, into a file or `-`
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Draw it in PNG, into a file or `-`
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// The width of the picture
    #[arg(long, value_name = "PIXELS", value_parser = width, requires = "picture")]
    width: Option<u32>,
    /// The colours: all are told apart by lightness too; `black` is for printers without grey
    #[arg(long, value_name = "COLOURS", default_value = "colour", requires = "picture")]
    colours: Choice,
}

/// How a picture is coloured.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum Choice {
    #[value(alias = "color")]
    Colour,
    #[value(alias = "gray")]
    Grey,
    Black,
}

fn width(text: &str) -> Result<u32, String> {
    let width = number(text).ok().and_then(|width| u32::try_from(width).ok());
    let wrong = || {
        let (least, most) = (png::WIDTHS.start(), png::WIDTHS.end());
        say!("a number of pixels from {least} to {most}", least, most)
    };
    width.filter(|width| png::WIDTHS.contains(width)).ok_or_else(|| wide_or(text, wrong))
}

impl Pictures {
    /// Whether one is asked for.
    pub(crate) fn wanted(&self) -> bool {
        self.svg.is_some() || self.png.is_some()
    }

    /// Where answers go: standard output, unless a picture has it; then they are for the person who
    /// sees standard error.
    pub(crate) fn out(&self) -> Box<dyn io::Write> {
        self.out_beside(None)
    }

    /// The same where this file is written too.
    pub(crate) fn out_beside(&self, file: Option<&PathBuf>) -> Box<dyn io::Write> {
        let mut files = [file, self.svg.as_ref(), self.png.as_ref()].into_iter().flatten();
        match files.any(|file| file == Path::new("-")) {
            true => Box::new(io::stderr().lock()),
            false => Box::new(io::stdout().lock()),
        }
    }

    /// That no picture takes the place of one of these files, which are used; words that are no files may be among
    /// them.
    pub(crate) fn spare<'a>(
        &self,
        files: impl IntoIterator<Item = &'a Path>,
    ) -> Result<(), Trouble> {
        self.spare_beside(None, files)
    }

    /// The same where this file is written too.
    pub(crate) fn spare_beside<'a>(
        &self,
        file: Option<&PathBuf>,
        files: impl IntoIterator<Item = &'a Path>,
    ) -> Result<(), Trouble> {
        let written = || [file, self.svg.as_ref(), self.png.as_ref()].into_iter().flatten();
        if let Some(path) = written().find(|one| written().filter(|other| other == one).count() > 1)
        {
            return Err(Trouble::Input(say!(
                "error: two pictures would go to {path}\n  help: give each a name of its own",
                path = path.display()
            )));
        }
        // A word without a point or a folder, `kayles`, is a game.
        let is_file =
            |path: &Path| path.extension().is_some() || path.components().nth(1).is_some();
        spare(written, files.into_iter().filter(|file| is_file(file)))
    }

    /// The same of files that are kept here, whatever they are called.
    pub(crate) fn spare_kept(&self, files: &[PathBuf]) -> Result<(), Trouble> {
        spare(|| [self.svg.as_ref(), self.png.as_ref()].into_iter().flatten(), files)
    }

    /// Draws a typed position with moves on it.
    pub(crate) fn position(
        &self,
        asked: &AskedPosition,
        said: impl Fn() -> String,
        moves: &[Move],
    ) -> Result<(), Trouble> {
        self.write(&asked.limits, || {
            let name = asked.session.describe_sum(&asked.position.parts);
            let drawing =
                asked.session.drawing(&asked.position, &format!("{name}: {}", said()), moves);
            drawing.ok_or_else(|| {
                Trouble::Input(say!("error: this position is too large for a picture"))
            })
        })
    }

    /// Writes what is asked for; each file as a whole or not at all. Where no font here has the letters of the language,
    /// PNG is drawn in English.
    ///
    /// # Errors
    /// What is wrong with the drawing or a file, or that the memory does not suffice for the pixels.
    pub(crate) fn write(
        &self,
        limits: &Limits,
        draw: impl Fn() -> Result<Drawing, Trouble>,
    ) -> Result<(), Trouble> {
        let colours = match self.colours {
            Choice::Colour => Colours::Colour,
            Choice::Grey => Colours::Grey,
            Choice::Black => Colours::Black,
        };
        if let Some(path) = &self.svg {
            write(path, svg::svg(&draw()?, colours, self.width)?.as_bytes())?;
            if ends_in(path, "png") {
                let path = path.display();
                tell!("{}", say!("note: {path} gets SVG; --png draws PNG", path));
            }
        }
        if let Some(path) = &self.png {
            self.write_png(path, colours, limits, draw)?;
        }
        Ok(())
    }

    fn write_png(
        &self,
        path: &Path,
        colours: Colours,
        limits: &Limits,
        draw: impl Fn() -> Result<Drawing, Trouble>,
    ) -> Result<(), Trouble> {
        let mut drawing = draw()?;
        let mut letters = Letters::of(&drawing)?;
        if !letters.lacking().is_empty() && language::now() != Language::English {
            tell!(
                "{}",
                say!(
                    "note: no font here has the letters of this language: the image is in English; --svg keeps it"
                )
            );
            drawing = language::within(Language::English, draw)?;
            letters = Letters::of(&drawing)?;
        }
        if !letters.lacking().is_empty() {
            let boxes = letters.lacking().iter().collect::<String>();
            tell!(
                "{}",
                say!(
                    "note: no font here has {boxes}, which are boxes in the image; --svg leaves letters to whoever shows it",
                    boxes
                )
            );
        }
        let size = png::size(&drawing, self.width).ok_or_else(|| {
            Trouble::Input(say!(
                "error: an image has at most {most} pixels, and this one would have more\n  \
                 help: make it narrower with --width, or draw less",
                most = png::MOST_PIXELS
            ))
        })?;
        limits.check_memory(png::bytes(size)).map_err(Trouble::of_stop)?;
        write(path, &png::png(&drawing, &letters, colours, size)?)?;
        if ends_in(path, "svg") {
            let path = path.display();
            tell!("{}", say!("note: {path} gets PNG; --svg draws SVG", path));
        }
        Ok(())
    }
}

/// That none of the files that are written is one of these.
fn spare<'a, W: Iterator<Item = &'a PathBuf>>(
    written: impl Fn() -> W,
    files: impl IntoIterator<Item = impl AsRef<Path>>,
) -> Result<(), Trouble> {
    let same = |one: &Path, other: &Path| {
        let whole = |path: &Path| path.canonicalize().ok();
        one != Path::new("-")
            && (one == other || whole(one).is_some_and(|one| Some(one) == whole(other)))
    };
    match files.into_iter().find(|file| written().any(|picture| same(picture, file.as_ref()))) {
        None => Ok(()),
        Some(path) => Err(Trouble::Input(say!(
            "error: {path} is used here, and the picture would take its place\n  help: give the picture another name",
            path = path.as_ref().display()
        ))),
    }
}

/// Whether the name of a file ends so, in any case of letters.
fn ends_in(path: &Path, end: &str) -> bool {
    path.extension().is_some_and(|extension| extension.eq_ignore_ascii_case(end))
}

/// Writes a file as a whole or not at all; `-` is standard output.
pub(crate) fn write(path: &Path, bytes: &[u8]) -> Result<(), Trouble> {
    let written = match path == Path::new("-") {
        true => io::stdout().lock().write_all(bytes),
        false => replace(path, |file| file.write_all(bytes)),
    };
    written.map_err(|error| match error.kind() {
        io::ErrorKind::BrokenPipe => Trouble::ClosedPipe,
        _ => Trouble::Input(say!(
            "error: cannot write {path}: {error}",
            path = path.display(),
            error = reason(&error)
        )),
    })
}
