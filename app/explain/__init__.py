"""From a result to words: steps, verdict, printed numbers, sources.

Law of this room: it is pure, it reads every value from `app.stats` and
calculates none.  It knows no web page.
"""

from app.explain.explanation import Explanation, explain
from app.explain.names import Names
from app.explain.record import record

__all__ = ["Explanation", "Names", "explain", "record"]
