"""The asyncio client. make_sync.py generates ``tamis.sync`` from it."""
