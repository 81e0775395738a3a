"""Tests of app.explain.numbers: rounding never contradicts the verdict."""

import math
from decimal import Decimal

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from app.explain import numbers
from app.explain.numbers import DifferenceFormat
from app.stats import MAX_COUNT, Table, compare
from app.stats.interval import Interval
from app.stats.p_value import PValue


def of(p):
    return PValue(p, math.log10(p))


def value_of(text):
    """Return a printed number as a decimal: "1.0 × 10^−3010" is 1.0E-3010."""
    return Decimal(text.replace(" × 10^", "E").replace("−", "-").replace(",", ""))


@pytest.mark.parametrize(
    ("p", "alpha", "text"),
    [
        # design.md, section 2, "Printed numbers": four decimals from 0.0001 up
        (0.0025768, 0.05, "0.0026"),
        (0.0001, 0.05, "0.0001"),
        (0.2, 0.05, "0.2000"),
        # below it two significant digits times a power of ten
        (0.00009999, 0.05, "1.0 × 10^−4"),
        (0.00009449, 0.05, "9.4 × 10^−5"),
        (1.97318744166489e-9, 0.05, "2.0 × 10^−9"),
        # more wherever rounding would contradict the verdict, from both sides of alpha
        (0.049951, 0.05, "0.04995"),
        (0.04999999, 0.05, "0.04999999"),
        (0.05, 0.05, "0.0500"),
        (0.050001, 0.05, "0.050001"),
        (0.00999, 0.01, "0.00999"),
        (0.01, 0.01, "0.0100"),
        (0.010001, 0.01, "0.010001"),
        (0.00009999, 0.0001, "9.999 × 10^−5"),
        (0.0001, 0.0001, "0.0001"),
        (0.00010001, 0.0001, "0.00010001"),
        (0.0625, 0.0625, "0.0625"),
        # 1 only where p is 1
        (1.0, 0.05, "1.0000"),
        (0.99998, 0.05, "0.99998"),
        (0.99994, 0.05, "0.9999"),
    ],
)
def test_p_value(p, alpha, text):
    assert numbers.p_value(of(p), alpha) == text


def test_the_corrected_p_of_a_textbook_is_never_printed_as_alpha():
    # field case C10: 0.049949976, published as 0.050
    found = compare(Table(b=18, c=33, a=1434, d=51))
    assert numbers.p_value(found.chi_square_corrected.result, 0.05) == "0.0499"
    assert numbers.p_value(of(0.04995), 0.05) in ("0.0499", "0.04995")


@pytest.mark.parametrize(
    ("log10_p", "text"),
    [
        (-3009.99892664415, "1.0 × 10^−3010"),  # issue 2: b = 10000, c = 0
        (-601.75896133229841, "1.7 × 10^−602"),  # field case A02
        (-323.30621534311580, "4.9 × 10^−324"),  # field case H09
        (-400.0, "1.0 × 10^−400"),
        (-399.000001, "1.0 × 10^−399"),
    ],
)
def test_a_p_below_the_double_range_is_printed_from_its_logarithm(log10_p, text):
    assert numbers.p_value(PValue(0.0, log10_p), 0.05) == text


# Levels as the form takes them: percent with up to four decimals.
alphas = st.integers(100, 200_000).map(lambda millionths: millionths / 10**6)


@st.composite
def p_and_alpha(draw):
    alpha = draw(alphas)
    nearness = 10.0 ** -draw(st.integers(1, 12))  # p is accurate to 1e-12
    log10_p = draw(
        st.one_of(
            st.floats(-4, 0),
            st.floats(-4000, 0),
            st.just(math.log10(alpha * (1 - nearness))),
            st.just(math.log10(alpha * (1 + nearness))),
        )
    )
    return PValue(10.0**log10_p, log10_p), alpha


@given(p_and_alpha())
@example((of(0.0001), 0.0001))
@example((PValue(1 - 2**-53, -4.82163733276644e-17), 0.05))
def test_a_printed_p_stands_on_its_side_of_alpha_and_of_1(p_and_alpha):
    result, alpha = p_and_alpha
    printed = float(value_of(numbers.p_value(result, alpha)))
    assert (printed < alpha, printed > alpha) == (result.p < alpha, result.p > alpha)
    assert (printed < 1) == (result.p < 1)


@given(p_and_alpha())
def test_a_printed_p_is_rounded_to_its_last_digit(p_and_alpha):
    result, alpha = p_and_alpha
    printed = value_of(numbers.p_value(result, alpha))
    exact = Decimal(result.p) if result.p > 1e-300 else Decimal(10) ** Decimal(result.log10_p)
    half_a_digit = Decimal("0.5").scaleb(printed.as_tuple().exponent)
    assert abs(printed - exact) <= half_a_digit + exact * Decimal("1e-9")


@given(p_and_alpha())
def test_a_printed_p_has_four_decimals_or_two_digits_unless_that_misleads(p_and_alpha):
    result, alpha = p_and_alpha
    assume(abs(result.p - alpha) > 0.06 * alpha)
    assume(result.p < 0.9999)
    assume(abs(result.p - alpha) > 0.0001)
    text = numbers.p_value(result, alpha)
    if result.log10_p >= -4:
        assert len(text) == len("0.0000")
    else:
        assert text.index(" × 10^−") == len("0.0")


@pytest.mark.parametrize(
    ("value", "text"),
    [(0, "0"), (999, "999"), (12_345, "12,345"), (10**12, "1,000,000,000,000"), (-1234, "−1,234")],
)
def test_count(value, text):
    assert numbers.count(value) == text


@pytest.mark.parametrize(
    ("value", "decimals", "boundaries", "text"),
    [
        (9.8, 2, (), "9.80"),
        (1234.5, 1, (), "1,234.5"),
        (-1.886, 3, (), "−1.886"),
        (-0.0, 2, (), "0.00"),
        (-0.001, 2, (), "0.00"),
        (0.001, 2, (0.0,), "0.001"),
        (-0.00001, 2, (0.0,), "−0.00001"),
        (0.0, 2, (0.0,), "0.00"),
        (0.9996, 3, (1.0,), "0.9996"),
        (1.0004, 3, (1.0,), "1.0004"),
        (1.0, 3, (1.0,), "1.000"),
        (math.inf, 2, (), "∞"),
        (-math.inf, 2, (), "−∞"),
    ],
)
def test_fixed(value, decimals, boundaries, text):
    assert numbers.fixed(value, decimals, boundaries) == text


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0, 4, "0"),
        (0.0025768, 4, "0.002577"),
        (0.5, 4, "0.5000"),
        (1.0, 4, "1.000"),
        (12345.678, 4, "12,346"),
        (-0.25, 2, "−0.25"),
        (1.742e-9, 4, "1.742 × 10^−9"),
        (1.5e20, 3, "1.50 × 10^20"),
        (0.99996, 4, "1.000"),
    ],
)
def test_significant(value, digits, text):
    assert numbers.significant(value, digits) == text


@pytest.mark.parametrize(
    ("result", "text"),
    [
        (of(0.0010871887), "0.001087"),  # 1140 / 2**20
        (PValue(1.0, 0.0), "1.000"),
        (PValue(0.0, -601.75896133229841), "1.742 × 10^−602"),  # field case A02
    ],
)
def test_probability(result, text):
    assert numbers.probability(result) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0"),
        (1.0, "1"),
        (0.5, "0.5000"),
        (0.0012345, "0.001234"),  # 0.0012345 is 0.00123449… in binary
        (0.968, "0.96800"),
        (0.99817, "0.998170"),
        (0.99999999, "0.99999999000"),
    ],
)
def test_a_proportion_keeps_the_digits_of_its_complement(value, text):
    assert numbers.proportion(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [(None, "not defined"), (0.0, "0.00"), (9.8, "9.80"), (5e-13, "0.0000000000005")],
)
def test_statistic_is_never_a_false_zero(value, text):
    assert numbers.statistic(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (None, "not defined"),
        (math.inf, "∞"),
        (0.0, "0.00"),
        (0.0001, "0.00010"),
        # two digits, so that it stays within its interval
        (6e-11, "0.000000000060"),
        (0.9973, "0.997"),
        (1.0, "1.00"),
        (1.001, "1.001"),
        (30.18087863, "30.18"),  # the worked example
        (1e12, "1,000,000,000,000.00"),
    ],
)
def test_odds_stand_on_their_side_of_0_and_1(value, text):
    assert numbers.odds(value) == text


@pytest.mark.parametrize(
    ("confidence", "text"),
    [(0.95, "95%"), (0.8, "80%"), (0.999, "99.9%"), (0.9999, "99.99%"), (0.955, "95.5%")],
)
def test_level(confidence, text):
    assert numbers.level(confidence) == text


@pytest.mark.parametrize(
    ("confidence", "text"),
    [
        (0.95, "0.05"),
        (0.8, "0.2"),
        (0.99, "0.01"),
        (0.999, "0.001"),
        (0.9999, "0.0001"),
        (0.955, "0.045"),
        (0.987654, "0.012346"),
    ],
)
def test_the_threshold_has_no_trailing_digits(confidence, text):
    assert numbers.threshold(compare(Table(1, 0), confidence).alpha) == text


@pytest.mark.parametrize(
    ("text", "tex"),
    [
        ("0.0026", "0.0026"),
        ("−8.722", "-8.722"),
        ("12,345", "12{,}345"),
        ("1.0 × 10^−3010", r"1.0\times 10^{-3010}"),
        ("∞", r"\infty"),
        ("87.0%", r"87.0\%"),
    ],
)
def test_to_tex(text, tex):
    assert numbers.to_tex(text) == tex


def format_of(*cells):
    return DifferenceFormat.of(compare(Table(*cells)))


@pytest.mark.parametrize(
    ("cells", "decimals"),
    [
        ((17, 3, 157, 23), 1),  # width 8.8 points
        # two digits of the width 2 · 1.96 · √n / N: hundredths of a point at N = 10⁶
        ((50_500, 49_500, 800_000, 100_000), 2),  # 0.12 points
        ((30, 10, 10**6, 100), 4),  # 0.0025 points
        ((0, 0, 5, 5), 1),  # width 0
        ((17, 3), 1),  # no width
        ((1, 0), 1),
    ],
)
def test_the_width_gives_the_decimals(cells, decimals):
    assert format_of(*cells).decimals == decimals


@pytest.mark.parametrize(
    ("decimals", "difference", "text"),
    [
        (1, 0.07, "+7.0"),
        (1, -0.07, "−7.0"),
        (1, 0.0, "0.0"),
        (1, -0.0, "0.0"),
        (1, 0.0004, "+0.04"),
        (1, -0.0004, "−0.04"),
        (2, 0.0004, "+0.04"),
        (1, 1.0, "+100.0"),
        (1, 0.9996, "+99.96"),
        (1, -0.9996, "−99.96"),
    ],
)
def test_points_are_signed_and_never_a_false_zero(decimals, difference, text):
    assert DifferenceFormat(decimals).points(difference) == text


@pytest.mark.parametrize(
    ("lower", "upper", "text"),
    [
        (0.02726109888, 0.1127389011, "+2.7 to +11.3"),  # the worked example's Wald interval
        (0.0004, 0.05, "+0.04 to +5.00"),
        (-0.05, -0.0004, "−5.00 to −0.04"),
        (0.0, 0.05, "0.0 to +5.0"),
        (-0.0, 0.0, "0.0 to 0.0"),
        (-1.0, 1.0, "−100.0 to +100.0"),
        (0.5, 0.99999, "+50.000 to +99.999"),
    ],
)
def test_a_limit_that_clears_zero_is_never_printed_as_zero(lower, upper, text):
    assert DifferenceFormat(1).interval(Interval(lower, upper)) == text


@given(st.floats(-1, 1), st.floats(-1, 1), st.integers(1, 8))
def test_printed_limits_stand_on_their_side_of_zero(first, second, decimals):
    limits = Interval(min(first, second), max(first, second))
    # Below this lies nothing that a table could give: 1 / (4·10¹²).
    assume(all(limit == 0 or abs(limit) > 1e-13 for limit in (first, second)))
    texts = DifferenceFormat(decimals).interval(limits).split(" to ")
    for text, limit in zip(texts, (limits.lower, limits.upper), strict=True):
        printed = value_of(text)
        assert (printed > 0, printed < 0) == (limit > 0, limit < 0)
        assert text[0] in ("+" if limit > 0 else "−" if limit < 0 else "0")


@pytest.mark.parametrize(
    ("difference", "text"),
    [
        (0.0, "0"),
        (0.05, "+5"),
        (-0.1, "−10"),
        (0.025, "+2.5"),
        (1.0, "+100"),
        (0.30000000004, "+30"),
    ],
)
def test_a_tick_is_as_short_as_it_can_be(difference, text):
    assert DifferenceFormat(1).tick(difference) == text


@pytest.mark.parametrize(
    ("difference", "more", "text"),
    [
        (0.07, 0, "0.070"),  # design.md, section 3
        (0.0427389, 1, "0.0427"),
        (-0.07, 0, "−0.070"),
        (0.9999, 0, "0.9999"),
        (0.00004, 0, "0.00004"),
        (1.0, 0, "1.000"),
    ],
)
def test_share(difference, more, text):
    assert DifferenceFormat(1).share(difference, more) == text


@pytest.mark.parametrize(
    ("first", "second", "texts"),
    [
        (0.87, 0.8, ("87.0%", "80.0%")),  # design.md, section 3
        (0.9997, 0.99, ("99.97%", "99.00%")),  # not 100.0%
        (1.0, 0.99, ("100.0%", "99.0%")),
        (0.0, 0.0002, ("0.00%", "0.02%")),
        (0.87654, 0.87651, ("87.654%", "87.651%")),
        (0.5, 0.5, ("50.0%", "50.0%")),
    ],
)
def test_rates(first, second, texts):
    assert DifferenceFormat(1).rates(first, second) == texts


@given(st.lists(st.integers(0, MAX_COUNT), min_size=4, max_size=4))
@example([10**12 - 1, 10**12, 10**12, 10**12])
@example([0, 1, 10**12, 10**12])
def test_two_different_rates_never_print_alike(cells):
    assume(any(cells))
    found = compare(Table(*cells))
    rates = found.difference.candidate_rate, found.difference.baseline_rate
    printed = DifferenceFormat.of(found).rates(*rates)
    assert (printed[0] == printed[1]) == (rates[0] == rates[1])
    for text, rate in zip(printed, rates, strict=True):
        assert (text.strip("0.%") == "") == (rate == 0)
        assert (float(text[:-1]) == 100) == (rate == 1)
