"""Reads the Xcode project of the sample app as others do: with the library pbxproj, plistlib and an XML parser.

No Xcode is needed, and none has seen it here; see Examples/SampleApp/README.md.
"""

import os
import plistlib
import xml.etree.ElementTree as ElementTree

from pbxproj import XcodeProject

from checks import expect, finish

FOLDER = os.path.join(os.path.dirname(__file__), "..", "..", "Examples", "SampleApp")
PROJECT = os.path.join(FOLDER, "SampleApp.xcodeproj")

project = XcodeProject.load(os.path.join(PROJECT, "project.pbxproj"))
objects = project.objects
targets = {target.name: target for target in objects.get_targets()}
expect("two targets", sorted(targets), ["SampleApp", "SampleServiceExtension"])
app, extension = targets["SampleApp"], targets["SampleServiceExtension"]
expect("one is an app", app.productType, "com.apple.product-type.application")
expect("one is an extension", extension.productType, "com.apple.product-type.app-extension")


def products(target):
    return sorted(objects[id].productName for id in target.packageProductDependencies)


expect("what the app links", products(app), ["Tidings", "TidingsUI"])
expect("what the extension links", products(extension), ["TidingsServiceExtension"])
package = objects.get_objects_in_section("XCLocalSwiftPackageReference")[0].relativePath
expect("the package", os.path.exists(os.path.join(FOLDER, package, "Package.swift")), True)

embedding = [objects[id] for id in app.buildPhases if objects[id].isa == "PBXCopyFilesBuildPhase"]
files = [objects[objects[id].fileRef].path for phase in embedding for id in phase.files]
expect("what is embedded", files, ["SampleServiceExtension.appex"])
expect("the dependency", [objects[id].target for id in app.dependencies], [extension.get_id()])

folders = [objects[id].path for target in (app, extension) for id in target.fileSystemSynchronizedGroups]
sources = [name for folder in folders for name in sorted(os.listdir(os.path.join(FOLDER, folder)))]
expect("the folders hold sources only", sources, lambda names: len(names) > 4 and all(n.endswith(".swift") for n in names))


def configured(target, setting):
    lists = [objects[objects.get_objects_in_section("PBXProject")[0].buildConfigurationList],
             objects[target.buildConfigurationList]]
    values = {}
    for configuration in [objects[id] for entry in lists for id in entry.buildConfigurations]:
        settings = configuration.buildSettings
        if setting in settings:
            values[configuration.name] = settings[setting]
    return values


oldest = configured(app, "IPHONEOS_DEPLOYMENT_TARGET")
expect("the app's deployment target", oldest, {"Debug": "16.0", "Release": "16.0"})
expect("the extension's deployment target", configured(extension, "IPHONEOS_DEPLOYMENT_TARGET"), oldest)
for setting in ("CODE_SIGN_ENTITLEMENTS", "INFOPLIST_FILE"):
    for target in (app, extension):
        for path in sorted(set(configured(target, setting).values())):
            with open(os.path.join(FOLDER, path), "rb") as file:
                expect(f"plistlib reads {path}", len(plistlib.load(file)), lambda count: count > 0)

scheme = ElementTree.parse(os.path.join(PROJECT, "xcshareddata", "xcschemes", "SampleApp.xcscheme"))
blueprints = {reference.get("BlueprintIdentifier") for reference in scheme.iter("BuildableReference")}
expect("the shared scheme builds and runs the app", blueprints, {app.get_id()})

finish()
