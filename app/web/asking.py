"""From the address of a request to its question."""

from flask import abort, redirect, request

from app.web.fields import Question, parse


def asked() -> Question:
    """Return what this request's address asks.

    Raises
    ------
    InvalidFieldsError
        With every fault of the address.
    HTTPException
        A redirect to the canonical address, if the question is spelled in another way.
    """
    question = parse(request.args)
    query = question.query()
    if request.query_string.decode(errors="replace") != query:
        # Not for ever: a field that means nothing today may mean something in a later version.
        abort(redirect(f"{request.script_root}{request.path}?{query}", 302))
    return question
