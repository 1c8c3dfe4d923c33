import os

import requests

response = requests.post(
    "http://localhost:3000/api/verify/email",
    headers={"x-api-key": os.environ["TAMIS_API_KEY"]},
    json={"email": "deliverable@sandbox.test"},
    timeout=60,
)
if not response.ok:
    raise SystemExit(response.text)
result = response.json()["result"]
print(result["status"], result["reason"])
