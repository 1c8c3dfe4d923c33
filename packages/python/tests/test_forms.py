"""Form tokens are verified without a call."""

import base64
import hmac
from typing import cast

import pytest

from tamis import TamisError, verify_form_token

SECRET, KEY, NOW = "fsec_secret_of_the_form", "pk_live_1", 1795341600
HEADER = "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"
CLAIMS = (
    "eyJzdWIiOiJhZGFAY3VzdG9tZXIudGVzdCIsImF1ZCI6InBrX2xpdmVfMSIsInN0YXR1cyI6ImRlbGl2"
    "ZXJhYmxlIiwiaWF0IjoxNzk1MzQxNjAwLCJleHAiOjE3OTUzNDUyMDB9"
)
SIGNATURE = "1zbWz2saZexFs8j8T2tmi5ANTYsGx2lyzJ7CEij3cTI"
TOKEN = f"{HEADER}.{CLAIMS}.{SIGNATURE}"


def test_accepts_a_token_for_an_hour() -> None:
    proof = verify_form_token(TOKEN, secret=SECRET, key=KEY, now=NOW + 3599)
    assert (proof.email, proof.status) == ("ada@customer.test", "deliverable")


@pytest.mark.parametrize(
    ("token", "secret", "key", "now"),
    [
        (TOKEN, SECRET, KEY, NOW + 3600),
        (TOKEN, "fsec_secret_of_another_form", KEY, NOW),
        (TOKEN, SECRET, "pk_live_2", NOW),
        (f"eyJhbGciOiJub25lIn0.{CLAIMS}.", SECRET, KEY, NOW),
        (f"{HEADER}.{CLAIMS}.é", SECRET, KEY, NOW),
        ("undefined", SECRET, KEY, NOW),
        ("", SECRET, KEY, NOW),
        (cast(str, None), SECRET, KEY, NOW),
    ],
)
def test_rejects_any_other_token(token: str, secret: str, key: str, now: int) -> None:
    with pytest.raises(TamisError, match="wrong_token"):
        verify_form_token(token, secret=secret, key=key, now=now)


@pytest.mark.parametrize("secret", ["", "fsec_", "fsec_1234567890", cast(str, None)])
def test_a_missing_or_short_secret_is_rejected(secret: str) -> None:
    proof = hmac.digest((secret or "").encode(), f"{HEADER}.{CLAIMS}".encode(), "sha256")
    token = f"{HEADER}.{CLAIMS}.{base64.urlsafe_b64encode(proof).rstrip(b'=').decode()}"
    with pytest.raises(ValueError, match="Pass the secret of the form"):
        verify_form_token(token, secret=secret, key=KEY, now=NOW)
