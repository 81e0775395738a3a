"""The JSON interface, and the page that tells how to use it."""

import json
from collections import Counter
from collections.abc import Iterable
from typing import NoReturn

from flask import Blueprint, Response, current_app, jsonify, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest, UnsupportedMediaType

from app.explain import record
from app.web.fields import (
    CELLS,
    MAX_CONFIDENCE,
    MIN_CONFIDENCE,
    QUESTION_FIELDS,
    FieldError,
    Question,
    Values,
    given_twice,
    parse,
)
from app.web.openapi import FORMS, description
from app.web.result import explained
from app.web.usage import Usage

blueprint = Blueprint("api", __name__, url_prefix="/api")

_NUMERIC = (*CELLS, "confidence")


@blueprint.get("", strict_slashes=False)
def usage() -> ResponseReturnValue:
    """Show how to use the interface."""
    return render_template("api.html", usage=Usage.here())


@blueprint.get("/v1/openapi.json")
def openapi() -> ResponseReturnValue:
    """Describe the interface to programs."""
    # As it is, without escapes: many programs read it as YAML, which has no surrogate pairs.
    text = current_app.json.dumps(description(), ensure_ascii=False)
    return Response(text, mimetype="application/json")


@blueprint.route("/v1/compare", methods=["GET", "POST"])
def compare_runs() -> ResponseReturnValue:
    """Answer with everything the page shows, as JSON."""
    return jsonify(record(explained(_asked())))


def _asked() -> Question:
    if request.method != "POST":
        return _question(request.args)
    elsewhere = [
        FieldError(field, "Send the fields of a POST in its body, not in its address.")
        for field in request.args
    ]
    if request.is_json:
        values, faults = _json_values(request.get_data())
        return _question(values, [*elsewhere, *faults])
    if request.mimetype in FORMS:
        files = [FieldError(field, "This must be text, not a file.") for field in request.files]
        return _question(request.form, [*elsewhere, *_unknown(request.files), *files])
    raise UnsupportedMediaType("Send application/json or a form.")


def _question(values: Values, faults: Iterable[FieldError] = ()) -> Question:
    known: Values = MultiDict(
        (field, value) for field, value in values.items(multi=True) if field in QUESTION_FIELDS
    )
    return parse(known, [*faults, *_unknown(values)])


class _Number(str):
    """A number of JSON, as it is spelled."""

    __slots__ = ()


def _json_values(body: bytes) -> tuple[Values, list[FieldError]]:
    """Return the fields of a JSON object as the form would hold them, and faults of type.

    A key that stands there twice is found as a field given twice.
    """
    try:
        pairs = json.loads(
            body,
            object_pairs_hook=tuple,
            parse_int=_Number,
            parse_float=_Number,
            parse_constant=_no_constant,
        )
    except (ValueError, RecursionError):
        raise BadRequest("The body is not valid JSON.") from None
    if not isinstance(pairs, tuple):
        raise BadRequest("The body is a JSON object with fields such as b and c.")
    keys = Counter(field for field, _ in pairs)
    faults, values = [], MultiDict[str, str]()
    # null is as good as left out
    for field, value in ((field, value) for field, value in pairs if value is not None):
        if isinstance(value, _Number) and field in _NUMERIC:
            values.add(field, _as_text(field, value))
        elif isinstance(value, str) and not isinstance(value, _Number):
            values.add(field, value)
        else:
            what = "a number or text" if field in _NUMERIC else "text"
            faults.append(FieldError(field, f"This must be {what}."))
    twice = (given_twice(field) for field, times in keys.items() if times > 1)
    return values, [*faults, *twice, *_unknown(keys)]


def _as_text(field: str, spelled: _Number) -> str:
    """Return a number as the form would hold it: in JSON, 12.0 and 1.2e1 are the integer 12."""
    number = float(spelled)
    if field == "confidence" and float(MIN_CONFIDENCE) <= number <= float(MAX_CONFIDENCE):
        # A level is often calculated, and 100 * 0.901 is 90.10000000000001.
        return f"{number:.4f}"
    if spelled.isdigit() or not number.is_integer():
        return str(spelled)
    return str(int(number))


def _no_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")


def _unknown(fields: Iterable[str]) -> list[FieldError]:
    """Name fields that do not exist: nobody looks at an API's answer for a typing error."""
    known = ", ".join(QUESTION_FIELDS)
    return [
        FieldError(field, f"There is no such field; there are {known}.")
        for field in fields
        if field not in QUESTION_FIELDS
    ]
