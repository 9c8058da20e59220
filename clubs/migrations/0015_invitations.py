import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0014_house_purse_required"),
    ]

    operations = [
        migrations.AddField(
            model_name="member",
            name="claimed_by",
            field=models.ForeignKey(
                blank=True,
                help_text="Whose this row was all along; it gave them its purse and its history.",
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="claims",
                to="clubs.member",
            ),
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("owner", "owner"),
                            ("organiser", "organiser"),
                            ("scorer", "scorer"),
                            ("member", "member"),
                            ("guest", "guest"),
                        ],
                        default="member",
                        max_length=10,
                    ),
                ),
                ("digest", models.BinaryField(max_length=32, unique=True)),
                ("created_at", models.DateTimeField()),
                ("expires_at", models.DateTimeField()),
                ("accepted_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "accepted_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations",
                        to="clubs.club",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "member",
                    models.ForeignKey(
                        blank=True,
                        help_text="Whose row and purse become the player's: somebody who has never logged in.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations",
                        to="clubs.member",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("role__in", ["owner", "organiser", "scorer", "member", "guest"])
                        ),
                        name="clubs_invitation_role",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("accepted_at", None), ("accepted_by", None)),
                            models.Q(
                                ("accepted_at__isnull", False),
                                ("accepted_by__isnull", False),
                                ("withdrawn_at", None),
                            ),
                            _connector="OR",
                        ),
                        name="clubs_invitation_accepted",
                    ),
                ],
            },
        ),
    ]
