"""Does the same as main.go with the client that openapi-python-client generated in `api_client`."""

import os
import time

import httpx

from api_client import AuthenticatedClient
from api_client.api.checks import check_email
from api_client.api.lists import get_list, get_list_rows, upload
from api_client.models import (
    CheckEmailRequestBody,
    CheckEmailResponseBody,
    Error,
    GetListResponseBody,
    GetListRowsResponseBody,
    ListState,
    PresignedUpload,
    UploadRequestBody,
    UploadResponseBody,
)

client = AuthenticatedClient(
    base_url=os.environ["TAMIS_URL"],
    token=os.environ["TAMIS_API_KEY"],
    prefix="",
    auth_header_name="X-Api-Key",
)
checked = check_email.sync(
    client=client, body=CheckEmailRequestBody(email="deliverable@sandbox.test")
)
assert isinstance(checked, CheckEmailResponseBody), checked
print(checked.result.status.value)

file = os.environ["CUSTOMERS"].encode()
registration = UploadRequestBody(name="Python", file_name="customers.csv", size=len(file))
registered = upload.sync(client=client, body=registration)
assert isinstance(registered, UploadResponseBody), registered
presigned = registered.data
assert isinstance(presigned, PresignedUpload), presigned
fields = presigned.upload.fields.to_dict()
httpx.post(presigned.upload.url, data=fields, files={"file": file}).raise_for_status()
while True:
    found = get_list.sync(presigned.file_id, client=client)
    if isinstance(found, GetListResponseBody) and found.data.state == ListState.FINISHED:
        break
    time.sleep(1)
page = get_list_rows.sync(presigned.file_id, client=client)
assert isinstance(page, GetListRowsResponseBody), page
for row in page.data.rows:
    print(row.email, row.reason.value)

refused = check_email.sync(client=client, body=CheckEmailRequestBody(email="nobody"))
assert isinstance(refused, Error), refused
print(refused.code.value)
