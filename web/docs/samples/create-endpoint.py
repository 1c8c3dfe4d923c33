import os

import requests

response = requests.post(
    "http://localhost:3000/api/webhooks",
    headers={"x-api-key": os.environ["TAMIS_API_KEY"]},
    json={"url": "https://hooks.customer.test/tamis", "events": ["list.finished"]},
    timeout=60,
)
if not response.ok:
    raise SystemExit(response.text)
data = response.json()["data"]
print(data["id"], data["secret"])
