"""The JSON interface."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import NoReturn

from flask import Blueprint, jsonify, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from app.explain import explain, record
from app.stats import compare
from app.web.fields import FIELDS, FieldError, Values, given_twice, parse

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")


@blueprint.route("/compare", methods=["GET", "POST"])
def compare_runs() -> ResponseReturnValue:
    """Answer with everything the page shows, as JSON."""
    values, faults = _values()
    question = parse(values, [*faults, *_unknown(values)])
    comparison = compare(question.table, question.level)
    return jsonify(record(explain(comparison, question.names)))


def _values() -> tuple[Values, list[FieldError]]:
    if request.method != "POST":
        return request.args, []
    if request.is_json:
        return _json_values(request.get_data())
    if request.mimetype in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return request.form, []
    raise UnsupportedMediaType("Send application/json or a form.")


def _json_values(body: bytes) -> tuple[Values, list[FieldError]]:
    """Return the fields of a JSON object as the text that stands in it, and faults of type.

    A number keeps its spelling, so that the rules of the form hold for it too, and
    a key that stands there twice is found as a field given twice.
    """
    try:
        pairs = json.loads(
            body,
            object_pairs_hook=tuple,
            parse_int=str,
            parse_float=str,
            parse_constant=_no_constant,
        )
    except (ValueError, RecursionError):
        raise BadRequest("The body is not valid JSON.") from None
    if not isinstance(pairs, tuple):
        raise BadRequest("The body is a JSON object with fields such as b and c.")
    values: Values = MultiDict((field, value) for field, value in pairs if isinstance(value, str))
    keys = Counter(field for field, _ in pairs)
    # null is as good as left out, but not beside another value for the same key
    faults = [given_twice(field) for field, times in keys.items() if times > 1]
    faults += [
        FieldError(field, "This must be a number or text.")
        for field, value in pairs
        if not isinstance(value, str) and value is not None and keys[field] == 1
    ]
    return values, [*faults, *_unknown(field for field in keys if field not in values)]


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _unknown(fields: Iterable[str]) -> list[FieldError]:
    """Name fields that do not exist: nobody looks at an API's answer for a typing error."""
    known = ", ".join(FIELDS)
    return [
        FieldError(field, f"There is no such field; there are {known}.")
        for field in fields
        if field not in FIELDS
    ]
