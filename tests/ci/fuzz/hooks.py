"""What makes generated calls reach further than to their validation."""

import ast
import os
import threading
import zlib

import schemathesis
from urllib3.filepost import encode_multipart_formdata

LIST_ID = os.environ["LIST_ID"]
ENDPOINT_ID = os.environ["ENDPOINT_ID"]
# Nobody listens there, and what is sent stays on this machine.
ENDPOINT_URL = "http://127.0.0.1:1/"
ADDRESSES = b"email\r\nada@customer.test\r\n"

# Hypothesis reads the source of its strategies in each worker, and CPython 3.11 fails where two
# threads parse at once: https://github.com/python/cpython/issues/106905
parse = ast.parse
parsing = threading.RLock()


def parse_in_turn(*args, **options):
    with parsing:
        return parse(*args, **options)


ast.parse = parse_in_turn


def every_second(value):
    """Half of all values, and the same ones whenever the seed is the same."""
    return zlib.crc32(repr(value).encode()) % 2 == 0


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """A list or endpoint that is there. It is not deleted: what others need stays."""
    name = context.operation.label
    if name.startswith("GET /api/file/") and every_second(path_parameters):
        return {"id": LIST_ID}
    if "/api/webhooks/" in name and "DELETE" not in name and every_second(path_parameters):
        return {**path_parameters, "id": ENDPOINT_ID}
    return path_parameters


@schemathesis.hook
def map_body(context, body):
    if not isinstance(body, dict) or not every_second(body):
        return body
    if context.operation.label == "POST /api/download":
        return {**body, "file_id": LIST_ID}
    if "file" in body:
        return {**body, "file": ADDRESSES}
    return body


@schemathesis.hook
def before_call(context, case, **kwargs):
    """Gives the file of a form a name that an upload takes; Schemathesis has none for it."""
    if isinstance(case.body, dict) and str(case.body.get("url", "")).startswith("http"):
        case.body = {**case.body, "url": ENDPOINT_URL}
    if not isinstance(case.body, dict) or case.media_type != "multipart/form-data":
        return
    fields = {
        name: ("customers.csv", value) if name == "file" else value
        for name, value in case.body.items()
    }
    if all(isinstance(value, (str, bytes, tuple)) for value in fields.values()):
        case.body, content_type = encode_multipart_formdata(fields)
        case.headers = {**(case.headers or {}), "Content-Type": content_type}
