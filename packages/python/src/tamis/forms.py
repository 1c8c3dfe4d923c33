"""Verification of form tokens."""

from __future__ import annotations

import base64
import hmac
import json
import time
from typing import NamedTuple

from .errors import TamisError
from .signing_key import checked_secret

# Only HS256 is accepted: the token must not choose the algorithm (RFC 8725 section 3.1).
HEADER = b'{"alg":"HS256","typ":"JWT"}'


class FormProof(NamedTuple):
    """The verdict that a form showed for a visitor's address."""

    email: str
    status: str


def _bytes_of(part: str) -> bytes:
    return base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))


def verify_form_token(token: str, *, secret: str, key: str, now: float | None = None) -> FormProof:
    """
    Verifies the field ``tamis_token`` of a form without a network request, and returns its address
    and verdict. Compare this address with the submitted one.

    :param secret: ``fsec_…`` of the form
    :param key: ``pk_…`` of the form
    :param now: Unix time in seconds, for tests
    :raises TamisError: ``wrong_token`` if the token is invalid or older than an hour
    :raises ValueError: if the secret is missing or shorter than 16 bytes
    """
    signing_key = checked_secret((secret or "").encode(), "form, fsec_…")
    try:
        signed, signature = (token or "").rsplit(".", 1)
        header, claims = signed.split(".")
        proof = hmac.digest(signing_key, signed.encode(), "sha256")
        parsed = json.loads(_bytes_of(claims))
        if (
            hmac.compare_digest(proof, _bytes_of(signature))
            and _bytes_of(header) == HEADER
            and parsed["aud"] == key
            and (time.time() if now is None else now) < parsed["exp"]
        ):
            return FormProof(parsed["sub"], parsed["status"])
    except (ValueError, KeyError, TypeError):
        pass
    raise TamisError(0, "wrong_token")
