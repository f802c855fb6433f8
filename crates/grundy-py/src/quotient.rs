//! Misère quotients.

use grundy::limits::Limits;
use grundy::misere::{Presentation, Quotient as Sought};
use grundy::outcome::Outcome;
use grundy::play::Session;
use grundy::ruleset::Failure;
use num_bigint::BigUint;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::answers::{Period, letter};
use crate::position;
use crate::trouble::RuleError;
use crate::work::{each_made, work};

/// The misère quotient of a game of heaps: who wins every sum of its heaps where the last move loses.
///
/// Two sums are equal in it if no third one put beside both makes one won and the other lost. Its elements are written by
/// letters, the generators, each of which stands for a heap.
///
/// >>> quotient = grundy.Game("0.23").quotient()
/// >>> quotient.order, quotient.generators, quotient.lost
/// (6, {'a': 2, 'b': 3}, ['a', 'b^2'])
/// >>> quotient.element([3, 3]), quotient.outcome([3, 3])
/// ('b^2', 'P')
#[pyclass(frozen, module = "grundy")]
pub(crate) struct Quotient {
    game: String,
    sought: Sought,
    presentation: Presentation,
}

impl Quotient {
    /// That of no heap.
    pub(crate) fn begun(session: &Session, game: &str) -> PyResult<Quotient> {
        let no_quotient = "no misère quotient is sought for a rule of this form: they are found for codes, sets, and rules \
                           without win on that take from a heap and leave one heap, two or any three";
        let sought = session.new_quotient().ok_or_else(|| RuleError::new_err(no_quotient))?;
        let presentation = sought.presentation();
        Ok(Quotient { game: game.to_owned(), sought, presentation })
    }

    /// Goes on until a period is proved, or to this heap.
    pub(crate) fn advance(
        &mut self,
        py: Python<'_>,
        to: Option<u64>,
        limits: &Limits,
    ) -> PyResult<()> {
        let sought = &mut self.sought;
        work(py, limits, |limits| {
            let advanced = match to {
                Some(to) => sought.advance(to, limits),
                None => sought.advance_until_plain(limits).map(|_| ()),
            };
            advanced.map_err(Failure::Stop)
        })?;
        self.presentation = self.sought.presentation();
        Ok(())
    }

    /// The element of a heap or a sum of heaps.
    fn of(&self, heaps: &Bound<'_, PyAny>) -> PyResult<usize> {
        let heap = |heap: &Bound<'_, PyAny>| match position::is_whole(heap)? {
            true => position::number(heap),
            false => Err(PyTypeError::new_err("heaps are a whole number, or an iterable of such")),
        };
        let heaps: Vec<BigUint> = match position::is_row(heaps)? {
            true => each_made(heaps, |one| heap(&one))?,
            false => vec![heap(heaps)?],
        };
        self.sought.product(&heaps).ok_or_else(|| {
            let last = self.sought.heaps().saturating_sub(1);
            RuleError::new_err(format!("this quotient is of the heaps 0 to {last}"))
        })
    }
}

#[pymethods]
impl Quotient {
    /// How many elements it has.
    #[getter]
    fn order(&self) -> usize {
        self.sought.monoid().order()
    }

    /// Whether it is as in Nim with small heaps.
    #[getter]
    fn tame(&self) -> bool {
        self.sought.monoid().is_tame()
    }

    /// The period of what the heaps stand for, if it is proved; then the quotient is of all heaps. None otherwise.
    #[getter]
    fn period(&self) -> Option<Period> {
        self.sought.periodicity().map(Period::of)
    }

    /// How many heaps, from 0 on, were looked at.
    #[getter]
    fn heaps(&self) -> u64 {
        self.sought.heaps()
    }

    /// The generators: the letter of each, and the smallest heap that stands for it.
    #[getter]
    fn generators<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let generators = PyDict::new(py);
        for generator in &self.presentation.generators {
            generators.set_item(&generator.name, generator.heap)?;
        }
        Ok(generators)
    }

    /// Pairs of words that are equal, from which all that are equal follow.
    #[getter]
    fn relations(&self) -> Vec<(String, String)> {
        let relations = self.presentation.relations.iter();
        let print = |word: &[u32]| self.presentation.print(word);
        relations.map(|relation| (print(&relation.word), print(&relation.least))).collect()
    }

    /// All elements.
    #[getter]
    fn elements(&self) -> Vec<String> {
        (0..self.order()).map(|element| self.presentation.name(element)).collect()
    }

    /// The elements of the sums that are lost for the player to move.
    #[getter]
    fn lost(&self) -> Vec<String> {
        self.sought.monoid().lost().map(|element| self.presentation.name(element)).collect()
    }

    /// The heaps with which it grew, each with the order from there on.
    #[getter]
    fn growth(&self) -> Vec<(u32, usize)> {
        self.sought.growth().to_vec()
    }

    /// The element that a heap stands for, or a list of heaps.
    ///
    /// >>> grundy.Game("0.23").quotient().element([3, 3])
    /// 'b^2'
    fn element(&self, heaps: &Bound<'_, PyAny>) -> PyResult<String> {
        Ok(self.presentation.name(self.of(heaps)?))
    }

    /// Who wins a heap or a list of heaps: `"N"`, the player to move, or `"P"`, the other one.
    ///
    /// >>> grundy.Game("0.23").quotient().outcome([3, 3])
    /// 'P'
    fn outcome(&self, heaps: &Bound<'_, PyAny>) -> PyResult<&'static str> {
        Ok(letter(Outcome::next_wins(!self.sought.monoid().is_lost(self.of(heaps)?))))
    }

    /// It never changes, so that it is its own copy.
    fn __copy__(own: Py<Self>) -> Py<Self> {
        own
    }

    fn __deepcopy__(own: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        own
    }

    fn __repr__(&self) -> String {
        let (game, order) = (&self.game, self.order());
        match self.sought.periodicity() {
            Some(_) => format!("<Quotient of {game}: order {order}, of all heaps>"),
            None => {
                let last = self.sought.heaps().saturating_sub(1);
                format!("<Quotient of {game}: order {order}, of the heaps 0 to {last}>")
            }
        }
    }
}
