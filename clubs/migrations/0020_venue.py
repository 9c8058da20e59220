"""Where a night is held is its venue; a place is somebody's in a deal."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("clubs", "0019_plain_help")]

    operations = [migrations.RenameField("night", "place", "venue")]
