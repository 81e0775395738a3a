"""Tests of app.web.pictures, as they stand in the page: the geometry of the two pictures."""

import math
import re
from xml.etree import ElementTree

import pytest

from app.explain import explain
from app.stats import Table, compare
from app.web.fields import Question
from app.web.pictures import binomial_pictures, interval_picture
from app.web.result import PICTURE_WIDTHS

WORKED = (17, 3, 157, 23)


@pytest.fixture
def pictures(client):
    """Draw the page of a table and return its pictures of one kind, as trees."""

    def draw(cells, kind):
        html = client.get(f"/?{Question(Table(*cells)).query()}").text
        found = [ElementTree.fromstring(svg) for svg in re.findall(r"<svg.*?</svg>", html, re.S)]
        return [svg for svg in found if kind in svg.get("class").split()]

    return draw


def offset(element):
    return tuple(map(float, re.findall(r"-?[\d.]+", element.get("transform", "0 0"))))


def points(path):
    """Return every place that path data goes through; the letters that we use."""
    x = y = 0.0
    for letter, numbers in re.findall(r"([A-Za-z])([^A-Za-z]*)", path):
        values = [float(number) for number in re.findall(r"-?[\d.]+", numbers)]
        assert letter in "MLHVvZ", letter
        if letter in "ML":
            x, y = values
        elif letter == "H":
            (x,) = values
        elif letter == "V":
            (y,) = values
        elif letter == "v":
            y += values[0]
        yield x, y


def places(element, dx=0.0, dy=0.0):
    """Return every place that a picture draws or writes at."""
    x, y = offset(element) if element.get("transform") else (0.0, 0.0)
    dx, dy = dx + x, dy + y
    if element.tag == "path":
        yield from ((x + dx, y + dy) for x, y in points(element.get("d")))
    elif element.tag == "circle":
        yield float(element.get("cx")) + dx, float(element.get("cy", 0)) + dy
    elif element.tag == "text":
        yield float(element.get("x")) + dx, float(element.get("y")) + dy
    for child in element:
        yield from places(child, dx, dy)


def by_class(svg, name):
    return [element for element in svg.iter() if name in element.get("class", "").split()]


@pytest.mark.parametrize("kind", ["intervals", "binomial"])
def test_everything_is_drawn_inside_the_picture(pictures, edge_table, kind):
    cells = edge_table.b, edge_table.c, edge_table.a, edge_table.d
    for svg in pictures(cells, kind):
        left, top, width, height = map(float, svg.get("viewBox").split())
        for x, y in places(svg):
            assert math.isfinite(x)
            assert math.isfinite(y)
            assert left <= x <= left + width
            assert top <= y <= top + height


@pytest.mark.parametrize("kind", ["intervals", "binomial"])
def test_each_picture_is_drawn_for_a_wide_and_a_narrow_page(pictures, kind):
    widths = [int(svg.get("viewBox").split()[2]) for svg in pictures(WORKED, kind)]
    assert tuple(widths) == PICTURE_WIDTHS


@pytest.mark.parametrize(
    ("cells", "kind", "number"),
    [
        (WORKED, "intervals", 2),
        (WORKED, "binomial", 2),
        ((17, 3), "intervals", 0),  # no a and d, no difference
        ((17, 3), "binomial", 2),
        ((0, 0, 5, 5), "binomial", 0),  # no item flipped
        ((0, 0), "binomial", 0),
    ],
)
def test_there_is_a_picture_where_there_is_something_to_see(pictures, cells, kind, number):
    assert len(pictures(cells, kind)) == number


def test_every_picture_says_what_it_shows(pictures, edge_table):
    cells = edge_table.b, edge_table.c, edge_table.a, edge_table.d
    for kind in ("intervals", "binomial"):
        for svg in pictures(cells, kind):
            assert svg.get("role") == "img"
            assert re.fullmatch(r"[A-Z].+\.", svg.get("aria-label"))


def bars(svg):
    """Return (lower, estimate, upper) of each interval by its title."""
    found = {}
    for group in by_class(svg, "interval"):
        (path,), (dot,) = by_class(group, "bar"), by_class(group, "dot")
        ends = [x for x, _ in points(path.get("d"))]
        title = next(element.text for element in group if element.tag == "text")
        found[title] = min(ends), float(dot.get("cx")), max(ends)
    return found


def axis_scale(svg):
    """Return the function from points to x that the labels of the axis state."""
    ticks = [(float(t.get("x")), t.text.replace("−", "-")) for t in by_class(svg, "tick")]
    (x1, first), (x2, last) = ticks[0], ticks[-1]
    slope = (x2 - x1) / (float(last) - float(first))
    return lambda value: x1 + (value - float(first)) * slope


@pytest.mark.parametrize(
    "cells", [WORKED, (3, 17, 157, 23), (15, 6, 20, 5), (25, 15, 9945, 15), (7, 2, 0, 0)], ids=str
)
def test_intervals_stand_where_the_axis_says(pictures, cells):
    found = compare(Table(*cells))
    for svg in pictures(cells, "intervals"):
        to_x = axis_scale(svg)
        (zero,) = by_class(svg, "zero")
        for x, _ in points(zero.get("d")):
            assert x == pytest.approx(to_x(0), abs=0.1)
        drawn = bars(svg)
        assert len(drawn) == 4
        for title, name in (("Wald", "wald"), ("Newcombe", "newcombe"), ("Tango", "tango")):
            limits = found.intervals[name]
            expected = [limits.lower, found.difference.estimate, limits.upper]
            xs = [to_x(100 * value) for value in expected]
            assert drawn[title] == pytest.approx(xs, abs=0.2), title


def test_the_dot_lies_on_its_bar(pictures, edge_table):
    cells = edge_table.b, edge_table.c, edge_table.a, edge_table.d
    for svg in pictures(cells, "intervals"):
        for title, (lower, estimate, upper) in bars(svg).items():
            assert lower <= estimate <= upper, title


def test_the_labels_of_the_axis_stand_where_their_numbers_are(pictures, edge_table):
    cells = edge_table.b, edge_table.c, edge_table.a, edge_table.d
    for svg in pictures(cells, "intervals"):
        to_x = axis_scale(svg)
        ticks = by_class(svg, "tick")
        # long labels leave room for few; zero is always one of them
        assert 2 <= len(ticks) <= 9
        assert "0" in [tick.text for tick in ticks]
        for tick in ticks:
            value = float(tick.text.replace("−", "-"))
            assert float(tick.get("x")) == pytest.approx(to_x(value), abs=0.5), tick.text


@pytest.mark.parametrize(
    ("cells", "sides"),
    [
        (WORKED, {"fixed"}),
        ((3, 17, 157, 23), {"broken"}),
        ((5, 5, 40, 50), {"agree"}),
        # found by search: Wald and Tango clear zero, the others do not
        ((18, 8, 200, 10), {"fixed", "agree"}),
    ],
)
def test_an_interval_has_the_colour_of_its_side(pictures, cells, sides):
    for svg in pictures(cells, "intervals"):
        classes = [set(group.get("class").split()) for group in by_class(svg, "interval")]
        assert set.union(*classes) - {"interval", "reported"} == sides


def test_the_reported_interval_is_newcombes(pictures):
    for svg in pictures(WORKED, "intervals"):
        (group,) = by_class(svg, "reported")
        assert group.find("text").text == "Newcombe"


def boxes(svg, name):
    return [
        (min(xs), max(xs), min(ys))
        for element in by_class(svg, name)
        if element.tag == "path"
        for path in re.findall(r"M[^M]+", element.get("d"))
        for xs, ys in [zip(*points(path), strict=True)]
    ]


@pytest.mark.parametrize(
    ("b", "c", "tails"),
    # by hand: 0 … m and n−m … n
    [(17, 3, 8), (3, 17, 8), (1, 0, 2), (5, 5, 11), (0, 60, 2), (38, 22, 46), (31, 29, 60)],
)
def test_up_to_60_items_every_number_of_fixed_items_has_its_bar(pictures, b, c, tails):
    for svg in pictures((b, c), "binomial"):
        filled, middle = boxes(svg, "tails"), boxes(svg, "middle")
        assert len(filled) == tails
        assert len(filled) + len(middle) == b + c + 1


def test_the_bars_are_as_high_as_the_coefficients(pictures):
    # C(4, i) = 1, 4, 6, 4, 1: the highest bar is 6
    for svg in pictures((3, 1), "binomial"):
        tops = boxes(svg, "tails") + boxes(svg, "middle")
        base = max(y for _, y in points(by_class(svg, "tails")[0].get("d")))
        heights = [base - top for _, _, top in sorted(tops)]
        assert heights == pytest.approx([h / 6 * max(heights) for h in (1, 4, 6, 4, 1)], abs=0.11)


@pytest.mark.parametrize("cells", [(500, 400), (10**12, 10**12 - 10**6), (61, 0), (10**12, 0)])
def test_above_60_items_two_tails_mirror_each_other(pictures, cells):
    for svg in pictures(cells, "binomial"):
        width = float(svg.get("viewBox").split()[2])
        first, second = sorted(boxes(svg, "tails"))
        assert first[:2] == pytest.approx((width - second[1], width - second[0]), abs=0.2)
        assert first[2] == pytest.approx(second[2], abs=0.2)


@pytest.mark.parametrize(
    ("cells", "labels"),
    [
        ((17, 3), ["10", "observed: 17 fixed", "just as uneven: 3 fixed"]),
        ((2, 1), ["1.5", "observed: 2 fixed", "just as uneven: 1 fixed"]),
        ((5, 5), ["5", "observed: 5 fixed"]),
        (
            (10**12, 0),
            [
                "500,000,000,000",
                "observed: 1,000,000,000,000 fixed",
                "just as uneven: 0 fixed",
            ],
        ),
    ],
)
def test_the_observed_count_and_its_mirror_image_are_labelled(pictures, cells, labels):
    for svg in pictures(cells, "binomial"):
        assert [text.text for text in svg.iter("text")] == labels


def test_the_mark_stands_on_the_bar_of_the_observed_count(pictures):
    for svg in pictures((17, 3), "binomial"):
        (mark,) = (path for path in by_class(svg, "observed") if path.tag == "path")
        x = next(points(mark.get("d")))[0]
        left, right, _ = sorted(boxes(svg, "tails") + boxes(svg, "middle"))[17]
        assert x == pytest.approx((left + right) / 2, abs=0.1)


@pytest.mark.parametrize(
    ("shown", "titles"),
    [
        (["newcombe"], ["Newcombe"]),
        (["wald", "tango"], ["Wald", "Tango"]),
        # the reported one first
        (["tango", "newcombe"], ["Newcombe", "Tango"]),
    ],
)
@pytest.mark.parametrize("cells", [WORKED, (3, 17, 157, 23), (25, 15, 9945, 15), (0, 0, 5, 5)])
def test_only_the_intervals_that_are_asked_for_are_drawn(cells, shown, titles):
    explanation = explain(compare(Table(*cells)))
    picture = interval_picture(explanation, 536, shown)
    assert [bar.title for bar in picture.bars] == titles
    assert [bar.reported for bar in picture.bars] == [title == "Newcombe" for title in titles]
    assert picture.width == 536
    for title in ("Wald", "Newcombe", "Tango"):
        assert (title in picture.description) == (title in titles)


def test_a_picture_of_one_interval_is_lower_and_its_axis_fits_that_interval():
    explanation = explain(compare(Table(*WORKED)))
    one, all_four = (interval_picture(explanation, 536, *s) for s in ([["newcombe"]], []))
    low, high = (float(picture.view_box.split()[3]) for picture in (one, all_four))
    assert high - low == 3 * 46  # three rows
    ends = [x for x, _ in points(one.bars[0].path)]
    left, right = (float(tick.x) for tick in (one.ticks[0], one.ticks[-1]))
    assert left <= min(ends) < max(ends) <= right


def test_the_axis_of_one_interval_reaches_no_further_than_it_must():
    # found by search: Newcombe's interval ends below +60 points, Wald's above
    explanation = explain(compare(Table(5, 1, 3, 3)))
    alone, among = (interval_picture(explanation, 536, *s) for s in ([["newcombe"]], []))
    assert [tick.label for tick in alone.ticks] == ["−20", "0", "+20", "+40", "+60"]
    assert [tick.label for tick in among.ticks] == ["−20", "0", "+20", "+40", "+60", "+80"]


@pytest.mark.parametrize("cells", [(17, 3), (10**12, 1), (5, 5), (500, 400)])
@pytest.mark.parametrize("height", [70, 150])
def test_the_binomial_picture_is_as_high_as_asked(cells, height):
    explanation = explain(compare(Table(*cells)))
    (picture,) = binomial_pictures(explanation, [640], plot_height=height)
    (other,) = binomial_pictures(explanation, [640], plot_height=2 * height)
    top, taller = (float(p.view_box.split()[3]) for p in (picture, other))
    assert taller - top == height
    ys = [y for path in (picture.middle, picture.tails) if path for _, y in points(path)]
    assert max(ys) - min(ys) == pytest.approx(height, abs=0.11)
    # across, nothing changes
    assert [x for x, _ in points(picture.tails)] == [x for x, _ in points(other.tails)]


def test_explanations_of_tables_without_a_and_d_have_no_interval_to_draw():
    with pytest.raises(ValueError, match="no difference to draw"):
        interval_picture(explain(compare(Table(17, 3))), 640)
