"""How to use the JSON interface: examples that run as they are printed."""

import json
import shlex
from dataclasses import dataclass
from textwrap import dedent

from flask import url_for

from app.explain import record
from app.web import openapi, schemas
from app.web.fields import WORKED_EXAMPLE
from app.web.result import explained


@dataclass(frozen=True, slots=True)
class Usage:
    """What the page of the interface shows.

    Attributes
    ----------
    openapi : str
        Where programs find the description.
    curl_get, curl_post, python, fetch : str
        Requests for the worked example, to be run as they stand.
    excerpt : str
        Of the answer to them.
    about_fields : str
        What holds for all fields.
    fields, answer, problems : dict of str to str
        What there is to ask and in an answer, and what the statuses of errors mean.
    """

    openapi: str
    curl_get: str
    curl_post: str
    python: str
    fetch: str
    excerpt: str
    about_fields: str
    fields: dict[str, str]
    answer: dict[str, str]
    problems: dict[str, str]

    @classmethod
    def here(cls) -> "Usage":
        """Return it with the address at which this server is reached."""
        address = url_for("api.compare_runs", _external=True)
        question = schemas.question(as_text=False)
        by_query = f"{address}?{WORKED_EXAMPLE.query()}"
        return cls(
            openapi=url_for("api.openapi", _external=True),
            curl_get=f"curl {shlex.quote(by_query)}",
            curl_post=_curl_post(address),
            python=_python(address),
            fetch=_fetch(by_query),
            excerpt=_excerpt(),
            about_fields=question["description"],
            fields=_descriptions(question),
            answer=_descriptions(schemas.answer()),
            problems=openapi.problems(),
        )


def _curl_post(address: str) -> str:
    body = shlex.quote(json.dumps(_numbers()))
    words = ("curl -H 'Content-Type: application/json'", f"-d {body}", shlex.quote(address))
    return " \\\n  ".join(words)


def _python(address: str) -> str:
    return dedent(
        f"""\
        import json
        from urllib.request import Request, urlopen

        request = Request(
            {json.dumps(address)},
            data=json.dumps({json.dumps(_numbers())}).encode(),
            headers={{"Content-Type": "application/json"}},
        )
        with urlopen(request) as response:
            answer = json.load(response)
        print(answer["verdict"]["sentence"])
        """
    )


def _fetch(address: str) -> str:
    return dedent(
        f"""\
        const address = {json.dumps(address)};
        const response = await fetch(address);
        const answer = await response.json();
        console.log(answer.verdict.sentence);
        """
    )


def _numbers() -> dict[str, int]:
    return {field: int(value) for field, value in WORKED_EXAMPLE.values().items()}


def _excerpt() -> str:
    """Return the lines of the answer that most callers need."""
    answer = record(explained(WORKED_EXAMPLE))
    parts = {
        "table": answer["table"],
        "recommended": {key: answer["recommended"][key] for key in ("test", "p", "p_text")},
        "verdict": {key: answer["verdict"][key] for key in ("outcome", "favours", "sentence")},
    }
    return json.dumps(parts, ensure_ascii=False, indent=2)


def _descriptions(schema: schemas.Schema) -> dict[str, str]:
    return {field: about["description"] for field, about in schema["properties"].items()}
