"""Geometry of the two pictures: from values to coordinates, for an SVG of any width."""

import math
from collections.abc import Callable
from dataclasses import dataclass

from app.explain import Explanation
from app.explain.numbers import count
from app.stats.binomial import HAND_SUM_LIMIT, point_masses
from app.stats.interval import Interval

_ROW = 46
_TOP = 26
_INSET = 14
_PLOT_HEIGHT = 150
_SAMPLES = 60


@dataclass(frozen=True, slots=True)
class Tick:
    """A labelled place on an axis."""

    x: float
    label: str


@dataclass(frozen=True, slots=True)
class IntervalBar:
    """One interval as a dot on a bar."""

    title: str
    limits: str
    side: str
    reported: bool
    y: float
    lower: float
    upper: float
    estimate: float


@dataclass(frozen=True, slots=True)
class IntervalPicture:
    """The intervals on one axis in points, with zero marked."""

    width: int
    height: int
    axis_y: float
    zero: float
    left: float
    right: float
    bars: tuple[IntervalBar, ...]
    ticks: tuple[Tick, ...]
    description: str


@dataclass(frozen=True, slots=True)
class BinomialPicture:
    """The distribution of the fixed items if a fair coin decided each flip.

    Attributes
    ----------
    middle, tails : str
        SVG path data of the part inside and of the two parts at least as uneven
        as the observed split.
    bands : str
        SVG path data of the ground behind the tails, which may be too low to see.
    observed, mirrored : Tick or None
        The observed count and the equally uneven one; None for a tie.
    """

    width: int
    height: int
    axis_y: float
    left: float
    right: float
    middle: str
    tails: str
    bands: str
    observed: Tick
    observed_anchor: str
    mirrored: Tick | None
    mirrored_anchor: str
    centre: Tick
    description: str


def interval_picture(explanation: Explanation, width: int) -> IntervalPicture:
    """Draw the four intervals of the difference."""
    found, form = explanation.comparison, explanation.form
    measured = found.difference
    if measured is None:
        raise ValueError("without a and d there is no difference to draw")
    rows = sorted(explanation.intervals, key=lambda row: row.key != "newcombe")
    limits = [found.intervals[row.key] for row in rows]
    low = min(0.0, *(interval.lower for interval in limits))
    high = max(0.0, *(interval.upper for interval in limits))
    step = _tick_step((high - low) or 0.02, 4 if width < 500 else 7)
    # One tick on the far side of zero shows that zero was not chosen as the edge.
    first = math.floor(low / step) if low < 0 else -1
    last = math.ceil(high / step) if high > 0 else 1
    to_x = _scale(first * step, last * step, _INSET, width - _INSET)
    bars = tuple(
        IntervalBar(
            title=row.title,
            limits=row.limits,
            side=_side(interval),
            reported=row.key == "newcombe",
            y=_TOP + _ROW * index + 18,
            lower=to_x(interval.lower),
            upper=to_x(interval.upper),
            estimate=to_x(measured.estimate),
        )
        for index, (row, interval) in enumerate(zip(rows, limits, strict=True))
    )
    axis_y = _TOP + _ROW * len(rows)
    return IntervalPicture(
        width=width,
        height=axis_y + 44,
        axis_y=axis_y,
        zero=to_x(0.0),
        left=to_x(first * step),
        right=to_x(last * step),
        bars=bars,
        ticks=tuple(
            Tick(to_x(index * step), form.tick(index * step)) for index in range(first, last + 1)
        ),
        description="; ".join(f"{row.title} {row.limits} points, {row.decides}" for row in rows),
    )


def binomial_picture(explanation: Explanation, width: int) -> BinomialPicture:
    """Draw Bin(n, ½) with both tails."""
    table = explanation.comparison.table
    n, m = table.n_discordant, min(table.b, table.c)
    reach = _reach(n, m)
    to_x = _scale(n / 2 - reach - 0.5, n / 2 + reach + 0.5, _INSET, width - _INSET)
    axis_y = _TOP + _PLOT_HEIGHT
    if n <= HAND_SUM_LIMIT:
        middle, tails = _bars(n, m, to_x, axis_y)
    else:
        middle, tails = _areas(n, m, reach, to_x, axis_y)
    observed, mirrored = to_x(table.b), to_x(table.c)
    return BinomialPicture(
        width=width,
        height=axis_y + 64,
        axis_y=axis_y,
        left=_INSET,
        right=width - _INSET,
        middle=middle,
        tails=tails,
        bands=_band(_INSET, to_x(min(m + 0.5, n / 2)), axis_y)
        + _band(to_x(max(n - m - 0.5, n / 2)), width - _INSET, axis_y),
        observed=Tick(observed, f"observed: {count(table.b)} fixed"),
        observed_anchor=_anchor(observed, width),
        mirrored=None
        if table.b == table.c
        else Tick(mirrored, f"just as uneven: {count(table.c)} fixed"),
        mirrored_anchor=_anchor(mirrored, width),
        centre=Tick(to_x(n / 2), count(n // 2) if n % 2 == 0 else f"{n / 2:,.1f}"),
        description=(
            f"Bars for 0 to {count(n)} fixed items, highest in the middle; "
            f"filled up to {count(m)} and from {count(n - m)} on."
        ),
    )


def _band(left: float, right: float, axis_y: float) -> str:
    return f"M{left:.1f} {axis_y:.1f}V{axis_y - _PLOT_HEIGHT:.1f}H{right:.1f}V{axis_y:.1f}Z"


def _bars(n: int, m: int, to_x: Callable[[float], float], axis_y: float) -> tuple[str, str]:
    masses = point_masses(n, list(range(n + 1)))
    half = 0.5 if n > 30 else 0.42
    paths: dict[bool, list[str]] = {True: [], False: []}
    for k, mass in enumerate(masses):
        height = mass / masses[n // 2] * _PLOT_HEIGHT
        left, right = to_x(k - half), to_x(k + half)
        bar = f"M{left:.1f} {axis_y:.1f}V{axis_y - height:.1f}H{right:.1f}V{axis_y:.1f}Z"
        paths[k <= m or k >= n - m].append(bar)
    return "".join(paths[False]), "".join(paths[True])


def _areas(
    n: int, m: int, reach: float, to_x: Callable[[float], float], axis_y: float
) -> tuple[str, str]:
    """Return the curve over many bars as areas: the middle, and both tails."""
    start, edge = n / 2 - reach, m + 0.5
    peak = point_masses(n, [n // 2])[0]

    def outline(left: float, right: float) -> list[tuple[float, float]]:
        counts = sorted(
            {
                min(n // 2, max(0, round(left + (right - left) * index / _SAMPLES)))
                for index in range(_SAMPLES + 1)
            }
        )
        return list(zip(counts, point_masses(n, counts), strict=True))

    def area(points: list[tuple[float, float]]) -> str:
        tops = [f"{to_x(k):.1f} {axis_y - mass / peak * _PLOT_HEIGHT:.1f}" for k, mass in points]
        first, last = to_x(points[0][0]), to_x(points[-1][0])
        return f"M{first:.1f} {axis_y:.1f}L{'L'.join(tops)}L{last:.1f} {axis_y:.1f}Z"

    def mirrored(points: list[tuple[float, float]]) -> list[tuple[float, float]]:
        return [(n - k, mass) for k, mass in reversed(points)]

    tail, inner = outline(start, edge), outline(edge, n / 2)
    middle = area(inner + mirrored(inner)) if 2 * m < n else ""
    return middle, area(tail) + area(mirrored(tail))


def _reach(n: int, m: int) -> float:
    """Return how far from the middle the picture goes: all, or what holds mass and data."""
    if n <= HAND_SUM_LIMIT:
        return n / 2
    return min(n / 2, max(2 * math.sqrt(n), 1.08 * (n / 2 - m)))


def _side(interval: Interval) -> str:
    if interval.contains_zero:
        return "agree"
    return "fixed" if interval.lower > 0 else "broken"


def _scale(low: float, high: float, left: float, right: float) -> Callable[[float], float]:
    factor = (right - left) / (high - low)
    return lambda value: round(left + (value - low) * factor, 2)


def _tick_step(span: float, most: int) -> float:
    """Return a step of 1, 2 or 5 times a power of ten that gives at most so many ticks."""
    power = 10.0 ** math.floor(math.log10(span / most))
    return next(
        factor * power for factor in (1, 2, 5, 10, 20) if span / (factor * power) <= most - 1
    )


def _anchor(x: float, width: int) -> str:
    """Return how a label at `x` is aligned, so that it stays inside the picture."""
    if x < width * 0.2:
        return "start"
    return "end" if x > width * 0.8 else "middle"
