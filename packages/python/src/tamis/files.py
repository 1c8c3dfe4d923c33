"""Files that are sent, and files that are written."""

from __future__ import annotations

import io
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

Source = str | os.PathLike[str] | bytes | IO[bytes]
"""A file by its path, the bytes of one, or a stream that is open for them."""
Target = str | os.PathLike[str] | IO[bytes]
"""A file by its path, or one that is open for bytes and can be written anew."""


def name_of(source: Source) -> str:
    """The name of a file without its folders; empty where it has none."""
    path = source if isinstance(source, str | os.PathLike) else getattr(source, "name", "")
    return Path(path).name if isinstance(path, str | os.PathLike) else ""


@contextmanager
def readable(source: Source) -> Iterator[IO[bytes]]:
    """A file that can be read from its start again, as each attempt does."""
    if isinstance(source, bytes):
        yield io.BytesIO(source)
    elif isinstance(source, str | os.PathLike):
        with open(source, "rb") as file:
            yield file
    else:
        with tempfile.TemporaryFile() as copy:
            shutil.copyfileobj(source, copy)
            yield copy


@contextmanager
def writable(target: Target) -> Iterator[IO[bytes]]:
    """A file that has its name only once it is whole."""
    if not isinstance(target, str | os.PathLike):
        yield target
        return
    part = Path(f"{os.fspath(target)}.part")
    try:
        with open(part, "wb") as file:
            yield file
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
