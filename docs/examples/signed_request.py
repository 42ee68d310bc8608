"""How a bot signs its calls. Runs as it stands: python3 docs/examples/signed_request.py http://localhost:3000 KEY SECRET"""
import hashlib
import hmac
import sys
import time
import urllib.request
import uuid


def signed_headers(key, secret, method, path, body=""):
    """The headers of one request; a repeat needs headers of its own. `path` with the query, `body` exactly as sent."""
    timestamp = str(int(time.time() * 1000))
    nonce = str(uuid.uuid4())
    body_hash = hashlib.sha256(body.encode()).hexdigest()
    text = "\n".join(["pelican-2", timestamp, nonce, method, path, body_hash])
    return {
        "X-Api-Key": key,
        "X-Api-Timestamp": timestamp,
        "X-Api-Nonce": nonce,
        "X-Api-Signature": hmac.new(secret.encode(), text.encode(), hashlib.sha256).hexdigest(),
    }


if __name__ == "__main__":
    address, key, secret = sys.argv[1:4]
    path = "/v2/order?limit=5"
    request = urllib.request.Request(address + path, headers=signed_headers(key, secret, "GET", path))
    with urllib.request.urlopen(request) as answer:
        print(answer.status, answer.read().decode())
