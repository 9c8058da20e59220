"""A page for each kind of problem: what it means, and what to do about it."""

from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from deploy.rest.problem_types import problem_types

ADVICE = {
    400: "Mend the request. `errors` names each field that is not right; the fields that there are"
    " stand in the description of the API.",
    401: "Send a token as `Authorization: Token …`, or log in. A token has an end and may have been"
    " revoked: make a new one.",
    403: "Ask somebody who may: an organiser of the club, or whoever runs the service.",
    404: "Look at the list it should be in. What belongs to others is not there for you.",
    405: "Look up the methods of this address in the description of the API.",
    406: "Accept `application/json`.",
    409: "The request was well formed, but not for this moment. Look again, then decide: `detail`"
    " says what stands in the way.",
    412: "GET the row again, look at what changed, and send your change with the new ETag.",
    413: "Send less at once.",
    415: "Send JSON, with `Content-Type: application/json`.",
    422: "Do not send it again as it is: it will be refused again. `detail` says which rule forbids"
    " it, `rule` is its number.",
    428: "GET the row, and send its ETag as `If-Match` with the change.",
    429: "Wait as many seconds as `Retry-After` says.",
    500: "Send it again, with the same `Idempotency-Key`. If it fails again, tell the operator the"
    " `request_id`.",
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
