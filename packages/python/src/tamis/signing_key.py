"""Secrets that verify signatures."""

from __future__ import annotations

# Rejects unset and truncated secrets: anyone who guesses the key can sign.
MIN_SECRET_BYTES = 16


def checked_secret(secret: bytes, which: str) -> bytes:
    """:raises ValueError: if the secret is missing or too short"""
    if len(secret) < MIN_SECRET_BYTES:
        raise ValueError(f"Pass the secret of the {which}: at least {MIN_SECRET_BYTES} bytes")
    return secret
