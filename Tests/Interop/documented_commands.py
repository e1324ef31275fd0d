"""Runs the commands of the documentation as they stand there, and compares what they print.

A block that follows the commands holds their output; what differs from run to run, such as ports and ids, is left out of the
comparison. Files are written where the text says "as `name`:". The environment variable TIDINGS names the executable.
"""

import os
import re
import subprocess
import sys
import tempfile

from checks import expect, finish

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
FENCE = re.compile(r"^```(\w*)$")
FILE_NAME = re.compile(r"(?:^|\s)[Aa]s `([\w.]+)`:$")


def blocks(page):
    """(language, text, line before the fence) of each block."""
    with open(os.path.join(ROOT, page), encoding="utf-8") as file:
        lines = file.read().split("\n")
    found, start = [], None
    for number, line in enumerate(lines):
        fence = FENCE.match(line)
        if fence and start is None:
            start = number
        elif fence:
            before = next((text for text in reversed(lines[:start]) if text.strip()), "")
            found.append((FENCE.match(lines[start])[1], "\n".join(lines[start + 1:number]), before))
            start = None
    return found


def steps(page):
    """The commands of a page, each with the files to write before and the output to expect."""
    files, found = {}, []
    for language, text, before in blocks(page):
        name = FILE_NAME.search(before)
        if language == "sh" and not before.startswith("<!-- Not run"):
            found.append({"commands": text, "files": files, "expected": None})
            files = {}
        elif name:
            files[name[1]] = text + "\n"
        elif language == "" and found:
            found[-1]["expected"] = text
    return found


def normal(text):
    """The text without what differs from run to run."""
    text = re.sub(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", "ID", text)
    text = re.sub(r"(localhost|127\.0\.0\.1):\d+", r"\1:PORT", text)
    text = re.sub(r"\b(msg|dlv|dev|sub|key|app)_[0-9a-z]{20,}", r"\1_…", text)
    return [line.rstrip() for line in text.strip().split("\n") if line.strip()]


def run(page, folder):
    """Runs a page in one shell; the outputs of its blocks, or as many as were reached."""
    found = steps(page)
    script = ["set -euo pipefail", "trap 'kill $(jobs -p) 2> /dev/null || true; wait' EXIT"]
    for number, step in enumerate(found):
        for name, text in step["files"].items():
            with open(os.path.join(folder, name), "w", encoding="utf-8") as file:
                file.write(text)
        script += [f"echo '@@ {number}'", step["commands"], "echo '@@ end'"]
    programs = os.path.join(folder, "bin")
    os.mkdir(programs)
    os.symlink(os.path.abspath(os.environ["TIDINGS"]), os.path.join(programs, "tidings"))
    # `python3` is the one that has the packages; a link would lose sight of them.
    with open(os.path.join(programs, "python3"), "w", encoding="utf-8") as file:
        file.write(f'#!/bin/sh\nexec "{sys.executable}" "$@"\n')
    os.chmod(os.path.join(programs, "python3"), 0o755)
    environment = dict(
        os.environ, PATH=f"{programs}:{os.environ['PATH']}", REPOSITORY=ROOT, TIDINGS_ONLY="SendOnePush")
    ended = subprocess.run(
        ["bash", "-c", "\n".join(script)], cwd=folder, env=environment, capture_output=True, text=True, timeout=900)
    outputs = {}
    for part in ended.stdout.split("@@ ")[1:]:
        number, _, text = part.partition("\n")
        if number.isdigit():
            outputs[int(number)] = text
    expect(f"{page}: all commands succeed", (ended.returncode, len(outputs)), (0, len(found)))
    if ended.returncode != 0:
        print(ended.stderr[-4000:], file=sys.stderr)
    return found, outputs


def check_outputs(page, found, outputs):
    for number, step in enumerate(found):
        if step["expected"] is not None:
            title = step["commands"].strip().split("\n")[-1][:60]
            expect(f"{page}: {title}", normal(outputs.get(number, "")), normal(step["expected"]))


def check_storm(found, outputs):
    """What h2load says has to be what the device has."""
    number = next(index for index, step in enumerate(found) if "h2load" in step["commands"])
    text = outputs.get(number, "")
    loaded = re.search(r"requests: (\d+) total.* (\d+) succeeded, (\d+) failed", text)
    arrived = re.search(r'\["Delivered – Immediately",(\d+)\]', text)
    expect("storm: h2load reports", loaded is not None and arrived is not None, True)
    if loaded and arrived:
        total, succeeded, failed = map(int, loaded.groups())
        expect("storm: what h2load counts as succeeded is what the device has", succeeded, int(arrived[1]))
        expect("storm: it loses the rest", (failed > 0, succeeded > 0, succeeded + failed), (True, True, total))


def check_conformance(found, outputs):
    number = next(index for index, step in enumerate(found) if "tidings apns-conformance" in step["commands"])
    expected = re.search(r"# (\d+ rules: .*)", found[number]["commands"])[1]
    expect("conformance: the last line", normal(outputs.get(number, "?"))[-1], expected)


def main():
    guide, reference = "Documentation/Guides/TestYourSender.md", "Documentation/APNsSimulator.md"
    with tempfile.TemporaryDirectory() as folder:
        found, outputs = run(guide, folder)
        check_outputs(guide, found, outputs)
    with tempfile.TemporaryDirectory() as folder:
        found, outputs = run("Documentation/Guides/FirstMessage.md", folder)
        check_outputs("Documentation/Guides/FirstMessage.md", found, outputs)
    with tempfile.TemporaryDirectory() as folder:
        found, outputs = run(reference, folder)
        check_storm(found, outputs)
        check_conformance(found, outputs)
    finish()


if __name__ == "__main__":
    main()
