from typing import Any

from django.core.management import call_command
from django.db import migrations

TABLE = "tracker_cache"


def make(apps: Any, schema_editor: Any) -> None:
    call_command("createcachetable", TABLE, database=schema_editor.connection.alias, verbosity=0)


def drop(apps: Any, schema_editor: Any) -> None:
    schema_editor.execute(f"DROP TABLE {TABLE}")


class Migration(migrations.Migration):
    """The table of Django's database cache, which production uses unless it is given another."""

    dependencies = [("web", "0001_names_that_look_alike")]

    operations = [migrations.RunPython(make, drop)]
