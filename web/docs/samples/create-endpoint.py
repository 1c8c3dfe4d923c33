import os

import requests

response = requests.post(
    "http://localhost:3000/api/webhooks",
    headers={"x-api-key": os.environ["TAMIS_API_KEY"]},
    json={"url": "https://hooks.customer.test/tamis", "events": ["list.finished"]},
    timeout=60,
)
answer = response.json()
if not response.ok:
    raise SystemExit(f"{answer['code']}: {' '.join(answer['message'])}")
print(answer["data"]["id"], answer["data"]["secret"])
