"""promtool, of the Prometheus project, on the metrics of a server that has taken, planned and failed to send a message.

The environment variable TIDINGS names the executable.
"""

import json
import os
import subprocess
import tempfile
import urllib.error
import urllib.request

from checks import expect, finish

tidings = os.environ["TIDINGS"]


def call(url, method, path, key, body=None):
    """The status and the body of an answer."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(url + path, data, {"Authorization": f"Bearer {key}"}, method=method)
    try:
        with urllib.request.urlopen(request, timeout=10) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as refused:
        return refused.code, refused.read().decode()


with tempfile.TemporaryDirectory() as folder:
    def key(kind):
        """The secret of a new key."""
        made = subprocess.run(
            [tidings, "keys", "create", "--data", folder, "--kind", kind, "--name", "metrics", "--json"],
            check=True, capture_output=True, text=True)
        return json.loads(made.stdout)["key"]

    tenant, workspace = key("tenant"), key("workspace")
    server = subprocess.Popen(
        [tidings, "serve", "--data", folder, "--port", "0", "--json"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    try:
        url = json.loads(server.stdout.readline())["url"]
        call(url, "PUT", "/v1/subscribers/ann", tenant)
        call(url, "POST", "/v1/messages", tenant, {"to": "ann", "title": "x"})
        call(url, "POST", "/v1/messages", tenant, {"to": "nobody", "title": "x"})
        expect("a tenant's key does not open the metrics", call(url, "GET", "/metrics", tenant)[0], 403)
        status, page = call(url, "GET", "/metrics", workspace)
        expect("a workspace key does", status, 200)
        expect("refused requests are counted", 'route="/v1/messages",status="404"} 1' in page, True)
        check = subprocess.run(["promtool", "check", "metrics"], input=page, capture_output=True, text=True)
        expect("promtool accepts the page", (check.returncode, check.stdout + check.stderr), (0, ""))
    finally:
        server.terminate()
        server.wait(timeout=30)
finish()
