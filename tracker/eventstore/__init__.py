"""The append-only store of events and decisions. It knows no game.

``store`` appends and reads, ``lineage`` resolves forks and rewinds, ``codec`` turns events into stable bytes and back,
``chain`` hashes, ``recorder`` offers the same tables through the eventsourcing library's interfaces.
"""
