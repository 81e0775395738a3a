"""Tests of app.web.openapi and app.web.schemas: as strict as the parser, true of every answer."""

import json

import jsonschema_rs
import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from app import create_app
from app.settings import Settings
from app.stats import MAX_COUNT
from app.web.errors import MAX_QUERY
from app.web.factory import MAX_BODY
from app.web.fields import CELLS, OPTIONS

ADDRESS = "/api/v1/compare"
DOCUMENT = "/api/v1/openapi.json"
FORM = "application/x-www-form-urlencoded"


@pytest.fixture(scope="module")
def document(app):
    return app.test_client().get(DOCUMENT).json


@pytest.fixture(scope="module")
def validators(document):
    """What a JSON Schema validator that is not ours makes of each schema, by its name."""
    return {
        name: jsonschema_rs.Draft202012Validator(
            {"$ref": f"#/components/schemas/{name}", "components": document["components"]}
        )
        for name in document["components"]["schemas"]
    }


def described(document, response, operation):
    """Return the name of the schema that `operation` gives for the status of `response`."""
    told = operation["responses"][str(response.status_code)]
    content = document["components"]["responses"][told["$ref"].rpartition("/")[2]]["content"]
    return content[response.mimetype]["schema"]["$ref"].rpartition("/")[2]


def schemas_within(schema):
    """Yield every schema of an answer, from the whole to the last part."""
    yield schema
    for part in [
        *schema.get("properties", {}).values(),
        *schema.get("anyOf", []),
        *([schema["items"]] if "items" in schema else []),
    ]:
        yield from schemas_within(part)


def test_it_is_openapi_with_schemas_of_draft_2020_12(document):
    assert document["openapi"] == "3.1.0"
    for schema in document["components"]["schemas"].values():
        jsonschema_rs.meta.validate(
            {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema}
        )


def test_it_can_be_read_as_yaml_too(client):
    sent = client.get(DOCUMENT)
    assert b"\\ud" not in sent.data
    assert yaml.safe_load(sent.data) == sent.json


@pytest.mark.parametrize("base", ["http://localhost", "https://mcnemar.example:8443"])
def test_it_holds_the_address_at_which_it_was_asked_for(client, base):
    found = client.get(DOCUMENT, base_url=base).json
    assert found["servers"] == [{"url": f"{base}/api/v1"}]
    assert found["externalDocs"]["url"] == f"{base}/api"


def test_behind_a_path_it_holds_the_path():
    app = create_app(Settings(public_url="https://tools.example/mcnemar"))
    found = app.test_client().get(DOCUMENT).json
    assert found["servers"] == [{"url": "https://tools.example/mcnemar/api/v1"}]


def test_every_address_below_the_interface_is_described(app, document):
    prefix = "/api/v1"
    rules = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith(f"{prefix}/")]
    methods = {
        rule.rule.removeprefix(prefix): {name.lower() for name in rule.methods}
        - {"head", "options"}
        for rule in rules
    }
    assert {path: set(item) for path, item in document["paths"].items()} == methods


@pytest.mark.parametrize("name", ["Answer", "Problem", "FieldProblem"])
def test_every_part_of_an_answer_is_described_required_and_nothing_else_is_allowed(document, name):
    for schema in schemas_within(document["components"]["schemas"][name]):
        assert schema["description"].endswith(".")
        if "properties" in schema:
            assert schema["required"] == list(schema["properties"])
            assert schema["additionalProperties"] is False


def test_every_answer_is_as_described(client, validators, edge_table):
    cells = {"b": edge_table.b, "c": edge_table.c, "a": edge_table.a, "d": edge_table.d}
    for confidence in (80, 95, 99.99):
        response = client.post(ADDRESS, json={**cells, "confidence": confidence})
        validators["Answer"].validate(response.json)


def test_an_answer_with_a_part_more_or_less_is_not_as_described(client, validators):
    answer = client.get(f"{ADDRESS}?b=17&c=3&a=157&d=23").json
    for part in answer:
        assert not validators["Answer"].is_valid(
            {**answer, part: 5 if part != "confidence" else 5.0}
        )
        assert not validators["Answer"].is_valid(
            {key: answer[key] for key in answer if key != part}
        )
    assert not validators["Answer"].is_valid({**answer, "more": 1})


@pytest.mark.parametrize("part", ["delta", "unpaired"])
def test_what_hangs_on_a_and_d_is_null_without_them_and_only_then(client, validators, part):
    whole = client.get(f"{ADDRESS}?b=17&c=3&a=157&d=23").json
    flips = client.get(f"{ADDRESS}?b=17&c=3").json
    assert not validators["Answer"].is_valid({**whole, part: None})
    assert not validators["Answer"].is_valid({**flips, part: whole[part]})


def test_the_example_is_the_answer_to_the_example(client, document):
    answer = document["components"]["responses"]["Answer"]["content"]["application/json"]["example"]
    (parameter,) = document["paths"]["/compare"]["get"]["parameters"]
    assert client.get(ADDRESS, query_string=parameter["example"]).json == answer
    body = document["paths"]["/compare"]["post"]["requestBody"]["content"]
    assert client.post(ADDRESS, json=body["application/json"]["example"]).json == answer
    for form in (FORM, "multipart/form-data"):
        sent = client.post(ADDRESS, data=body[form]["example"], content_type=form)
        assert sent.json == answer


@pytest.mark.parametrize(
    ("status", "request_"),
    [
        (400, {"data": "[]", "content_type": "application/json"}),
        (400, {"headers": {"Transfer-Encoding": "chunked"}}),
        (413, {"data": " " * (MAX_BODY + 1), "content_type": "application/json"}),
        (413, {"data": "b=" + "1" * MAX_BODY, "content_type": FORM}),
        (414, {"query_string": "b" * (MAX_QUERY + 1)}),
        (415, {"data": "b=1", "content_type": "text/plain"}),
        (422, {"json": {"b": -1}}),
        (422, {"json": {"\ud800": 1}}),
    ],
)
def test_every_refusal_is_as_described(client, document, validators, status, request_):
    response = client.post(ADDRESS, **request_)
    assert response.status_code == status
    schema = described(document, response, document["paths"]["/compare"]["post"])
    # jsonschema_rs knows no half of a character
    validators[schema].validate(json.loads(response.data.replace(rb"\ud800", b"?")))


@pytest.mark.parametrize(
    ("status", "query"), [(414, "b" * (MAX_QUERY + 1)), (422, "b=1&b=1"), (422, "c=1.5&x=1")]
)
def test_every_refusal_of_a_query_is_as_described(client, document, validators, status, query):
    response = client.get(ADDRESS, query_string=query)
    assert response.status_code == status
    schema = described(document, response, document["paths"]["/compare"]["get"])
    validators[schema].validate(response.json)


@pytest.mark.parametrize("path", [f"{ADDRESS}?b=1&c=2", DOCUMENT])
def test_what_has_not_changed_is_not_sent_again(client, path):
    tag = client.get(path).headers["ETag"]
    assert client.get(path, headers={"If-None-Match": tag}).status_code == 304


@pytest.mark.parametrize(("path", "methods"), [(ADDRESS, "POST"), (DOCUMENT, "GET")])
def test_a_script_of_another_origin_may_ask(client, path, methods):
    headers = {
        "Origin": "https://wiki.example",
        "Access-Control-Request-Method": methods,
        "Access-Control-Request-Headers": "content-type",
    }
    response = client.options(path, headers=headers)
    assert response.status_code in (200, 204)
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert methods in response.headers["Access-Control-Allow-Methods"].split(", ")
    assert response.headers["Access-Control-Allow-Headers"] == "Content-Type"


@pytest.mark.parametrize(
    "method", ["PUT", "PATCH", "DELETE", "TRACE", "POST"], ids=lambda method: method.lower()
)
def test_another_method_is_answered_with_what_there_is(client, validators, method):
    response = client.open(DOCUMENT, method=method)
    assert response.status_code == 405
    assert set(response.headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}
    validators["Problem"].validate(response.json)


# What is a value of a field, what is nearly one, and what is none.
blanks = st.sampled_from(["", " ", "\t", "\u00a0", "\x1c", "\u200b", "\n"])
counts = st.one_of(
    st.integers(0, 9).map(str),
    st.sampled_from([MAX_COUNT, MAX_COUNT + 1, 10**11, 1234]).map(str),
    st.sampled_from(
        ["1,234", "1 234 567", "1,234 567", "0,123", "1,000,000,000,000", "１２", "00"]
    ),
    st.sampled_from(["1,000,000,000,001", "2,000,000,000,000", "1.5", "-1", "1e3", "+1", "12.0"]),
    st.text("019１ ,\u2009.", max_size=16),
)
levels = st.sampled_from(
    ["80", "79.9999", "95", "95.0", "99.99", "99.9901", "99.9900", "97.12345", "095", "9５", "100"]
)
names = st.one_of(
    st.sampled_from(
        ["x" * 80, "x" * 81, "a b", "gpt", "baseline", "\ufeff", "\u202e", "é", "👩‍🚀"]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=5),
    st.text(st.sampled_from("ab \u00a0\u200b\u3000\U000e0020"), min_size=77, max_size=83),
)
texts = {
    **dict.fromkeys("bcad", counts),
    "confidence": levels,
    "baseline": names,
    "candidate": names,
    "theme": st.sampled_from(["auto", "light", "dark", "Dark", "auto,light"]),
}
padded = {name: st.builds("{}{}{}".format, blanks, text, blanks) for name, text in texts.items()}
numbers = st.one_of(
    st.integers(-1, 3),
    st.sampled_from([MAX_COUNT, MAX_COUNT + 1, 10**400, 1.0, -0.0, 0.5, 1e12, 1e13, 1e300]),
    st.sampled_from([80, 95, 99.99, 99.991, 79.999999, 95.123456789, 99.72999999999999]),
)
others = st.one_of(numbers, st.none(), st.booleans(), st.just([]), st.just({}), st.just([1]))
values = {name: st.one_of(text, others) for name, text in padded.items()}


def fields(strategies):
    """Build requests: many of b and c, many of the whole table, some of anything."""
    required, cells, options = (
        {name: strategies[name] for name in group} for group in ("bc", CELLS, OPTIONS)
    )
    unknown = {"items": st.just("1"), "": st.just("1")}
    return st.one_of(
        st.fixed_dictionaries(required, optional=options),
        st.fixed_dictionaries(cells, optional=options),
        st.fixed_dictionaries({}, optional={**cells, **options, **unknown}),
    )


@given(sent=fields(values))
def test_json_is_accepted_where_it_is_as_described_and_nowhere_else(app, validators, sent):
    response = app.test_client().post(ADDRESS, json=sent)
    assert response.status_code in (200, 422)
    assert (response.status_code == 200) == validators["Question"].is_valid(sent)


@given(sent=fields(padded))
def test_text_is_accepted_where_it_is_as_described_and_nowhere_else(app, validators, sent):
    valid = validators["QuestionAsText"].is_valid(sent)
    client = app.test_client()
    assert (client.get(ADDRESS, query_string=sent).status_code == 200) == valid
    assert (client.post(ADDRESS, data=sent).status_code == 200) == valid


@given(sent=fields(texts))
def test_what_is_accepted_as_text_is_accepted_as_json(validators, sent):
    assert validators["QuestionAsText"].is_valid(sent) == validators["Question"].is_valid(sent)
