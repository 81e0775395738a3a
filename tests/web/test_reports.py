"""Tests of app.web.reports: the result as a file. Its words are tested in tests/explain/reports."""

import csv
import io
import json

import pytest

from app.explain.reports import csv_table, latex, markdown
from app.stats import Table
from app.web.fields import Question
from app.web.result import explained

WORKED = "b=17&c=3&a=157&d=23"
NAMED = f"{WORKED}&confidence=99&baseline=a%26b&candidate=model%2Brag"
TYPES = {
    # RFC 7763, RFC 4180 with RFC 7111, RFC 8259; LaTeX has no registered type
    "md": "text/markdown; charset=utf-8",
    "tex": "application/x-tex; charset=utf-8",
    "csv": "text/csv; charset=utf-8",
    "json": "application/json; charset=utf-8",
}

suffixes = pytest.mark.parametrize("suffix", list(TYPES))


@suffixes
def test_a_report_says_what_it_is(client, suffix):
    response = client.get(f"/report.{suffix}?{WORKED}")
    assert response.status_code == 200
    assert response.headers["Content-Type"] == TYPES[suffix]
    assert response.data.decode("utf-8").strip()


@pytest.mark.parametrize(
    ("query", "stem"),
    [
        (WORKED, "mcnemar-b17-c3-a157-d23"),
        ("b=17&c=3", "mcnemar-b17-c3"),
        ("b=1000000000000&c=0", "mcnemar-b1000000000000-c0"),
        (f"{WORKED}&candidate=secret-model%22%2F..%2F", "mcnemar-b17-c3-a157-d23"),
        (f"{WORKED}&candidate=%E6%A8%A1%E5%9E%8B", "mcnemar-b17-c3-a157-d23"),
    ],
)
@suffixes
def test_a_report_is_kept_as_a_file_whose_name_nobody_can_choose(client, query, stem, suffix):
    response = client.get(f"/report.{suffix}?{query}")
    assert response.headers["Content-Disposition"] == f"attachment; filename={stem}.{suffix}"


@suffixes
def test_a_report_has_one_address(client, suffix):
    response = client.get(f"/report.{suffix}?d=23&a=157&c=3&b=17&utm_source=x")
    assert response.status_code == 302
    assert response.headers["Location"] == f"/report.{suffix}?{WORKED}"


@pytest.mark.parametrize(
    "path", ["/report.pdf", "/report.", "/report", "/report.MD", "/report.md/", "/report.md.exe"]
)
@pytest.mark.parametrize("query", [WORKED, "", "b=x"])
def test_there_are_no_other_reports(client, path, query):
    assert client.get(f"{path}?{query}").status_code == 404


@pytest.mark.parametrize(
    "query", ["", "b=17", "b=x&c=3", "b=1&b=1&c=3", "b=1&c=2&theme=pink", "b=1&c=2&confidence=5"]
)
@suffixes
def test_there_is_no_report_of_a_faulty_question(client, suffix, query):
    response = client.get(f"/report.{suffix}?{query}")
    assert response.status_code == 422
    assert response.mimetype == "application/problem+json"
    assert response.json["errors"]
    assert "Content-Disposition" not in response.headers


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE"])
@suffixes
def test_a_report_is_only_read(client, method, suffix):
    response = client.open(f"/report.{suffix}?{WORKED}", method=method)
    assert response.status_code == 405


@suffixes
def test_head_is_answered_like_get(client, suffix):
    address = f"/report.{suffix}?{WORKED}"
    head, full = client.head(address), client.get(address)
    assert (head.status_code, head.data) == (200, b"")
    assert dict(head.headers) | {"Date": ""} == dict(full.headers) | {"Date": ""}


@pytest.mark.parametrize("query", [WORKED, NAMED, "b=17&c=3", "b=0&c=0", "b=10000&c=0"])
def test_the_json_report_is_the_answer_of_the_api(client, query):
    report, answer = client.get(f"/report.json?{query}"), client.get(f"/api/v1/compare?{query}")
    assert report.json == answer.json
    assert report.json["table"]["b"] == int(query.split("&")[0][2:])
    # JSON has no NaN and no Infinity (RFC 8259, section 6)
    json.loads(report.data, parse_constant=pytest.fail)


@suffixes
def test_the_theme_is_in_nothing_but_the_address(client, suffix):
    plain = client.get(f"/report.{suffix}?{WORKED}").text.splitlines()
    themed = client.get(f"/report.{suffix}?{WORKED}&theme=dark").text.splitlines()
    differing = [(one, other) for one, other in zip(plain, themed, strict=True) if one != other]
    assert bool(differing) == (suffix in ("md", "tex"))
    for one, other in differing:
        # in LaTeX it may be broken after each letter
        assert "theme=dark" in other.replace("\\allowbreak ", "")
        assert "theme=dark" not in one.replace("\\allowbreak ", "")


def explanation(query):
    fields = dict(pair.split("=") for pair in query.split("&"))
    return explained(Question(Table(**{cell: int(fields[cell]) for cell in fields})))


@pytest.mark.parametrize("query", [WORKED, "b=17&c=3", "b=0&c=0", "b=5&c=5&a=40&d=50"])
@pytest.mark.parametrize(("suffix", "write"), [("md", markdown), ("tex", latex)])
def test_a_report_is_what_is_written_of_the_explanation_and_names_its_address(
    client, query, suffix, write
):
    address = f"http://localhost/?{query}"
    found = client.get(f"/report.{suffix}?{query}").text
    assert found == write(explanation(query), address)
    # written for another address it differs: the address is in it
    assert found != write(explanation(query), "http://elsewhere/")


@pytest.mark.parametrize("query", [WORKED, "b=17&c=3", "b=0&c=0"])
def test_the_csv_is_what_is_written_of_the_explanation(client, query):
    response = client.get(f"/report.csv?{query}")
    assert response.data.decode() == csv_table(explanation(query))
    rows = list(csv.reader(io.StringIO(response.data.decode("utf-8-sig"), newline="")))
    assert len({len(row) for row in rows}) == 1
    assert len(rows) > 5


@suffixes
def test_every_report_of_every_edge_table_is_written(client, edge_table, suffix):
    response = client.get(f"/report.{suffix}?{Question(edge_table).query()}")
    assert response.status_code == 200
    assert "nan" not in response.text.lower().split()


@suffixes
def test_the_worked_example_has_its_numbers_in_every_report(client, suffix):
    # design.md, section 3
    found = client.get(f"/report.{suffix}?{WORKED}").text
    for number in ("0.0026", "17", "157", "0.0017", "9.8", "0.07"):
        assert number in found, number
