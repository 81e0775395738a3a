"""JSON Schemas of what the interface takes and gives, made of the rules that it parses by."""

from collections.abc import Mapping
from typing import Any

from app.explain import numbers
from app.explain.titles import INTERVALS, TESTS
from app.stats import MAX_COUNT
from app.stats.compare import EXACT_BELOW
from app.stats.verdict import Outcome, Run
from app.web.fields import (
    BLANK,
    CELLS,
    CONFIDENCE_PATTERN,
    COUNT_PATTERN,
    DEFAULT_CONFIDENCE,
    LABELS,
    MAX_CONFIDENCE,
    MAX_NAME,
    MIN_CONFIDENCE,
    NAME_PATTERN,
    THEMES,
    ZERO_PATTERN,
)

Schema = dict[str, Any]


def question(as_text: bool) -> Schema:
    """Return what may be asked: in JSON, or as text alone, as a query and a form hold it."""
    kinds = _kinds()
    if as_text:
        kinds = {name: _text_only(kind) for name, kind in kinds.items()}
    nothing = "blank" if as_text else "null or blank"
    return {
        "type": "object",
        "description": f"A count is a whole number from 0 to {numbers.count(MAX_COUNT)}; in text, "
        f"thousands may be grouped by a comma or a blank. What is {nothing} is as good as left "
        "out. A field that does not exist is refused, as is one given twice.",
        "properties": {
            field: {**kinds[kind], "description": text}
            for field, (kind, text) in _question_fields(as_text).items()
        },
        "required": ["b", "c"],
        "additionalProperties": False,
        "anyOf": [
            {
                "title": "The whole table, of at least one item",
                "required": ["a", "d"],
                "properties": dict.fromkeys(("a", "d"), kinds["count"]),
                "not": {"properties": dict.fromkeys(CELLS, kinds["zero"])},
            },
            {
                "title": "Only the items on which the runs disagree",
                "properties": dict.fromkeys(("a", "d"), kinds["nothing"]),
            },
        ],
    }


def _kinds() -> dict[str, Schema]:
    """Return the kinds of values; what bounds a number says nothing of a text."""
    count = {"minimum": 0, "maximum": MAX_COUNT}
    level = {"minimum": float(MIN_CONFIDENCE), "maximum": float(MAX_CONFIDENCE)}
    return {
        "count": _text_or(["integer"], COUNT_PATTERN, bounds=count),
        "count or nothing": _text_or(["integer", "null"], COUNT_PATTERN, "?", bounds=count),
        "zero": _text_or(["integer"], ZERO_PATTERN, bounds={"minimum": 0, "maximum": 0}),
        "nothing": _text_or(["null"], ""),
        "level": _text_or(["number", "null"], CONFIDENCE_PATTERN, "?", bounds=level),
        "name": _text_or(["null"], NAME_PATTERN, "?"),
        "theme": _text_or(["null"], "|".join(THEMES), "?"),
    }


def _question_fields(as_text: bool) -> dict[str, tuple[str, str]]:
    """Return the kind of every field, and what it holds."""
    rounded = "" if as_text else "; a number is rounded to as many"
    name = (
        f"one line of up to {MAX_NAME} characters, none of them invisible. Two runs of one name "
        "are told apart by their roles."
    )
    return {
        "b": ("count", "Items fixed by the candidate: the baseline failed."),
        "c": ("count", "Items broken by the candidate: the baseline passed."),
        "a": ("count or nothing", "Items that both runs passed; given with d."),
        "d": ("count or nothing", "Items that both runs failed; given with a."),
        "confidence": (
            "level",
            f"{LABELS['confidence']}, {MIN_CONFIDENCE} to {MAX_CONFIDENCE}, with up to four "
            f"decimals{rounded}. {DEFAULT_CONFIDENCE} if left out.",
        ),
        "baseline": ("name", f"What the baseline is called: {name}"),
        "candidate": ("name", f"What the candidate is called: {name}"),
        "theme": (
            "theme",
            f"{', '.join(THEMES)}: how a page looks. It changes no answer; it is taken so that "
            "the query of any result’s address may be used here.",
        ),
    }


def _text_or(
    types: list[str], pattern: str, times: str = "", bounds: Mapping[str, float] | None = None
) -> Schema:
    blanks = f"[{BLANK}]*"
    return {
        "type": ["string", *types],
        **(bounds or {}),
        "pattern": f"^{blanks}(?:{pattern}){times}{blanks}$",
    }


def _text_only(schema: Schema) -> Schema:
    return {"type": "string", "pattern": schema["pattern"]}


def answer() -> Schema:
    """Return what is answered."""
    whole = _object(
        "The verdict on one table, the numbers, and every step that leads to them.",
        table=_table(),
        confidence=_value("number", "The level as a share.", minimum=0.8, maximum=0.9999),
        names=_names(),
        tests=_tests(),
        recommended=_recommended(),
        delta=_or_null(_delta()),
        odds_ratio=_odds_ratio(),
        unpaired=_or_null(_unpaired()),
        verdict=_verdict(),
        steps=_list(_step(), "The derivation, in reading order.", minItems=1),
    )
    return {
        **whole,
        "oneOf": [
            _with_agreement("integer", "object", "a and d were given."),
            _with_agreement("null", "null", "a and d were not given."),
        ],
    }


def _with_agreement(count: str, measured: str, description: str) -> Schema:
    """Return what hangs on a and d, which are there together or not at all."""
    cells = {"properties": {cell: {"type": count} for cell in ("a", "d", "n_items")}}
    return {
        "description": description,
        "properties": {
            "table": cells,
            "delta": {"type": measured},
            "unpaired": {"type": measured},
        },
    }


def _table() -> Schema:
    count = {"minimum": 0, "maximum": MAX_COUNT}
    return _object(
        "The counts; what cannot be known without a and d is null.",
        a=_nullable("integer", "Both passed.", **count),
        b=_value("integer", "Fixed by the candidate.", **count),
        c=_value("integer", "Broken by the candidate.", **count),
        d=_nullable("integer", "Both failed.", **count),
        n_items=_nullable("integer", "All items.", minimum=1, maximum=4 * MAX_COUNT),
        n_discordant=_value(
            "integer", "Fixed and broken together.", minimum=0, maximum=2 * MAX_COUNT
        ),
    )


def _names() -> Schema:
    return _object(
        "Names of the runs as given, or their roles. Where the two are the same, or one is the "
        "role of the other run, sentences and titles add its role to each.",
        baseline=_value("string", "Of the baseline.", minLength=1, maxLength=MAX_NAME),
        candidate=_value("string", "Of the candidate.", minLength=1, maxLength=MAX_NAME),
    )


def _tests() -> Schema:
    chi_square = {
        "statistic": _nullable("number", "Null where no item flipped.", minimum=0),
        "df": {"const": 1, "description": "Degrees of freedom."},
        **_p_value(),
    }
    return _object(
        "The p by every method, from the items on which the runs disagree.",
        exact=_object(f"{TESTS['exact'].head} test.", **_p_value()),
        mid_p=_object("The exact test, counting what was seen by half.", **_p_value()),
        chi_square=_object("McNemar’s chi-square without correction.", **chi_square),
        chi_square_corrected=_object(f"{TESTS['chi_square_corrected'].head}.", **chi_square),
    )


def _recommended() -> Schema:
    return _object(
        f"The p to report: below {EXACT_BELOW} discordant items the exact one, else that of "
        "chi-square.",
        test=_one_of(["exact", "chi_square"], "The test that it comes from."),
        **_p_value(),
        reason=_value("string", "Why this one, in a sentence."),
    )


def _p_value() -> dict[str, Schema]:
    return {
        "p": _nullable(
            "number",
            "Two-sided p; null where it is too small for a double.",
            exclusiveMinimum=0,
            maximum=1,
        ),
        "log10_p": _value("number", "Its decimal logarithm, which is never null.", maximum=0),
        "p_text": _value("string", "The p as it is printed."),
    }


def _delta() -> Schema:
    limit = {"minimum": -1, "maximum": 1}
    intervals = {
        name: _pair(
            _value("number", "A limit.", **limit), f"Lower and upper limit of {title.owner}."
        )
        for name, title in INTERVALS.items()
    }
    return _object(
        "Pass rate of the candidate minus that of the baseline; null where a and d were not given.",
        estimate=_value("number", "The difference as a share: 0.07 is 7 points.", **limit),
        candidate_rate=_value("number", "Of all items.", minimum=0, maximum=1),
        baseline_rate=_value("number", "Of all items.", minimum=0, maximum=1),
        intervals=_object("Limits of the difference by every method.", **intervals),
    )


def _odds_ratio() -> Schema:
    return _object(
        "Items fixed to items broken.",
        estimate=_nullable("number", "b/c; null where c is 0.", minimum=0),
        interval=_pair(
            _nullable("number", "A limit.", minimum=0),
            "Lower and upper limit by Clopper and Pearson; the upper one is null where it is "
            "infinite.",
            contains={"type": "number"},
        ),
    )


def _unpaired() -> Schema:
    return _object(
        "The z-test that forgets which items are the same, shown as the mistake it is; null "
        "where a and d were not given.",
        z=_nullable("number", "Null where both runs passed everything, or both nothing."),
        **_p_value(),
    )


def _verdict() -> Schema:
    return _object(
        "What it all comes to: an outcome, and what to say of it.",
        outcome=_one_of(
            [str(outcome) for outcome in Outcome],
            "`resolved`: the p to report is below 1 − confidence and, where there are any, Wald’s "
            "and Newcombe’s intervals clear zero. `not_resolved`: the p is not below it and, "
            "where there are any, one of the two contains zero. `borderline`: anything else.",
        ),
        favours=_one_of(
            [*map(str, Run), None],
            "The run that passed more items; null where the outcome is `not_resolved`.",
        ),
        sentence=_value("string", "The verdict for a reader in a hurry."),
        notes=_list(
            _value("string", "A sentence."),
            "What else must be known, such as a test or an interval that decides otherwise.",
        ),
    )


def _step() -> Schema:
    number = _nullable("number", "Null where it is not defined, or no double can hold it.")
    return _object(
        "One line of the derivation.",
        key=_value("string", "Its stable name.", pattern="^[a-z0-9_]+$"),
        title=_value("string", "What is calculated, in words."),
        formula=_value("string", "The formula as TeX."),
        substituted=_value("string", "Its right side with the numbers of this table, as TeX."),
        value={
            "description": "The result, unrounded: a number, or the two limits of an interval.",
            "anyOf": [number, _pair(number, "Lower and upper limit.")],
        },
        value_text=_value("string", "The result as it is printed."),
        note=_value("string", "One sentence on it."),
    )


def problem(with_fields: bool) -> Schema:
    """Return what is answered instead (RFC 9457), with or without a list of faulty fields."""
    fault = _object(
        "A fault.",
        field=_value("string", "The field of the request."),
        message=_value("string", "What is wrong with it, in a sentence.", minLength=1),
    )
    faults = {"errors": _list(fault, "All faults at once.", minItems=1)} if with_fields else {}
    return _object(
        "Why there is no result (RFC 9457).",
        type={"const": "about:blank", "description": "The status tells the kind of problem."},
        title=_value("string", "The status in words."),
        status=_value("integer", "The HTTP status.", minimum=400, maximum=599),
        detail=_value("string", "What to do about it."),
        **faults,
    )


def _object(description: str, **properties: Schema) -> Schema:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _or_null(schema: Schema) -> Schema:
    return {**schema, "type": [schema["type"], "null"]}


def _value(type_name: str, description: str, **limits: object) -> Schema:
    return {"type": type_name, "description": description, **limits}


def _nullable(type_name: str, description: str, **limits: object) -> Schema:
    return _or_null(_value(type_name, description, **limits))


def _one_of(values: list[Any], description: str) -> Schema:
    return {"enum": values, "description": description}


def _list(items: Schema, description: str, **limits: object) -> Schema:
    return {"type": "array", "description": description, "items": items, **limits}


def _pair(limits: Schema, description: str, **more: object) -> Schema:
    # Not `prefixItems`: Schemathesis turns it into what this draft no longer knows.
    return _list(limits, description, minItems=2, maxItems=2, **more)
