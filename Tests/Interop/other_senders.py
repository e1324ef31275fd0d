"""More senders that others wrote against `tidings apns-simulator`: kalyke, mopyapns, httpx and h2load get Apple's answers.

The environment variable TIDINGS names the executable.
"""

import asyncio
import concurrent.futures
import datetime
import os
import re
import subprocess
import tempfile
import time

import jwt

from checks import expect, finish
from simulated_apns import BUNDLE, KEY, TEAM, UUID_FORM, Simulator, new_key


def told(error):
    """The reason that a library made an exception of, by the name of its class."""
    return type(error).__name__


def check_kalyke(simulator, folder, tokens, gone):
    """kalyke makes a connection and a provider token for each push, and writes iat as text."""
    import kalyke

    class Client(kalyke.ApnsClient):
        @property
        def _base_url(self):
            return simulator.endpoints["apnsURL"]

    class Activities(Client, kalyke.LiveActivityClient):
        pass

    arguments = dict(use_sandbox=False, team_id=TEAM, auth_key_id=KEY, auth_key_filepath=f"{folder}/key.p8")
    client = Client(**arguments)
    hello = kalyke.Payload(alert=kalyke.PayloadAlert(title="Hello", body="from kalyke"), badge=1, sound="default")

    def outcome(token, payload, config, client=client):
        try:
            return asyncio.run(client.send_message(device_token=token, payload=payload, apns_config=config))
        except Exception as error:
            return told(error)

    own = "123e4567-e89b-42d3-a456-426614174000"
    expect("kalyke: accepted under its own id", outcome(tokens["alert"], hello, kalyke.ApnsConfig(BUNDLE, identifier=own)), own)
    silent = kalyke.ApnsConfig(BUNDLE, kalyke.ApnsPushType.BACKGROUND, priority=kalyke.ApnsPriority.BASED_ON_POWER)
    expect("kalyke: a background push", outcome(tokens["alert"], {"aps": {"content-available": 1}}, silent), UUID_FORM.fullmatch)
    urgent = kalyke.ApnsConfig(BUNDLE, kalyke.ApnsPushType.BACKGROUND)
    expect("kalyke: a background push at priority 10", outcome(tokens["alert"], {"aps": {}}, urgent), "BadPriority")
    expect("kalyke: a token that nobody has", outcome("cd" * 32, hello, kalyke.ApnsConfig(BUNDLE)), "BadDeviceToken")
    expect("kalyke: an app that is gone", outcome(gone, hello, kalyke.ApnsConfig(BUNDLE)), "Unregistered")
    other = kalyke.ApnsConfig("com.example.forbidden")
    expect("kalyke: another topic", outcome(tokens["alert"], hello, other), "TopicDisallowed")
    update = kalyke.LiveActivityPayload(
        timestamp=datetime.datetime.now(), event=kalyke.LiveActivityEvent.UPDATE, content_state={"score": 1})
    activity = kalyke.LiveActivityApnsConfig(BUNDLE + ".push-type.liveactivity")
    expect("kalyke: a Live Activity is updated", outcome(tokens["liveactivity"], update, activity, Activities(**arguments)), UUID_FORM.fullmatch)


def check_mopyapns(simulator, folder, tokens, gone, gone_since):
    """mopyapns, of the family of PyAPNs2, keeps one connection and one provider token, whose iat has a fraction."""
    from apns2.client import APNsClient, Notification, NotificationPriority, NotificationType
    from apns2.credentials import TokenCredentials
    from apns2.payload import Payload

    class Client(APNsClient):
        LIVE_SERVER = "localhost"
        DEFAULT_PORT = int(simulator.endpoints["apnsURL"].rsplit(":", 1)[1])

    client = Client(TokenCredentials(f"{folder}/key.p8", KEY, TEAM))
    hello = Payload(alert="Hello from mopyapns", sound="default", badge=1)

    def outcome(token, payload=hello, topic=BUNDLE, **options):
        return client.get_notification_result(client.send_notification_async(token, payload, topic, **options))

    expect("mopyapns: accepted", outcome(tokens["alert"]), "Success")
    expect("mopyapns: a background push", outcome(
        tokens["alert"], Payload(content_available=True), priority=NotificationPriority.Delayed), "Success")
    expect("mopyapns: collapse id and expiration", outcome(
        tokens["alert"], collapse_id="news", expiration=int(time.time()) + 60), "Success")
    expect("mopyapns: a collapse id of 65 bytes", outcome(tokens["alert"], collapse_id="x" * 65), "BadCollapseId")
    expect("mopyapns: a call", outcome(tokens["voip"], topic=BUNDLE + ".voip"), "Success")
    expect("mopyapns: a call's token for alerts", outcome(tokens["voip"]), "DeviceTokenNotForTopic")
    expect("mopyapns: a payload of 5,000 bytes", outcome(tokens["alert"], Payload(alert="x" * 5000)), "PayloadTooLarge")
    expect("mopyapns: a token that nobody has", outcome("cd" * 32), "BadDeviceToken")
    reason, timestamp = outcome(gone)
    expect("mopyapns: an app that is gone, since when", (reason, abs(timestamp - gone_since * 1000) < 60_000), ("Unregistered", True))
    batch = client.send_notification_batch(
        [Notification(tokens["alert"], hello), Notification("cd" * 32, hello)], BUNDLE, push_type=NotificationType.Alert)
    expect("mopyapns: a batch", batch, {tokens["alert"]: "Success", "cd" * 32: "BadDeviceToken"})


def check_httpx(simulator, authorization, tokens):
    """httpx on many threads at once, each with its own connection."""
    import httpx

    def push(number):
        with httpx.Client(http2=True, verify=simulator.endpoints["caFile"]) as client:
            answers = [
                client.post(
                    f"{simulator.endpoints['apnsURL']}/3/device/{tokens['alert']}",
                    headers={"authorization": authorization, "apns-topic": BUNDLE, "apns-push-type": "alert"},
                    json={"aps": {"alert": f"Hello {number}"}})
                for _ in range(20)
            ]
        return [(answer.http_version, answer.status_code, answer.content) for answer in answers]

    with concurrent.futures.ThreadPoolExecutor(8) as pool:
        answers = [answer for part in pool.map(push, range(8)) for answer in part]
    expect("httpx: 160 pushes over eight connections", set(answers), {("HTTP/2", 200, b"")})


def check_h2load(simulator, folder, authorization, tokens):
    """h2load with 4 connections of 100 streams each.

    It does not wait for SETTINGS: on a busy machine it opens up to 100 streams on a connection before it is told of one,
    and all but the first of those are refused, which it counts as failed.
    """
    body = os.path.join(folder, "push.json")
    with open(body, "w", encoding="utf-8") as file:
        file.write('{"aps":{"alert":"Hello"}}')
    before = simulator.call("GET", "/v1/health")[1]["requests"]
    ended = subprocess.run(
        [
            "h2load", "-n", "4000", "-c", "4", "-m", "100", "-d", body, "-H", f"authorization: {authorization}",
            "-H", f"apns-topic: {BUNDLE}", "-H", "apns-push-type: alert",
            f"{simulator.endpoints['apnsURL']}/3/device/{tokens['alert']}",
        ],
        capture_output=True, text=True, timeout=120)
    found = re.search(r"status codes: (\d+) 2xx, (\d+) 3xx, (\d+) 4xx, (\d+) 5xx", ended.stdout)
    accepted, *others = [int(count) for count in found.groups()] if found else [0]
    expect("h2load: 4,000 pushes are accepted, but for early ones", 4000 - accepted, lambda count: 0 <= count <= 4 * 99)
    expect("h2load: no other answers", others, [0, 0, 0])
    expect("h2load: as many have arrived", simulator.call("GET", "/v1/health")[1]["requests"] - before, accepted)


def main():
    with tempfile.TemporaryDirectory() as folder:
        simulator = Simulator(folder)
        # Both libraries take the authority from here.
        os.environ["SSL_CERT_FILE"] = simulator.endpoints["caFile"]
        try:
            key, private, public = new_key()
            with open(f"{folder}/key.p8", "w", encoding="utf-8") as file:
                file.write(private)
            simulator.call(
                "PUT", f"/v1/keys/{KEY}", {"teamId": TEAM, "publicKey": public, "topics": [BUNDLE, "com.example.other"]})
            device = simulator.call("POST", "/v1/devices", {"name": "interop"})[1]["id"]

            def token(kind):
                body = {"bundleId": BUNDLE, "environment": "production", "kind": kind}
                return simulator.call("POST", f"/v1/devices/{device}/tokens", body)[1]["token"]

            tokens = {kind: token(kind) for kind in ("alert", "voip", "liveactivity")}
            second = simulator.call("POST", "/v1/devices", {})[1]["id"]
            body = {"bundleId": BUNDLE, "environment": "production"}
            gone = simulator.call("POST", f"/v1/devices/{second}/tokens", body)[1]["token"]
            simulator.call("DELETE", f"/v1/devices/{second}/tokens/{gone}")
            gone_since = time.time()
            authorization = "bearer " + jwt.encode(
                {"iss": TEAM, "iat": int(time.time())}, key, algorithm="ES256", headers={"kid": KEY})

            check_kalyke(simulator, folder, tokens, gone)
            check_mopyapns(simulator, folder, tokens, gone, gone_since)
            check_httpx(simulator, authorization, tokens)
            check_h2load(simulator, folder, authorization, tokens)
        finally:
            code = simulator.stop()
        expect("SIGTERM ends it cleanly", code, 0)
    finish()


if __name__ == "__main__":
    main()
