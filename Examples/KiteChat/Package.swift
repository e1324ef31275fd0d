// swift-tools-version: 6.2
// An app with its extensions and its tests, as a team beside a clone of Tidings would have it. `swift test` runs it.

import PackageDescription

let device = Target.Dependency.product(name: "SimulatedDevice", package: "tidings")

let package = Package(
    name: "KiteChat",
    dependencies: [.package(name: "tidings", path: "../..")],
    targets: [
        .executableTarget(name: "KiteChat", dependencies: [device]),
        .executableTarget(name: "KiteChatService", dependencies: [device]),
        .executableTarget(name: "KiteChatContent", dependencies: [device]),
        .testTarget(
            name: "KiteChatTests",
            dependencies: [
                "KiteChat", "KiteChatService", "KiteChatContent", device,
                .product(name: "SimulatedDeviceTesting", package: "tidings"),
            ]),
    ],
    swiftLanguageModes: [.v6]
)
