"""Errors as a page, or as problem+json where programs ask (RFC 9457)."""

import traceback
from http import HTTPStatus

from flask import Flask, Response, current_app, jsonify, make_response, render_template, request
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import (
    BadHost,
    BadRequest,
    HTTPException,
    InternalServerError,
    MethodNotAllowed,
    RequestURITooLarge,
)

from app.web.fields import InvalidFieldsError

MAX_QUERY = 4000
_FOR_PROGRAMS = {"api", "oembed"}
_ADVICE = {
    404: "There is nothing at this address.",
    405: "This address does not answer that kind of request.",
    413: "What was sent is larger than this page takes. Counts and names need a few hundred bytes.",
    414: f"The address is too long: a query has at most {MAX_QUERY} characters.",
    500: "Something went wrong here, not with your numbers. Nothing of them was kept.",
}


def handle_errors(app: Flask) -> None:
    """Answer every error in the style of the address that it came from."""

    @app.before_request
    def refuse_what_has_no_bounds_or_no_address() -> None:
        # A path that begins like a host would lead a redirect there.
        if not request.host or request.script_root.startswith("//"):
            raise BadHost
        if len(request.query_string) > MAX_QUERY:
            raise RequestURITooLarge
        # A body in chunks does not say how long it is, and would be cut at the limit unseen.
        if "Transfer-Encoding" in request.headers:
            raise BadRequest("Send the body with its length, not in chunks.")

    @app.errorhandler(InvalidFieldsError)
    def invalid_fields(fault: InvalidFieldsError) -> ResponseReturnValue:
        errors = [{"field": error.field, "message": error.message} for error in fault.errors]
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, "Some fields need another look.", errors)

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> ResponseReturnValue:
        return _answer(error)

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> ResponseReturnValue:
        # Without the request line and the message, which may hold what a user typed.
        frames = "".join(traceback.format_tb(error.__traceback__))
        current_app.logger.error("Unexpected %s\n%s", type(error).__name__, frames)
        return _answer(InternalServerError())


def problem(
    status: HTTPStatus, detail: str, errors: list[dict[str, str]] | None = None
) -> Response:
    """Return an RFC 9457 problem."""
    body: dict[str, object] = {
        "type": "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": detail,
    }
    if errors is not None:
        body["errors"] = errors
    response = jsonify(body)
    response.status_code = status.value
    response.mimetype = "application/problem+json"
    return response


def is_for_programs() -> bool:
    """Return whether programs ask at this address, so that a problem is answered as JSON."""
    return request.path.split("/")[1] in _FOR_PROGRAMS


def _answer(error: HTTPException) -> ResponseReturnValue:
    status = HTTPStatus(error.code or 500)
    own = error.description if error.description != type(error).description else None
    advice = own or _ADVICE.get(status.value) or error.description or ""
    response: Response
    if isinstance(error, BadHost):  # no page can be linked from where there is no address
        response = Response(advice, status.value, content_type="text/plain; charset=utf-8")
    elif is_for_programs():
        response = problem(status, advice)
    else:
        response = make_response(render_template("error.html", status=status, advice=advice))
        response.status_code = status.value
    if isinstance(error, MethodNotAllowed):
        response.headers["Allow"] = ", ".join(sorted(error.valid_methods or ()))
    return response
