"""What the two runs are called."""

import unicodedata
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Names:
    """Names of the runs; where none was given they are called by their role."""

    baseline: str = "baseline"
    candidate: str = "candidate"

    @property
    def the_baseline(self) -> str:
        """The baseline within a sentence."""
        return _in_sentence(self.baseline, "baseline")

    @property
    def the_candidate(self) -> str:
        """The candidate within a sentence."""
        return _in_sentence(self.candidate, "candidate")


def sentence(text: str) -> str:
    """Return `text` with its first letter raised, as a sentence begins."""
    return text[:1].upper() + text[1:]


def _in_sentence(name: str, role: str) -> str:
    # Quotation marks keep a name from being read as part of the sentence; it has none of its own.
    quoted = name.replace("“", "‘").replace("”", "’")
    return f"the {role}" if name == role else f"“{isolated(quoted)}”"


def isolated(name: str) -> str:
    """Return `name`, set apart where it runs from right to left.

    Otherwise a number that follows it would be drawn on its other side.
    """
    if any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in name):
        return f"\u2068{name}\u2069"
    return name
