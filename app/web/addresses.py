"""Where a result is found, in each of its forms."""

from dataclasses import dataclass
from functools import lru_cache
from urllib.parse import urlencode

from flask import request, url_for

from app.web.fields import Question

REPORT_FORMATS = {"md": "Markdown", "tex": "LaTeX", "csv": "CSV", "json": "JSON"}


@dataclass(frozen=True, slots=True)
class Addresses:
    """Addresses of one result.

    Attributes
    ----------
    page, embed, card, oembed : str
        The page, its frame, its picture, and the description of its frame; absolute.
    reports : dict of str to str
        The reports by their format; relative, since a script may fetch only from its own origin.
    """

    page: str
    embed: str
    card: str
    oembed: str
    reports: dict[str, str]

    @classmethod
    def of(cls, question: Question) -> "Addresses":
        """Return the addresses of what `question` asks, as users reach it."""
        query = question.query()
        places = _places(request.root_url)
        page = f"{places['page']}?{query}"
        return cls(
            page=page,
            embed=f"{places['embed']}?{query}",
            card=f"{places['card']}?{query}",
            oembed=f"{places['oembed']}?{urlencode({'url': page})}",
            reports={suffix: f"{places[suffix]}?{query}" for suffix in REPORT_FORMATS},
        )


@lru_cache(maxsize=16)
def _places(root: str) -> dict[str, str]:
    """Return the addresses without their queries, which depend on the root alone."""
    whole = {
        "page": "pages.calculator",
        "embed": "embed.frame",
        "card": "cards.card",
        "oembed": "oembed.oembed",
    }
    return {name: url_for(endpoint, _external=True) for name, endpoint in whole.items()} | {
        suffix: url_for("reports.report", suffix=suffix) for suffix in REPORT_FORMATS
    }
