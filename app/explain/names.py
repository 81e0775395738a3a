"""What the two runs are called."""

import re
import unicodedata
from dataclasses import dataclass

_SINGLE_QUOTES = str.maketrans("“”", "‘’")
JOINING = r"\u200c\u200d\ufe00-\ufe0f" + "\U000e0100-\U000e01ef"
"""Within brackets: joiners and selectors, which show nothing by themselves."""
# What a reader does not miss.
_UNSEEN = re.compile(rf"[\"'`‘’“”„«»{JOINING}]")


@dataclass(frozen=True, slots=True)
class Names:
    """Names of the runs.

    Attributes
    ----------
    baseline, candidate : str
        As they were given, for addresses and records; where none was given, the role.
    shown_baseline, shown_candidate : str
        As people read them. The two always differ: where the given ones are the same, or one is
        the role of the other run, each given name is followed by its own role.
    the_baseline, the_candidate : str
        The shown ones within a sentence.
    """

    baseline: str = "baseline"
    candidate: str = "candidate"

    @property
    def shown_baseline(self) -> str:
        """The baseline as people read it."""
        return self._shown(self.baseline, "baseline")

    @property
    def shown_candidate(self) -> str:
        """The candidate as people read it."""
        return self._shown(self.candidate, "candidate")

    @property
    def the_baseline(self) -> str:
        """The baseline within a sentence."""
        return _in_sentence(self.shown_baseline, "baseline")

    @property
    def the_candidate(self) -> str:
        """The candidate within a sentence."""
        return _in_sentence(self.shown_candidate, "candidate")

    def _shown(self, name: str, role: str) -> str:
        return f"{name} ({role})" if name != role and self._mislead else name

    @property
    def _mislead(self) -> bool:
        baseline, candidate = _as_read(self.baseline), _as_read(self.candidate)
        return (
            baseline == candidate
            or _claims(baseline, "candidate")
            or _claims(candidate, "baseline")
        )


def sentence(text: str) -> str:
    """Return `text` with its first letter raised, as a sentence begins."""
    return text[:1].upper() + text[1:]


def _in_sentence(name: str, role: str) -> str:
    # Quotation marks keep a name from being read as part of the sentence; it has none of its own.
    quoted = name.translate(_SINGLE_QUOTES)
    return f"the {role}" if name == role else f"“{isolated(quoted)}”"


def _as_read(name: str) -> str:
    """Return what two names share that a reader would take for one."""
    compatible = unicodedata.normalize("NFKC", name).casefold()
    words = " ".join(_UNSEEN.sub("", compatible).split())
    return words.removeprefix("the ")


def _claims(read: str, role: str) -> bool:
    """Return whether a name says that its run has `role`."""
    return read == role or read.endswith(f"({role})")


def isolated(name: str) -> str:
    """Return `name`, set apart where it runs from right to left.

    Otherwise a number that follows it would be drawn on its other side.
    """
    if any(unicodedata.bidirectional(character) in ("R", "AL", "AN") for character in name):
        return f"\u2068{name}\u2069"
    return name
