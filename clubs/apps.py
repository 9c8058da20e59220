"""People and their evenings: players, clubs, members, nights."""

from django.apps import AppConfig


class ClubsConfig(AppConfig):
    name = "clubs"

    def ready(self) -> None:
        from allauth.account.signals import user_logged_in
        from allauth.usersessions.signals import on_user_logged_in

        from clubs.accounts.sessions import on_sign_in

        user_logged_in.disconnect(receiver=on_user_logged_in)
        user_logged_in.connect(receiver=on_sign_in)
