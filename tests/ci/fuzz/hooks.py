"""What makes generated calls reach further than to their validation."""

import os
import zlib

import schemathesis
from urllib3.filepost import encode_multipart_formdata

LIST_ID = os.environ["LIST_ID"]
ADDRESSES = b"email\r\nada@customer.test\r\n"


def every_second(value):
    """Half of all values, and the same ones whenever the seed is the same."""
    return zlib.crc32(repr(value).encode()) % 2 == 0


@schemathesis.hook
def map_path_parameters(context, path_parameters):
    """A list that is there. It is not deleted: what others need stays."""
    name = context.operation.label
    if name.startswith("GET /api/file/") and every_second(path_parameters):
        return {"id": LIST_ID}
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
    if not isinstance(case.body, dict) or case.media_type != "multipart/form-data":
        return
    fields = {
        name: ("customers.csv", value) if name == "file" else value
        for name, value in case.body.items()
    }
    if all(isinstance(value, (str, bytes, tuple)) for value in fields.values()):
        case.body, content_type = encode_multipart_formdata(fields)
        case.headers = {**(case.headers or {}), "Content-Type": content_type}
