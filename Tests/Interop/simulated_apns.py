"""Clients that others wrote against `tidings apns-simulator`: aioapns, curl and h2 have to get Apple's answers.

The environment variable TIDINGS names the executable.
"""

import asyncio
import base64
import json
import logging
import os
import re
import signal
import ssl
import subprocess
import sys
import tempfile
import time
import urllib.request
import uuid

import aioapns
import h2.config
import h2.connection
import h2.events
import h2.settings
import jwt
from aioapns import NotificationRequest, PushType
from aioapns.connection import APNsProductionClientProtocol
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from checks import expect, finish

TEAM, KEY = "TEAM123456", "KEY1234567"
BUNDLE = "com.example.app"
UUID_FORM = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}")


def new_key():
    """A signing key as Apple hands it out (PKCS#8), and its public half."""
    key = ec.generate_private_key(ec.SECP256R1())
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    ).decode()
    public = key.public_key().public_bytes(
        serialization.Encoding.PEM, serialization.PublicFormat.SubjectPublicKeyInfo
    ).decode()
    return key, private, public


def base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def der_token(key, issued_at):
    """What Apple's shell recipe makes: the signature stays in DER."""
    head = base64url(json.dumps({"alg": "ES256", "kid": KEY}).encode())
    claims = base64url(json.dumps({"iss": TEAM, "iat": issued_at}).encode())
    signature = key.sign(f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    return f"{head}.{claims}.{base64url(signature)}"


class Simulator:
    """The process under test and its control API."""

    def __init__(self, folder):
        self.process = subprocess.Popen(
            [os.environ["TIDINGS"], "apns-simulator", "--json", "--data", folder], stdout=subprocess.PIPE, text=True
        )
        line = self.process.stdout.readline()
        self.endpoints = json.loads(line)

    def call(self, method, path, body=None):
        request = urllib.request.Request(
            self.endpoints["controlURL"] + path,
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"content-type": "application/json"},
        )
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, json.loads(answer.read() or b"{}")
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read() or b"{}")

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        return self.process.wait(timeout=20)


def curl(simulator, path, headers, body, *, url="apnsURL", method="POST"):
    """One request with curl: HTTP version, status, headers and body of the answer."""
    command = ["curl", "--http2", "--silent", "--show-error", "--include", "--cacert", simulator.endpoints["caFile"]]
    command += ["--request", method, "--data-binary", body]
    for name, value in headers:
        command += ["--header", f"{name}: {value}"]
    answer = subprocess.run(command + [simulator.endpoints[url] + path], capture_output=True, text=True)
    if answer.returncode != 0:
        return {"version": None, "status": None, "headers": {}, "body": answer.stderr}
    head, _, text = answer.stdout.partition("\n\n")
    lines = head.split("\n")
    version, status = lines[0].split()[:2]
    fields = dict(line.split(": ", 1) for line in lines[1:])
    return {"version": version, "status": int(status), "headers": fields, "body": text}


def check_curl(simulator, key, tokens):
    jwt_text = jwt.encode({"iss": TEAM, "iat": int(time.time())}, key, algorithm="ES256", headers={"kid": KEY})
    payload = '{"aps":{"alert":"Hello"}}'
    device = f"/3/device/{tokens['production']}"

    def headers(**changes):
        fields = {
            "authorization": f"bearer {jwt_text}",
            "apns-topic": BUNDLE,
            "apns-push-type": "alert",
        }
        for name, value in changes.items():
            fields[name.replace("_", "-")] = value
        return [(name, value) for name, value in fields.items() if value is not None]

    def outcome(answer):
        return answer["status"], json.loads(answer["body"])["reason"] if answer["body"] else None

    answer = curl(simulator, device, headers(), payload)
    expect("curl: HTTP/2 is spoken", answer["version"], "HTTP/2")
    expect("curl: 200 with an empty body", outcome(answer), (200, None))
    expect("curl: an apns-id is generated", answer["headers"].get("apns-id", ""), UUID_FORM.fullmatch)
    expect("curl: no apns-unique-id in production", answer["headers"].get("apns-unique-id"), None)

    own = str(uuid.uuid4())
    answer = curl(simulator, device, headers(apns_id=own), payload)
    expect("curl: apns-id is echoed", answer["headers"].get("apns-id"), own)
    answer = curl(simulator, f"/3/device/{tokens['sandbox']}", headers(), payload, url="sandboxURL")
    expect("curl: apns-unique-id in the sandbox", answer["headers"].get("apns-unique-id", ""), UUID_FORM.fullmatch)

    der = der_token(key, int(time.time()))
    expect(
        "curl: a DER signature passes",
        outcome(curl(simulator, device, headers(authorization=f"bearer {der}"), payload)),
        (200, None),
    )
    other, _, _ = new_key()
    forged = jwt.encode({"iss": TEAM, "iat": int(time.time())}, other, algorithm="ES256", headers={"kid": KEY})
    old = jwt.encode({"iss": TEAM, "iat": int(time.time()) - 3700}, key, algorithm="ES256", headers={"kid": KEY})
    rows = [
        ("no provider token", device, headers(authorization=None), payload, 403, "MissingProviderToken"),
        ("forged token", device, headers(authorization=f"bearer {forged}"), payload, 403, "InvalidProviderToken"),
        ("old token", device, headers(authorization=f"bearer {old}"), payload, 403, "ExpiredProviderToken"),
        ("unknown token", "/3/device/" + "ab" * 32, headers(), payload, 400, "BadDeviceToken"),
        ("token that is no hex", "/3/device/hello", headers(), payload, 400, "BadDeviceToken"),
        ("no token", "/3/device/", headers(), payload, 400, "MissingDeviceToken"),
        ("other environment", f"/3/device/{tokens['sandbox']}", headers(), payload, 400, "BadDeviceToken"),
        ("other path", "/2/device/" + tokens["production"], headers(), payload, 404, "BadPath"),
        ("no topic", device, headers(apns_topic=None), payload, 400, "MissingTopic"),
        ("other app", device, headers(apns_topic="com.example.other"), payload, 400, "DeviceTokenNotForTopic"),
        ("unknown type", device, headers(apns_push_type="loud"), payload, 400, "InvalidPushType"),
        ("background at 10", device, headers(apns_push_type="background"), payload, 400, "BadPriority"),
        ("priority 7", device, headers(apns_priority="7"), payload, 400, "BadPriority"),
        ("expiration", device, headers(apns_expiration="soon"), payload, 400, "BadExpirationDate"),
        ("collapse id", device, headers(apns_collapse_id="c" * 65), payload, 400, "BadCollapseId"),
        ("apns-id", device, headers(apns_id="1234"), payload, 400, "BadMessageId"),
        ("two topics", device, headers() + [("apns-topic", BUNDLE)], payload, 400, "DuplicateHeaders"),
        ("no payload", device, headers(), "", 400, "PayloadEmpty"),
        ("4097 bytes", device, headers(), '{"a":"' + "x" * 4089 + '"}', 413, "PayloadTooLarge"),
    ]
    for name, path, fields, body, status, reason in rows:
        expect(f"curl: {name} → {status} {reason}", outcome(curl(simulator, path, fields, body)), (status, reason))
    answer = curl(simulator, device, headers(), '{"a":"' + "x" * 4088 + '"}')
    expect("curl: 4096 bytes pass", outcome(answer), (200, None))
    answer = curl(simulator, device, headers(), "", method="GET")
    expect("curl: GET → 405 MethodNotAllowed", outcome(answer), (405, "MethodNotAllowed"))


async def check_aioapns(simulator, private, tokens, gone, gone_since):
    port = int(simulator.endpoints["apnsURL"].rsplit(":", 1)[1])
    APNsProductionClientProtocol.APNS_SERVER = "localhost"
    APNsProductionClientProtocol.APNS_PORT = port
    trust = ssl.create_default_context(cafile=simulator.endpoints["caFile"])

    def client(key=private, topic=BUNDLE):
        return aioapns.APNs(key=key, key_id=KEY, team_id=TEAM, topic=topic, ssl_context=trust, max_connections=1)

    async def outcome(apns, token, message, **options):
        answer = await apns.send_notification(NotificationRequest(token, message, **options))
        return answer.status, answer.description, answer.timestamp

    alert = {"aps": {"alert": "Hello"}}
    apns = client()
    expect("aioapns: accepted", await outcome(apns, tokens["production"], alert), ("200", None, None))
    many = await asyncio.gather(*(outcome(apns, tokens["production"], alert) for _ in range(200)))
    expect("aioapns: 200 at once on one connection", sum(status == "200" for status, _, _ in many), 200)
    silent = {"aps": {"content-available": 1}}
    answer = await outcome(apns, tokens["production"], silent, push_type=PushType.BACKGROUND, priority=5)
    expect("aioapns: background at priority 5", answer[0], "200")
    answer = await outcome(apns, "cd" * 32, alert)
    expect("aioapns: BadDeviceToken", answer[:2], ("400", "BadDeviceToken"))
    status, reason, timestamp = await outcome(apns, gone, alert)
    expect("aioapns: Unregistered", (status, reason), ("410", "Unregistered"))
    expect(
        "aioapns: its timestamp is in milliseconds", timestamp, lambda found: abs(found - gone_since * 1000) < 60_000
    )
    answer = await outcome(apns, tokens["production"], {"aps": {"alert": "x" * 5000}})
    expect("aioapns: PayloadTooLarge", answer[:2], ("413", "PayloadTooLarge"))
    voip = {"aps": {}, "call": "x" * 5000}
    answer = await outcome(apns, tokens["voip"], voip, push_type=PushType.VOIP, apns_topic=BUNDLE + ".voip")
    expect("aioapns: a call push of 5,000 bytes", answer[0], "200")
    apns.pool.close()

    narrow = client(topic="com.example.forbidden")
    answer = await outcome(narrow, tokens["production"], alert)
    expect("aioapns: TopicDisallowed", answer[:2], ("400", "TopicDisallowed"))
    narrow.pool.close()


async def check_protocol(simulator, key, tokens):
    """SETTINGS and frames, read with the h2 library."""
    trust = ssl.create_default_context(cafile=simulator.endpoints["caFile"])
    trust.set_alpn_protocols(["h2"])
    port = int(simulator.endpoints["apnsURL"].rsplit(":", 1)[1])
    reader, writer = await asyncio.open_connection("localhost", port, ssl=trust)
    tls = writer.get_extra_info("ssl_object")
    expect("h2: ALPN", tls.selected_alpn_protocol(), "h2")
    connection = h2.connection.H2Connection(h2.config.H2Configuration(header_encoding="utf-8"))
    connection.initiate_connection()
    limits, seen = [], []

    async def pump(until):
        writer.write(connection.data_to_send())
        while not until():
            data = await asyncio.wait_for(reader.read(65536), 20)
            if not data:
                return
            for event in connection.receive_data(data):
                seen.append(event)
                if isinstance(event, h2.events.RemoteSettingsChanged):
                    change = event.changed_settings.get(h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS)
                    if change:
                        limits.append(change.new_value)
            writer.write(connection.data_to_send())

    await pump(lambda: limits)
    expect("h2: one stream before the first accepted token", limits, [1])
    jwt_text = jwt.encode({"iss": TEAM, "iat": int(time.time())}, key, algorithm="ES256", headers={"kid": KEY})
    connection.send_headers(
        1,
        [
            (":method", "POST"), (":scheme", "https"), (":authority", "localhost"),
            (":path", f"/3/device/{tokens['production']}"),
            ("authorization", f"bearer {jwt_text}"), ("apns-topic", BUNDLE), ("apns-push-type", "alert"),
        ],
    )
    connection.send_data(1, b'{"aps":{"alert":"Hello"}}', end_stream=True)
    await pump(lambda: len(limits) > 1)
    expect("h2: more streams after it", limits[-1], lambda found: found >= 100)
    response = next(event for event in seen if isinstance(event, h2.events.ResponseReceived))
    expect("h2: HEADERS end a 200", response.stream_ended is not None, True)
    expect("h2: a 200 has no DATA", [event for event in seen if isinstance(event, h2.events.DataReceived)], [])
    writer.close()


def main():
    logging.getLogger("aioapns").setLevel(logging.CRITICAL)
    with tempfile.TemporaryDirectory() as folder:
        simulator = Simulator(folder)
        try:
            key, private, public = new_key()
            status, _ = simulator.call(
                "PUT", f"/v1/keys/{KEY}", {"teamId": TEAM, "publicKey": public, "topics": [BUNDLE, "com.example.other"]}
            )
            expect("control: a key is registered", status, 200)
            _, device = simulator.call("POST", "/v1/devices", {"name": "interop"})
            device = device["id"]

            def token(environment, **more):
                body = {"bundleId": BUNDLE, "environment": environment, **more}
                return simulator.call("POST", f"/v1/devices/{device}/tokens", body)[1]["token"]

            tokens = {
                "production": token("production"),
                "sandbox": token("sandbox"),
                "voip": token("production", kind="voip"),
            }
            expect("control: the same token while installed", token("production"), tokens["production"])
            _, second = simulator.call("POST", "/v1/devices", {})
            body = {"bundleId": BUNDLE, "environment": "production"}
            gone = simulator.call("POST", f"/v1/devices/{second['id']}/tokens", body)[1]["token"]
            simulator.call("DELETE", f"/v1/devices/{second['id']}/tokens/{gone}")
            gone_since = time.time()

            check_curl(simulator, key, tokens)
            asyncio.run(check_aioapns(simulator, private, tokens, gone, gone_since))
            asyncio.run(check_protocol(simulator, key, tokens))

            _, page = simulator.call("GET", f"/v1/devices/{device}/pushes?after=0&wait=1")
            expect("control: pushes arrive at the device, a hundred at a time", (len(page["pushes"]), page["next"]), (100, 100))
            status, page = simulator.call("GET", "/v1/devices/nobody/pushes")
            expect("control: unknown device → 404", (status, page["error"]["code"]), (404, "unknown_device"))
        finally:
            code = simulator.stop()
        expect("SIGTERM ends it cleanly", code, 0)
    finish()


if __name__ == "__main__":
    sys.exit(main())
