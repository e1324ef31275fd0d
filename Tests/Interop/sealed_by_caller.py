"""Runs the program of the guide on encryption as it stands there, against `tidings serve --dev` with a device of Python's own.

The environment variable TIDINGS names the executable.
"""

import base64
import json
import os
import re
import subprocess
import sys
import tempfile
import time
import urllib.request

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec

from checks import expect, finish

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def call(method, url, body=None, **headers):
    request = urllib.request.Request(url, method=method, headers=headers)
    request.data = json.dumps(body).encode() if body is not None else None
    with urllib.request.urlopen(request) as answer:
        return json.load(answer)


def program():
    with open(os.path.join(ROOT, "Documentation", "Guides", "Encryption.md"), encoding="utf-8") as file:
        return re.search(r"As `seal\.py`:\n\n```python\n(.*?)```", file.read(), re.S)[1]


with tempfile.TemporaryDirectory() as folder:
    server = subprocess.Popen(
        [os.environ["TIDINGS"], "serve", "--dev", "--json", "--data", os.path.join(folder, "data")],
        stdout=subprocess.PIPE, text=True)
    try:
        access = json.loads(server.stdout.readline())
        control = access["apnsControlURL"]
        device = call("POST", f"{control}/v1/devices", {})["id"]
        token = call(
            "POST", f"{control}/v1/devices/{device}/tokens",
            {"bundleId": access["bundleId"], "environment": "production"})["token"]
        private = ec.generate_private_key(ec.SECP256R1())
        point = private.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        auth = os.urandom(16)
        call(
            "PUT", access["url"] + "/v1/client/device",
            {
                "installId": "python-install", "bundleId": access["bundleId"], "platform": "ios", "token": token,
                "tokenKind": "alert", "environment": "production", "permission": "authorized",
                "capabilities": {"serviceExtension": True},
                "encryption": {"keyId": "k1", "publicKey": encode(point), "auth": encode(auth)},
            }, **{"Authorization": f"Bearer {access['publishableKey']}", "Tidings-Subscriber": "ann"})
        path = os.path.join(folder, "seal.py")
        with open(path, "w", encoding="utf-8") as file:
            file.write(program())
        environment = dict(os.environ, TIDINGS_URL=access["url"], TIDINGS_KEY=access["secretKey"])
        run = subprocess.run([sys.executable, path, "ann"], env=environment, capture_output=True, text=True)
        expect("the guide's program sends", run.returncode, 0)
        print(run.stderr, end="", file=sys.stderr)
        message = run.stdout.strip()
        pushes = call("GET", f"{control}/v1/devices/{device}/pushes?after=0&wait=10")["pushes"]
        payload = json.loads(pushes[0]["payload"])
        expect("one push, visible, with a placeholder", (len(pushes), payload["aps"]["alert"]), (1, "New message"))
        expect("it names message and key", (payload["tidings"]["id"], payload["tidings"]["kid"]), (message, "k1"))
        body = payload["tidings"]["enc"]
        text = http_ece.decrypt(
            base64.urlsafe_b64decode(body + "=" * (-len(body) % 4)), private_key=private, auth_secret=auth,
            version="aes128gcm")
        expect("the device reads it", json.loads(text)["body"], "Bring the blue umbrella.")
        time.sleep(0.5)
        names = [os.path.join(at, name) for at, _, files in os.walk(os.path.join(folder, "data")) for name in files]
        found = [name for name in names if b"umbrella" in open(name, "rb").read()]
        expect("the server has the text nowhere", found, [])
    finally:
        server.terminate()
        server.wait()
finish()
