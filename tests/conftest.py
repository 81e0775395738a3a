"""What the tests share: the application, a client, and tables at every edge."""

from html.parser import HTMLParser

import pytest

from app import create_app
from app.settings import Settings
from app.stats import Table

# design.md, section 2, "Edge cases", and the ends of what a table may hold: b, c, a, d.
EDGE_TABLES = [
    (17, 3, 157, 23),  # the worked example
    (0, 0, 5, 5),  # no discordant item
    (0, 0, 10, 0),
    (0, 0, 0, 10),
    (0, 0, 10**12, 10**12),
    (5, 5, 40, 50),  # ties
    (1, 1, 5, 5),
    (17, 0, 100, 83),  # nothing broken
    (0, 5, 20, 20),  # nothing fixed
    (0, 3, 0, 7),  # empty rows and columns
    (3, 0, 7, 0),
    (0, 3, 7, 0),
    (7, 2, 0, 0),  # no agreement at all
    (6, 6, 0, 0),
    (5, 0, 0, 0),
    (0, 5, 0, 0),
    (1, 0, 0, 0),  # one item
    (0, 1, 0, 0),
    (0, 0, 1, 0),
    (0, 0, 0, 1),
    (38, 22, 400, 40),  # the last sum by hand, and the first without
    (38, 23, 400, 40),
    (18, 33, 1434, 51),  # corrected p 0.04995
    (15, 6, 20, 5),  # the tests and the intervals disagree
    (30, 10, 10**6, 100),
    (2000, 0, 0, 0),  # p below the double range
    (10_000, 0, 1, 1),
    (1, 0, 10**12, 10**12),  # the largest counts
    (10**12, 0, 0, 0),
    (0, 10**12, 0, 0),
    (10**12, 10**12 - 1, 10**12, 10**12),
    (10**12, 10**12, 10**12, 10**12),
    (17, 3, None, None),  # only b and c
    (0, 0, None, None),
    (0, 1, None, None),
    (10**12, 1, None, None),
]


@pytest.fixture(scope="session")  # it holds no state but compiled templates
def app():
    app = create_app(Settings())
    app.config.update({"TESTING": True})
    return app


@pytest.fixture
def client(app):
    return app.test_client()


@pytest.fixture(params=EDGE_TABLES, ids=str)
def edge_table(request):
    return Table(*request.param)


class Elements(HTMLParser):
    """Every element of a page as a pair of its name and its attributes."""

    def __init__(self, html):
        super().__init__()
        self.found = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))


@pytest.fixture
def elements():
    return lambda html: Elements(html).found
