"""Schemathesis against `tidings serve --dev`: what openapi.yaml says is what the server answers, and nothing is a 5xx.

TIDINGS names the executable and TIDINGS_TEST_POSTGRESQL a server on which databases can be made, as scripts/test-database starts
one. Deterministic, and about two minutes long at most on each engine.
"""

import json
import os
import subprocess
import sys
import tempfile
import urllib.request

from checks import expect, finish

SECONDS = 40
# A key that revokes itself would end the run; everything else is called.
MANAGEMENT = ["--exclude-path-regex", "^/v1/client/|^/v1/tenants|^/v1/(events|imports)$", "--exclude-operation-id", "revokeKey"]
TENANTS = ["--include-path-regex", "^/v1/tenants"]
CLIENT = ["--include-path-regex", "^/v1/client/(device|messages|subscriber|identify|preferences.*)$"]
EVENTS = ["--include-path-regex", "/(events|imports)$", "--exclude-path-regex", "^/v1/client/"]
CLIENT_EVENTS = ["--include-path-regex", "^/v1/client/events$"]
# A cursor, a token or a key may look right and still be none, so that a valid shape need not be accepted.
LEFT_OUT = "positive_data_acceptance"
# Each event of a batch and each row of an import has a result of its own: one that is refused makes the answer no 4xx.
EVENTS_LEFT_OUT = LEFT_OUT + ",negative_data_rejection"


def call(ready, method, path, body, **headers):
    """One request with the publishable key; the data of its answer."""
    request = urllib.request.Request(
        ready["url"] + path, json.dumps(body).encode(), {"Authorization": f"Bearer {ready['publishableKey']}"} | headers,
        method=method)
    with urllib.request.urlopen(request, timeout=10) as answer:
        return json.load(answer)["data"]


def fuzz(ready, headers, selection, left_out=LEFT_OUT):
    """Runs Schemathesis; prints what it says when a check did not hold."""
    words = [
        os.path.join(os.path.dirname(sys.executable), "schemathesis"), "run", f"{ready['url']}/openapi.json",
        "--phases", "examples,coverage,fuzzing", "--checks", "all", "--exclude-checks", left_out,
        "--generation-deterministic", "--max-examples", "40",
        "--max-time", str(SECONDS), "--warnings", "off", "--no-color", "--workers", "1",
    ] + selection
    for name, value in headers.items():
        words += ["--header", f"{name}: {value}"]
    with tempfile.TemporaryDirectory() as folder:  # It leaves reports behind.
        run = subprocess.run(
            words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=4 * SECONDS)
    if run.returncode != 0:
        print(run.stdout)
    return run.returncode


def workspace_key(ready, options):
    """A key for all tenants, made beside the running server."""
    place = options or ["--data", ready["dataDirectory"]]
    made = subprocess.run(
        [
            os.environ["TIDINGS"], "keys", "create", "--kind", "workspace", "--scope", "*", "--scope",
            "tenants:secrets", *place,
        ], check=True, capture_output=True, text=True)
    return {"Authorization": f"Bearer {made.stdout.strip()}"}


def check(engine, options):
    """Starts a server and holds all of its routes to the document."""
    server = subprocess.Popen(
        [os.environ["TIDINGS"], "serve", "--dev", "--json", *options], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    try:
        ready = json.loads(server.stdout.readline())
        secret = {"Authorization": f"Bearer {ready['secretKey']}"}
        expect(f"{engine}: the management API answers as its document says", fuzz(ready, secret, MANAGEMENT), 0)
        expect(f"{engine}: so do tenants", fuzz(ready, workspace_key(ready, options), TENANTS), 0)
        expect(f"{engine}: so do events and imports", fuzz(ready, secret, EVENTS, EVENTS_LEFT_OUT), 0)
        device = call(
            ready, "PUT", "/v1/client/device",
            {
                "installId": "install-1", "bundleId": ready["bundleId"], "environment": "sandbox",
                "permission": "authorized",
            }, **{"Tidings-Subscriber": "ada"})
        client = {
            "Authorization": f"Bearer {ready['publishableKey']}", "Tidings-Subscriber": "ada",
            "Tidings-Device": device["id"],
        }
        expect(f"{engine}: the client API answers as its document says", fuzz(ready, client, CLIENT), 0)
        expect(f"{engine}: so do its events", fuzz(ready, client, CLIENT_EVENTS, EVENTS_LEFT_OUT), 0)
        with urllib.request.urlopen(ready["url"] + "/readyz", timeout=10) as answer:
            expect(f"{engine}: the server is ready afterwards", answer.status, 200)
    finally:
        server.terminate()
        server.wait(timeout=30)


check("SQLite", [])
shared = os.environ["TIDINGS_TEST_POSTGRESQL"]
subprocess.run(["psql", "--quiet", "--command=create database fuzz", shared], check=True)
check("PostgreSQL", ["--database", shared.replace("@/postgres?", "@/fuzz?")])
finish()
