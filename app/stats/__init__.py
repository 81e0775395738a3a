"""The mathematics: pure functions on counts.

Law of this room: it reads and writes nothing, prints no words, knows no web
page, and imports only the standard library, numpy and ``scipy.special``
(``scipy.stats`` costs 0.7 s at start).  ``tests/test_rooms.py`` holds it to that.
"""

from app.stats.compare import Comparison, compare
from app.stats.table import MAX_COUNT, Table

__all__ = ["MAX_COUNT", "Comparison", "Table", "compare"]
