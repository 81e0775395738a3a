"""oEmbed 1.0 (oembed.com): who finds a link to a result can ask here for its frame."""

from urllib.parse import SplitResult, parse_qsl, urlsplit

from flask import Blueprint, abort, get_template_attribute, jsonify, request, url_for
from flask.typing import ResponseReturnValue
from werkzeug.datastructures import MultiDict
from werkzeug.exceptions import BadRequest, NotFound

from app.explain.numbers import raised
from app.explain.titles import SITE
from app.web.addresses import Addresses
from app.web.cards import CARD_HEIGHT, CARD_WIDTH, DAY
from app.web.embed import FRAME_HEIGHT, FRAME_WIDTH
from app.web.fields import InvalidFieldsError, Question, asks, parse
from app.web.result import explained

blueprint = Blueprint("oembed", __name__)

_NO_LIMIT = 100_000
_DEFAULT_PORTS = {"http": 80, "https": 443}


@blueprint.get("/oembed")
def oembed() -> ResponseReturnValue:
    """Describe the frame of the result whose address is given."""
    if request.args.get("format", "json") != "json":
        abort(501, "There is only format=json here.")
    most_width, most_height = _most("maxwidth"), _most("maxheight")
    question = _question(request.args.get("url", ""))
    addresses, explanation = Addresses.of(question), explained(question)
    title = raised(explanation.verdict.headline)
    width, height = min(FRAME_WIDTH, most_width), min(FRAME_HEIGHT, most_height)
    frame = get_template_attribute("macros/frame.html", "frame")
    answer: dict[str, object] = {
        "version": "1.0",
        "type": "rich",
        "title": title,
        "provider_name": SITE,
        "provider_url": url_for("pages.calculator", _external=True),
        "cache_age": DAY,
        "width": width,
        "height": height,
        "html": frame(address=addresses.embed, title=title, width=width, height=height),
    }
    if most_width >= CARD_WIDTH and most_height >= CARD_HEIGHT:
        answer["thumbnail_url"] = addresses.card
        answer["thumbnail_width"], answer["thumbnail_height"] = CARD_WIDTH, CARD_HEIGHT
    return jsonify(answer)


def _most(name: str) -> int:
    """Return the limit that the query sets to a length in pixels, if any."""
    text = request.args.get(name, str(_NO_LIMIT))
    pixels = int(text) if text.isascii() and text.isdigit() else 0
    if pixels < 1:
        raise BadRequest(f"{name} is a whole number of pixels from 1 on.")
    return pixels


def _question(address: str) -> Question:
    """Return what `address`, one of ours, asks.

    Raises
    ------
    BadRequest
        If it is no absolute address.
    NotFound
        If it is not one of ours, or shows no result.
    """
    try:
        parts = urlsplit(address)
        place = _place(parts)
        fields = MultiDict(parse_qsl(parts.query, keep_blank_values=True))
    except ValueError:
        raise BadRequest("url is no address.") from None
    if parts.scheme not in _DEFAULT_PORTS or not parts.hostname:
        raise BadRequest("url is the absolute address of a result, with its counts.")
    ours = (
        _place(urlsplit(url_for(endpoint, _external=True)))
        for endpoint in ("pages.calculator", "embed.frame")
    )
    if place not in ours or not asks(fields):
        raise NotFound("url is not the address of a result of this calculator.")
    try:
        return parse(fields)
    except InvalidFieldsError:
        raise NotFound("The counts in url make no result; open it to read why.") from None


def _place(parts: SplitResult) -> tuple[str | None, int | None, str]:
    """Return host, port and path; the scheme is left out, as is the port that it implies."""
    port = None if parts.port == _DEFAULT_PORTS.get(parts.scheme) else parts.port
    return parts.hostname, port, parts.path or "/"
