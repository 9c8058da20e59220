"""Somebody's own login in one place: what it is, where it is signed in, and its tokens."""

from typing import Any

from allauth.account.internal.flows.reauthentication import raise_if_reauthentication_required
from allauth.account.models import EmailAddress
from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from clubs.accounts.secrets import seal_shown, unseal_shown
from clubs.accounts.sessions import end_session, sessions_of, sign_out_elsewhere
from clubs.models import Player, Token
from clubs.models.token import USUAL
from clubs.rights import KEEP_LOGIN, SEE_ONESELF, SIGN_OUT
from clubs.tokens import make_token, revoke_token
from deploy.names import NameFormField
from deploy.rest.pages import PageRequest, stands_for
from deploy.rights import Scope

FOR = {
    Scope.READ: _("Look at what I see, and follow it live"),
    Scope.PLAY: _("Act for me: sit down, play, answer, enter"),
    Scope.ORGANISE: _("Act for a club: members, nights, results, tournaments"),
    Scope.TREASURER: _("Move chips of a club by its word alone"),
}
MADE = "made_token"
DAYS = ((7, _("A week")), (30, _("A month")), (90, _("Three months")), (365, _("A year")))


class TokenForm(forms.Form):
    name = NameFormField(
        label=_("What it is for"), max_length=Token._meta.get_field("name").max_length
    )
    days = forms.TypedChoiceField(label=_("How long"), choices=DAYS, coerce=int, initial=90)
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=[(scope.value, words) for scope, words in FOR.items()],
        initial=[scope.value for scope in USUAL],
        widget=forms.CheckboxSelectMultiple,
    )


@stands_for(SEE_ONESELF)
@login_required
@never_cache
@require_http_methods(["GET", "HEAD"])
def own_login_page(request: PageRequest) -> HttpResponse:
    player = player_of(request)
    address = EmailAddress.objects.filter(user=player).order_by("-verified").first()
    return _shown(
        request,
        "own_login",
        address=address,
        has_factor=player.has_second_factor(),
        sessions=len(sessions_of(player)),
        tokens=Token.objects.filter(user=player).count(),
    )


@stands_for(SIGN_OUT)
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def sessions_page(request: PageRequest) -> HttpResponse:
    """Where they are signed in; one ends, or all others do."""
    player = player_of(request)
    if "others" in request.POST:
        sign_out_elsewhere(request, player)
        messages.success(
            request, _("You are signed out everywhere else, and all your tokens have ended.")
        )
        return redirect("own-sessions")
    sessions = sessions_of(player)
    for session in sessions:
        if request.POST.get("end") == str(session.pk) and not session.is_current():
            end_session(session)
            messages.success(request, _("That session has ended."))
            return redirect("own-sessions")
    tokens = Token.objects.filter(user=player).count()
    return _shown(request, "sessions", sessions=sessions, tokens=tokens)


@stands_for(SEE_ONESELF, KEEP_LOGIN)
@login_required
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def tokens_page(request: PageRequest) -> HttpResponse:
    """Their tokens; a new one, whose text is shown once."""
    raise_if_reauthentication_required(request, app="allauth.mfa")
    player = player_of(request)
    form = TokenForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        given = form.cleaned_data
        scopes = [Scope(scope) for scope in given["scopes"]]
        _token, text = make_token(player, name=given["name"], days=given["days"], scopes=scopes)
        request.session[MADE] = seal_shown(text)
        return redirect("own-tokens")  # Read again, the page makes no second one.
    sealed = request.session.pop(MADE, "")
    made = unseal_shown(sealed) if sealed else ""
    tokens = Token.objects.filter(user=player).order_by("-created", "digest")
    return _shown(request, "tokens", tokens=tokens, form=form, made=made)


@stands_for(SIGN_OUT)
@login_required
@require_POST
def token_page(request: PageRequest, token_key: str) -> HttpResponse:
    """Revoke one."""
    revoke_token(get_object_or_404(Token, user=player_of(request), token_key=token_key))
    messages.success(request, _("The token is revoked."))
    return redirect("own-tokens")


def player_of(request: HttpRequest) -> Player:
    assert isinstance(request.user, Player)
    return request.user


def _shown(request: PageRequest, name: str, **told: Any) -> HttpResponse:
    return render(request, f"clubs/pages/{name}.html", told)
