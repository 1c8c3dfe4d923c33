"""Form tokens are verified without a call."""

import pytest

from tamis import TamisError, verify_form_token

SECRET, KEY, NOW = "fsec_secret", "pk_live_1", 1795341600
HEADER = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"
CLAIMS = (
    "eyJzdWIiOiJhZGFAY3VzdG9tZXIudGVzdCIsImF1ZCI6InBrX2xpdmVfMSIsInN0YXR1cyI6ImRlbGl2"
    "ZXJhYmxlIiwiaWF0IjoxNzk1MzQxNjAwLCJleHAiOjE3OTUzNDUyMDB9"
)
SIGNATURE = "_KNGAZE4txd1EJJJVLQFv_5VdfJWjA0tmzYBoXd0BUE"
TOKEN = f"{HEADER}.{CLAIMS}.{SIGNATURE}"


def test_accepts_a_token_for_an_hour() -> None:
    proof = verify_form_token(TOKEN, secret=SECRET, key=KEY, now=NOW + 3599)
    assert (proof.email, proof.status) == ("ada@customer.test", "deliverable")


@pytest.mark.parametrize(
    ("token", "secret", "key", "now"),
    [
        (TOKEN, SECRET, KEY, NOW + 3600),
        (TOKEN, "fsec_other", KEY, NOW),
        (TOKEN, SECRET, "pk_live_2", NOW),
        (f"eyJhbGciOiJub25lIn0.{CLAIMS}.", SECRET, KEY, NOW),
        (f"{HEADER}.{CLAIMS}.é", SECRET, KEY, NOW),
        ("undefined", SECRET, KEY, NOW),
        ("", SECRET, KEY, NOW),
    ],
)
def test_rejects_any_other_token(token: str, secret: str, key: str, now: int) -> None:
    with pytest.raises(TamisError, match="wrong_token"):
        verify_form_token(token, secret=secret, key=key, now=now)
