"""The result as a file."""

from collections.abc import Callable

from flask import Blueprint, Response, abort, json
from flask.typing import ResponseReturnValue

from app.explain import Explanation, record
from app.explain.reports import csv_table, latex, markdown
from app.web.addresses import Addresses
from app.web.asking import asked
from app.web.result import explained

blueprint = Blueprint("reports", __name__)

Writer = Callable[[Explanation, str], str]
REPORTS: dict[str, tuple[str, Writer]] = {
    "md": ("text/markdown", markdown),
    "tex": ("application/x-tex", latex),
    "csv": ("text/csv", lambda explanation, _: csv_table(explanation)),
    "json": ("application/json", lambda explanation, _: json.dumps(record(explanation))),
}


@blueprint.get("/report.<suffix>")
def report(suffix: str) -> ResponseReturnValue:
    """Answer with the result as a file of the kind that `suffix` names."""
    if suffix not in REPORTS:
        abort(404)
    mimetype, write = REPORTS[suffix]
    question = asked()
    text = write(explained(question), Addresses.of(question).page)
    response = Response(text, content_type=f"{mimetype}; charset=utf-8")
    cells = "-".join(f"{field}{value}" for field, value in question.cells().items())
    response.headers.set("Content-Disposition", "attachment", filename=f"mcnemar-{cells}.{suffix}")
    return response
