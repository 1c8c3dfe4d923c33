import os

import requests

response = requests.post(
    "http://localhost:3000/api/verify/email",
    headers={"x-api-key": os.environ["TAMIS_API_KEY"]},
    json={"email": "deliverable@sandbox.test"},
    timeout=60,
)
answer = response.json()
if not response.ok:
    raise SystemExit(f"{answer['code']}: {' '.join(answer['message'])}")
print(answer["result"]["status"], answer["result"]["reason"])
