import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0008_visitors"),
    ]

    operations = [
        migrations.AddField(
            model_name="member",
            name="turned_away_at",
            field=models.DateTimeField(
                blank=True,
                help_text="Since when every door of the club is closed to them.",
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="member",
            name="turned_away_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="member",
            name="turned_away_reason",
            field=models.CharField(blank=True, max_length=300),
        ),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.CheckConstraint(
                condition=models.Q(turned_away_at=None, turned_away_by=None, turned_away_reason="")
                | models.Q(turned_away_at__isnull=False, turned_away_by__isnull=False)
                & ~models.Q(turned_away_reason=""),
                name="clubs_member_turned_away",
            ),
        ),
    ]
