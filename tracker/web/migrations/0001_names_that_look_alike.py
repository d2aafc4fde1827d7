from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def note_names(apps: Any, schema_editor: Any) -> None:
    """What the names of the accounts look like that are there already; of those that look alike, the oldest."""
    from tracker.web.names import likeness

    users = apps.get_model("auth", "User").objects.order_by("id").values_list("id", "username")
    noted: dict[str, int] = {}
    for user_id, name in users:
        noted.setdefault(likeness(name), user_id)
    table = apps.get_model("web", "AccountName").objects
    table.bulk_create([table.model(user_id=user_id, likeness=key) for key, user_id in noted.items()], batch_size=1000)


class Migration(migrations.Migration):
    initial = True

    dependencies = [migrations.swappable_dependency(settings.AUTH_USER_MODEL), ("auth", "0012_alter_user_first_name_max_length")]

    operations = [
        migrations.CreateModel(
            name="AccountName",
            fields=[
                ("user", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="+", serialize=False, to=settings.AUTH_USER_MODEL)),
                ("likeness", models.CharField(max_length=300, unique=True)),
            ],
        ),
        migrations.RunPython(note_names, migrations.RunPython.noop, elidable=True),
    ]
