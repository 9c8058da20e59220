"""Under what the service is reached: a passkey belongs to a name, and a number has none."""

from ipaddress import ip_address

from django.http import HttpRequest


def has_name(request: HttpRequest) -> bool:
    """Whether it was asked by a name, such as `localhost`, and not by a number."""
    host = request.get_host()
    try:
        ip_address(host.strip("[]") if host.endswith("]") else host.rpartition(":")[0] or host)
    except ValueError:
        return not host.startswith("[")
    return False
