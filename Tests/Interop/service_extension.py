"""Adds the service extension to projects with `tidings init-nse`, and reads the result with programs of others.

The libraries pbxproj and kin, which both read project files, say whether target, phases, embedding, dependencies and settings
are there, and that nothing else changed. Takes every project of the tests and those below TIDINGS_XCODE_PROJECTS.
"""

import glob
import os
import plistlib
import random
import shutil
import signal
import subprocess
import tempfile
import time

from kin.verifier import Verifier
from openstep_parser import OpenStepDecoder
from pbxproj import XcodeProject

from checks import expect, finish

ROOT = os.path.abspath(os.path.join(os.path.dirname(__file__), "..", ".."))
TIDINGS = os.environ["TIDINGS"]
FIXTURES = sorted(glob.glob(os.path.join(ROOT, "Tests", "XcodeProjectTests", "Fixtures", "*.pbxproj")))
OTHERS = sorted(glob.glob(os.path.join(os.environ.get("TIDINGS_XCODE_PROJECTS", "/nowhere"), "**", "project.pbxproj"), recursive=True))
NAME = "NotificationServiceExtension"


def tidings(folder, *words):
    return subprocess.run([TIDINGS, "init-nse", "--path", folder, *words], capture_output=True, text=True)


def tree(folder):
    found = {}
    for directory, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(directory, name)
            with open(path, "rb") as file:
                found[os.path.relpath(path, folder)] = file.read()
    return found


def plain(text):
    """The objects of a project as dictionaries by their ids."""
    return OpenStepDecoder.ParseFromString(text.decode())["objects"]


def grown(old, new):
    """Whether a value is the old one, or has more in it."""
    if isinstance(old, dict) and isinstance(new, dict):
        return all(key in new and grown(value, new[key]) for key, value in old.items())
    if isinstance(old, list) and isinstance(new, list):
        rest = iter(new)
        return all(any(item == other for other in rest) for item in old)
    return old == new


def settings(objects, target):
    configurations = [objects[id] for id in objects[target.buildConfigurationList].buildConfigurations]
    return {configuration.name: dict(vars(configuration.buildSettings)) for configuration in configurations}


def check(path):
    label = os.path.basename(path if path in FIXTURES else os.path.dirname(path))
    with tempfile.TemporaryDirectory() as scratch:
        bundle = os.path.join(scratch, "App.xcodeproj")
        os.mkdir(bundle)
        project = os.path.join(bundle, "project.pbxproj")
        shutil.copy(path, project)
        for name in ("Podfile",):
            if os.path.exists(os.path.join(os.path.dirname(path), name)):
                shutil.copy(os.path.join(os.path.dirname(path), name), scratch)
        before_files = tree(scratch)
        before = XcodeProject.load(project).objects
        apps = [t.name for t in before.get_targets() if t.productType == "com.apple.product-type.application"]
        words = ["--app-target", apps[0], "--package", ROOT]
        dry = tidings(scratch, *words, "--force", "--dry-run")
        expect(f"{label}: a dry run ends well and writes nothing", (dry.returncode, tree(scratch) == before_files), (0, True))
        run = tidings(scratch, *words)
        if run.returncode == 1 and "extension_exists" in run.stderr:
            words.append("--force")
            run = tidings(scratch, *words)
        expect(f"{label}: is added", (run.returncode, run.stdout != ""), (0, True))
        after = XcodeProject.load(project).objects
        adopted = any(t.name for t in before.get_targets() if t.name == NAME) or "OneSignal" in run.stdout
        inspect(label, scratch, before_files["App.xcodeproj/project.pbxproj"], after, apps[0], adopted)
        expect(f"{label}: kin, which takes Xcode's own form only, has nothing to say", Verifier().check_errors(project), [])
        added = tree(scratch)
        again = tidings(scratch, "--app-target", apps[0])
        expect(f"{label}: a second run does nothing", (again.returncode, tree(scratch) == added), (0, True))
        gone = tidings(scratch, "--app-target", apps[0], "--remove")
        expect(f"{label}: taking away restores every byte", (gone.returncode, tree(scratch) == before_files), (0, True))


def inspect(label, scratch, original, after, app_name, adopted):
    targets = {target.name: target for target in after.get_targets()}
    app = targets[app_name]
    phases = [after[id] for id in app.buildPhases]
    embedding = [phase for phase in phases if phase.isa == "PBXCopyFilesBuildPhase" and str(phase.dstSubfolderSpec) == "13"]
    embedded = [after[id].fileRef for phase in embedding for id in phase.files]
    services = [t for t in targets.values() if t.productType == "com.apple.product-type.app-extension" and t.productReference in embedded
                and "TidingsServiceExtension" in [after[id].productName for id in getattr(t, "packageProductDependencies", [])]]
    expect(f"{label}: one extension is linked with our product and embedded", len(services), 1)
    service = services[0]
    expect(f"{label}: the app is linked with ours", "Tidings" in [after[id].productName for id in app.packageProductDependencies], True)
    expect(f"{label}: the app builds it first", service.get_id() in [after[id].target for id in app.dependencies], True)
    proxies = [after[after[id].targetProxy].remoteGlobalIDString for id in app.dependencies]
    expect(f"{label}: through a proxy", service.get_id() in proxies, True)
    for target in (app, service):
        linked = {after[id].productRef for phase in target.buildPhases for id in after[phase].files
                  if after[phase].isa == "PBXFrameworksBuildPhase" and hasattr(after[id], "productRef")}
        expect(f"{label}: {target.name} links them", set(target.packageProductDependencies) <= linked, True)
    if not adopted:
        own, host = settings(after, service), settings(after, app)
        expect(f"{label}: every configuration", sorted(own), sorted(host))
        for name, values in host.items():
            for key in ("DEVELOPMENT_TEAM", "MARKETING_VERSION", "CURRENT_PROJECT_VERSION", "IPHONEOS_DEPLOYMENT_TARGET", "SWIFT_VERSION",
                        "CODE_SIGN_STYLE", "SUPPORTED_PLATFORMS"):
                if key in values:
                    expect(f"{label}: {key} in {name}", own[name].get(key), values[key])
            expect(f"{label}: bundle id in {name}", own[name]["PRODUCT_BUNDLE_IDENTIFIER"], lambda id: id.endswith(".NotificationService") and len(id) > 25)
        order = [phase.isa for phase in phases]
        if "PBXShellScriptBuildPhase" in order[order.index("PBXSourcesBuildPhase"):]:
            script = order.index("PBXShellScriptBuildPhase", order.index("PBXSourcesBuildPhase"))
            expect(f"{label}: embedded before the scripts", phases.index(embedding[0]) < script, True)
        with open(os.path.join(scratch, NAME, "Info.plist"), "rb") as file:
            expect(f"{label}: Info.plist", plistlib.load(file)["NSExtension"]["NSExtensionPointIdentifier"], "com.apple.usernotifications.service")
    groups = set()
    for target in (app, service):
        for values in settings(after, target).values():
            with open(os.path.join(scratch, values["CODE_SIGN_ENTITLEMENTS"]), "rb") as file:
                groups.update(group.replace("TIDINGS_APP_IDENTIFIER", "PRODUCT_BUNDLE_IDENTIFIER")
                              for group in plistlib.load(file)["com.apple.security.application-groups"])
    expect(f"{label}: one app group", len(groups), 1)
    old, new = plain(original), plain(tree(scratch)["App.xcodeproj/project.pbxproj"])
    expect(f"{label}: nothing else changed", [id for id in old if id not in new or not grown(old[id], new[id])], [])


def check_kills(rounds=25):
    """Whenever it is killed, the next run takes back what was half done."""
    random.seed(11)
    with tempfile.TemporaryDirectory() as scratch:
        os.mkdir(os.path.join(scratch, "App.xcodeproj"))
        shutil.copy(os.path.join(ROOT, "Tests", "XcodeProjectTests", "Fixtures", "Classic.pbxproj"), os.path.join(scratch, "App.xcodeproj", "project.pbxproj"))
        before = tree(scratch)
        start = time.monotonic()
        tidings(scratch, "--package", ROOT)
        duration = time.monotonic() - start
        tidings(scratch, "--remove")
        wrong = []
        for _ in range(rounds):
            process = subprocess.Popen([TIDINGS, "init-nse", "--path", scratch, "--package", ROOT], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(random.uniform(0.3, 1.1) * duration)
            process.send_signal(signal.SIGKILL)
            process.wait()
            run = tidings(scratch, "--remove")
            if run.returncode != 0 or tree(scratch) != before:
                wrong.append(run.stderr)
        expect(f"killed {rounds} times, every byte is there after the next run", wrong, [])


for path in FIXTURES + OTHERS:
    check(path)
check_kills()
finish()
