"""What a field accepts, once for the form, the address and the JSON."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from urllib.parse import quote, urlencode

from werkzeug.datastructures import MultiDict

from app.explain import Names
from app.explain.names import JOINING
from app.explain.numbers import count
from app.stats import MAX_COUNT, Table

CELLS = ("b", "c", "a", "d")
RATES = ("items", "candidate_passed", "baseline_passed", "both_passed")
OPTIONS = ("confidence", "baseline", "candidate", "theme")
FIELDS = (*CELLS, *RATES, *OPTIONS)
QUESTION_FIELDS = (*CELLS, *OPTIONS)
"""What states a question; the rates are a way into the form only."""

LABELS = {
    "a": "Both passed",
    "b": "Fixed by the candidate",
    "c": "Broken by the candidate",
    "d": "Both failed",
    "items": "All items",
    "candidate_passed": "Passed by the candidate",
    "baseline_passed": "Passed by the baseline",
    "both_passed": "Passed by both",
    "confidence": "Confidence level in percent",
    "baseline": "Name of the baseline",
    "candidate": "Name of the candidate",
    "theme": "Theme",
}
DEFAULT_CONFIDENCE = "95"
MIN_CONFIDENCE, MAX_CONFIDENCE = "80", "99.99"
DEFAULT_NAMES = Names()
DEFAULT_THEME = "auto"
THEMES = (DEFAULT_THEME, "light", "dark")
MAX_NAME = 80

# Patterns in the dialect that Python, ECMAScript and Rust share, since the API's description and
# the form's script use them too.
BLANK = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
"""Within brackets: what `str.strip` takes away, which may stand around any value."""

_ZERO, _ONE, _DIGIT, _FIRST = "[0０]", "[1１]", "[0-9０-９]", "[1-9１-９]"
# Groups of three after a comma, a blank, a no-break, a narrow no-break or a thin blank.
_SEPARATOR = r"([, \u00a0\u202f\u2009])"
_GROUPED = rf"{_FIRST}{_DIGIT}{{0,2}}{_SEPARATOR}{_DIGIT}{{3}}(?:\1{_DIGIT}{{3}})"
_ZEROS = len(str(MAX_COUNT)) - 1  # the largest count is a 1 before that many zeros
COUNT_PATTERN = (
    rf"{_ZERO}*(?:{_DIGIT}{{1,{_ZEROS}}}|{_ONE}{_ZERO}{{{_ZEROS}}})"
    rf"|{_GROUPED}{{0,{_ZEROS // 3 - 2}}}"
    rf"|{_ONE}{_SEPARATOR}{_ZERO}{{3}}(?:\2{_ZERO}{{3}}){{{_ZEROS // 3 - 1}}}"
)
ZERO_PATTERN = f"{_ZERO}+"
CONFIDENCE_PATTERN = (
    r"0?(?:(?:8[0-9]|9[0-8])(?:\.[0-9]{1,4})?"  # from MIN_CONFIDENCE
    r"|99(?:\.(?:[0-8][0-9]{0,3}|9(?:[0-8][0-9]{0,2}|90{0,2})?))?)"  # to MAX_CONFIDENCE
)
# Controls, what cannot be seen, marks that reorder the text around a name, and what no XML holds.
_UNSAFE = (
    r"\x00-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b\u200e\u200f\u2028\u2029\u202a-\u202e"
    r"\u2060-\u2069\u2800\u3164\ufeff\uffa0\ufff9-\ufffb\ufffe\uffff" + "\U000e0000-\U000e007f"
)
_FIRST_OF_NAME = f"[^{_UNSAFE}{BLANK}{JOINING}]"
_LAST_OF_NAME, _IN_NAME = f"[^{_UNSAFE}{BLANK}]", f"[^{_UNSAFE}]"
NAME_PATTERN = rf"{_FIRST_OF_NAME}(?:{_IN_NAME}{{0,{MAX_NAME - 2}}}{_LAST_OF_NAME})?"

_COUNT = re.compile(COUNT_PATTERN)
_COUNT_OF_ANY_SIZE = re.compile(rf"{_GROUPED}*|{_DIGIT}+")
_CONFIDENCE = re.compile(CONFIDENCE_PATTERN)
# Half of a character can be told in JSON, but not in a pattern of every dialect.
_UNSAFE_IN_NAME = re.compile(rf"[{_UNSAFE}\ud800-\udfff]|^[{JOINING}]")

Values = MultiDict[str, str]


@dataclass(frozen=True, slots=True)
class FieldError:
    """What is wrong with one field."""

    field: str
    message: str


class InvalidFieldsError(Exception):
    """All faults of a request at once.

    Attributes
    ----------
    errors : tuple of FieldError
        In the order of the form.
    values : MultiDict
        What was sent, to be shown again.
    """

    def __init__(self, errors: Iterable[FieldError], values: Values) -> None:
        super().__init__("invalid fields")
        self.errors = tuple(sorted(errors, key=lambda error: _position(error.field)))
        self.values = values


@dataclass(frozen=True, slots=True)
class Question:
    """What a valid request asks.

    Attributes
    ----------
    table : Table
        The counts.
    confidence : str
        Level in percent, as a plain decimal without trailing zeros.
    names : Names
        What the runs are called.
    theme : str
        One of `THEMES`.
    """

    table: Table
    confidence: str = DEFAULT_CONFIDENCE
    names: Names = DEFAULT_NAMES
    theme: str = DEFAULT_THEME

    @property
    def level(self) -> float:
        """The confidence level as a share."""
        return float(Decimal(self.confidence) / 100)

    def cells(self) -> dict[str, str]:
        """Return the counts that are given, in canonical order."""
        values = ((field, getattr(self.table, field)) for field in CELLS)
        return {field: str(value) for field, value in values if value is not None}

    def values(self) -> dict[str, str]:
        """Return the fields that state this question, in canonical order, defaults left out."""
        names = self.names
        others = (
            ("confidence", self.confidence, DEFAULT_CONFIDENCE),
            ("baseline", names.baseline, DEFAULT_NAMES.baseline),
            ("candidate", names.candidate, DEFAULT_NAMES.candidate),
            ("theme", self.theme, DEFAULT_THEME),
        )
        return self.cells() | {field: value for field, value, default in others if value != default}

    def query(self) -> str:
        """Return the canonical query of this question's address.

        Examples
        --------
        >>> Question(Table(b=17, c=3), confidence="99").query()
        'b=17&c=3&confidence=99'
        """
        return urlencode(self.values(), quote_via=quote)


WORKED_EXAMPLE = Question(Table(b=17, c=3, a=157, d=23))


def asks(values: Values) -> bool:
    """Return whether `values` hold a question at all, well put or not."""
    return any(field in values for field in (*CELLS, *RATES))


def parse(values: Values, faults: Iterable[FieldError] = ()) -> Question:
    """Return the question that `values` ask.

    Parameters
    ----------
    values : MultiDict
        The fields as text.
    faults : iterable of FieldError
        What is already known to be wrong; of such a field nothing more is said.

    Raises
    ------
    InvalidFieldsError
        With every fault.
    """
    texts, twice = _texts(values)
    errors: list[FieldError] = []
    table = _table(texts, errors)
    confidence, names, theme = _options(texts, errors)
    known = {fault.field: fault for fault in (*twice, *faults)}.values()
    faulty = {fault.field for fault in known}
    found = [*known, *(error for error in errors if error.field not in faulty)]
    if found or table is None:
        raise InvalidFieldsError(found, values)
    return Question(table, confidence, names, theme)


def check_options(values: Values) -> None:
    """Check what may be given without a table: level, names and theme.

    Raises
    ------
    InvalidFieldsError
        With every fault.
    """
    texts, errors = _texts(values)
    _options(texts, errors)
    if errors:
        raise InvalidFieldsError(errors, values)


def given_twice(field: str) -> FieldError:
    """Return the fault of a field that is given more than once, be it with the same value."""
    return FieldError(field, f"{LABELS.get(field, field)} is given more than once; give it once.")


def _texts(values: Values) -> tuple[dict[str, str], list[FieldError]]:
    """Return the text of every field, and a fault for each that is given twice."""
    twice = [given_twice(field) for field in FIELDS if len(values.getlist(field)) > 1]
    return {field: values.get(field, "").strip() for field in FIELDS}, twice


def _options(texts: dict[str, str], errors: list[FieldError]) -> tuple[str, Names, str]:
    confidence = _confidence(texts["confidence"], errors)
    names = _names(texts, errors)
    theme = texts["theme"] or DEFAULT_THEME
    if theme not in THEMES:
        errors.append(FieldError("theme", f"Theme is one of {', '.join(THEMES)}."))
    return confidence, names, theme


def _table(texts: dict[str, str], errors: list[FieldError]) -> Table | None:
    if any(texts[field] for field in RATES):
        return _table_from_rates(texts, errors)
    found = _counts(texts, CELLS, errors)
    for field, what in (("b", "fixed"), ("c", "broke")):
        if not texts[field]:
            errors.append(
                FieldError(field, f"Enter how many items the candidate {what}; 0 if none.")
            )
    for given, missing in (("a", "d"), ("d", "a")):
        if texts[given] and not texts[missing]:
            also = LABELS[missing].lower()
            message = f"{LABELS[given]} is given, so enter {also} as well, or leave both empty."
            errors.append(FieldError(missing, message))
    if errors:
        return None
    a, d = found.get("a"), found.get("d")
    if a is not None and not any(found.values()):
        errors.append(FieldError("a", "The table holds no items: at least one count is above 0."))
        return None
    return Table(b=found["b"], c=found["c"], a=a, d=d)


def _table_from_rates(texts: dict[str, str], errors: list[FieldError]) -> Table | None:
    """Solve the table from the passes of each run and of both."""
    if any(texts[field] for field in CELLS):
        message = "Fill in the table or the passes of each run, not both."
        errors.append(FieldError("items", message))
    found = _counts(texts, RATES, errors)
    errors.extend(
        FieldError(field, f"Enter {LABELS[field].lower()} too; the table needs all four numbers.")
        for field in RATES
        if not texts[field]
    )
    if errors:
        return None
    items, candidate, baseline, both = (found[field] for field in RATES)
    for field in ("candidate_passed", "baseline_passed"):
        if found[field] > items:
            errors.append(FieldError(field, f"That is more than all {count(items)} items."))
        elif both > found[field]:
            message = f"{LABELS[field]} cannot be less than the {count(both)} that both passed."
            errors.append(FieldError(field, message))
    if not errors and candidate + baseline - both > items:
        least = count(candidate + baseline - items)
        message = (
            f"With these passes, at least {least} of {count(items)} items were passed by both."
        )
        errors.append(FieldError("both_passed", message))
    if items == 0:
        errors.append(FieldError("items", "There are no items to compare."))
    if errors:
        return None
    neither = items - candidate - baseline + both
    return Table(b=candidate - both, c=baseline - both, a=both, d=neither)


def _counts(
    texts: dict[str, str], fields: Iterable[str], errors: list[FieldError]
) -> dict[str, int]:
    found = {}
    for field in fields:
        if texts[field]:
            try:
                found[field] = parse_count(texts[field])
            except ValueError as fault:
                errors.append(FieldError(field, str(fault)))
    return found


def parse_count(text: str) -> int:
    """Return the whole number that `text` states.

    Raises
    ------
    ValueError
        With a sentence that says what is wrong.

    Examples
    --------
    >>> parse_count("12,345")
    12345
    """
    if not _COUNT.fullmatch(text):
        raise ValueError(_why_no_count(text))
    # Python reads no number of more than 4,300 digits, be they zeros.
    return int(re.sub(r"\D", "", text).lstrip("0０") or "0")


def _why_no_count(text: str) -> str:
    shown = _quoted(text)
    if _COUNT_OF_ANY_SIZE.fullmatch(text):
        return f"{shown} is more than {count(MAX_COUNT)}, the most a count may be."
    if text.endswith("%"):
        return f"{shown} is a percentage; enter the number of items."
    if re.fullmatch(r"\d{1,3}(\.\d{3})+", text):
        return f"{shown} can be read in two ways; write a whole number without a point."
    if re.fullmatch(r"[-−–]\s*\d+", text):
        return f"{shown} is negative; a count is 0 or more."
    if re.fullmatch(r"\d*[.,]\d*", text):
        return f"{shown} is not a whole number; items are counted whole."
    return f"{shown} is not a whole number; write digits only, like 1234 or 1,234."


def _quoted(text: str) -> str:
    return f"“{text if len(text) <= 24 else text[:20] + '…'}”"


def _confidence(text: str, errors: list[FieldError]) -> str:
    if not text:
        return DEFAULT_CONFIDENCE
    if not _CONFIDENCE.fullmatch(text):
        message = (
            f"{_quoted(text)} is no confidence level; enter percent from {MIN_CONFIDENCE} to "
            f"{MAX_CONFIDENCE}, like 95 or 99.9, with up to four decimals."
        )
        errors.append(FieldError("confidence", message))
        return DEFAULT_CONFIDENCE
    return f"{Decimal(text).normalize():f}"


def _names(texts: dict[str, str], errors: list[FieldError]) -> Names:
    found = {}
    for field in ("baseline", "candidate"):
        name = texts[field]
        if len(name) > MAX_NAME:
            message = f"A name has at most {MAX_NAME} characters; this one has {len(name)}."
            errors.append(FieldError(field, message))
        elif _UNSAFE_IN_NAME.search(name):
            message = "A name is one line, without control or invisible characters."
            errors.append(FieldError(field, message))
        found[field] = name or field
    return Names(**found)


def _position(field: str) -> int:
    return FIELDS.index(field) if field in FIELDS else len(FIELDS)
