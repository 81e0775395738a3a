"""Geometry of the two pictures: from values to coordinates, for an SVG of any width.

Coordinates leave this module as the text that stands in the SVG.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import get_args

from app.explain import Explanation
from app.explain.numbers import count
from app.stats import Table
from app.stats.binomial import HAND_SUM_LIMIT, point_masses
from app.stats.compare import REPORTED_INTERVAL, IntervalName
from app.stats.interval import Interval

_ROW = 46
_TOP = 26
_INSET = 14
_PLOT_HEIGHT = 150
_SAMPLES = 16
_CHARACTER = 7.6
"""About the width of a character of the labels, which are set in 14 px."""

ALL_INTERVALS: tuple[IntervalName, ...] = get_args(IntervalName)
Scale = Callable[[float], float]
Outline = list[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on an axis; `anchor` tells how its label is aligned."""

    x: str
    label: str
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class IntervalBar:
    """One interval as a dot on a bar; `side` tells where it lies: fixed, broken or agree."""

    title: str
    limits: str
    side: str
    reported: bool
    place: str
    path: str
    estimate: str
    limits_y: str


@dataclass(frozen=True, slots=True)
class IntervalPicture:
    """The intervals on one axis in points, with zero marked."""

    width: int
    view_box: str
    left: str
    right: str
    zero: str
    bars: tuple[IntervalBar, ...]
    axis_place: str
    axis: str
    ticks: tuple[Tick, ...]
    description: str


@dataclass(frozen=True, slots=True)
class BinomialPicture:
    """The distribution of the fixed items if a fair coin decided each flip.

    Attributes
    ----------
    middle, tails : str
        Path data of the part inside and of the two parts at least as uneven as
        the observed split.
    bands : str
        Path data of the ground behind the tails, which may be too low to see.
    observed, mirrored : Tick or None
        The observed count and the equally uneven one; None for a tie.
    """

    width: int
    view_box: str
    bands: str
    middle: str
    tails: str
    axis_place: str
    axis: str
    centre: Tick
    observed: Tick
    mirrored: Tick | None
    description: str


@dataclass(frozen=True, slots=True)
class _Shape:
    """A distribution as outlines: places and heights, of which the highest is 1."""

    reach: float
    middle: list[Outline]
    tails: list[Outline]


def interval_picture(
    explanation: Explanation, width: int, shown: Sequence[IntervalName] = ALL_INTERVALS
) -> IntervalPicture:
    """Draw the intervals of the difference, the reported one first.

    Raises
    ------
    ValueError
        If there is no difference to draw, for want of a and d.
    """
    found, form = explanation.comparison, explanation.form
    if found.difference is None:
        raise ValueError("without a and d there is no difference to draw")
    rows = [row for row in explanation.intervals if row.key in shown]
    rows.sort(key=lambda row: row.key != REPORTED_INTERVAL)
    limits = [found.intervals[row.key] for row in rows]
    ticks = _ticks(limits, 4 if width < 500 else 7)
    to_x = _scale(ticks[0], ticks[-1], _INSET, width - _INSET)
    estimate = _text(to_x(found.difference.estimate))
    longest = max(len(row.title) + len(row.limits) for row in rows)
    # Long limits go below their bar instead of beside its title.
    below = longest * _CHARACTER > width - 3 * _INSET
    row_height = _ROW + 20 if below else _ROW
    axis_y = _TOP + row_height * len(rows)
    return IntervalPicture(
        width=width,
        view_box=f"0 0 {width} {axis_y + 44}",
        left=str(_INSET),
        right=str(width - _INSET),
        zero=f"M{_text(to_x(0.0))} {_TOP + 10}V{axis_y}",
        bars=tuple(
            IntervalBar(
                title=row.title,
                limits=row.limits,
                side=_side(interval),
                reported=row.key == REPORTED_INTERVAL,
                place=f"translate(0 {_TOP + row_height * index + 18})",
                path=_whisker(_text(to_x(interval.lower)), _text(to_x(interval.upper))),
                estimate=estimate,
                limits_y="22" if below else "-13",
            )
            for index, (row, interval) in enumerate(zip(rows, limits, strict=True))
        ),
        axis_place=f"translate(0 {axis_y})",
        axis=_axis(width, [to_x(tick) for tick in ticks]),
        ticks=_labelled(ticks, to_x, width, form.tick),
        description="; ".join(f"{row.title} {row.limits} points, {row.decides}" for row in rows),
    )


def binomial_pictures(
    explanation: Explanation, widths: Sequence[int], plot_height: int = _PLOT_HEIGHT
) -> list[BinomialPicture]:
    """Draw Bin(n, ½) with both tails, once for each width."""
    table = explanation.comparison.table
    n, m = table.n_discordant, table.smaller
    shape = _bars(n, m) if n <= HAND_SUM_LIMIT else _curve(n, m)
    return [_binomial_picture(table, shape, width, plot_height) for width in widths]


def _binomial_picture(table: Table, shape: _Shape, width: int, plot_height: int) -> BinomialPicture:
    n, m = table.n_discordant, table.smaller
    to_x = _scale(n / 2 - shape.reach, n / 2 + shape.reach, _INSET, width - _INSET)
    bottom = _TOP + plot_height

    def area(outline: Outline) -> str:
        if not outline:
            return ""
        if len(outline) == 2:  # a bar
            (left, height), (right, _) = outline
            top = bottom - height * plot_height
            return f"M{to_x(left):.1f} {bottom}V{top:.1f}H{to_x(right):.1f}V{bottom}Z"
        tops = "L".join(
            f"{to_x(k):.1f} {bottom - height * plot_height:.1f}" for k, height in outline
        )
        return f"M{to_x(outline[0][0]):.1f} {bottom}L{tops}L{to_x(outline[-1][0]):.1f} {bottom}Z"

    mirrored = None
    if not table.is_tie:
        mirrored = _mark(to_x(table.c), width, f"just as uneven: {count(table.c)} fixed")
    return BinomialPicture(
        width=width,
        view_box=f"0 0 {width} {bottom + 64}",
        bands=_box(_INSET, _TOP, to_x(min(m + 0.5, n / 2)), bottom)
        + _box(to_x(max(n - m - 0.5, n / 2)), _TOP, width - _INSET, bottom),
        middle="".join(map(area, shape.middle)),
        tails="".join(map(area, shape.tails)),
        axis_place=f"translate(0 {bottom})",
        axis=_axis(width, [to_x(n / 2)]),
        centre=Tick(_text(to_x(n / 2)), count(n // 2) if n % 2 == 0 else f"{n / 2:,.1f}"),
        observed=_mark(to_x(table.b), width, f"observed: {count(table.b)} fixed"),
        mirrored=mirrored,
        description=(
            f"Distribution over 0 to {count(n)} fixed items, highest in the middle; "
            f"the tails up to {count(m)} and from {count(n - m)} on are filled."
        ),
    )


def _ticks(limits: Sequence[Interval], most: int) -> list[float]:
    """Return round places, about so many, from below all limits and zero to above them."""
    low = min(0.0, *(interval.lower for interval in limits))
    high = max(0.0, *(interval.upper for interval in limits))
    span = (high - low) or 0.02
    power = 10.0 ** math.floor(math.log10(span / most))
    step = next(
        factor * power for factor in (1, 2, 5, 10, 20) if span / (factor * power) <= most - 1
    )
    # One tick on the far side of zero shows that zero was not chosen as the edge.
    first = math.floor(low / step) if low < 0 else -1
    last = math.ceil(high / step) if high > 0 else 1
    return [index * step for index in range(first, last + 1)]


def _labelled(
    places: Sequence[float], to_x: Scale, width: int, label: Callable[[float], str]
) -> tuple[Tick, ...]:
    """Label the places of an axis; where there is no room for all, zero and what clears it."""
    longest = max(len(label(place)) for place in places) * _CHARACTER
    if len(places) * (longest + _CHARACTER) > width:
        zero = to_x(0.0)
        ends = [place for place in (places[0], places[-1]) if abs(to_x(place) - zero) > longest + 9]
        places = sorted({0.0, *ends})
    return tuple(_mark(to_x(place), width, label(place)) for place in places)


def _bars(n: int, m: int) -> _Shape:
    """Return a bar for each number of fixed items."""
    masses = point_masses(n, list(range(n + 1)))
    half = 0.5 if n > 30 else 0.42
    bars = [
        [(k - half, mass / masses[n // 2]), (k + half, mass / masses[n // 2])]
        for k, mass in enumerate(masses)
    ]
    cut = max(m + 1, n - m)
    return _Shape(n / 2 + 0.5, bars[m + 1 : cut], bars[: m + 1] + bars[cut:])


def _curve(n: int, m: int) -> _Shape:
    """Return the curve over too many bars, from where it holds any mass or the data."""
    reach = min(n / 2, max(2 * math.sqrt(n), 1.08 * (n / 2 - m)))
    edge = m + 0.5
    peak = point_masses(n, [n // 2])[0]

    def outline(left: float, right: float) -> Outline:
        step = (right - left) / _SAMPLES
        places = {round(left + step * index) for index in range(_SAMPLES + 1)}
        counts = sorted({min(n // 2, max(0, place)) for place in places})
        masses = point_masses(n, counts)
        return [(k, mass / peak) for k, mass in zip(counts, masses, strict=True)]

    def mirrored(points: Outline) -> Outline:
        return [(n - k, height) for k, height in reversed(points)]

    tail, inner = outline(n / 2 - reach, edge), outline(edge, n / 2)
    middle = [inner + mirrored(inner)] if 2 * m < n else []
    return _Shape(reach + 0.5, middle, [tail, mirrored(tail)])


def _side(interval: Interval) -> str:
    if interval.contains_zero:
        return "agree"
    return "fixed" if interval.lower > 0 else "broken"


def _scale(low: float, high: float, left: float, right: float) -> Scale:
    factor = (right - left) / (high - low)
    return lambda value: left + (value - low) * factor


def _mark(x: float, width: int, label: str) -> Tick:
    """Return a labelled mark whose label stays inside the picture."""
    half = len(label) * _CHARACTER / 2
    anchor = "middle"
    if x < half:
        anchor = "start"
    elif x > width - half:
        anchor = "end"
    return Tick(_text(x), label, anchor)


def _axis(width: int, ticks: Sequence[float]) -> str:
    return f"M{_INSET} 0H{width - _INSET}" + "".join(f"M{_text(x)} 0v5" for x in ticks)


def _whisker(lower: str, upper: str) -> str:
    return f"M{lower} 0H{upper}M{lower} -5v10M{upper} -5v10"


def _box(left: float, top: float, right: float, bottom: float) -> str:
    return f"M{left:.1f} {bottom:.1f}V{top:.1f}H{right:.1f}V{bottom:.1f}Z"


def _text(coordinate: float) -> str:
    return f"{coordinate:.1f}"
