"""McNemar's test for two eval runs on the same items."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from flask import Flask

    from app.settings import Settings


def create_app(settings: "Settings | None" = None) -> "Flask":
    """Make the web application; settings come from the environment unless given."""
    # Imported here, so that the mathematics can be used without Flask.
    from app.web.factory import make_app

    return make_app(settings)
