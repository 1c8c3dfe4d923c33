"""Generates ``tamis.sync``, the synchronous version of the client in ``tamis.aio``."""

from pathlib import Path

from unasync import Rule, unasync_files

REPLACEMENTS = {
    "AsyncBounces": "Bounces",
    "AsyncCaller": "Caller",
    "AsyncChecks": "Checks",
    "AsyncClient": "Client",
    "AsyncConnections": "Connections",
    "AsyncLists": "Lists",
    "AsyncTamis": "Tamis",
    "AsyncWebhooks": "Webhooks",
    "aclose": "close",
    "aiter_bytes": "iter_bytes",
    "aread": "read",
    "asyncio": "time",
}

source = Path(__file__).parent / "src" / "tamis" / "aio"
unasync_files(
    [str(path) for path in source.glob("*.py")], [Rule("/tamis/aio/", "/tamis/sync/", REPLACEMENTS)]
)
