"""Where a result is found, in each of its forms."""

from dataclasses import dataclass

from flask import url_for

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
        page = f"{url_for('pages.calculator', _external=True)}?{query}"
        return cls(
            page=page,
            embed=f"{url_for('embed.frame', _external=True)}?{query}",
            card=f"{url_for('cards.card', _external=True)}?{query}",
            oembed=url_for("oembed.oembed", url=page, _external=True),
            reports={
                suffix: f"{url_for('reports.report', suffix=suffix)}?{query}"
                for suffix in REPORT_FORMATS
            },
        )
