import django.contrib.auth.validators
import django.db.models.functions.datetime
import django.db.models.functions.text
from django.db import migrations, models

import ledger.migrations._sql


class Migration(migrations.Migration):
    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
    ]

    operations = [
        ledger.migrations._sql.RunFile(
            app="clubs",
            name="sort_names",
        ),
        ledger.migrations._sql.RunFile(
            app="clubs",
            name="name_parts",
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                (
                    "last_login",
                    models.DateTimeField(blank=True, null=True, verbose_name="last login"),
                ),
                (
                    "is_superuser",
                    models.BooleanField(
                        default=False,
                        help_text="Designates that this user has all permissions without explicitly assigning them.",
                        verbose_name="superuser status",
                    ),
                ),
                (
                    "version",
                    models.PositiveIntegerField(
                        db_default=1,
                        default=1,
                        editable=False,
                        help_text="Goes up by one with every change. Send it as If-Match when you change the row.",
                    ),
                ),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "Another player has this user name."},
                        max_length=150,
                        unique=True,
                        validators=[django.contrib.auth.validators.UnicodeUsernameValidator()],
                    ),
                ),
                (
                    "name",
                    models.CharField(help_text="As it is called out in the hall.", max_length=100),
                ),
                (
                    "sort_name",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.Func(models.F("name"), function="clubs_sort_name"),
                        output_field=models.TextField(db_collation="C"),
                    ),
                ),
                (
                    "name_parts",
                    models.GeneratedField(
                        db_persist=True,
                        expression=models.Func(models.F("name"), function="clubs_name_parts"),
                        output_field=models.TextField(db_collation="C"),
                    ),
                ),
                ("email", models.EmailField(blank=True, max_length=254)),
                ("is_bot", models.BooleanField(default=False)),
                ("is_active", models.BooleanField(default=True)),
                (
                    "joined_at",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "signed_up_at",
                    models.DateTimeField(
                        blank=True,
                        editable=False,
                        help_text="When they made this login by themselves; empty where somebody added them.",
                        null=True,
                    ),
                ),
                (
                    "session_salt",
                    models.CharField(blank=True, default="", editable=False, max_length=32),
                ),
                (
                    "groups",
                    models.ManyToManyField(
                        blank=True,
                        help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.group",
                        verbose_name="groups",
                    ),
                ),
                (
                    "user_permissions",
                    models.ManyToManyField(
                        blank=True,
                        help_text="Specific permissions for this user.",
                        related_name="user_set",
                        related_query_name="user",
                        to="auth.permission",
                        verbose_name="user permissions",
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["sort_name", "id"], name="clubs_player_by_name")],
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("username"),
                        name="clubs_player_username",
                        violation_error_message="Another player has this user name, with other capitals.",
                    )
                ],
            },
        ),
    ]
