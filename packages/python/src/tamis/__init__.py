"""Verifies email addresses with the API of Tamis."""

from .aio.client import AsyncTamis as AsyncTamis
from .aio.lists import AsyncLists as AsyncLists
from .errors import TamisError as TamisError
from .generated.models import (
    Column as Column,
    Credits as Credits,
    List as List,
    ListRow,
    ListSummary as ListSummary,
    NewList as NewList,
    Reason as Reason,
    Recheck as Recheck,
    Status as Status,
    Usage as Usage,
    Verdict as Verdict,
)
from .generated.types import UNSET as UNSET
from .sync.client import Tamis as Tamis
from .sync.lists import Lists as Lists
from .webhooks import verify_webhook as verify_webhook

Row = ListRow
