"""A client whose addresses are the tests' own doors."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from rest_framework.test import APIClient

from tests.ledger.factories import HolderFactory

DOORS = "tests.rest.doors"


@pytest.fixture(autouse=True)
def no_count_of_earlier_requests() -> Iterator[None]:
    cache.clear()
    yield
    cache.clear()


@pytest.fixture
def client() -> APIClient:
    """Somebody whom nobody knows; a crash is answered, not raised."""
    return APIClient(raise_request_exception=False)


@pytest.fixture
def member(client: APIClient, db: None) -> APIClient:
    """Somebody with a login."""
    client.force_authenticate(HolderFactory.create())
    return client
