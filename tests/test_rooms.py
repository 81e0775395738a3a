"""The import law: which room may know of which, read from the source."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
# What a room may import besides the standard library; a room not named here may import all.
ROOMS = {
    "stats": {"numpy", "scipy.special", "app.stats"},
    "explain": {"markupsafe", "app.stats", "app.explain"},
}
# Rooms further out than the one named, which it must not know of.
OUTER = {"pairing": {"app.web", "app.explain"}}
NOWHERE = {"scipy.stats", "scipy.optimize"}  # 0.7 s at the start


def imported(source):
    """Return what a module imports as dotted names; relative imports keep their dots."""
    names = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = "." * node.level + (node.module or "")
            names |= {f"{base}.{alias.name}" for alias in node.names}
    return names


def within(name, packages):
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def against_the_law(room, source):
    names = imported(source)
    wrong = {name for name in names if within(name, NOWHERE | OUTER.get(room, set()))}
    wrong |= {name for name in names if name.startswith(".")}
    if room in ROOMS:
        library = {name for name in names if name.split(".")[0] in sys.stdlib_module_names}
        wrong |= {name for name in names - library if not within(name, ROOMS[room])}
    return wrong


def modules():
    for path in sorted((ROOT / "app").rglob("*.py")):
        room = path.relative_to(ROOT / "app").parts[0]
        yield pytest.param(room, path, id=str(path.relative_to(ROOT)))


@pytest.mark.parametrize(("room", "path"), list(modules()))
def test_module_keeps_to_its_room(room, path):
    assert against_the_law(room, path.read_text(encoding="utf-8")) == set()


@pytest.mark.parametrize("room", ROOMS)
def test_rooms_under_the_law_exist(room):
    assert list((ROOT / "app" / room).glob("*.py"))


@pytest.mark.parametrize(
    ("room", "source", "wrong"),
    [
        ("stats", "import flask", "flask"),
        ("stats", "from scipy import stats", "scipy.stats"),
        ("stats", "from scipy import integrate", "scipy.integrate"),
        ("stats", "from app.explain.steps import Step", "app.explain.steps.Step"),
        ("stats", "def late():\n    import app.web", "app.web"),
        ("stats", "from ..web import pages", "..web.pages"),
        ("explain", "from app.web.fields import parse", "app.web.fields.parse"),
        ("explain", "import numpy", "numpy"),
        ("pairing", "from app.explain import steps", "app.explain.steps"),
        ("web", "import scipy.optimize as so", "scipy.optimize"),
        ("__main__.py", "from scipy.stats import binomtest", "scipy.stats.binomtest"),
    ],
)
def test_the_law_finds_what_breaks_it(room, source, wrong):
    assert against_the_law(room, source) == {wrong}


@pytest.mark.parametrize(
    ("room", "source"),
    [
        ("stats", "import math, numpy as np\nfrom scipy.special import ndtri"),
        ("stats", "from scipy import special\nfrom app.stats.table import Table"),
        ("explain", "from markupsafe import Markup\nfrom app.stats import compare"),
        ("web", "import flask\nfrom app.explain import steps"),
    ],
)
def test_the_law_allows_what_it_should(room, source):
    assert against_the_law(room, source) == set()


def loaded_by(code):
    code = f"import sys; {code}; print(*sorted(sys.modules), sep='\\n')"
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(ran.stdout.split())


def test_a_small_table_needs_neither_numpy_nor_scipy_nor_flask():
    loaded = loaded_by("from app.stats import Table, compare; compare(Table(17, 3, 157, 23))")
    assert "app.stats.compare" in loaded
    assert loaded & {"numpy", "scipy", "flask"} == set()


def test_a_large_table_loads_scipy_special_and_not_scipy_stats():
    loaded = loaded_by("from app.stats import Table, compare; compare(Table(61, 30, 157, 23))")
    assert "scipy.special" in loaded
    assert loaded & {"scipy.stats", "scipy.optimize", "flask"} == set()


def test_the_server_starts_and_shows_the_worked_example_without_scipy():
    loaded = loaded_by("import app; app.create_app().test_client().get('/')")
    assert "app.web.pages" in loaded
    assert loaded & {"numpy", "scipy"} == set()
