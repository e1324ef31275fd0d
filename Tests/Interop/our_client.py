"""Holds our APNs client to HTTP/2 servers that others wrote: nghttpd of nghttp2, and a small server on the h2 library.

Builds the example `SendOnePush`, which sends one push; the variable SEND_ONE_PUSH names a built one.
"""

import datetime
import ipaddress
import json
import os
import re
import socket
import ssl
import subprocess
import tempfile
import threading
import time

import h2.config
import h2.connection
import h2.events
import h2.settings
import jwt
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from checks import built, expect, finish

TOKEN = "0123456789abcdef" * 4
ID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")


def write(path, data):
    with open(path, "wb") as file:
        file.write(data)


def make_keys(folder):
    """A certificate for localhost with its key, and a signing key; answers the public half of that one."""
    pem, pkcs8 = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    key, signing = ec.generate_private_key(ec.SECP256R1()), ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "localhost")])
    now = datetime.datetime.now(datetime.timezone.utc)
    names = [x509.DNSName("localhost"), x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]
    certificate = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(x509.random_serial_number()).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=1)).add_extension(x509.SubjectAlternativeName(names), False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), True).sign(key, hashes.SHA256())
    )
    write(os.path.join(folder, "tls.pem"), certificate.public_bytes(pem))
    for file, private in (("tls.key", key), ("key.p8", signing)):
        write(os.path.join(folder, file), private.private_bytes(pem, pkcs8, serialization.NoEncryption()))
    return signing.public_key()


def send(client, folder, port, token=TOKEN):
    """Sends one push and answers what the program says."""
    environment = dict(
        os.environ, APNS_URL=f"https://localhost:{port}", CA_FILE=os.path.join(folder, "tls.pem"), TEAM_ID="TEAM123456",
        KEY_ID="KEY1234567", KEY_FILE=os.path.join(folder, "key.p8"), BUNDLE_ID="com.example.app", DEVICE_TOKEN=token)
    return subprocess.run([client], env=environment, capture_output=True, text=True, timeout=120).stdout.strip()


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def wait_for(port):
    deadline = time.monotonic() + 20
    while time.monotonic() < deadline:
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.05)


def check_nghttpd(client, folder):
    """nghttpd answers 200 for a file that is there, whatever the method, and 404 with a page for one that is not."""
    os.makedirs(os.path.join(folder, "root", "3", "device"))
    write(os.path.join(folder, "root", "3", "device", TOKEN), b"")
    port = free_port()
    server = subprocess.Popen(
        ["nghttpd", "--address=127.0.0.1", f"--htdocs={folder}/root", str(port), f"{folder}/tls.key", f"{folder}/tls.pem"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        wait_for(port)
        expect("nghttpd: a push is accepted", send(client, folder, port), re.compile(r"Accepted as \S+\.").fullmatch)
        expect("nghttpd: a page instead of a reason is a refusal", send(client, folder, port, "00" * 32),
               lambda text: text.startswith("Refused: ") and "404" in text)
    finally:
        server.terminate()
        server.wait(timeout=20)


class LibraryServer:
    """A server on the h2 library that answers each request as `answer` says, on one connection after the other."""

    def __init__(self, folder, answer):
        self.answer, self.requests, self.connections = answer, [], 0
        self.context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        self.context.load_cert_chain(f"{folder}/tls.pem", f"{folder}/tls.key")
        self.context.set_alpn_protocols(["h2"])
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.thread = threading.Thread(target=self.serve, daemon=True)
        self.thread.start()

    def serve(self):
        while True:
            try:
                plain, _ = self.listener.accept()
            except OSError:
                return
            self.connections += 1
            try:
                with self.context.wrap_socket(plain, server_side=True) as wire:
                    self.talk(wire)
            except OSError:
                pass

    def talk(self, wire):
        connection = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        connection.local_settings[h2.settings.SettingCodes.MAX_CONCURRENT_STREAMS] = 1
        connection.initiate_connection()
        wire.sendall(connection.data_to_send())
        open_requests = {}
        while True:
            data = wire.recv(65536)
            if not data:
                return
            for event in connection.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    open_requests[event.stream_id] = (dict(event.headers), bytearray())
                elif isinstance(event, h2.events.DataReceived):
                    open_requests[event.stream_id][1].extend(event.data)
                    connection.acknowledge_received_data(event.flow_controlled_length, event.stream_id)
                elif isinstance(event, h2.events.StreamEnded):
                    headers, body = open_requests.pop(event.stream_id)
                    self.requests.append((headers, bytes(body)))
                    self.answer(self, connection, event.stream_id, headers)
            wire.sendall(connection.data_to_send())
            if connection.state_machine.state == h2.connection.ConnectionState.CLOSED:
                # After its GOAWAY the library takes nothing more, not even the SETTINGS that were under way.
                while wire.recv(65536):
                    pass
                return


def check_library(client, folder, public):
    def accept(server, connection, stream, headers):
        connection.send_headers(stream, [(":status", "200"), ("apns-id", headers["apns-id"])], end_stream=True)

    server = LibraryServer(folder, accept)
    said = send(client, folder, server.port)
    headers, body = server.requests[0]
    expect("h2: a push is accepted under its own id", said.lower(), f"accepted as {headers['apns-id']}.")
    expect("h2: it is a POST for the device", (headers[":method"], headers[":path"]), ("POST", f"/3/device/{TOKEN}"))
    expect("h2: the id is a UUID", headers["apns-id"], ID.fullmatch)
    expect("h2: topic and type", (headers["apns-topic"], headers["apns-push-type"]), ("com.example.app", "alert"))
    token = headers["authorization"].removeprefix("bearer ")
    claims = jwt.decode(token, public, algorithms=["ES256"], options={"verify_aud": False})
    expect("h2: the provider token is signed, names the team, and is of now", (
        claims["iss"], abs(claims["iat"] - time.time()) < 600, jwt.get_unverified_header(token)["kid"]),
        ("TEAM123456", True, "KEY1234567"))
    expect("h2: the payload is JSON as given", json.loads(body), {"aps": {"alert": "Hello from Tidings"}})

    def refuse(server, connection, stream, headers):
        reason = json.dumps({"reason": "Unregistered", "timestamp": 1_700_000_000_123}).encode()
        connection.send_headers(stream, [(":status", "410"), ("apns-id", headers["apns-id"])])
        connection.send_data(stream, reason, end_stream=True)

    said = send(client, folder, LibraryServer(folder, refuse).port)
    expect("h2: 410 and its reason are told", said, lambda text: text.startswith("Refused: ") and "Unregistered" in text)

    def late_end(server, connection, stream, headers):
        # A 200 whose end comes in a DATA frame of its own, as some servers have it.
        connection.send_headers(stream, [(":status", "200"), ("apns-id", headers["apns-id"])])
        connection.send_data(stream, b"", end_stream=True)

    said = send(client, folder, LibraryServer(folder, late_end).port)
    expect("h2: an empty DATA frame at the end is no matter", said, lambda text: text.startswith("Accepted as "))

    def go_away_once(server, connection, stream, headers):
        if server.connections == 1:
            connection.close_connection(last_stream_id=0, additional_data=b'{"reason":"Shutdown"}')
        else:
            accept(server, connection, stream, headers)

    server = LibraryServer(folder, go_away_once)
    said = send(client, folder, server.port)
    expect("h2: after GOAWAY the push is sent again on another connection", (said[:12], server.connections), ("Accepted as ", 2))
    expect("h2: with the same id", len({headers["apns-id"] for headers, _ in server.requests}), 1)


def main():
    client = built("SendOnePush", "SEND_ONE_PUSH")
    with tempfile.TemporaryDirectory() as folder:
        public = make_keys(folder)
        check_nghttpd(client, folder)
        check_library(client, folder, public)
    finish()


if __name__ == "__main__":
    main()
