"""Schemathesis tries the interface against its own description, with every check that it has."""

import os

import pytest
import schemathesis
from hypothesis import HealthCheck, settings

from app import create_app
from app.settings import Settings

# Not by a fixture: what Schemathesis 4.32 has for that does not run under pytest 9.2.
schema = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", create_app(Settings()))
EXAMPLES = int(os.environ.get("SCHEMATHESIS_EXAMPLES", "500"))


# Within one process nobody unpacks what is compressed.
AS_IT_IS = {"Accept-Encoding": "identity"}


@pytest.mark.slow
@schema.parametrize()
# That a machine is slow is no failure.
@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_no_request_finds_a_failure(case):
    case.call_and_validate(headers=AS_IT_IS)


def test_the_description_is_valid_and_as_it_says_itself():
    # Schemathesis leaves out the address that it reads the description from.
    schema.validate()
    schema["/openapi.json"]["GET"].Case().call_and_validate(headers=AS_IT_IS)
