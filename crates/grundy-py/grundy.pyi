"""Impartial games: who wins, every winning move, Grundy values, periods."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, SupportsIndex, final

_Component = SupportsIndex | tuple[SupportsIndex, ...]
_Position = str | _Component | list[_Component] | list[int]
_Outcome = Literal["N", "P"]

class RuleError(ValueError): ...
class LimitReached(TimeoutError): ...

@final
class Move:
    component: int
    text: str
    position: str | None
    count: int
    at_once: bool

@final
class Period:
    preperiod: int
    period: int
    saltus: int

@final
class Game:
    def __init__(self, game: str, *, misere: bool = False) -> None: ...
    @property
    def rule(self) -> str: ...
    @property
    def misere(self) -> bool: ...
    @property
    def plan(self) -> str: ...
    def value(
        self, position: _Position, *, time: float | None = None, memory: int | None = None
    ) -> int | Literal["win", "over"]: ...
    def outcome(
        self, position: _Position, *, time: float | None = None, memory: int | None = None
    ) -> _Outcome: ...
    def moves(
        self,
        position: _Position,
        most: int = 100_000,
        *,
        time: float | None = None,
        memory: int | None = None,
    ) -> list[Move]: ...
    def count_moves(
        self, position: _Position, *, time: float | None = None, memory: int | None = None
    ) -> int: ...
    def table(
        self,
        to: int | tuple[int, ...],
        *,
        kind: str | None = None,
        outcomes: bool = False,
        time: float | None = None,
        memory: int | None = None,
    ) -> list[Any]: ...
    def period(
        self, *, time: float | None = None, memory: int | None = None
    ) -> Period | None: ...

@final
class Board:
    def __init__(self, game: str, position: str, *, misere: bool = False) -> None: ...
    def value(self, *, time: float | None = None, memory: int | None = None) -> int: ...
    def outcome(self, *, time: float | None = None, memory: int | None = None) -> _Outcome: ...
    def moves(
        self, most: int = 100_000, *, time: float | None = None, memory: int | None = None
    ) -> list[str]: ...

def nim_sum(*nimbers: int) -> int: ...
def nim_product(a: int, b: int) -> int: ...
def nim_power(a: int, exponent: int) -> int: ...
def nim_inverse(a: int) -> int: ...
def nim_square_root(a: int) -> int: ...
def mex(numbers: Iterable[int]) -> int: ...
