from django.db import migrations, models

ROLES = ["owner", "organiser", "scorer", "member", "guest"]


class Migration(migrations.Migration):
    dependencies = [
        ("clubs", "0007_night_delay"),
    ]

    operations = [
        migrations.AlterField(
            model_name="member",
            name="role",
            field=models.CharField(
                choices=[(role, role) for role in [*ROLES, "visitor"]],
                default="member",
                max_length=10,
            ),
        ),
        migrations.RemoveConstraint(model_name="member", name="clubs_member_role"),
        migrations.AddConstraint(
            model_name="member",
            constraint=models.CheckConstraint(
                condition=models.Q(("role__in", [*ROLES, "visitor"])),
                name="clubs_member_role",
            ),
        ),
    ]
