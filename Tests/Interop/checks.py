"""A line per check, and an exit code that says whether all held."""

import os
import subprocess
import sys

failures = 0


def built(product, variable):
    """The path of a program of ours: the one that the variable names, or else built now."""
    if variable in os.environ:
        return os.environ[variable]
    environment = dict(os.environ, TIDINGS_ONLY=product)
    build = ["swift", "build", "--product", product, "--scratch-path", ".build/interop"]
    subprocess.run(build, env=environment, check=True, stdout=subprocess.DEVNULL)
    shown = subprocess.run(build + ["--show-bin-path"], env=environment, check=True, capture_output=True, text=True)
    return os.path.join(shown.stdout.strip(), product)


def expect(name, found, expected):
    """Prints whether `found` is `expected`; a function is asked instead of compared."""
    global failures
    holds = expected(found) if callable(expected) else found == expected
    if holds:
        print(f"ok    {name}")
    else:
        failures += 1
        wanted = "" if callable(expected) else f", expected {expected!r}"
        print(f"FAIL  {name}: found {found!r}{wanted}")
    sys.stdout.flush()


def finish():
    """Ends the process: 0 when every check held, otherwise 1."""
    print("all checks held" if failures == 0 else f"{failures} checks failed")
    sys.exit(0 if failures == 0 else 1)
