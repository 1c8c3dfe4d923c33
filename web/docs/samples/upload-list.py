import os
import time

import requests

API = "http://localhost:3000/api"
session = requests.Session()
session.headers["x-api-key"] = os.environ["TAMIS_API_KEY"]


def call(method, path, **options):
    response = session.request(method, API + path, timeout=60, **options)
    if not response.ok:
        raise SystemExit(response.text)
    return response


# Send the file: its addresses are in the first column.
with open("customers.csv", "rb") as file:
    sent = call("POST", "/upload", data={"name": "Customers"}, files={"file": file})
file_id = sent.json()["data"]["file_id"]

# Wait until the list is finished (7), paused (5) or cancelled (6).
while True:
    time.sleep(2)
    data = call("GET", f"/lists/{file_id}").json()["data"]
    if data["status"] >= 5:
        break
if data["status"] < 7:
    raise SystemExit(data["reason"])

# Download the result: the file itself or, above 4 MB, a link to it.
result = call("POST", "/download", json={"file_id": file_id, "type": "all"})
if result.headers["content-type"].startswith("application/json"):
    result = requests.get(result.json()["data"]["url"], timeout=60)
with open("result.csv", "wb") as file:
    file.write(result.content)
print(f"{data['valid']} of {data['total_email']} addresses are valid")
