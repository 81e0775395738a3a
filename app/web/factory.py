"""Putting the application together."""

from pathlib import Path

from flask import Flask
from jinja2 import StrictUndefined

from app.explain.numbers import count, raised
from app.explain.titles import HEADINGS, REPORT_MARK, SITE
from app.settings import Settings
from app.stats import MAX_COUNT
from app.web import api, cards, embed, oembed, pages, reports
from app.web.addresses import REPORT_FORMATS
from app.web.cards import CARD_HEIGHT, CARD_WIDTH
from app.web.compression import compress
from app.web.embed import FRAME_HEIGHT
from app.web.errors import handle_errors
from app.web.fields import COUNT_PATTERN, MAX_CONFIDENCE, MIN_CONFIDENCE, WORKED_EXAMPLE
from app.web.headers import add_headers
from app.web.mathml import chain, cited, formula_mathml, superscripts
from app.web.proxies import trust_proxies
from app.web.static_files import serve_static

ROOT = Path(__file__).parents[2]
MAX_BODY = 16 * 1024


def make_app(settings: Settings | None = None) -> Flask:
    """Return the application."""
    settings = settings or Settings.from_environ()
    app = Flask("app", template_folder=str(ROOT / "templates"), static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = MAX_BODY
    app.json.sort_keys = False  # type: ignore[attr-defined]
    _prepare_templates(app)
    for module in (pages, embed, reports, cards, oembed, api):
        app.register_blueprint(module.blueprint)
    serve_static(app, ROOT / "static")
    handle_errors(app)
    compress(app)
    add_headers(app, settings.frame_ancestors)
    trust_proxies(app, settings)
    return app


def _prepare_templates(app: Flask) -> None:
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["count_pattern"] = COUNT_PATTERN
    app.jinja_env.globals["max_count"] = str(MAX_COUNT)
    app.jinja_env.globals["site"] = SITE
    app.jinja_env.globals["headings"] = HEADINGS
    app.jinja_env.globals["report_mark"] = REPORT_MARK
    app.jinja_env.globals["worked_example"] = WORKED_EXAMPLE
    app.jinja_env.globals["card_width"] = str(CARD_WIDTH)
    app.jinja_env.globals["card_height"] = str(CARD_HEIGHT)
    app.jinja_env.globals["frame_height"] = str(FRAME_HEIGHT)
    app.jinja_env.globals["report_formats"] = REPORT_FORMATS
    app.jinja_env.globals["confidence_hint"] = f"{MIN_CONFIDENCE} to {MAX_CONFIDENCE}"
    app.jinja_env.filters["cited"] = cited
    app.jinja_env.filters["count"] = count
    app.jinja_env.filters["chain"] = chain
    app.jinja_env.filters["formula_mathml"] = formula_mathml
    app.jinja_env.filters["raised"] = raised
    app.jinja_env.filters["superscripts"] = superscripts
