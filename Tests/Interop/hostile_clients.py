"""Clients that mean harm against `tidings apns-simulator`: each is cut off or bounded, and others are still answered.

The environment variable TIDINGS names the executable.
"""

import os
import socket
import ssl
import struct
import sys
import tempfile
import time
import warnings

import hpack
import jwt

import simulated_apns as apns
from checks import expect, finish

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, PRIORITY, RST_STREAM, SETTINGS, PING, GOAWAY, CONTINUATION = 0, 1, 2, 3, 4, 6, 7, 9
END_STREAM, END_HEADERS, ACK = 1, 4, 1


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + bytes([kind, flags]) + struct.pack(">I", stream) + payload


class Target:
    """A simulator with one device, and a sender in order that tells whether it still answers."""

    def __init__(self, folder):
        self.simulator = apns.Simulator(folder)
        self.key, _, public = apns.new_key()
        self.simulator.call("PUT", f"/v1/keys/{apns.KEY}", {"teamId": apns.TEAM, "publicKey": public})
        device = self.simulator.call("POST", "/v1/devices", {})[1]["id"]
        body = {"bundleId": apns.BUNDLE, "environment": "production"}
        self.token = self.simulator.call("POST", f"/v1/devices/{device}/tokens", body)[1]["token"]
        self.port = int(self.simulator.endpoints["apnsURL"].rsplit(":", 1)[1])
        claims = {"iss": apns.TEAM, "iat": int(time.time())}
        self.jwt = jwt.encode(claims, self.key, algorithm="ES256", headers={"kid": apns.KEY})
        self.trust = ssl.create_default_context(cafile=self.simulator.endpoints["caFile"])
        self.trust.set_alpn_protocols(["h2"])

    def connect(self, start=PREFACE + frame(SETTINGS, 0, 0)):
        raw = socket.create_connection(("localhost", self.port), timeout=20)
        connection = self.trust.wrap_socket(raw, server_hostname="localhost")
        connection.sendall(start)
        return connection

    def headers(self, encoder, **more):
        return encoder.encode(
            [
                (":method", "POST"), (":scheme", "https"), (":authority", "localhost"),
                (":path", f"/3/device/{self.token}"), ("authorization", f"bearer {self.jwt}"),
                ("apns-topic", apns.BUNDLE), *more.items(),
            ]
        )

    def memory(self):
        """Megabytes that the process holds."""
        with open(f"/proc/{self.simulator.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) // 1024

    def still_answers(self):
        fields = [("authorization", f"bearer {self.jwt}"), ("apns-topic", apns.BUNDLE)]
        answer = apns.curl(self.simulator, f"/3/device/{self.token}", fields, '{"aps":{"alert":"Hello"}}')
        return answer["status"] == 200


def is_cut_off(connection, chunk, rounds=4000, seconds=20):
    """Sends a chunk again and again; whether the server ended the connection within the time."""
    end = time.monotonic() + seconds
    connection.settimeout(1)
    try:
        for _ in range(rounds):
            connection.sendall(chunk)
            if time.monotonic() > end:
                return False
        while time.monotonic() < end:
            if not connection.recv(65536):
                return True
    except (ConnectionError, ssl.SSLError, TimeoutError, BrokenPipeError) as error:
        return not isinstance(error, TimeoutError)
    return False


def ping_flood(target):
    return is_cut_off(target.connect(), frame(PING, 0, 0, bytes(8)) * 100)


def settings_flood(target):
    return is_cut_off(target.connect(), frame(SETTINGS, 0, 0) * 100)


def priority_flood(target):
    return is_cut_off(target.connect(), frame(PRIORITY, 0, 1, struct.pack(">IB", 0, 15)) * 100)


def rapid_reset(target):
    connection, encoder, stream = target.connect(), hpack.Encoder(), 1
    out = b""
    for _ in range(20_000):
        out += frame(HEADERS, END_HEADERS, stream, target.headers(encoder))
        out += frame(RST_STREAM, 0, stream, struct.pack(">I", 8))
        stream += 2
    return is_cut_off(connection, out, rounds=1)


def continuation_flood(target):
    connection = target.connect()
    connection.sendall(frame(HEADERS, 0, 1, target.headers(hpack.Encoder())))
    return is_cut_off(connection, frame(CONTINUATION, 0, 1, b"\x00\x01a\x01b" * 10) * 10)


def empty_data_flood(target):
    connection = target.connect()
    connection.sendall(frame(HEADERS, END_HEADERS, 1, target.headers(hpack.Encoder())))
    return is_cut_off(connection, frame(DATA, 0, 1) * 100)


def compression_bomb(target):
    """One large field in the table, named a thousand times."""
    encoder = hpack.Encoder()
    connection = target.connect()
    block = target.headers(encoder, bomb="x" * 3500) + encoder.encode([("bomb", "x" * 3500)]) * 4000
    before = target.memory()
    connection.sendall(frame(HEADERS, END_HEADERS | END_STREAM, 1, block))
    connection.settimeout(10)
    kinds, received = [], b""
    try:
        while not {HEADERS, RST_STREAM, GOAWAY} & set(kinds) and (part := connection.recv(65536)):
            received += part
            while len(received) >= 9 and len(received) >= 9 + (length := int.from_bytes(received[:3])):
                kinds.append(received[3])
                received = received[9 + length :]
    except (ConnectionError, ssl.SSLError):
        pass
    except TimeoutError:
        return False
    connection.close()
    return target.memory() - before < 50


def slow_reader(target):
    """Asks and never reads: answers must not pile up without bound."""
    connection, encoder, stream = target.connect(), hpack.Encoder(), 1
    before = target.memory()
    connection.settimeout(2)
    try:
        for _ in range(3000):
            out = b""
            for _ in range(50):
                out += frame(HEADERS, END_HEADERS | END_STREAM, stream, target.headers(encoder))
                stream += 2
            connection.sendall(out)
    except (ConnectionError, ssl.SSLError, TimeoutError, BrokenPipeError):
        pass
    growth = target.memory() - before
    connection.close()
    return growth < 100


def garbage(target):
    connection = target.connect(start=os.urandom(20_000))
    return is_cut_off(connection, os.urandom(1000), rounds=1)


def half_handshakes(target):
    """Sockets that never speak TLS."""
    sockets = [socket.create_connection(("localhost", target.port)) for _ in range(300)]
    answered = target.still_answers()
    for each in sockets:
        each.close()
    return answered


def no_common_protocol(target):
    trust = ssl.create_default_context(cafile=target.simulator.endpoints["caFile"])
    trust.set_alpn_protocols(["http/1.1"])
    try:
        with socket.create_connection(("localhost", target.port), timeout=5) as raw:
            with trust.wrap_socket(raw, server_hostname="localhost"):
                return False
    except (ssl.SSLError, ConnectionError):
        return True


def old_tls(target):
    trust = ssl.create_default_context(cafile=target.simulator.endpoints["caFile"])
    trust.set_ciphers("DEFAULT@SECLEVEL=0")
    with warnings.catch_warnings(action="ignore"):
        trust.minimum_version = ssl.TLSVersion.TLSv1
        trust.maximum_version = ssl.TLSVersion.TLSv1_1
    try:
        with socket.create_connection(("localhost", target.port), timeout=5) as raw:
            with trust.wrap_socket(raw, server_hostname="localhost"):
                return False
    except (ssl.SSLError, ConnectionError):
        return True


def main():
    attacks = [
        ("PING flood is cut off", ping_flood), ("SETTINGS flood is cut off", settings_flood),
        ("PRIORITY flood is cut off", priority_flood), ("rapid reset is cut off", rapid_reset),
        ("CONTINUATION flood is cut off", continuation_flood), ("empty DATA flood is cut off", empty_data_flood),
        ("header bomb is survived", compression_bomb), ("a client that never reads is bounded", slow_reader),
        ("garbage is cut off", garbage), ("300 silent sockets hold up nobody", half_handshakes),
        ("ALPN http/1.1 is turned away", no_common_protocol), ("TLS 1.1 is turned away", old_tls),
    ]
    with tempfile.TemporaryDirectory() as folder:
        target = Target(folder)
        try:
            before = target.memory()
            for name, attack in attacks:
                expect(name, attack(target), True)
                expect("  and others are answered", target.still_answers(), True)
            expect("memory stays bounded", target.memory() - before, lambda growth: growth < 200)
        finally:
            code = target.simulator.stop()
        expect("SIGTERM ends it cleanly", code, 0)
    finish()


if __name__ == "__main__":
    sys.exit(main())
