"""The appends as functions of PostgreSQL, whose plans it keeps: parsing and planning cost as much as writing.

Their parameters stand in the order of ``tracker.eventstore.sql``.
"""

from django.db import migrations

# The transaction's first position, from which it counts. The table is locked before the offset is read, as by any
# insert: while positions.ensure() raises the offset, nobody may be under way with the old one.
OWN = "(SELECT COALESCE(max(value), 0) FROM eventstore_positionoffset) + (pg_current_xact_id()::text::bigint << 20)"

# False when the head was not at the expected version, or when this transaction took its id before the stream's last
# append did: those who follow positions would read these events before that one's.
APPEND = f"""
CREATE FUNCTION eventstore_append(
    in_campaign uuid, in_timeline uuid, in_expected int, in_recorded_at bigint,
    in_hash bytea, in_state bytea, in_rules_version int, in_seal bytea,
    in_types text[], in_shapes smallint[], in_payloads bytea[], in_hashes bytea[], in_rewinds int[],
    in_decision uuid, in_name text, in_arguments bytea, in_chance bytea, in_actor text, in_alias text, in_seat text,
    in_key text, in_digest bytea, in_keep_snapshot boolean
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
    own bigint;
    start bigint;
    last int := in_expected + cardinality(in_types);
BEGIN
    LOCK TABLE eventstore_storedevent IN ROW EXCLUSIVE MODE;
    own := {OWN};
    UPDATE eventstore_stream
       SET version = last, hash = in_hash, state = in_state, rules_version = in_rules_version,
           advanced_at = in_recorded_at, seal = in_seal, position = own + (1 << 20) - 1
     WHERE id = in_timeline AND version = in_expected AND position < own + (1 << 20);
    IF NOT FOUND THEN
        RETURN false;
    END IF;
    start := (SELECT max(position) FROM eventstore_storedevent WHERE position > own AND position < own + (1 << 20));
    INSERT INTO eventstore_storedevent (
        position, campaign_id, timeline_id, version, type, shape, payload, decision_id, recorded_at, hash, rewind_to
    )
    SELECT COALESCE(start, own) + n, in_campaign, in_timeline, in_expected + n, type, shape, payload, in_decision,
           in_recorded_at, hash, rewind_to
      FROM unnest(in_types, in_shapes, in_payloads, in_hashes, in_rewinds)
           WITH ORDINALITY AS event(type, shape, payload, hash, rewind_to, n);
    IF in_decision IS NOT NULL THEN
        INSERT INTO eventstore_storeddecision (
            campaign_id, id, timeline_id, name, arguments, chance, actor, alias, seat, key, recorded_at,
            first_version, last_version, digest
        ) VALUES (
            in_campaign, in_decision, in_timeline, in_name, in_arguments, in_chance, in_actor, in_alias, in_seat,
            in_key, in_recorded_at, in_expected + 1, last, in_digest
        );
    END IF;
    IF in_keep_snapshot THEN
        INSERT INTO eventstore_snapshot (campaign_id, timeline_id, version, rules_version, state)
        VALUES (in_campaign, in_timeline, last, in_rules_version, in_state) ON CONFLICT DO NOTHING;
    END IF;
    RETURN true;
END $$"""

# The position before the first of the rows. Who listens is told when they are committed.
RECORD = f"""
CREATE FUNCTION eventstore_record(
    in_application text, in_originators text[], in_versions bigint[], in_topics text[], in_states bytea[]
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    own bigint;
    start bigint;
BEGIN
    LOCK TABLE eventstore_applicationevent IN ROW EXCLUSIVE MODE;
    own := {OWN};
    start := COALESCE(
        (SELECT max(position) FROM eventstore_applicationevent WHERE position > own AND position < own + (1 << 20)), own
    );
    INSERT INTO eventstore_applicationevent (position, application, originator_id, originator_version, topic, state)
    SELECT start + n, in_application, originator, version, topic, state
      FROM unnest(in_originators, in_versions, in_topics, in_states)
           WITH ORDINALITY AS event(originator, version, topic, state, n);
    PERFORM pg_notify('eventstore', in_application);
    RETURN start;
END $$"""


def on_postgres(*statements):
    """Statements for PostgreSQL alone."""

    def run(apps, schema_editor):
        if schema_editor.connection.vendor == "postgresql":
            for statement in statements:
                schema_editor.execute(statement)

    return run


class Migration(migrations.Migration):
    dependencies = [("eventstore", "0001_initial")]

    operations = [
        migrations.RunPython(
            on_postgres(APPEND, RECORD),
            on_postgres("DROP FUNCTION eventstore_append", "DROP FUNCTION eventstore_record"),
        )
    ]
