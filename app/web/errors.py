"""Errors as a page, or as problem+json below /api (RFC 9457)."""

from http import HTTPStatus

from flask import Flask, Response, current_app, render_template, request
from werkzeug.exceptions import HTTPException, InternalServerError, RequestURITooLarge

from app.web.fields import InvalidFields

MAX_QUERY = 4000
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
    def refuse_long_query() -> None:
        if len(request.query_string) > MAX_QUERY:
            raise RequestURITooLarge

    @app.errorhandler(InvalidFields)
    def invalid_fields(fault: InvalidFields) -> Response:
        errors = [{"field": error.field, "message": error.message} for error in fault.errors]
        return problem(HTTPStatus.UNPROCESSABLE_ENTITY, "Some fields need another look.", errors)

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response | tuple[str, int]:
        return _answer(error)

    @app.errorhandler(Exception)
    def unexpected(error: Exception) -> Response | tuple[str, int]:
        # Without the request line, which holds what a user typed.
        current_app.logger.error("Unexpected error", exc_info=error)
        return _answer(InternalServerError())


def problem(
    status: HTTPStatus, detail: str, errors: list[dict[str, str]] | None = None
) -> Response:
    """Return an RFC 9457 problem."""
    body = {"type": "about:blank", "title": status.phrase, "status": status.value, "detail": detail}
    if errors is not None:
        body["errors"] = errors
    response = current_app.json.response(body)
    response.status_code = status.value
    response.mimetype = "application/problem+json"
    return response


def _answer(error: HTTPException) -> Response | tuple[str, int]:
    if error.response is not None or error.code is None or error.code < 400:
        return error.get_response(request.environ)  # a redirect, or an answer made to measure
    status = HTTPStatus(error.code)
    advice = _ADVICE.get(status.value, error.description or "")
    if request.path == "/api" or request.path.startswith("/api/"):
        response: Response | tuple[str, int] = problem(status, advice)
    else:
        response = (render_template("error.html", status=status, advice=advice), status.value)
    return response
