"""Holds the encryption of pushes to `http_ece` and `pywebpush`: what one side seals, the other opens, and damage stays shut.

Builds the small program in `EncryptionPeer`, which seals and opens with the code that server and extension use; the variable
ENCRYPTION_PEER names a built one.
"""

import base64
import hashlib
import json
import os
import subprocess

import http_ece
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec
from pywebpush import WebPusher

from checks import built, expect, finish


def encode(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


peer = subprocess.Popen([built("EncryptionPeer", "ENCRYPTION_PEER")], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1)


def ask(operation, **request):
    """Sends one request and returns the answer."""
    peer.stdin.write(json.dumps({"operation": operation, **request}) + "\n")
    peer.stdin.flush()
    return json.loads(peer.stdout.readline())


def new_device():
    """Keys as a device in Python has them: the private key, and what a sender needs."""
    private = ec.generate_private_key(ec.SECP256R1())
    point = private.public_key().public_bytes(
        serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    )
    return private, point, os.urandom(16)


def scalar(private):
    return private.private_numbers().private_value.to_bytes(32, "big")


texts = [b"", b"a", "Grüße, 漢字 😀".encode(), os.urandom(254), os.urandom(255), os.urandom(256), os.urandom(2800), os.urandom(20000)]

# We seal, http_ece opens.
private, point, auth = new_device()
for text in texts:
    answer = ask("seal", text=encode(text), publicKey=encode(point), auth=encode(auth))
    opened = http_ece.decrypt(decode(answer["body"]), private_key=private, auth_secret=auth, version="aes128gcm")
    expect(f"http_ece opens what we sealed, {len(text)} bytes", opened, text)

# http_ece seals, we open; in one record and in many.
keys = ask("generate")
for text in texts[1:]:  # For an empty text http_ece writes no record at all, which is a cut-off body.
    for record_size in (4096, 64):
        body = http_ece.encrypt(
            text,
            private_key=ec.generate_private_key(ec.SECP256R1()),
            dh=decode(keys["publicKey"]),
            auth_secret=decode(keys["auth"]),
            rs=record_size,
            version="aes128gcm",
        )
        answer = ask("open", body=encode(body), privateKey=keys["privateKey"], auth=keys["auth"])
        expect(f"we open what http_ece sealed, {len(text)} bytes, records of {record_size}", answer.get("text"), encode(text))

# A key pair of Python's opens here just as well.
body = http_ece.encrypt(
    b"same keys", private_key=ec.generate_private_key(ec.SECP256R1()), dh=point, auth_secret=auth, version="aes128gcm"
)
answer = ask("open", body=encode(body), privateKey=encode(scalar(private)), auth=encode(auth))
expect("we open with a key pair made by Python", answer.get("text"), encode(b"same keys"))

# pywebpush seals a push that a blind server would pass on, and the extension's code reads it.
subscription = {"endpoint": "https://push.example/", "keys": {"p256dh": keys["publicKey"], "auth": keys["auth"]}}
content = {"id": "msg_1", "title": "Ada", "body": "Grüße 😀", "data": {"n": 1.5, "list": [1, None, "x"]}}
sealed = WebPusher(subscription).encode(json.dumps(content).encode(), content_encoding="aes128gcm")["body"]
payload = {
    "aps": {"alert": "New message", "mutable-content": 1},
    "tidings": {"v": 1, "id": "msg_1", "kid": "k1", "enc": encode(sealed)},
}
answer = ask("receive", payload=json.dumps(payload), privateKey=keys["privateKey"], auth=keys["auth"])
expect("the extension reads what pywebpush sealed", answer.get("content"), content)

# The server seals a message, http_ece reads it, and nothing of it stands in clear.
message = {
    "title": "Ada Lovelace",
    "body": "The engine weaves 😀",
    "sound": "bell.caf",
    "conversation": "analysis",
    "deepLink": "app://analysis/7",
    "data": {"notes": ["first", 2.50]},
}
answer = ask(
    "render", message=message, id="msg_2", externalId="ada", publicKey=encode(point), auth=encode(auth)
)
payload = json.loads(answer["payload"])
opened = json.loads(
    http_ece.decrypt(decode(payload["tidings"]["enc"]), private_key=private, auth_secret=auth, version="aes128gcm")
)
expect("http_ece reads what the server sealed", {key: opened.get(key) for key in message}, message)
expect("the sealed text names its message", opened.get("id"), "msg_2")
tag = encode(hashlib.sha256(b"ada").digest()[:12])
expect("the sealed text names its subscriber by a digest", opened.get("to"), tag)
leaks = [word for word in ("Ada", "engine", "bell", "analysis", "notes", "first", tag) if word in answer["payload"]]
expect("nothing of the message stands in clear", leaks, [])
expect("the placeholder is shown until then", payload["aps"]["alert"], "New message")
expect("lengths come in steps of 256", (len(decode(payload["tidings"]["enc"])) - 86 - 16) % 256, 0)

# Damage on either side stays shut, with one error.
body = decode(ask("seal", text=encode(b"secret"), publicKey=keys["publicKey"], auth=keys["auth"])["body"])
damaged = [body[:-1], body[:100], body[:86], body[:20], b"", body + b"\0", body[:-1] + bytes([body[-1] ^ 1]), b"\0" + body[1:]]
errors = [ask("open", body=encode(bad), privateKey=keys["privateKey"], auth=keys["auth"]).get("error") for bad in damaged]
expect("damaged bodies stay shut", set(errors), {"cannot_open"})
other = ask("generate")
wrong = ask("open", body=encode(body), privateKey=other["privateKey"], auth=keys["auth"])
expect("another key does not open", wrong, {"error": "cannot_open"})
wrong = ask("open", body=encode(body), privateKey=keys["privateKey"], auth=other["auth"])
expect("another secret does not open", wrong, {"error": "cannot_open"})

peer.stdin.close()
expect("the peer ends when its input does", peer.wait(timeout=10), 0)
finish()
