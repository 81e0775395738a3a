"""The page: the form, and below it the result."""

from flask import Blueprint, redirect, render_template, request, url_for
from flask.typing import ResponseReturnValue

from app.web.asking import asked
from app.web.fields import WORKED_EXAMPLE, InvalidFieldsError, asks, check_options, parse
from app.web.form import Form
from app.web.result import Result

blueprint = Blueprint("pages", __name__)


@blueprint.get("/")
def calculator() -> ResponseReturnValue:
    """Show the form; with counts in the query the result below it, else the worked example."""
    if not asks(request.args):
        check_options(request.args)
        form = Form.blank(request.args)
        return render_template(
            "page.html", form=form, result=Result.of(WORKED_EXAMPLE), example=True
        )
    question = asked()
    form, result = Form.of(question), Result.of(question)
    return render_template("page.html", form=form, result=result, example=False)


@blueprint.post("/")
def submit() -> ResponseReturnValue:
    """Answer a form with the canonical address of what it asks."""
    question = parse(request.form)
    return redirect(f"{url_for('pages.calculator')}?{question.query()}", 303)


@blueprint.errorhandler(InvalidFieldsError)
def invalid(fault: InvalidFieldsError) -> ResponseReturnValue:
    """Show the form as it was typed, with what is wrong with it."""
    form = Form.rejected(fault)
    return render_template("page.html", form=form, result=None, example=False), 422


@blueprint.get("/healthz")
def health() -> ResponseReturnValue:
    """Say that the process answers."""
    return "ok", {"Content-Type": "text/plain; charset=utf-8"}


@blueprint.get("/robots.txt")
def robots() -> ResponseReturnValue:
    """Let every robot in: only a page that it may read can tell it not to be listed."""
    return "User-agent: *\nAllow: /\n", {"Content-Type": "text/plain; charset=utf-8"}
