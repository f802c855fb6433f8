"""Impartial games: who wins, every winning move, Grundy values, periods."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, SupportsIndex, final

# Where a question takes `time` and `memory`, they are seconds and bytes; if not said, any time and 2 GiB.

__all__ = [
    "Board",
    "BoardMove",
    "Game",
    "Graph",
    "LimitReached",
    "Move",
    "Pattern",
    "Period",
    "Quotient",
    "RuleError",
    "Seen",
    "Theorem",
    "__version__",
    "check",
    "games",
    "mex",
    "nim_inverse",
    "nim_power",
    "nim_product",
    "nim_square_root",
    "nim_sum",
    "pattern",
]
__version__: str

_Component = SupportsIndex | tuple[SupportsIndex, ...]
_Position = str | _Component | Iterable[_Component | Sequence[SupportsIndex]]
_Outcome = Literal["N", "P"]

class RuleError(ValueError):
    line: int | None
    column: int | None
    help: str | None

class LimitReached(RuntimeError):
    limit: Literal["time", "memory", "positions", "cancelled"] | None

@final
class Move:
    @property
    def component(self) -> int: ...
    @property
    def text(self) -> str: ...
    @property
    def to(self) -> list[Any] | range: ...
    @property
    def position(self) -> str | None: ...
    @property
    def count(self) -> int: ...
    @property
    def at_once(self) -> bool: ...

@final
class Period:
    def __new__(cls, preperiod: SupportsIndex, period: SupportsIndex, saltus: SupportsIndex) -> Period: ...
    @property
    def preperiod(self) -> int: ...
    @property
    def period(self) -> int: ...
    @property
    def saltus(self) -> int: ...

@final
class Seen:
    @property
    def about(self) -> Literal["values", "outcomes"]: ...
    @property
    def formula(self) -> str | None: ...
    @property
    def proved(self) -> bool: ...
    @property
    def positions(self) -> int: ...
    @property
    def exceptions(self) -> list[list[int]]: ...
    def statement(self, *, lang: Literal["en", "zh"] = "en") -> str: ...

@final
class Pattern:
    @property
    def to(self) -> int: ...
    @property
    def held(self) -> list[Seen]: ...
    @property
    def broken(self) -> list[Seen]: ...
    def theorem(self, *, lang: Literal["en", "zh"] = "en") -> str | None: ...

@final
class Theorem:
    @property
    def about(self) -> Literal["values", "outcomes", "lengths"]: ...
    @property
    def method(self) -> Literal["period", "automaton", "quotient", "recurrence"]: ...
    @property
    def basis(self) -> str: ...
    # A text in JSON; none for quotients and recurrences, which have no proof in sentences either.
    @property
    def certificate(self) -> str | None: ...
    def statement(self, *, lang: Literal["en", "zh"] = "en") -> str: ...
    def proof(self, *, lang: Literal["en", "zh"] = "en", latex: bool = False) -> str | None: ...

@final
class Game:
    def __new__(cls, game: str, *, misere: bool = False) -> Game: ...
    @property
    def text(self) -> str: ...
    @property
    def rule(self) -> str: ...
    @property
    def kinds(self) -> list[tuple[str | None, list[str]]]: ...
    @property
    def misere(self) -> bool: ...
    @property
    def plan(self) -> str: ...
    # A number, or "win" or "over" where a game ends on the spot.
    def value(
        self, position: _Position, *, time: float | None = None, memory: SupportsIndex | None = None
    ) -> int | Any: ...
    def genus(
        self, position: _Position, *, time: float | None = None, memory: SupportsIndex | None = None
    ) -> tuple[int, list[int]]: ...
    def outcome(
        self, position: _Position, *, time: float | None = None, memory: SupportsIndex | None = None
    ) -> _Outcome: ...
    def moves(
        self,
        position: _Position,
        most: SupportsIndex | None = None,
        *,
        time: float | None = None,
        memory: SupportsIndex | None = None,
    ) -> list[Move]: ...
    def winning_moves(
        self,
        position: _Position,
        most: SupportsIndex | None = None,
        *,
        time: float | None = None,
        memory: SupportsIndex | None = None,
    ) -> list[Move]: ...
    def count_winning_moves(
        self, position: _Position, *, time: float | None = None, memory: SupportsIndex | None = None
    ) -> int: ...
    def best_move(
        self, position: _Position, *, time: float | None = None, memory: SupportsIndex | None = None
    ) -> Move | None: ...
    # Numbers, or letters for who wins; lists of such lists for several coordinates.
    def table(
        self,
        to: SupportsIndex | Sequence[SupportsIndex],
        *,
        kind: str | None = None,
        outcomes: bool = False,
        time: float | None = None,
        memory: SupportsIndex | None = None,
    ) -> list[Any]: ...
    def period(
        self, *, time: float | None = None, memory: SupportsIndex | None = None
    ) -> Period | None: ...
    def pattern(
        self,
        to: SupportsIndex | None = None,
        *,
        kind: str | None = None,
        time: float | None = None,
        memory: SupportsIndex | None = None,
    ) -> Pattern: ...
    def prove(
        self,
        about: Literal["values", "outcomes"] | None = None,
        *,
        to: SupportsIndex | None = None,
        certified: bool = False,
        time: float | None = None,
        memory: SupportsIndex | None = None,
    ) -> Theorem | None: ...
    def quotient(
        self,
        *,
        to: SupportsIndex | None = None,
        time: float | None = None,
        memory: SupportsIndex | None = None,
    ) -> Quotient: ...
    def explain(
        self,
        position: _Position,
        *,
        lang: Literal["en", "zh"] = "en",
        time: float | None = None,
        memory: SupportsIndex | None = None,
    ) -> str: ...
    def code(
        self,
        lang: str,
        *,
        kind: str | None = None,
        values: bool = False,
        time: float | None = None,
        memory: SupportsIndex | None = None,
    ) -> str: ...
    def cancel(self) -> None: ...

@final
class BoardMove:
    @property
    def text(self) -> str: ...

@final
class Board:
    def __new__(cls, game: str, position: str, *, misere: bool = False) -> Board: ...
    @property
    def game(self) -> str: ...
    @property
    def position(self) -> str: ...
    @property
    def misere(self) -> bool: ...
    def value(self, *, time: float | None = None, memory: SupportsIndex | None = None) -> int: ...
    def outcome(self, *, time: float | None = None, memory: SupportsIndex | None = None) -> _Outcome: ...
    def moves(
        self,
        most: SupportsIndex | None = None,
        *,
        time: float | None = None,
        memory: SupportsIndex | None = None,
    ) -> list[BoardMove]: ...
    def winning_moves(
        self,
        most: SupportsIndex | None = None,
        *,
        time: float | None = None,
        memory: SupportsIndex | None = None,
    ) -> list[BoardMove]: ...
    def best_move(
        self, *, time: float | None = None, memory: SupportsIndex | None = None
    ) -> BoardMove | None: ...
    def after(self, made: BoardMove) -> Board: ...
    def explain(
        self, *, lang: Literal["en", "zh"] = "en", time: float | None = None, memory: SupportsIndex | None = None
    ) -> str: ...
    def cancel(self) -> None: ...

@final
class Graph:
    def __new__(
        cls,
        edges: Mapping[Any, Iterable[Any]] | Iterable[tuple[Any, Any]],
        *,
        directed: bool = True,
        misere: bool = False,
        time: float | None = None,
        memory: SupportsIndex | None = None,
    ) -> Graph: ...
    @classmethod
    def from_moves(
        cls,
        moves: Callable[[Any], Iterable[Any]],
        *starts: Any,
        misere: bool = False,
        time: float | None = None,
        memory: SupportsIndex | None = None,
    ) -> Graph: ...
    @property
    def vertices(self) -> list[Any]: ...
    @property
    def misere(self) -> bool: ...
    # A position is a vertex, or a list of vertices for as many tokens. A frozenset is a value where play may go on for ever.
    def value(
        self, position: Any, *, time: float | None = None, memory: SupportsIndex | None = None
    ) -> int | frozenset[int]: ...
    def values(
        self, *, time: float | None = None, memory: SupportsIndex | None = None
    ) -> dict[Any, int | frozenset[int]]: ...
    def outcome(
        self, position: Any, *, time: float | None = None, memory: SupportsIndex | None = None
    ) -> Literal["N", "P", "D"]: ...
    def outcomes(
        self, *, time: float | None = None, memory: SupportsIndex | None = None
    ) -> dict[Any, Literal["N", "P", "D"]]: ...
    def distance(
        self, position: Any, *, time: float | None = None, memory: SupportsIndex | None = None
    ) -> int | None: ...
    def moves(
        self, position: Any, *, time: float | None = None, memory: SupportsIndex | None = None
    ) -> list[Any]: ...
    def winning_moves(
        self, position: Any, *, time: float | None = None, memory: SupportsIndex | None = None
    ) -> list[Any]: ...
    def cancel(self) -> None: ...
    def __len__(self) -> int: ...

@final
class Quotient:
    @property
    def order(self) -> int: ...
    @property
    def tame(self) -> bool: ...
    @property
    def period(self) -> Period | None: ...
    @property
    def heaps(self) -> int: ...
    @property
    def generators(self) -> dict[str, int]: ...
    @property
    def relations(self) -> list[tuple[str, str]]: ...
    @property
    def elements(self) -> list[str]: ...
    @property
    def lost(self) -> list[str]: ...
    @property
    def growth(self) -> list[tuple[int, int]]: ...
    def element(self, heaps: SupportsIndex | Iterable[SupportsIndex]) -> str: ...
    def outcome(self, heaps: SupportsIndex | Iterable[SupportsIndex]) -> _Outcome: ...

def check(
    certificate: str, *, time: float | None = None, memory: SupportsIndex | None = None
) -> str: ...
def pattern(
    values: str | Iterable[SupportsIndex | str | Iterable[SupportsIndex | str]],
    *,
    first: SupportsIndex = 0,
    time: float | None = None,
    memory: SupportsIndex | None = None,
) -> Pattern: ...
def games() -> list[tuple[str, str, bool]]: ...
def nim_sum(*nimbers: SupportsIndex) -> int: ...
def nim_product(a: SupportsIndex, b: SupportsIndex) -> int: ...
def nim_power(a: SupportsIndex, exponent: SupportsIndex) -> int: ...
def nim_inverse(a: SupportsIndex) -> int: ...
def nim_square_root(a: SupportsIndex) -> int: ...
def mex(numbers: Iterable[SupportsIndex]) -> int: ...
