"""Whether a page may offer passkeys."""

from typing import Any

from django import template

from clubs.accounts.hosts import has_name

register = template.Library()


@register.simple_tag(takes_context=True)
def can_use_passkeys(context: Any) -> bool:
    return has_name(context["request"])
