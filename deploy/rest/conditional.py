"""A `GET` asked again: who has the answer already is told 304, and gets no body.

The ETag of an answer is a digest of its bytes, so it changes whenever the answer does. Of a row
that people edit it begins with the row's version, by which `If-Match` knows it (`preconditions`).
The digest has a key: nobody can try which hidden card an ETag stands for.
"""

from collections.abc import Callable
from typing import Final

from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.utils.crypto import salted_hmac
from django.utils.http import parse_etags

from deploy.rest.preconditions import ANY

PREFIX: Final = "/api/v1/"
HEADER: Final = "If-None-Match"
TAG: Final = "ETag"
WEAK: Final = "W/"
ASKING: Final = frozenset({"GET", "HEAD"})
LETTERS: Final = 20
KEPT: Final = ("Vary", "Cache-Control")  # RFC 9110 15.4.5: as the whole answer would have them.


class ConditionalGets:
    """Middleware next to the views, so that others add to a 304 what they add to any answer.

    What is sent line by line (`StreamingHttpResponse`) has no ETag: nobody holds all of it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        answer = self.get_response(request)
        is_whole = 200 <= answer.status_code < 300 and not answer.streaming
        if not (is_whole and request.path.startswith(PREFIX)):
            return answer
        is_asked = request.method in ASKING and answer.status_code == 200
        if is_asked or TAG in answer.headers:
            answer.headers[TAG] = _tag(answer)
        if is_asked and _is_known(answer.headers[TAG], request.headers.get(HEADER, "")):
            return _not_modified(answer)
        return answer


def _tag(answer: HttpResponse) -> str:
    """Weak but of a row with a version: compressed, the same answer has other bytes."""
    digest = salted_hmac(__name__, answer.content, algorithm="sha256").hexdigest()[:LETTERS]
    version = answer.headers.get(TAG, "").strip('"')
    return f'"{version}-{digest}"' if version else f'{WEAK}"{digest}"'


def _is_known(tag: str, header: str) -> bool:
    """RFC 9110 13.1.2: a weak tag is equal to the strong one of the same letters."""
    if header.strip() == ANY:
        return True
    return tag.removeprefix(WEAK) in {one.removeprefix(WEAK) for one in parse_etags(header)}


def _not_modified(answer: HttpResponse) -> HttpResponse:
    kept = {name: answer.headers[name] for name in (TAG, *KEPT) if name in answer.headers}
    shorter = HttpResponseNotModified(headers=kept)
    shorter.cookies = answer.cookies
    return shorter
