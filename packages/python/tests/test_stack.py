"""The main use cases, against a stack at TAMIS_URL with the test key TAMIS_API_KEY."""

from __future__ import annotations

import asyncio
import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

import pytest

from tamis import AsyncTamis, Tamis, TamisError


class Settings(TypedDict):
    base_url: str
    api_key: str


SETTINGS: Settings = {
    "base_url": os.environ.get("TAMIS_URL", ""),
    "api_key": os.environ.get("TAMIS_API_KEY", ""),
}
ROWS = [
    "deliverable@sandbox.test;Ada",
    "undeliverable@sandbox.test;Grace",
    "risky@sandbox.test;Edsger",
    "unknown@sandbox.test;Barbara",
]
FILE = "\r\n".join(["email;name", *ROWS, ""]).encode()
README = Path(__file__).parents[1] / "README.md"


@pytest.fixture
def tamis() -> Iterator[Tamis]:
    with Tamis(**SETTINGS) as client:
        yield client


@pytest.mark.parametrize(
    ("number", "output"),
    [
        (0, "^deliverable accepted\n(.*\n)*4 of 4\nundeliverable@sandbox.test\n$"),
        (1, "^deliverable@sandbox.test deliverable\nrisky@sandbox.test risky\n$"),
    ],
)
def test_the_readme_examples_work(number: int, output: str, tmp_path: Path) -> None:
    blocks = re.findall(r"^```python\n(.*?)^```$", README.read_text(), re.DOTALL | re.MULTILINE)
    (tmp_path / "customers.csv").write_bytes(FILE)
    command = [sys.executable, "-W", "error", "-c", blocks[number]]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert re.search(output, done.stdout), done.stdout
    if number == 0:
        assert '"undeliverable@sandbox.test";"Grace";"undeliverable"' in (
            tmp_path / "result.csv"
        ).read_text("utf-8-sig")


def test_a_repeated_check_returns_the_same_verdict(tamis: Tamis) -> None:
    first = tamis.check("risky@sandbox.test", idempotency_key="python-7")
    assert tamis.check("risky@sandbox.test", idempotency_key="python-7") == first
    assert (first.status, first.flags.catch_all) == ("risky", True)


def test_errors_are_in_the_language_of_the_client(tamis: Tamis) -> None:
    with pytest.raises(TamisError) as failure:
        tamis.lists.create([])
    assert failure.value.code == "validation"
    assert set(failure.value.fields) == {"emails"}
    with Tamis(**SETTINGS, language="fr") as french, pytest.raises(TamisError) as rejected:
        french.check("ada")
    assert (rejected.value.status, rejected.value.code) == (422, "bad_address")
    assert "adresse" in rejected.value.messages[0]


def test_a_repeated_creation_returns_the_same_list_until_it_is_deleted(tamis: Tamis) -> None:
    emails = [row.split(";")[0] for row in ROWS]
    first = tamis.lists.create(emails, name="By Python", idempotency_key="python-8")
    assert tamis.lists.create(emails, name="By Python", idempotency_key="python-8").id == first.id
    assert [each.id for each in tamis.lists.all()].count(first.id) == 1
    with pytest.raises(TamisError) as failure:
        tamis.lists.create(emails[1:], name="By Python", idempotency_key="python-8")
    assert (failure.value.status, failure.value.code) == (409, "request_reused")
    assert failure.value.request_id
    done = tamis.lists.wait_for(first.id)
    assert (done.valid, done.invalid, done.risky, done.unknown) == (1, 1, 1, 1)
    assert tamis.lists.recheck(first.id).total_email == 1
    tamis.lists.delete(first.id)
    with pytest.raises(TamisError, match="not_found"):
        tamis.lists.get(first.id)


def test_asyncio_client_uploads_a_file_and_downloads_a_workbook() -> None:
    async def main() -> bytes:
        async with AsyncTamis(**SETTINGS) as client:
            name, key = "customers.csv", "python-9"
            sent, again = [
                await client.lists.upload(io.BytesIO(FILE), file_name=name, idempotency_key=key)
                for _ in range(2)
            ]
            assert again.id == sent.id
            await client.lists.wait_for(sent.id, timeout=300)
            found = io.BytesIO()
            await client.lists.download(sent.id, found, type="risky", format="xlsx")
            return found.getvalue()

    assert asyncio.run(main()).startswith(b"PK")


def test_a_file_is_read_in_the_given_encoding(tamis: Tamis) -> None:
    # Three bytes are too few for the service to detect that they are Cyrillic.
    file = "email;Имя\ndeliverable@sandbox.test;Ada\n".encode("windows-1251")
    sent = tamis.lists.upload(file, file_name="cyrillic.csv", encoding="windows-1251")
    tamis.lists.wait_for(sent.id)
    result = io.BytesIO()
    tamis.lists.download(sent.id, result)
    assert result.getvalue().decode("utf-8-sig").startswith('"email";"Имя";"status"')


def test_reports_which_column_has_the_addresses(tamis: Tamis) -> None:
    sent = tamis.lists.upload(b"Ada;deliverable@sandbox.test\n", file_name="second.csv")
    with pytest.raises(TamisError) as failure:
        tamis.lists.wait_for(sent.id)
    messages = ("wrong_column", "Column 2 has the addresses.")
    assert (failure.value.messages, failure.value.column) == (messages, 2)


def test_credits_and_usage_agree_on_the_balance(tamis: Tamis) -> None:
    assert tamis.credits().available == tamis.usage().balance.available
