"""Verifies email addresses with the Tamis API."""

from .aio.bounces import AsyncBounces as AsyncBounces
from .aio.checks import AsyncChecks as AsyncChecks
from .aio.client import AsyncTamis as AsyncTamis
from .aio.lists import AsyncLists as AsyncLists
from .aio.webhooks import AsyncWebhooks as AsyncWebhooks
from .errors import TamisError as TamisError
from .forms import verify_form_token as verify_form_token
from .generated.models import (
    BounceReport as BounceReport,
    BounceRow as BounceRow,
    Column as Column,
    Credits as Credits,
    Delivery as Delivery,
    DeliveryDetail as DeliveryDetail,
    Endpoint as Endpoint,
    EventType as EventType,
    List as List,
    ListRow,
    ListSummary as ListSummary,
    NewEndpoint as NewEndpoint,
    PendingCheck as PendingCheck,
    Reason as Reason,
    Recheck as Recheck,
    Status as Status,
    Usage as Usage,
    Verdict as Verdict,
    Watch as Watch,
)
from .generated.types import UNSET as UNSET
from .sync.bounces import Bounces as Bounces
from .sync.checks import Checks as Checks
from .sync.client import Tamis as Tamis
from .sync.lists import Lists as Lists
from .sync.webhooks import Webhooks as Webhooks
from .webhooks import verify_webhook as verify_webhook

NewList = ListSummary
Row = ListRow
