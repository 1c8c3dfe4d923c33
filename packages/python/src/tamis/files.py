"""Files to upload and files to download to."""

from __future__ import annotations

import io
import os
import shutil
import tempfile
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

Source = str | os.PathLike[str] | bytes | IO[bytes]
"""A path, the content of a file, or an open binary stream."""
Target = str | os.PathLike[str] | IO[bytes]
"""A path, or an open binary file that can be truncated."""


def file_name_of(source: Source) -> str:
    """The name of a file without its folders; empty if it has no name."""
    path = source if isinstance(source, str | os.PathLike) else getattr(source, "name", "")
    return Path(path).name if isinstance(path, str | os.PathLike) else ""


@contextmanager
def open_source(source: Source) -> Iterator[IO[bytes]]:
    """Opens a source as a seekable file, because each attempt reads it from the start."""
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
def open_target(target: Target) -> Iterator[IO[bytes]]:
    """Opens a target. A file appears at its path only once it is complete."""
    if not isinstance(target, str | os.PathLike):
        yield target
        return
    # A unique name, because another process may be writing to the same target.
    part = Path(f"{os.fspath(target)}.{uuid.uuid4()}.part")
    try:
        with open(part, "wb") as file:
            yield file
        part.replace(target)
    finally:
        part.unlink(missing_ok=True)
