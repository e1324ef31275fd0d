"""Holds the workflows of the project to the schema of GitHub Actions; they run on GitHub only."""

import glob
import os
import subprocess
import sys

from checks import expect, finish

ROOT = os.path.join(os.path.dirname(__file__), "..", "..")

files = sorted(glob.glob(os.path.join(ROOT, ".github", "workflows", "*.yml")))
expect("there are workflows", len(files), lambda count: count > 0)
for file in files:
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-workflows", file]
    run = subprocess.run(command, capture_output=True, text=True)
    expect(f"{os.path.basename(file)} is a workflow", (run.returncode, run.stderr), (0, ""))

finish()
