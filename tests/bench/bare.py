"""The peer of the page: Flask with one Jinja variable."""

from flask import Flask, render_template_string, request


def create_app():
    app = Flask(__name__)

    @app.get("/")
    def page():
        return render_template_string("<!doctype html><p>{{ b }}</p>", b=request.args.get("b", "0"))

    return app
