import os

import requests

# Register the upload.
announced = requests.post(
    "http://localhost:3000/api/upload",
    headers={"x-api-key": os.environ["TAMIS_API_KEY"]},
    json={
        "name": "All customers",
        "file_name": "customers.csv",
        "size": os.path.getsize("customers.csv"),
    },
    timeout=60,
)
if not announced.ok:
    raise SystemExit(announced.text)
data = announced.json()["data"]

# Post the file with the fields from the response; requests puts the file last.
with open("customers.csv", "rb") as file:
    sent = requests.post(
        data["upload"]["url"], data=data["upload"]["fields"], files={"file": file}, timeout=600
    )
if not sent.ok:
    raise SystemExit(sent.text)
print(data["file_id"])
