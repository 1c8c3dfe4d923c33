"""Changes generated calls so that more of them pass validation."""

import ast
import os
import threading
import zlib

import schemathesis
from urllib3.filepost import encode_multipart_formdata

LIST_ID = os.environ["LIST_ID"]
ENDPOINT_ID = os.environ["ENDPOINT_ID"]
# Nothing listens at this address, so requests do not leave this machine.
ENDPOINT_URL = "http://127.0.0.1:1/"
ADDRESSES = b"email\r\nada@customer.test\r\n"

# Hypothesis parses the source of its strategies in each worker, and parsing fails in CPython 3.11
# if two threads do it at the same time: https://github.com/python/cpython/issues/106905
parse = ast.parse
parsing = threading.RLock()


def parse_in_turn(*args, **options):
    with parsing:
        return parse(*args, **options)


ast.parse = parse_in_turn


def every_second(value):
    """Whether a value is in a fixed half of all values, independently of the seed."""
    return zlib.crc32(repr(value).encode()) % 2 == 0


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """Uses an existing list or endpoint, except in calls that would delete the endpoint."""
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
    """Adds a valid file name to the file of a form, because Schemathesis sends none."""
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
