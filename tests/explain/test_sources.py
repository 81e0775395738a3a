"""Tests of app.explain.sources: every method has its source, numbered as it is cited."""

import re

import pytest

from app.explain import explain
from app.explain.sources import SOURCES
from app.stats import Table, compare

# issue 2: McNemar, Edwards, Wilson, Newcombe, Tango, Fagerland et al., the mlxtend guide
YEARS = {
    "mcnemar": 1947,
    "edwards": 1948,
    "wilson": 1927,
    "newcombe": 1998,
    "tango": 1998,
    "fagerland": 2013,
    "mlxtend": None,
}


def test_the_sources_that_the_issue_names_are_there():
    assert {key: SOURCES[key].year for key in YEARS} == YEARS


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)
def test_a_source_has_an_address_that_a_browser_takes(source):
    assert re.fullmatch(r"https://[\x21-\x7e]+", source.address)
    assert not re.search(r'[<>" ]', source.address)
    assert source.authors
    assert source.title
    assert source.where


@pytest.mark.parametrize(
    ("key", "label"),
    [
        ("mcnemar", "doi:10.1007/BF02295996"),
        ("newcombe", "doi:10.1002/(SICI)1097-0258(19981130)17:22<2635::AID-SIM954>3.0.CO;2-C"),
        ("tango", "doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B"),
        ("mlxtend", "rasbt.github.io/mlxtend/user_guide/evaluate/mcnemar/"),
    ],
)
def test_the_address_as_it_is_read(key, label):
    assert SOURCES[key].label == label


def test_sources_are_numbered_in_the_order_in_which_the_steps_cite_them():
    # by hand: n and exact; mid-p; corrected chi-square; Wilson; φ; Tango; Clopper–Pearson;
    # the rule of 25 last
    found = explain(compare(Table(17, 3, 157, 23)))
    keys = [source.key for source in found.sources]
    assert keys == [
        "mcnemar",
        "fagerland",
        "edwards",
        "wilson",
        "newcombe",
        "tango",
        "clopper",
        "mlxtend",
    ]
    numbers = found.source_numbers
    assert [numbers[key] for key in ("tango", "mcnemar", "mlxtend")] == ["6", "1", "8"]


def test_loader_is_cited_only_where_the_sum_is_not_by_hand():
    def keys(b, c):
        return [source.key for source in explain(compare(Table(b, c))).sources]

    assert "loader" not in keys(38, 22)
    assert "loader" in keys(38, 23)


def test_every_listed_source_is_cited_and_every_cited_one_listed(edge_table):
    found = explain(compare(edge_table))
    cited = {key for step in found.steps for key in step.cites} | {"mlxtend"}
    assert {source.key for source in found.sources} == cited
