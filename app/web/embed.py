"""The result alone, for a frame in a page of somebody else."""

from flask import Blueprint, render_template, request
from flask.typing import ResponseReturnValue

from app.web.asking import asked
from app.web.fields import InvalidFieldsError, asks, check_options
from app.web.form import Form
from app.web.result import Result

blueprint = Blueprint("embed", __name__)

FRAME_WIDTH, FRAME_HEIGHT = 720, 1000
"""What a frame takes that cannot follow the height of its content."""


@blueprint.get("/embed")
def frame() -> ResponseReturnValue:
    """Show the result that the address asks for; without counts, say how to ask for one."""
    if not asks(request.args):
        check_options(request.args)
        return render_template("embed.html", form=Form.blank(request.args), result=None)
    question = asked()
    return render_template("embed.html", form=Form.of(question), result=Result.of(question))


@blueprint.errorhandler(InvalidFieldsError)
def invalid(fault: InvalidFieldsError) -> ResponseReturnValue:
    """Say what is wrong with the address."""
    return render_template("embed.html", form=Form.rejected(fault), result=None), 422
