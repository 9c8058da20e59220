"""What the pages and mails of logins have to know of the service and of the browser that asks."""

from typing import Any

from allauth.account.adapter import get_adapter
from django import template
from django.conf import settings
from django.utils.translation import gettext as _

register = template.Library()

BROWSERS = {
    "Edg": "Edge",
    "OPR/": "Opera",
    "SamsungBrowser/": "Samsung Internet",
    "Firefox/": "Firefox",
    "FxiOS/": "Firefox",
    "CriOS/": "Chrome",
    "Chrome/": "Chrome",
    "Safari/": "Safari",
}
"""What a browser calls itself; many call themselves Chrome or Safari too, so those come last."""

SYSTEMS = {
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Android": "Android",
    "Windows": "Windows",
    "Macintosh": "macOS",
    "CrOS": "ChromeOS",
    "Linux": "Linux",
}
MAILS = {"mails": "printed", "dummy": "lost"}


@register.simple_tag(takes_context=True)
def can_sign_up(context: Any) -> bool:
    """Whether whoever asks may make a login: the invitation that their browser holds counts."""
    request = context["request"]
    return bool(get_adapter(request).is_open_for_signup(request))


@register.simple_tag
def who_signs_up() -> str:
    return str(settings.SIGN_UP)


@register.simple_tag
def mails() -> str:
    """Whether a mail is "sent", "printed" where the service runs, or "lost"."""
    return MAILS.get(settings.EMAIL_BACKEND.split(".")[-2], "sent")


@register.filter
def browser(user_agent: str) -> str:
    """In words; nothing of what a browser says about itself is shown as it stands."""
    name = next((name for sign, name in BROWSERS.items() if sign in user_agent), "")
    system = next((name for sign, name in SYSTEMS.items() if sign in user_agent), "")
    if not name:
        return _("A program")
    return _("%(name)s on %(system)s") % {"name": name, "system": system} if system else name
