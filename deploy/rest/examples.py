"""Examples of bodies and answers in the description of the API.

`examples.json` has them by operation. They come from orders that were really carried out:
`tests/rest/test_examples.py` writes the file and holds it against the description.
"""

import json
from pathlib import Path
from typing import Any, Final

FILE: Final = Path(__file__).with_name("examples.json")
JSON: Final = "application/json"


def add_examples(result: dict[str, Any], **_: object) -> dict[str, Any]:
    """Each body and each answer that has an example gets it."""
    known = json.loads(FILE.read_text())
    for path, methods in result["paths"].items():
        for method, operation in methods.items():
            example = known.get(f"{method.upper()} {path}", {})
            places = {"body": operation.get("requestBody"), "answer": succeeded(operation)}
            for name, place in places.items():
                if name in example and place and JSON in place.get("content", {}):
                    place["content"][JSON]["example"] = example[name]
    return result


def succeeded(operation: dict[str, Any]) -> dict[str, Any]:
    """What is answered if all goes well."""
    answers = operation["responses"]
    return next((answers[status] for status in sorted(answers) if status < "300"), {})
