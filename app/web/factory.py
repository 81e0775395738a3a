"""Putting the application together."""

import mimetypes
from pathlib import Path

from flask import Flask
from jinja2 import StrictUndefined

from app.explain.numbers import count
from app.settings import Settings
from app.stats import MAX_COUNT
from app.web import api, pages
from app.web.errors import handle_errors
from app.web.fields import COUNT_PATTERN, MAX_CONFIDENCE, MIN_CONFIDENCE
from app.web.headers import add_headers
from app.web.mathml import chain, cited, formula_mathml, superscripts

ROOT = Path(__file__).parents[2]
MAX_BODY = 16 * 1024


def make_app(settings: Settings | None = None) -> Flask:
    """Return the application."""
    settings = settings or Settings.from_environ()
    app = Flask("app", template_folder=str(ROOT / "templates"), static_folder=str(ROOT / "static"))
    # Not every machine's table of types has these two.
    mimetypes.add_type("font/woff2", ".woff2")
    mimetypes.add_type("text/javascript", ".js")
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = MAX_BODY
    app.json.sort_keys = False  # type: ignore[attr-defined]
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.globals["count_pattern"] = COUNT_PATTERN
    app.jinja_env.globals["max_count"] = str(MAX_COUNT)
    app.jinja_env.globals["confidence_hint"] = f"{MIN_CONFIDENCE} to {MAX_CONFIDENCE}"
    app.jinja_env.filters["cited"] = cited
    app.jinja_env.filters["count"] = count
    app.jinja_env.filters["chain"] = chain
    app.jinja_env.filters["formula_mathml"] = formula_mathml
    app.jinja_env.filters["superscripts"] = superscripts
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(api.blueprint)
    handle_errors(app)
    add_headers(app, settings.frame_ancestors)
    return app
