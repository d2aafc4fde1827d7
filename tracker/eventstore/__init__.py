"""The append-only store of events and decisions. It knows no game.

``store`` is what the rest of the project calls: appending and reading. ``lineage`` resolves forks and rewinds,
``codec`` turns events into stable bytes and back, ``chain`` hashes and ``verify`` walks what was hashed. ``feed``
follows all timelines by ``positions``. ``factory`` offers the same database to applications of the eventsourcing
library (``recorder``, ``timeline_recorder``, ``mapper``, ``subscription``).
"""
