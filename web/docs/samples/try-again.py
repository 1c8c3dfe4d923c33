import os

import requests
from requests.adapters import HTTPAdapter
from urllib3.util import Retry

# urllib3 honors the Retry-After header.
retry = Retry(5, status_forcelist=[429, 500, 502, 503, 504], allowed_methods=None)
session = requests.Session()
session.mount("http://", HTTPAdapter(max_retries=retry))
session.mount("https://", HTTPAdapter(max_retries=retry))

response = session.post(
    "http://localhost:3000/api/verify/email",
    headers={"x-api-key": os.environ["TAMIS_API_KEY"], "idempotency-key": "order-4711"},
    json={"email": "deliverable@sandbox.test"},
    timeout=60,
)
if not response.ok:
    raise SystemExit(response.text)
print(response.json()["result"]["status"])
