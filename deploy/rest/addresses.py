"""From which address a request comes; a proxy is believed only where it is ours."""

from functools import cache
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network

from django.conf import settings
from django.http import HttpRequest

SITE_BITS = 64  # What one household of IPv6 has; it may come from each address of it.


def address_of(request: HttpRequest) -> str:
    """The caller's address, as `caller_of` reads it."""
    return caller_of(
        request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", "")
    )


def caller_of(address: str, forwarded: str) -> str:
    """The caller's address, of IPv6 the network; what a trusted proxy says comes last in its list.

    Whatever stands before that, the caller may have written.

    Args:
        address: the other end of the connection.
        forwarded: the header X-Forwarded-For; empty where there is none.
    """
    if forwarded and _is_trusted(address):
        address = forwarded.rpartition(",")[2].strip()
    return _network(address)


def _network(address: str) -> str:
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if not isinstance(found, IPv6Address):
        return str(found)
    if found.ipv4_mapped:
        return str(found.ipv4_mapped)
    return str(ip_network((found, SITE_BITS), strict=False))


def _is_trusted(address: str) -> bool:
    try:
        found = ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in _networks(tuple(settings.TRUSTED_PROXIES)))


@cache
def _networks(texts: tuple[str, ...]) -> list[IPv4Network | IPv6Network]:
    return [ip_network(text) for text in texts]
