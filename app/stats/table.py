"""The paired 2x2 table."""

from dataclasses import dataclass

MAX_COUNT = 10**12
"""Largest count that a cell may hold; the accuracy is tested up to here."""


@dataclass(frozen=True, slots=True)
class Table:
    """Counts of items by what the two runs did with them.

    Named counts instead of a matrix, so that no row or column can be swapped.

    Parameters
    ----------
    b : int
        Items that the candidate passed and the baseline failed ("fixed").
    c : int
        Items that the candidate failed and the baseline passed ("broken").
    a, d : int or None
        Items that both passed, both failed.  Given together or not at all.

    Raises
    ------
    TypeError
        If a count is not an ``int`` (a ``bool`` is none).
    ValueError
        If a count is outside 0 to `MAX_COUNT`, only one of `a` and `d` is
        given, or the table holds no items.

    Examples
    --------
    >>> table = Table(b=17, c=3, a=157, d=23)
    >>> table.n_discordant, table.n_items, table.candidate_passed, table.baseline_passed
    (20, 200, 174, 160)
    """

    b: int
    c: int
    a: int | None = None
    d: int | None = None

    def __post_init__(self) -> None:
        for count in (self.a, self.b, self.c, self.d):
            if count is None:
                continue
            if type(count) is not int:
                raise TypeError("a count is an int")
            if not 0 <= count <= MAX_COUNT:
                raise ValueError(f"a count is 0 to {MAX_COUNT}")
        if self.b is None or self.c is None:
            raise TypeError("b and c are required")
        if (self.a is None) != (self.d is None):
            raise ValueError("a and d are given together or not at all")
        if self.n_items == 0:
            raise ValueError("the table holds no items")

    @property
    def n_discordant(self) -> int:
        """Items on which the runs disagree, b + c."""
        return self.b + self.c

    @property
    def n_items(self) -> int | None:
        """All items, a + b + c + d; None where a and d were not given."""
        if self.a is None or self.d is None:
            return None
        return self.a + self.b + self.c + self.d

    @property
    def candidate_passed(self) -> int | None:
        """Items that the candidate passed, a + b."""
        return None if self.a is None else self.a + self.b

    @property
    def baseline_passed(self) -> int | None:
        """Items that the baseline passed, a + c."""
        return None if self.a is None else self.a + self.c

    @property
    def candidate_failed(self) -> int | None:
        """Items that the candidate failed, c + d."""
        return None if self.d is None else self.c + self.d

    @property
    def baseline_failed(self) -> int | None:
        """Items that the baseline failed, b + d."""
        return None if self.d is None else self.b + self.d

    @property
    def smaller(self) -> int:
        """The smaller of fixed and broken, m = min(b, c)."""
        return min(self.b, self.c)

    @property
    def is_tie(self) -> bool:
        """Whether as many items were fixed as broken."""
        return self.b == self.c

    @property
    def net_fixed(self) -> int:
        """Fixed minus broken items, b − c."""
        return self.b - self.c

    @property
    def has_empty_margin(self) -> bool:
        """Whether a run passed everything or nothing, which leaves φ undefined."""
        margins = (
            self.candidate_passed,
            self.candidate_failed,
            self.baseline_passed,
            self.baseline_failed,
        )
        return 0 in margins
