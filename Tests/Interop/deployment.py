"""The files for operators, held to the programs that read them as far as that goes without building or starting anything.

The systemd unit needs systemd-analyze; where there is none (no systemd), that check says so and is left out.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile

from checks import expect, finish

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
PROGRAMS = os.path.dirname(sys.executable)


def run(*command):
    """The exit code of a program and all that it says."""
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    return done.returncode, (done.stdout + done.stderr).strip()


expect("hadolint finds nothing in Dockerfile", run(os.path.join(PROGRAMS, "hadolint"), "Dockerfile"), (0, ""))
code, said = run(
    os.path.join(PROGRAMS, "check-jsonschema"), "--builtin-schema", "vendor.compose-spec", "compose.yaml")
expect("compose.yaml is of Compose's schema", (code, said if code else ""), (0, ""))
if shutil.which("systemd-analyze"):
    with tempfile.TemporaryDirectory() as folder:
        # The program that it names has to be there.
        with open(os.path.join(ROOT, "Deploy", "tidings.service"), encoding="utf-8") as file:
            unit = file.read().replace("/usr/local/bin/tidings", os.environ["TIDINGS"])
        copy = os.path.join(folder, "tidings.service")
        with open(copy, "w", encoding="utf-8") as file:
            file.write(unit)
        expect("systemd accepts the unit", run("systemd-analyze", "verify", copy), (0, ""))
        code, said = run("systemd-analyze", "security", "--offline=true", "--threshold=20", copy)
        expect("systemd finds the unit little exposed", (code, said[-200:] if code else ""), (0, ""))
else:
    print("no systemd-analyze here: the unit was not checked")
settings = run(os.environ["TIDINGS"], "serve", "--config", "Deploy/tidings.json", "--print-config", "--json")
expect("tidings takes the settings of Deploy/tidings.json", settings[0], 0)
held = {entry["key"]: entry for entry in json.loads(settings[1].split("\n")[0])}
expect("they come from the file", held["rate-limit"]["value"], "200")
finish()
