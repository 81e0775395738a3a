"""WCAG 2.2 AA, as far as axe can tell."""

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"]


def axe(page: Page) -> list[str]:
    """What axe finds wrong, a line for each element: `assert axe(page) == []`."""
    # Without scripts axe would wait for its own timers for ever.
    assert page.evaluate("matchMedia('(scripting: enabled)').matches"), "axe needs JavaScript"
    results = Axe().run(
        page, options={"runOnly": {"type": "tag", "values": TAGS}, "resultTypes": ["violations"]}
    )
    return [
        f"{violation['id']}: {violation['help']}: {node['html']}"
        for violation in results.response["violations"]
        for node in violation["nodes"]
    ]
