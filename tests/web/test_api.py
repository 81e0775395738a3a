"""Tests of app.web.api: the JSON interface."""

import json
from io import BytesIO
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from app import create_app
from app.settings import Settings
from app.web.errors import MAX_QUERY
from app.web.factory import MAX_BODY
from app.web.fields import RATES

LINES = (Path(__file__).parents[1] / "data" / "field_cases.jsonl").read_text().splitlines()
CASES = {case["id"]: case for case in map(json.loads, LINES) if case["kind"] == "api"}
ADDRESS = "/api/v1/compare"


@pytest.fixture
def post(client):
    """Send a body as it stands."""
    return lambda body: client.post(ADDRESS, data=body, content_type="application/json")


def strict(response):
    """Return the JSON of a response, which has no NaN, no Infinity and no key twice."""

    def refuse(name):
        raise AssertionError(name)

    def once(pairs):
        assert len(dict(pairs)) == len(pairs)
        return dict(pairs)

    return json.loads(response.data, parse_constant=refuse, object_pairs_hook=once)


def faults(response):
    """Return the fields of a 422, after a look at its shape (RFC 9457; design.md, section 5)."""
    assert response.status_code == 422
    assert response.mimetype == "application/problem+json"
    body = strict(response)
    assert list(body) == ["type", "title", "status", "detail", "errors"]
    assert (body["type"], body["status"]) == ("about:blank", 422)
    assert all(list(error) == ["field", "message"] for error in body["errors"])
    assert all(error["message"] for error in body["errors"])
    return [error["field"] for error in body["errors"]]


def refusal(response, status):
    assert response.status_code == status
    assert response.mimetype == "application/problem+json"
    body = strict(response)
    assert list(body) == ["type", "title", "status", "detail"]
    assert body["status"] == status
    assert body["detail"]


def test_every_api_case_is_held():
    assert set(CASES) == {"A01", "A02", "A04", "A05", "A07", "A08"}


def test_a01_undefined_statistics_are_null(client):
    response = client.post(ADDRESS, json=CASES["A01"]["input"]["json"])
    assert response.status_code == CASES["A01"]["expected"]["status"]
    found = strict(response)
    assert found["tests"]["exact"]["p"] == float(CASES["A01"]["expected"]["p_exact"])
    assert found["tests"]["chi_square"]["statistic"] is None
    assert found["odds_ratio"]["estimate"] is None


def test_a02_a_p_below_the_double_range_keeps_its_logarithm(client):
    found = strict(client.post(ADDRESS, json=CASES["A02"]["input"]["json"]))["tests"]["exact"]
    expected = float(CASES["A02"]["expected"]["log10_p_exact"])
    assert found["p"] is None
    assert found["log10_p"] == pytest.approx(expected, rel=1e-12)
    assert found["p_text"] == "1.7 × 10^−602"


def test_a04_a_key_given_twice_is_refused(post):
    # status 422 as for every fault of a field: design.md, sections 4 and 5
    assert faults(post(CASES["A04"]["input"]["body"])) == ["b"]


def test_a05_a_boolean_is_no_count(client):
    assert "b" in faults(client.post(ADDRESS, json=CASES["A05"]["input"]["json"]))


def test_a07_a_number_of_5000_digits_in_the_path(client):
    response = client.get("/api/" + "9" * 5000)
    assert response.status_code in CASES["A07"]["expected"]["status"]


def test_a08_every_statistic_is_named_by_its_method(client):
    found = strict(client.post(ADDRESS, json=CASES["A08"]["input"]["json"]))
    expected = CASES["A08"]["expected"]
    assert found["recommended"]["test"] == expected["recommended"]
    assert found["recommended"]["p"] == float(expected["p"])
    assert "statistic" not in found["tests"]["exact"]
    assert found["tests"]["chi_square"]["df"] == 1


@pytest.mark.parametrize(
    ("body", "table"),
    [
        ('{"b": 17, "c": 3}', {"b": 17, "c": 3, "a": None, "d": None}),
        ('{"b": "3", "c": "1,234"}', {"b": 3, "c": 1234, "a": None, "d": None}),
        ('{"b": 1, "c": 2, "a": null, "d": null}', {"b": 1, "c": 2, "a": None, "d": None}),
        ('{"b": 1, "c": 2, "a": 0, "d": 1000000000000}', {"b": 1, "c": 2, "a": 0, "d": 10**12}),
        ('\ufeff{"b": 1, "c": 2}', {"b": 1, "c": 2, "a": None, "d": None}),
        # in JSON these are whole numbers, as they are for a JSON Schema
        ('{"b": 12.0, "c": -0, "a": 1.5e1, "d": -0.0}', {"b": 12, "c": 0, "a": 15, "d": 0}),
        ('{"b": " 1 ", "c": 2, "a": "", "d": " ", "baseline": null}', {"b": 1, "c": 2}),
    ],
)
def test_an_accepted_body(post, body, table):
    response = post(body.encode())
    assert response.status_code == 200
    assert response.mimetype == "application/json"
    found = strict(response)["table"]
    assert {cell: found[cell] for cell in "bcad"} == {"a": None, "d": None, **table}


@pytest.mark.parametrize(
    ("level", "confidence"),
    [
        ("99", 0.99),
        ("99.9", 0.999),
        ('"95.0"', 0.95),
        ("80", 0.8),
        ("8e1", 0.8),
        ("99.72999999999999", 0.9973),  # 100 * (1 - 0.0027)
        ("95.00001", 0.95),
    ],
)
def test_the_level_is_percent(post, level, confidence):
    found = strict(post(f'{{"b": 1, "c": 2, "confidence": {level}}}'))
    assert found["confidence"] == pytest.approx(confidence, rel=1e-15)


@pytest.mark.parametrize(
    ("body", "fields"),
    [
        ("{}", ["b", "c"]),
        ('{"b": true, "c": 3}', ["b"]),
        ('{"b": false, "c": 3}', ["b"]),
        ('{"b": 12.5, "c": 3}', ["b"]),
        ('{"b": "12.0", "c": "1e3"}', ["b", "c"]),  # the rule of the form
        ('{"b": -3, "c": -0.5}', ["b", "c"]),
        ('{"b": 1e400, "c": 1000000000000.5}', ["b", "c"]),
        ('{"b": "twelve", "c": 3}', ["b"]),
        ('{"b": null, "c": 3}', ["b"]),
        ('{"b": [12], "c": 3}', ["b"]),
        ('{"b": {}, "c": 3}', ["b"]),
        ('{"b": 1, "c": 3, "a": 5}', ["d"]),
        ('{"b": 1, "b": 1, "c": 3}', ["b"]),
        ('{"b": 1, "\\u0062": 2, "c": 3}', ["b"]),  # the same key, escaped
        ('{"b": %s, "c": 3}' % ("9" * 5000), ["b"]),
        ('{"b": 1, "c": 3, "B": 2}', ["B"]),
        ('{"b": 1, "c": 3, "alpha": 0.05}', ["alpha"]),
        ('{"b": 1, "c": 3, "confidence": 0.95}', ["confidence"]),
        ('{"b": 1, "c": 3, "confidence": 79.99999}', ["confidence"]),
        ('{"b": 1, "c": 3, "confidence": "95.00001"}', ["confidence"]),
        ('{"b": 1, "c": 3, "candidate": true}', ["candidate"]),
        ('{"b": 1, "c": 3, "candidate": 4, "theme": 1.5}', ["candidate", "theme"]),
        ('{"b": 1, "c": 3, "items": 10}', ["items"]),
        ('{"b": 1, "c": 3, "candidate": "\\u202e"}', ["candidate"]),
        ('{"b": 1, "c": 3, "candidate": "\\ud800"}', ["candidate"]),  # half of a character
        # the field that holds it is named, not what is inside
        ('{"b": {"x": {"c": 1}}, "c": 3}', ["b"]),
        ('{"b": [{"x": true}], "c": 3}', ["b"]),
        # all faults at once
        ('{"b": true, "c": "x", "confidence": 5}', ["b", "c", "confidence"]),
        ('{"b": -1, "c": 3, "alpha": 0.05}', ["b", "alpha"]),
    ],
)
def test_a_body_with_a_faulty_field(post, body, fields):
    assert faults(post(body)) == fields


@pytest.mark.parametrize(
    "body",
    [
        "",
        "b=1&c=2",
        "{",
        '{"b": 1, "c": 2',
        '{"b": 1, "c": 2,}',
        '{"b": NaN, "c": 2}',
        '{"b": Infinity, "c": 2}',
        "[]",
        '[{"b": 1, "c": 2}]',
        "null",
        "17",
        '"b"',
        '["b", "1"]',
        "[" * 8000,
        '{"b":' * 3000,
        b"\xff\xfe",
        b'{"b": 1, "c": 2, "candidate": "\xff"}',
    ],
    ids=lambda body: ascii(body[:20]),
)
def test_a_body_that_is_no_json_object(post, body):
    refusal(post(body), 400)


@pytest.mark.parametrize("mimetype", ["text/plain", "text/html", "application/xml", None])
def test_a_body_of_another_type(client, mimetype):
    refusal(client.post(ADDRESS, data='{"b": 1, "c": 2}', content_type=mimetype), 415)


QUERY = "b=1,017&c=3&a=157&d=23&confidence=99&baseline=old&candidate=model%2Brag"
FIELDS = {
    "b": "1,017",
    "c": 3,
    "a": 157,
    "d": 23,
    "confidence": 99,
    "baseline": "old",
    "candidate": "model+rag",
}


def test_get_a_form_and_json_agree(client):
    by_query = client.get(f"{ADDRESS}?{QUERY}")
    assert by_query.status_code == 200
    assert strict(by_query)["names"] == {"baseline": "old", "candidate": "model+rag"}
    assert strict(by_query)["table"]["b"] == 1017
    assert client.post(ADDRESS, data=FIELDS).data == by_query.data
    assert client.post(ADDRESS, json=FIELDS).data == by_query.data


@pytest.mark.parametrize("field", RATES)
def test_the_passes_of_each_run_are_a_way_into_the_form_alone(client, field):
    response = client.get(f"{ADDRESS}?b=1&c=2&{field}=5")
    assert faults(response) == [field]
    assert strict(response)["errors"][0]["message"] == (
        "There is no such field; there are b, c, a, d, confidence, baseline, candidate, theme."
    )


@pytest.mark.parametrize("body", [{"json": {"b": 1, "c": 2}}, {"data": {"b": "1", "c": "2"}}])
def test_the_fields_of_a_post_stand_in_its_body(client, body):
    assert faults(client.post(f"{ADDRESS}?confidence=99", **body)) == ["confidence"]


@pytest.mark.parametrize("field", ["b", "log"])
def test_a_file_is_no_field(client, field):
    sent = {"b": "1", "c": "2"} | {field: (BytesIO(b"1"), "b.txt")}
    assert field in faults(client.post(ADDRESS, data=sent))


@pytest.mark.parametrize("names", ["candidate=gpt&baseline=gpt", "candidate=baseline"])
def test_names_that_mislead_are_told_apart_and_given_as_they_are(client, names):
    found = strict(client.get(f"{ADDRESS}?b=17&c=3&{names}"))
    sent = parse_qs(names)
    assert found["names"]["candidate"] == sent["candidate"][0]
    assert found["names"]["baseline"] == sent.get("baseline", ["baseline"])[0]
    assert found["verdict"]["sentence"].startswith(f"“{sent['candidate'][0]} (candidate)” is")


@pytest.mark.parametrize(
    ("query", "fields"),
    [
        ("", ["b", "c"]),
        ("b=1&b=1&c=2", ["b"]),
        ("b=x&c=1.5&confidence=5", ["b", "c", "confidence"]),
        ("b=1&c=2&B=3", ["B"]),
        ("b=1&c=2&utm_source=x", ["utm_source"]),
        ("b=1&c=2&theme=pink", ["theme"]),
    ],
)
def test_a_faulty_query(client, query, fields):
    assert faults(client.get(f"{ADDRESS}?{query}")) == fields


def test_the_worked_example(client):
    # design.md, sections 3 and 5
    found = strict(client.get(f"{ADDRESS}?b=17&c=3&a=157&d=23"))
    assert found["recommended"]["p_text"] == "0.0026"
    assert found["delta"]["estimate"] == 0.07
    assert found["verdict"]["outcome"] == "resolved"
    assert list(found)[:3] == ["table", "confidence", "names"]


def test_every_edge_table_is_answered(client, edge_table):
    cells = {"b": edge_table.b, "c": edge_table.c, "a": edge_table.a, "d": edge_table.d}
    response = client.post(ADDRESS, json=cells)
    assert response.status_code == 200
    assert strict(response)["table"]["n_discordant"] == edge_table.b + edge_table.c


def test_head_is_answered_without_a_body(client):
    response = client.head(f"{ADDRESS}?b=1&c=2")
    assert (response.status_code, response.data) == (200, b"")


@pytest.mark.parametrize("path", ["/api/v1", "/api/v2/compare", "/api/v1/compare/"])
def test_an_address_that_is_not_there(client, path):
    refusal(client.get(path), 404)


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_another_method(client, method):
    response = client.open(ADDRESS, method=method)
    refusal(response, 405)
    assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS", "POST"}


def test_a_body_that_is_too_large(post):
    refusal(post(" " * (MAX_BODY + 1)), 413)


def test_a_query_that_is_too_long(client):
    refusal(client.get(f"{ADDRESS}?b=1&c=2&candidate={'x' * MAX_QUERY}"), 414)


def test_an_error_of_ours():
    app = create_app(Settings())
    app.add_url_rule("/api/v1/broken", view_func=lambda: 1 // 0)
    response = app.test_client().get("/api/v1/broken?b=12345")
    refusal(response, 500)
    assert "12345" not in response.text
    assert "ZeroDivisionError" not in response.text
