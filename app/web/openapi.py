"""The description of the JSON interface: OpenAPI 3.1, for programs and their makers."""

from typing import Any

from flask import current_app, url_for

from app.explain import record
from app.explain.numbers import count
from app.explain.titles import SITE
from app.web import schemas
from app.web.errors import MAX_QUERY
from app.web.fields import WORKED_EXAMPLE
from app.web.result import explained

Json = dict[str, Any]

JSON = "application/json"
PROBLEM = "application/problem+json"
FORMS = ("application/x-www-form-urlencoded", "multipart/form-data")


def description() -> Json:
    """Return the document, with the address at which this server is reached."""
    page = url_for("api.usage", _external=True)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": SITE,
            "version": "1",
            "summary": "Two eval runs on the same items, pass or fail: is the difference real?",
            "description": "A result is a pure function of the request; nothing is stored or "
            "logged. Scripts of any origin may ask (CORS). HEAD is answered like GET; a method "
            "that is not described here with 405, `Allow` and a problem.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "externalDocs": {"description": "The same in prose, with examples", "url": page},
        "servers": [{"url": f"{page}/v1"}],
        "paths": {
            "/compare": {"get": _compare_by_query(), "post": _compare_by_body()},
            "/openapi.json": {"get": _describe()},
        },
        "components": {
            "schemas": {
                "Question": schemas.question(as_text=False),
                "QuestionAsText": schemas.question(as_text=True),
                "Answer": schemas.answer(),
                "Problem": schemas.problem(with_fields=False),
                "FieldProblem": schemas.problem(with_fields=True),
            },
            "responses": {
                "Answer": _response(
                    "The verdict, the numbers, and every step that leads to them.",
                    {
                        JSON: {
                            "schema": _schema("Answer"),
                            "example": record(explained(WORKED_EXAMPLE)),
                        }
                    },
                ),
                **_problem_responses(),
            },
        },
    }


def _compare_by_query() -> Json:
    return {
        "operationId": "compareByQuery",
        "summary": "Compare two runs; the query of any result’s address can be used as it is",
        "parameters": [
            {
                "name": "question",
                "in": "query",
                "description": "Each of its properties is a field of the query, as in "
                f"`?{WORKED_EXAMPLE.query()}`. Any other field is refused, and one given twice.",
                "required": True,
                "style": "form",
                "explode": True,
                "schema": _schema("QuestionAsText"),
                "example": WORKED_EXAMPLE.values(),
            }
        ],
        "responses": {**_responses("Answer", "400", "414", "422"), **_not_modified()},
    }


def _compare_by_body() -> Json:
    text = WORKED_EXAMPLE.values()
    as_text = {"schema": _schema("QuestionAsText"), "example": text}
    numbers = {field: int(value) for field, value in text.items()}
    return {
        "operationId": "compare",
        "summary": "Compare two runs",
        "description": "The fields stand in the body; in the query of a POST they are refused.",
        "requestBody": {
            "required": True,
            "content": {
                JSON: {"schema": _schema("Question"), "example": numbers},
                **dict.fromkeys(FORMS, as_text),
            },
        },
        "responses": _responses("Answer", "400", "413", "414", "415", "422"),
    }


def _describe() -> Json:
    document = {"type": "object", "required": ["openapi", "info", "servers", "paths", "components"]}
    return {
        "operationId": "describe",
        "summary": "This description",
        "responses": {
            "200": _response("An OpenAPI document.", {JSON: {"schema": document}}),
            **_responses("400", "414"),
            **_not_modified(),
        },
    }


def problems() -> dict[str, str]:
    """Return what the status of an error means."""
    most = current_app.config["MAX_CONTENT_LENGTH"]
    return {
        "400": "The body is not a JSON object, or came in chunks, without its length.",
        "413": f"The body has more than {count(most)} bytes.",
        "414": f"The query has more than {count(MAX_QUERY)} characters.",
        "415": "The body is neither JSON nor a form.",
        "422": "Fields are faulty: “errors” lists every fault with its field and a message.",
    }


def _problem_responses() -> Json:
    kinds = {"422": "FieldProblem"}
    return {
        status: _response(text, {PROBLEM: {"schema": _schema(kinds.get(status, "Problem"))}})
        for status, text in problems().items()
    }


def _responses(*names: str) -> Json:
    return {
        "200" if name == "Answer" else name: {"$ref": f"#/components/responses/{name}"}
        for name in names
    }


def _not_modified() -> Json:
    return {"304": {"description": "`If-None-Match` names what the answer still is."}}


def _response(text: str, content: Json) -> Json:
    header = {
        "description": "Scripts of any origin may read this.",
        "required": True,
        "schema": {"const": "*"},
    }
    headers = {"Access-Control-Allow-Origin": header}
    return {"description": text, "headers": headers, "content": content}


def _schema(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}
