"""An action names the place in its deal, not the number of a seat."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0019_club_book")]

    operations = [migrations.RenameField("action", "seat", "place")]
