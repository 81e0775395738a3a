"""The JSON interface."""

import json
from typing import Any, NoReturn

from flask import Blueprint, current_app, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from app.explain import explain, record
from app.stats import compare
from app.web.fields import FIELDS, FieldError, InvalidFieldsError, Values, parse

blueprint = Blueprint("api", __name__, url_prefix="/api/v1")


@blueprint.route("/compare", methods=["GET", "POST"])
def compare_runs() -> ResponseReturnValue:
    """Answer with everything the page shows, as JSON."""
    question = parse(_known(_values()))
    comparison = compare(question.table, question.level)
    return current_app.json.response(record(explain(comparison, question.names)))


def _values() -> Values:
    if request.method != "POST":
        return request.args
    if request.is_json:
        return _json_values(request.get_data())
    if request.mimetype in ("application/x-www-form-urlencoded", "multipart/form-data"):
        return request.form
    raise UnsupportedMediaType("Send application/json or a form.")


def _json_values(body: bytes) -> Values:
    """Return the fields of a JSON object as the text that stands in it.

    A number keeps its spelling, so that the rules of the form hold for it too, and
    a key that stands there twice is found as a field given twice.
    """
    try:
        values = json.loads(
            body,
            object_pairs_hook=_field_values,
            parse_int=str,
            parse_float=str,
            parse_constant=_no_constant,
        )
    except (ValueError, RecursionError):
        raise BadRequest("The body is not valid JSON.") from None
    if not isinstance(values, MultiDict):
        raise BadRequest("The body is a JSON object with fields such as b and c.")
    return values


def _field_values(pairs: list[tuple[str, Any]]) -> Values:
    values: Values = MultiDict()
    errors = []
    for field, value in pairs:
        if isinstance(value, str):
            values.add(field, value)
        elif value is not None:
            errors.append(FieldError(field, "This must be a number or text."))
    if errors:
        raise InvalidFieldsError(errors, values)
    return values


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _known(values: Values) -> Values:
    """Refuse fields that do not exist: nobody looks at an API's answer for a typing error."""
    unknown = [
        FieldError(field, f"There is no such field; there are {', '.join(FIELDS)}.")
        for field in values
        if field not in FIELDS
    ]
    if unknown:
        raise InvalidFieldsError(unknown, values)
    return values
