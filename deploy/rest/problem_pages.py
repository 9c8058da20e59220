"""A page for each kind of problem: what it means, and what to do about it."""

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from deploy.rest.problem_types import problem_types

ADVICE = {
    400: "Check these fields: `errors` names each one and says what it needs. The description of"
    " the API lists all fields.",
    401: "Send a token as `Authorization: Token …`, or log in. Tokens expire, and can be revoked:"
    " if that happened, make a new one.",
    403: "Ask somebody who may do it: an organiser of the club, or the person who runs the "
    "service.",
    404: "Look at the list it should be in. You cannot see what belongs to others.",
    405: "Look up the methods of this address in the description of the API.",
    406: "Accept `application/json`.",
    409: "The request is right, but it cannot be done now. `detail` says why. Look again, then"
    " decide.",
    412: "GET it again, look at what changed, and send your change with the new ETag.",
    413: "Send less at a time.",
    414: "Ask for less at a time.",
    415: "Send JSON, in UTF-8, with `Content-Type: application/json`.",
    422: "Do not send it again as it is: it will be refused again. `detail` says which rule forbids"
    " it, `rule` is its number.",
    428: "GET it, and send its ETag as `If-Match` with the change.",
    429: "Wait as many seconds as `Retry-After` says.",
    500: "Send it again, with the same `Idempotency-Key`. If it fails again, tell the operator the"
    " `request_id`.",
    503: "Wait as many seconds as `Retry-After` says and send it again, with the same"
    " `Idempotency-Key`. It is done once, whatever happened before.",
}


def index(request: HttpRequest) -> HttpResponse:
    """Every problem, by its code."""
    return render(request, "problems/index.html", {"kinds": problem_types()})


def page(request: HttpRequest, slug: str) -> HttpResponse:
    """One code; two apps may use the same for the same thing."""
    kinds = [kind for kind in problem_types() if kind.slug == slug]
    if not kinds:
        raise Http404
    statuses = [
        {"status": status, "titles": [kind.title for kind in of_status], "advice": ADVICE[status]}
        for status, of_status in groupby(kinds, key=lambda kind: kind.status)
    ]
    return render(request, "problems/page.html", {"code": kinds[0].code, "statuses": statuses})
