"""Tests of app.explain.reports.python and r: the lines run and give the numbers of the page."""

import ast
import math
import re
import shutil
import subprocess
import sys

import pytest

from app.explain import explain, record
from app.explain.reports import python_code, r_code
from app.stats import Table, compare

# Besides those of conftest.py: b, c, a, d of all sizes.
TABLES = [
    (3, 17, 157, 23),
    (15, 6, 20, 5),
    (61, 30, 1000, 400),
    (600, 500, 9000, 70),
    (40, 2, 10**5, 3),
    (999_000, 800_000, 5, 6),
    (500_003_000_000, 499_997_000_000, None, None),
    (10**12, 10**12 - 2 * 10**8, 0, 0),  # p below the double range, near the middle
]
LIBRARIES_MODERATE = 1e-9
# n ~ 10¹²: SciPy's logpmf is a difference of logarithms of Γ, statsmodels' z one of two rates.
LIBRARIES_HUGE = 1e-3


@pytest.fixture(params=TABLES, ids=str)
def table(request):
    return Table(*request.param)


def ran(comparison, capsys):
    """Run the Python lines and return what they assigned, and the numbers that they printed."""
    names = {}
    exec(python_code(comparison), names)
    return names, capsys.readouterr().out


def expected(found):
    """Return the numbers of the JSON by the names that the lines give to them."""
    tests, delta, ratio = found["tests"], found["delta"], found["odds_ratio"]
    names = {
        "exact_p": tests["exact"]["p"],
        "mid_p": tests["mid_p"]["p"],
        "log10_exact_p": tests["exact"]["log10_p"],
        "log10_mid_p": tests["mid_p"]["log10_p"],
        "log10_plain_p": tests["chi_square"]["log10_p"],
        "log10_corrected_p": tests["chi_square_corrected"]["log10_p"],
        "odds_ratio": ratio["estimate"],
        "odds_ratio_interval": ratio["interval"],
    }
    if delta:
        unpaired = found["unpaired"]
        names |= {"delta": delta["estimate"], **delta["intervals"]}
        names |= {"p1": delta["candidate_rate"], "p2": delta["baseline_rate"]}
        names |= {"unpaired_z": unpaired["z"], "unpaired_p": unpaired["p"]}
        names["log10_unpaired_p"] = unpaired["log10_p"]
    return names


def pairs(names, found):
    """Yield name, number of the lines and number of the JSON for all that was assigned."""
    for name, value in expected(found).items():
        if name not in names:
            continue
        if isinstance(value, list):
            yield from ((name, *both) for both in zip(names[name], value, strict=True))
        else:
            yield name, names[name], value
    for name, test in (("plain", "chi_square"), ("corrected", "chi_square_corrected")):
        if name in names:
            yield name, names[name].statistic, found["tests"][test]["statistic"]
            if f"log10_{name}_p" not in names:
                yield name, names[name].pvalue, found["tests"][test]["p"]


def assert_same_numbers(table, confidence, capsys):
    comparison = compare(table, confidence)
    names, printed = ran(comparison, capsys)
    if table.n_discordant == 0:
        assert printed == "no discordant item\n"
        return
    sizes = [count for count in (table.a, table.b, table.c, table.d) if count is not None]
    tolerance = LIBRARIES_MODERATE if max(sizes) <= 10**6 else LIBRARIES_HUGE
    compared = list(pairs(names, record(explain(comparison))))
    assert len(compared) >= 6
    for name, number, value in compared:
        if value is None:
            assert number == math.inf, name
        else:
            assert number == pytest.approx(value, rel=tolerance, abs=1e-13), name


@pytest.mark.parametrize("confidence", [0.8, 0.95, 0.9999])
def test_the_python_lines_give_the_numbers_of_the_json(table, confidence, capsys):
    assert_same_numbers(table, confidence, capsys)


def test_the_python_lines_run_for_every_table_without_a_warning(edge_table, capsys):
    assert_same_numbers(edge_table, 0.95, capsys)


def test_the_python_lines_as_a_script_print_the_worked_example():
    code = python_code(compare(Table(17, 3, 157, 23)))
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    printed = [float(number) for number in re.findall(r"-?\d+\.\d+(?:e-?\d+)?", done.stdout)]
    # design.md, section 3, and R contingencytables 3.0.1 for the intervals; the odds ratio's
    # limits are those of published_cases.json, brief_200
    by_the_design = [0.0026, 0.0015, 9.8, 0.0017, 8.45, 0.0037, 5.667, 1.639, 30.181, 0.87, 0.8]
    by_the_design += [0.07, 0.0273, 0.1127, 0.0274, 0.1156, 0.0262, 0.1166, 0.0292, 0.1192]
    by_the_design += [1.886, 0.0593]
    assert printed == pytest.approx(by_the_design, rel=2e-3, abs=5e-5)


def test_every_number_that_is_assigned_is_printed():
    printed = python_code(compare(Table(17, 3, 157, 23)))
    for name in ("exact_p", "mid_p", "plain.pvalue", "corrected.pvalue", "*wald", "*newcombe"):
        assert re.search(rf"print\(.*{re.escape(name)}", printed), name


def test_a_tie_takes_mid_p_from_one_outcome(capsys):
    # P(X = 5) = 252/1024 for n = 10
    names, _ = ran(compare(Table(5, 5)), capsys)
    assert names["mid_p"] == pytest.approx(1 - 252 / 2048, rel=1e-12)
    assert "statsmodels gives 1/n" in python_code(compare(Table(5, 5)))


def test_a_huge_table_says_where_the_libraries_lose_digits():
    code = python_code(compare(Table(1000, 10**9)))
    assert "beta quantile is not always right" in code
    assert "logpmf holds some six digits" in code
    assert "binomtest" not in python_code(compare(Table(10**6, 10**6 - 100)))


def test_the_r_lines_follow_the_table():
    code = r_code(compare(Table(17, 3, 157, 23)))
    assert "binom.test(m, n)$p.value" in code
    assert "both_passed <- 157; both_failed <- 23" in code
    assert "log.p" not in code
    assert "pbinom(m, n, 0.5, log.p = TRUE)" in r_code(compare(Table(10_000, 0)))
    assert "both_passed" not in r_code(compare(Table(17, 3)))
    assert r_code(compare(Table(0, 0))).endswith('cat("no discordant item\\n")\n')


def test_the_r_lines_close_what_they_open(edge_table):
    code = re.sub(r'"[^"]*"|#.*', "", r_code(compare(edge_table)))
    for opening, closing in ("()", "[]", "{}"):
        assert code.count(opening) == code.count(closing)


@pytest.mark.skipif(shutil.which("Rscript") is None, reason="R is not installed")
@pytest.mark.parametrize("cells", [(17, 3, 157, 23), (3, 17, 157, 23), (30, 28, 500, 100)])
def test_the_r_lines_give_the_numbers_of_the_page(cells):
    comparison = compare(Table(*cells))
    ran = subprocess.run(
        ["Rscript", "-e", r_code(comparison)], capture_output=True, text=True, check=True
    )
    printed = {}
    for line in ran.stdout.splitlines():
        name = re.match(r"[^\d]*?(?= -?\d)", line)[0]
        printed[name] = [float(number) for number in re.findall(r"(?<= )-?\d[\d.e-]*", line)]
    found = record(explain(comparison))
    assert printed["exact p"] == pytest.approx([found["tests"]["exact"]["p"]])
    assert printed["mid-p"] == pytest.approx([found["tests"]["mid_p"]["p"]])
    for name, key in (("Wald", "wald"), ("Newcombe", "newcombe"), ("Tango", "tango")):
        assert printed[name] == pytest.approx(found["delta"]["intervals"][key], rel=1e-9)


def test_the_python_lines_hold_no_text_but_their_own(edge_table):
    tree = ast.parse(python_code(compare(edge_table)))
    texts = {
        node.value
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    assert all(re.fullmatch(r"[A-Za-z0-9', -]+", text) for text in texts)


@pytest.mark.parametrize("write", [python_code, r_code])
def test_lines_are_short_and_in_ascii(write, edge_table):
    code = write(compare(edge_table))
    assert code.isascii()
    assert max(map(len, code.splitlines())) <= 100
