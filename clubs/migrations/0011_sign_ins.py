from django.db import migrations, models

# A token that is there was made under the password of today, as far as anybody knows.
REMEMBER = """
    UPDATE clubs_token SET password_digest = encode(sha256(convert_to(password, 'UTF8')), 'hex')
    FROM clubs_player WHERE clubs_player.id = clubs_token.user_id
"""


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0010_moments"),
    ]

    operations = [
        migrations.CreateModel(
            name="SignInCount",
            fields=[
                ("digest", models.CharField(max_length=64, primary_key=True, serialize=False)),
                ("failures", models.PositiveIntegerField(default=0)),
                ("since", models.DateTimeField(help_text="When the first of them was.")),
                ("tried_at", models.DateTimeField(db_index=True)),
                (
                    "known_at",
                    models.DateTimeField(
                        help_text="When that name last signed in from that address.", null=True
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="player",
            name="session_salt",
            field=models.CharField(blank=True, default="", editable=False, max_length=32),
        ),
        migrations.AddField(
            model_name="token",
            name="password_digest",
            field=models.CharField(default="", editable=False, max_length=64),
            preserve_default=False,
        ),
        migrations.RunSQL(REMEMBER, migrations.RunSQL.noop),
    ]
