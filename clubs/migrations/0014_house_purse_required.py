import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("clubs", "0013_bots_of_the_house")]

    operations = [
        migrations.AlterField(
            model_name="club",
            name="house_purse",
            field=models.OneToOneField(
                editable=False,
                help_text="What the club's bots play with; organisers fill it.",
                on_delete=django.db.models.deletion.PROTECT,
                related_name="house_of",
                to="ledger.account",
            ),
        ),
    ]
