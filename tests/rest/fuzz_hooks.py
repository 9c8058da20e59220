"""What schemathesis does before and after each request of `.ci/fuzz`; it loads this itself.

AIMS names a file with the rows to ask for, and the token and the session to ask with, written anew
all the time; TOLD names the file for what was answered.
"""

import atexit
import json
import os
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import schemathesis
from schemathesis import Case, HookContext, Response

from tests.rest.aims import aim

AIMS, TOLD = Path(os.environ["AIMS"]), Path(os.environ["TOLD"])
BY_SESSION = 0.2  # Some doors take no token.
chance = Random(5)
told: Counter[tuple[str, int]] = Counter()


@schemathesis.hook
def before_call(context: HookContext, case: Case[Any], kwargs: dict[str, Any]) -> None:
    aims = json.loads(AIMS.read_text())
    aim(case, aims["rows"], chance)
    if aims["session"] and chance.random() < BY_SESSION:
        case.headers.pop("Authorization", None)
        case.headers["X-CSRFToken"] = aims["session"]["csrf"]
        case.cookies |= aims["session"]["cookies"]
    elif aims["token"]:
        case.headers["Authorization"] = f"Token {aims['token']}"


@schemathesis.hook
def after_call(context: HookContext, case: Case[Any], response: Response) -> None:
    is_described = case.method == case.operation.method.upper()  # It tries other methods, too.
    told[case.operation.label if is_described else "", response.status_code] += 1


@atexit.register
def tell() -> None:
    TOLD.write_text(json.dumps([[*key, count] for key, count in told.items()]))
