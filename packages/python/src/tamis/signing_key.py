"""Which keys prove a signature."""

from __future__ import annotations

# Whoever knows or guesses the key can sign: an unset or truncated setting is none.
MIN_SECRET_BYTES = 16


def checked_secret(secret: bytes, which: str) -> bytes:
    """:raises ValueError: if it is missing or too short"""
    if len(secret) < MIN_SECRET_BYTES:
        raise ValueError(f"Give the secret of the {which}: at least {MIN_SECRET_BYTES} bytes")
    return secret
