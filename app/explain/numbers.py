"""How numbers are printed: one rule each, for the page, the reports and the card.

Every function returns plain text; `to_tex` turns such a text into TeX.
"""

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from app.stats import Comparison
from app.stats.interval import Interval
from app.stats.p_value import PValue

MINUS = "−"
NOT_DEFINED = "not defined"
_MOST_DECIMALS = 20
POWER = re.compile(r"(?<=× 10)\^(−?\d+)")
"""The exponent of a printed power of ten, with the sign before it."""
_RAISED = str.maketrans("−0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
_WORDS = re.compile(r" ?[A-Za-z]")
_PLAIN = re.compile(r"[0-9.]*")
_TEX = str.maketrans(
    {
        MINUS: "-",
        ",": "{,}",
        "×": r"\times ",
        "±": r"\pm ",
        "∞": r"\infty",
        "%": r"\%",
        " ": "",
    }
)


def to_tex(text: str) -> str:
    r"""Return a printed number as TeX.

    Examples
    --------
    >>> to_tex("1.0 × 10^−3010")
    '1.0\\times 10^{-3010}'
    """
    if _PLAIN.fullmatch(text):
        return text
    base, caret, exponent = text.partition("^")
    tex = base.translate(_TEX)
    return f"{tex}^{{{exponent.translate(_TEX)}}}" if caret else tex


def value_to_tex(text: str) -> str:
    r"""Return a printed value, perhaps a pair or with a unit, as TeX.

    Examples
    --------
    >>> value_to_tex("[−2.7, +11.6] points"), value_to_tex("1,140")
    ('[-2.7,\\;+11.6]\\text{ points}', '1{,}140')
    """
    words = _WORDS.search(text)
    start = words.start() if words else len(text)
    number = r",\;".join(map(to_tex, text[:start].split(", ")))
    return rf"{number}\text{{{text[start:]}}}" if words else number


def raised(text: str) -> str:
    """Return `text` with powers of ten in raised figures, for where there is no markup.

    Examples
    --------
    >>> raised("p 1.0 × 10^−3010")
    'p 1.0 × 10⁻³⁰¹⁰'
    """
    return POWER.sub(lambda power: power[1].translate(_RAISED), text)


def count(value: int) -> str:
    """Return a whole number with thousands grouped: 12,345."""
    return f"{value:,}".replace("-", MINUS)


def fixed(value: float, decimals: int, boundaries: Iterable[float] = ()) -> str:
    """Return `value` with `decimals` decimals, or more where rounding would mislead.

    Decimals are added until the printed number stands on the same side of every
    boundary as the value itself.

    Examples
    --------
    >>> fixed(0.049951, 3, boundaries=[0.05]), fixed(-0.04, 1, boundaries=[0.0])
    ('0.04995', '−0.04')
    """
    if math.isinf(value):
        return "∞" if value > 0 else f"{MINUS}∞"
    settled = _settle([value], decimals, boundaries)
    return _signless_zero(f"{value:,.{settled}f}")


def significant(value: float, digits: int) -> str:
    """Return `value` with so many significant digits, as a power of ten only where it must be.

    Examples
    --------
    >>> significant(0.0292185712, 4), significant(0.99996, 4), significant(2.5e-12, 2)
    ('0.02922', '1.000', '2.5 × 10^−12')
    """
    if value == 0:
        return "0"
    rounded = f"{value:.{digits - 1}e}"
    mantissa, _, exponent = rounded.partition("e")
    if -6 < int(exponent) < 15:
        return _signless_zero(f"{value:,.{max(0, digits - 1 - int(exponent))}f}")
    return f"{mantissa} × 10^{int(exponent)}".replace("-", MINUS)


def p_value(result: PValue, alpha: float) -> str:
    """Return a p-value as text.

    Four decimals from 0.0001 up, below it two significant digits times a power
    of ten; more wherever rounding would contradict the verdict.

    Examples
    --------
    >>> p_value(PValue(0.0025768, -2.5889), 0.05)
    '0.0026'
    >>> p_value(PValue(0.049981, -1.301195), 0.05)
    '0.04998'
    >>> p_value(PValue(0.0, -3009.99892664415), 0.05)
    '1.0 × 10^−3010'
    """
    if result.log10_p >= -4:
        return fixed(result.p, 4, (alpha, 1.0))
    digits = 2
    text = _power_of_ten(result.log10_p, digits)
    while digits < _MOST_DECIMALS and not _same_side(_value_of(text), result.p, alpha):
        digits += 1
        text = _power_of_ten(result.log10_p, digits)
    return text


def probability(result: PValue, digits: int = 4) -> str:
    """Return a probability within a step: so many significant digits, no verdict at stake."""
    if result.underflows:
        return _power_of_ten(result.log10_p, digits)
    return significant(result.p, digits)


def proportion(value: float, digits: int = 4) -> str:
    """Return a share with so many significant digits of it and of its complement.

    Examples
    --------
    >>> proportion(0.968), proportion(0.99817), proportion(1.0)
    ('0.96800', '0.998170', '1')
    """
    return _shares([value], min(value, 1 - value), digits)[0]


def proportions(lower: float, upper: float, digits: int = 4) -> tuple[str, str]:
    """Return two limits of a share with enough digits for both and for what lies between.

    Examples
    --------
    >>> proportions(0.6211, 0.96793), proportions(0.50000123, 0.50000456)
    (('0.62110', '0.96793'), ('0.500001230', '0.500004560'))
    """
    sizes = (lower, 1 - lower, upper, 1 - upper, upper - lower)
    first, second = _shares([lower, upper], min(size for size in sizes if size > 0), digits)
    return first, second


def _shares(values: Sequence[float], finest: float, digits: int) -> list[str]:
    decimals = min(_MOST_DECIMALS, digits - 1 - math.floor(math.log10(finest))) if finest > 0 else 0
    return [f"{value:.{0 if value in (0, 1) else decimals}f}" for value in values]


def correlation(phi: float) -> str:
    """Return φ with three decimals, and more where 1 − φ would lose its digits.

    Examples
    --------
    >>> correlation(0.6616), correlation(0.99951234), correlation(-1.0)
    ('0.662', '0.999512', '−1.000')
    """
    rest = 1 - abs(phi)
    decimals = max(3, 2 - math.floor(math.log10(rest))) if rest > 0 else 3
    return fixed(phi, min(decimals, _MOST_DECIMALS), (0.0, -1.0, 1.0))


def quantile(z: float) -> str:
    """Return a normal quantile with three decimals."""
    return f"{z:.3f}"


def statistic(value: float | None) -> str:
    """Return a chi-square statistic with two decimals, never a false zero."""
    return NOT_DEFINED if value is None else fixed(value, 2, (0.0,))


def odds(value: float | None) -> str:
    """Return an odds ratio with two decimals, and two digits of what is smaller."""
    if value is None:
        return NOT_DEFINED
    decimals = 2 if value == 0 or value >= 0.1 else 1 - math.floor(math.log10(value))
    return fixed(value, decimals, (0.0, 1.0))


def odds_interval(limits: Interval) -> str:
    """Return the limits of an odds ratio, with two digits of what lies between."""
    width = limits.upper - limits.lower
    decimals = 2 if math.isinf(width) else max(2, 1 - math.floor(math.log10(width)))
    lower, upper = (fixed(value, decimals, (0.0, 1.0)) for value in (limits.lower, limits.upper))
    return f"[{lower}, {upper}]"


def level(confidence: float) -> str:
    """Return a confidence level in percent without trailing zeros: 95%, 99.9%."""
    return f"{percent(confidence)}%"


def percent(share: float) -> str:
    """Return a share as a bare number of percent: 0.95 is 95."""
    return f"{share * 100:.10f}".rstrip("0").rstrip(".")


def threshold(alpha: float) -> str:
    """Return alpha without trailing zeros: 0.05."""
    return f"{alpha:.12f}".rstrip("0")


@dataclass(frozen=True, slots=True)
class DifferenceFormat:
    """How the differences of one comparison are printed.

    Attributes
    ----------
    decimals : int
        Decimals of a difference in points, enough for two digits of the
        interval's width: one for N = 200, two for N = 10⁶.
    """

    decimals: int

    @classmethod
    def of(cls, comparison: Comparison) -> "DifferenceFormat":
        """Choose the decimals by the width of Newcombe's interval."""
        width = 100 * comparison.width if comparison.width else 1.0
        return cls(min(_MOST_DECIMALS - 4, max(1, 1 - math.floor(math.log10(width)))))

    def points(self, difference: float) -> str:
        """Return a difference in signed points, without the word: +7.0."""
        return self._signed([difference])[0]

    def tick(self, difference: float) -> str:
        """Return a place on an axis in points, as short as it can be written."""
        if difference == 0:
            return "0"
        text = self.points(difference)
        return text.rstrip("0").rstrip(".") if "." in text else text

    def limits(self, limits: Interval) -> tuple[str, str]:
        """Return both limits in signed points with the same decimals."""
        lower, upper = self._signed([limits.lower, limits.upper])
        return lower, upper

    def interval(self, limits: Interval) -> str:
        """Return both limits in one piece: +2.7 to +11.3."""
        return " to ".join(self.limits(limits))

    def fine(self, limits: Interval) -> "DifferenceFormat":
        """Return the format whose decimals `limits` are printed with."""
        return DifferenceFormat(self._decimals([100 * limits.lower, 100 * limits.upper]))

    def share(self, difference: float, more: int = 0) -> str:
        """Return a difference as a share: 0.070."""
        return fixed(difference, self.decimals + 2 + more, (0.0, -1.0, 1.0))

    def operands(self, difference: float, parts: Iterable[float]) -> list[str]:
        """Return a difference and what is added to it, fine enough for the sum to be checked.

        Where the difference ends within the decimals of a share, the parts have
        one more; else both have two more, so that rounding does not add up.
        """
        exact = round(difference, self.decimals + 2) == difference
        return [
            self.share(difference, more=0 if exact else 2),
            *(self.share(part, more=1 if exact else 2) for part in parts),
        ]

    def rates(self, first: float, second: float) -> tuple[str, str]:
        """Return two pass rates in percent, told apart wherever they differ."""
        percents = [100 * first, 100 * second]
        decimals = _settle(percents, self.decimals, (0.0, 100.0))
        while first != second and f"{percents[0]:.{decimals}f}" == f"{percents[1]:.{decimals}f}":
            decimals += 1
        return f"{percents[0]:.{decimals}f}%", f"{percents[1]:.{decimals}f}%"

    def _signed(self, differences: Sequence[float]) -> list[str]:
        points = [100 * difference for difference in differences]
        decimals = self._decimals(points)
        return [_signless_zero(f"{value:+,.{decimals}f}") for value in points]

    def _decimals(self, points: Sequence[float]) -> int:
        return _settle(points, self.decimals, (0.0, -100.0, 100.0))


def _settle(values: Sequence[float], decimals: int, boundaries: Iterable[float]) -> int:
    """Return the least number of decimals, from `decimals` up, that misleads for no value."""
    for value in values:
        for boundary in boundaries:
            # Far from the boundary no rounding can cross it.
            if abs(value - boundary) > 1:
                continue
            while decimals < _MOST_DECIMALS and not _same_side(
                float(f"{value:.{decimals}f}"), value, boundary
            ):
                decimals += 1
    return decimals


def _same_side(printed: float, value: float, boundary: float) -> bool:
    return (printed > boundary) == (value > boundary) and (printed < boundary) == (value < boundary)


def _signless_zero(text: str) -> str:
    """Use the typographic minus, and no sign on a printed zero."""
    if not text.strip("+-0.,"):
        return text.lstrip("+-")
    return text.replace("-", MINUS)


def _power_of_ten(log10_value: float, digits: int) -> str:
    exponent = math.floor(log10_value)
    mantissa = f"{10 ** (log10_value - exponent):.{digits - 1}f}"
    if mantissa.startswith("10"):
        exponent, mantissa = exponent + 1, f"{1:.{digits - 1}f}"
    return f"{mantissa} × 10^{exponent}".replace("-", MINUS)


def _value_of(text: str) -> float:
    return float(text.replace(" × 10^", "e").replace(MINUS, "-"))
