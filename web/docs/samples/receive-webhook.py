import base64
import hashlib
import hmac
import json
import os
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

SECRET = os.environ.get("TAMIS_WEBHOOK_SECRET")
if not SECRET:
    raise SystemExit("Set TAMIS_WEBHOOK_SECRET")
KEY = base64.b64decode(SECRET.removeprefix("whsec_"))


def is_from_tamis(headers, body):
    sent = headers.get("webhook-timestamp", "0")
    is_fresh = abs(time.time() - float(sent)) < 300
    signed = f"{headers.get('webhook-id')}.{sent}.".encode() + body
    wanted = "v1," + base64.b64encode(hmac.digest(KEY, signed, hashlib.sha256)).decode()
    signatures = headers.get("webhook-signature", "").split()
    return is_fresh and any(hmac.compare_digest(each, wanted) for each in signatures)


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        body = self.rfile.read(int(self.headers["content-length"]))
        is_trusted = is_from_tamis(self.headers, body)
        self.send_response(204 if is_trusted else 400)
        self.end_headers()
        if is_trusted:
            event = json.loads(body)
            print(event["type"], event["data"].get("file_name"), flush=True)


ThreadingHTTPServer(("", int(os.environ.get("PORT", 4000))), Receiver).serve_forever()
