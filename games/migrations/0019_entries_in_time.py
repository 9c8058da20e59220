from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.models import OuterRef, Subquery


def date_by_deal(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    """Until now only the deal told when it was dealt, whichever of its entries counts."""
    deals = apps.get_model("games", "Deal").objects.filter(pk=OuterRef("deal"))
    entries = apps.get_model("games", "ResultEntry").objects
    entries.update(dealt_at=Subquery(deals.values("dealt_at")))


class Migration(migrations.Migration):
    dependencies = [("games", "0018_deals_by_time")]

    operations = [
        migrations.AddField(
            model_name="resultentry",
            name="dealt_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(date_by_deal, migrations.RunPython.noop),
        migrations.AlterField(
            model_name="resultentry",
            name="dealt_at",
            field=models.DateTimeField(
                help_text="When the deal it tells of was dealt; a struck number may be dealt again."
            ),
        ),
    ]
