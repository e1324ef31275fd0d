// swift-tools-version: 6.2
// The layers of Tidings, from the bottom up. `scripts/check-layers` holds the imports to this picture.

import PackageDescription

#if os(Linux)
    let onLinux = true
#else
    let onLinux = false
#endif

/// Warnings are errors where this project builds; a newer Apple SDK may deprecate something any day.
let settings: [SwiftSetting] =
    [
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
        .enableUpcomingFeature("InternalImportsByDefault"),
    ] + (onLinux ? [.treatAllWarnings(as: .error)] : [])

/// The simulated frameworks run `async` functions on their caller, as Apple's callers expect.
let simulatedSettings = settings + [.enableUpcomingFeature("NonisolatedNonsendingByDefault")]

func library(
    _ layer: String, _ name: String, _ dependencies: [String] = [], settings: [SwiftSetting] = settings
) -> Target {
    .target(
        name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
        path: "Sources/\(layer)/\(name)", swiftSettings: settings)
}

func tests(
    _ name: String, _ dependencies: [String], path: String? = nil, exclude: [String] = [], resources: [Resource] = []
) -> Target {
    .testTarget(
        name: name,
        dependencies: (dependencies + ["TestSupport"] + (onLinux ? ["_Testing_UIKit"] : []))
            .map { .init(stringLiteral: $0) },
        path: path ?? "Tests/\(name)", exclude: exclude, resources: resources, swiftSettings: settings)
}

func example(_ name: String, _ dependencies: [String], path: String? = nil, exclude: [String] = []) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
        path: path ?? "Examples/\(name)", exclude: exclude, swiftSettings: settings)
}

/// An executable that tests start.
func fixture(_ name: String, _ dependencies: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies.map { .init(stringLiteral: $0) },
        path: "Tests/Fixtures/\(name)", swiftSettings: settings)
}

/// Apple's frameworks as the SDK sees them: the real ones on Apple platforms, the simulated ones elsewhere.
func apple(_ names: String...) -> [String] { onLinux ? names : [] }

let system: [Target] =
    [library("System", "Locking")] + (onLinux ? [library("System", "Spawning", ["Locking", "CSpawn"])] : [])

let shared: [Target] = [
    library("Shared", "PushModel"),
    library("Shared", "PushCrypto", onLinux ? ["COpenSSL"] : []),
    library("Shared", "Timekeeping", ["Locking"]),
    library("Shared", "Payloads", ["PushModel"]),
]

let client: [Target] = [
    library(
        "Client", "TidingsCore",
        ["PushModel", "PushCrypto", "Locking", "Timekeeping"] + apple("ProcessLocal", "Security")),
    library("Client", "TidingsNotifications", ["TidingsCore", "PushModel"] + apple("UserNotifications", "Intents")),
    library(
        "Client", "Tidings",
        ["TidingsNotifications", "TidingsCore", "PushModel", "Locking", "Timekeeping"]
            + apple("ProcessLocal", "UserNotifications", "UIKit", "Combine")),
    library(
        "Client", "TidingsServiceExtension",
        ["TidingsNotifications", "TidingsCore", "PushModel", "Locking", "Timekeeping"]
            + apple("ProcessLocal", "UserNotifications")),
    library(
        "Client", "TidingsUI",
        ["Tidings", "TidingsCore", "PushModel"] + apple("UserNotifications", "UIKit", "SwiftUI", "Combine")),
    library(
        "Client", "TidingsContentExtension",
        ["TidingsNotifications", "TidingsCore", "PushModel"]
            + apple("UserNotifications", "UserNotificationsUI", "UIKit")),
    library(
        "Client", "TidingsCalls",
        ["Tidings", "TidingsNotifications", "TidingsCore", "PushModel", "Timekeeping"]
            + apple("ProcessLocal", "AVFAudio", "PushKit", "CallKit")),
]

let clientProducts: [Product] = [
    .library(name: "Tidings", targets: ["Tidings"]),
    .library(name: "TidingsServiceExtension", targets: ["TidingsServiceExtension"]),
    .library(name: "TidingsUI", targets: ["TidingsUI"]),
    .library(name: "TidingsCalls", targets: ["TidingsCalls"]),
    .library(name: "TidingsContentExtension", targets: ["TidingsContentExtension"]),
    .library(name: "PushModel", targets: ["PushModel"]),
    .library(name: "Payloads", targets: ["Payloads"]),
    .library(name: "PushCrypto", targets: ["PushCrypto"]),
]

let cLibraries: [Target] = [
    .systemLibrary(
        name: "COpenSSL", path: "Sources/C/COpenSSL", pkgConfig: "openssl",
        providers: [.apt(["libssl-dev"]), .brew(["openssl@3"])]),
    .systemLibrary(
        name: "CEvent", path: "Sources/C/CEvent", pkgConfig: "libevent",
        providers: [.apt(["libevent-dev"]), .brew(["libevent"])]),
    .systemLibrary(
        name: "CNghttp2", path: "Sources/C/CNghttp2", pkgConfig: "libnghttp2",
        providers: [.apt(["libnghttp2-dev"]), .brew(["libnghttp2"])]),
    .systemLibrary(
        name: "CSQLite", path: "Sources/C/CSQLite", pkgConfig: "sqlite3",
        providers: [.apt(["libsqlite3-dev"]), .brew(["sqlite"])]),
    .target(
        name: "CSlowDisk", dependencies: ["CSQLite"], path: "Sources/C/CSlowDisk"),
    .systemLibrary(
        name: "CICU", path: "Sources/C/CICU", pkgConfig: "icu-i18n",
        providers: [.apt(["libicu-dev"]), .brew(["icu4c"])]),
    .target(name: "CPluralRules", dependencies: ["CICU"], path: "Sources/C/CPluralRules"),
    .systemLibrary(
        name: "CPostgreSQL", path: "Sources/C/CPostgreSQL", pkgConfig: "libpq",
        providers: [.apt(["libpq-dev"]), .brew(["libpq"])]),
    .systemLibrary(name: "CSpawn", path: "Sources/C/CSpawn"),
    .systemLibrary(name: "CSwiftRuntime", path: "Sources/C/CSwiftRuntime"),
]

let simulatedFrameworks: [Target] = [
    library(
        "SimulatedFrameworks", "ProcessLocal", ["Locking", "Timekeeping", "CSwiftRuntime"], settings: simulatedSettings),
    library("SimulatedFrameworks", "Security", ["ProcessLocal"], settings: simulatedSettings),
    library("SimulatedFrameworks", "Combine", ["Locking"], settings: simulatedSettings),
    library("SimulatedFrameworks", "CoreLocation", settings: simulatedSettings),
    library(
        "SimulatedFrameworks", "UserNotifications", ["Locking", "ProcessLocal", "CoreLocation"],
        settings: simulatedSettings),
    library(
        "SimulatedFrameworks", "UserNotificationsUI", ["Locking", "ProcessLocal", "UserNotifications"],
        settings: simulatedSettings
    ),
    library("SimulatedFrameworks", "Intents", ["ProcessLocal", "UserNotifications"], settings: simulatedSettings),
    library("SimulatedFrameworks", "BackgroundTasks", ["Locking", "ProcessLocal"], settings: simulatedSettings),
    library("SimulatedFrameworks", "AVFAudio", ["ProcessLocal"], settings: simulatedSettings),
    library("SimulatedFrameworks", "PushKit", ["Locking", "ProcessLocal"], settings: simulatedSettings),
    library("SimulatedFrameworks", "CallKit", ["Locking", "ProcessLocal", "AVFAudio"], settings: simulatedSettings),
    library(
        "SimulatedFrameworks", "UIKit", ["ProcessLocal", "UserNotifications", "UserNotificationsUI"],
        settings: simulatedSettings),
    library(
        "SimulatedFrameworks", "SwiftUI", ["Locking", "ProcessLocal", "UserNotifications", "UIKit", "Combine"],
        settings: simulatedSettings),
]

let networking: [Target] = [
    library("Networking", "EventLoop", ["Locking", "CEvent"]),
    library("Networking", "HTTP2", ["Locking", "EventLoop", "CEvent", "CNghttp2", "COpenSSL"]),
    library("Networking", "WebServer", ["Locking", "EventLoop", "CEvent", "COpenSSL"]),
]

let server: [Target] = [
    library("Server", "APNs", ["PushModel", "PushCrypto", "Locking", "Timekeeping", "EventLoop", "HTTP2"]),
    library("Server", "Metrics", ["Locking"]),
    library(
        "Server", "Storage",
        ["Metrics", "PushModel", "PushCrypto", "Locking", "Timekeeping", "CSQLite", "CSlowDisk", "CPostgreSQL"]),
    library("Server", "Targeting", ["PushModel", "Storage"]),
    library("Server", "Templates", ["PushModel", "CPluralRules"]),
    library("Server", "Scheduling", ["PushModel"]),
    library(
        "Server", "Delivery",
        [
            "Metrics", "PushModel", "PushCrypto", "Locking", "Timekeeping", "APNs", "Storage", "Targeting", "Templates",
            "Scheduling",
        ]),
    library(
        "Server", "API",
        [
            "Metrics", "PushModel", "PushCrypto", "Locking", "Timekeeping", "WebServer", "APNs", "Storage", "Targeting",
            "Scheduling", "Delivery",
        ]),
    library(
        "Server", "TidingsServer",
        [
            "Metrics", "PushModel", "PushCrypto", "Locking", "Timekeeping", "EventLoop", "WebServer", "APNs", "Storage",
            "Delivery", "API",
        ]),
]

let simulator: [Target] = [
    library(
        "Simulator", "APNsSimulator",
        ["PushModel", "PushCrypto", "Locking", "Timekeeping", "EventLoop", "HTTP2", "WebServer"]),
    library(
        "Simulator", "APNsConformance",
        ["PushModel", "PushCrypto", "Locking", "Timekeeping", "EventLoop", "HTTP2"]),
    library(
        "Simulator", "SimulatedDevice",
        [
            "PushModel", "Locking", "Spawning", "Timekeeping", "ProcessLocal", "Security", "CoreLocation",
            "UserNotifications", "UserNotificationsUI", "Intents", "BackgroundTasks", "AVFAudio", "PushKit", "CallKit",
            "UIKit", "SwiftUI", "Combine",
        ]),
    library(
        "Simulator", "PayloadRehearsal",
        ["PushModel", "HTTP2", "APNsSimulator", "SimulatedDevice", "ProcessLocal", "Timekeeping"]),
]

let commandLine: [Target] = [
    library("CommandLine", "XcodeProject"),
    library("CommandLine", "ProjectDoctor", ["PushModel", "Payloads", "PushCrypto", "XcodeProject"]),
    library(
        "CommandLine", "TidingsCommands",
        [
            "PushModel", "Payloads", "PushCrypto", "Locking", "Spawning", "Timekeeping", "EventLoop", "HTTP2",
            "WebServer", "APNs", "Storage", "Targeting", "Delivery", "API", "TidingsServer", "APNsSimulator",
            "APNsConformance", "SimulatedDevice", "PayloadRehearsal", "XcodeProject", "ProjectDoctor",
        ]),
    .executableTarget(
        name: "tidings", dependencies: ["TidingsCommands"], path: "Sources/CommandLine/tidings",
        swiftSettings: settings),
]

let examples: [Target] = [
    example("SendOnePush", ["APNs", "PushModel", "Timekeeping"]),
    example(
        "SampleApp",
        [
            "SampleSupport", "Tidings", "TidingsUI", "TidingsCalls", "PushModel", "UserNotifications", "UIKit",
            "SwiftUI",
            "Combine", "ProcessLocal",
        ], exclude: ["Configuration", "README.md", "SampleApp.xcodeproj"]),
    example("SceneSampleApp", ["SampleSupport", "Tidings", "UserNotifications", "UIKit", "ProcessLocal"]),
    .target(
        name: "SampleSupport", dependencies: ["Tidings", "PushModel", "UserNotifications", "ProcessLocal"],
        path: "Examples/SampleSupport", swiftSettings: settings),
    example("SampleServiceExtension", ["TidingsServiceExtension", "UserNotifications", "ProcessLocal"]),
    // A package of its own, too: see Examples/KiteChat/Package.swift.
    example("KiteChat", ["UserNotifications", "UIKit"], path: "Examples/KiteChat/Sources/KiteChat"),
    example(
        "KiteChatService", ["Intents", "UserNotifications"], path: "Examples/KiteChat/Sources/KiteChatService"),
    example(
        "KiteChatContent", ["UserNotifications", "UserNotificationsUI", "UIKit"],
        path: "Examples/KiteChat/Sources/KiteChatContent"),
]

/// The code of the pages of the client and of the APNs client; tests compare the two.
let documentation: [Target] = [
    .target(
        name: "APNsSnippets", dependencies: ["APNs", "PushModel"], path: "Examples/APNsSnippets",
        swiftSettings: settings),
    .target(
        name: "DocumentationSnippets",
        dependencies: [
            "Tidings", "TidingsUI", "TidingsCalls", "TidingsServiceExtension", "TidingsNotifications", "TidingsCore",
            "PushModel",
            "UIKit",
            "Combine", "SwiftUI", "UserNotifications",
        ],
        path: "Examples/DocumentationSnippets", swiftSettings: settings),
]

/// The tests that need neither simulated frameworks nor a C library: a Mac runs them too.
let portableTests: [Target] = [
    library("../Tests", "TestSupport", ["Timekeeping"]),
    library("../Tests", "ClientTestSupport", ["TidingsCore", "PushModel", "PushCrypto", "Locking", "Timekeeping"]),
    tests("PushModelTests", ["PushModel"]),
    tests("PayloadsTests", ["Payloads", "PushModel"]),
    tests("PushCryptoTests", ["PushCrypto"]),
    tests("TimekeepingTests", ["Locking", "Timekeeping"]),
    tests(
        "TidingsCoreTests", ["ClientTestSupport", "TidingsCore", "PushModel", "PushCrypto", "Timekeeping"],
        exclude: onLinux
            ? []
            : ["RawServer.swift", "RedirectTests.swift", "StreamedDownloadTests.swift", "StreamedEventsTests.swift"]),
]

let testTargets: [Target] = [
    library("../Tests", "_Testing_UIKit"),
    tests("SpawningTests", ["Spawning"]),
    example("EncryptionPeer", ["PushModel", "PushCrypto"], path: "Tests/Interop/EncryptionPeer"),
    tests("EventLoopTests", ["Locking", "EventLoop"]),
    tests("HTTP2Tests", ["Locking", "EventLoop", "HTTP2"]),
    tests("WebServerTests", ["Locking", "Spawning", "EventLoop", "WebServer"]),
    library("../Tests", "StorageTestSupport", ["Storage", "Spawning", "Timekeeping", "CPostgreSQL"]),
    tests(
        "StorageTests",
        ["StorageTestSupport", "Storage", "PushModel", "PushCrypto", "Locking", "Timekeeping", "CSQLite"]),
    tests(
        "APNsTests",
        [
            "APNsSnippets", "APNs", "HTTP2", "CNghttp2", "COpenSSL", "EventLoop", "PushModel", "PushCrypto", "Locking",
            "Timekeeping",
        ]),
    tests(
        "APNsSimulatorTests",
        [
            "APNsSimulator", "APNs", "HTTP2", "EventLoop", "WebServer", "PushModel", "Payloads", "PushCrypto",
            "Spawning", "Timekeeping",
        ]),
    tests(
        "APNsConformanceTests",
        ["APNsConformance", "APNsSimulator", "EventLoop", "HTTP2", "PushModel", "PushCrypto", "Timekeeping"]),
    tests("TargetingTests", ["StorageTestSupport", "Targeting", "Storage", "PushModel", "Timekeeping"]),
    tests("SchedulingTests", ["Scheduling", "PushModel"]),
    tests("MetricsTests", ["Metrics"]),
    tests("TemplatesTests", ["Templates", "PushModel"]),
    tests(
        "DeliveryTests",
        [
            "StorageTestSupport", "APNsSimulator", "Delivery", "Storage", "APNs", "PushModel", "PushCrypto", "Locking",
            "Timekeeping",
        ]),
    tests(
        "TidingsServerTests",
        ["TidingsServer", "API", "Delivery", "Storage", "APNs", "WebServer", "PushModel", "PushCrypto", "Timekeeping"]),
    tests(
        "APITests",
        [
            "StorageTestSupport", "API", "WebServer", "HTTP2", "Delivery", "Storage", "APNs", "PushModel", "PushCrypto",
            "Locking", "Timekeeping",
        ]),
    tests(
        "SimulatedFrameworksTests",
        [
            "ProcessLocal", "CoreLocation", "UserNotifications", "UserNotificationsUI", "Intents", "BackgroundTasks",
            "AVFAudio", "PushKit", "CallKit", "UIKit", "Security", "Combine", "SwiftUI",
        ]),
    fixture("FixtureApp", ["ProcessLocal", "UserNotifications", "UIKit"]),
    fixture("FixtureExtension", ["ProcessLocal", "UserNotifications"]),
    fixture("FixtureContentExtension", ["ProcessLocal", "UserNotifications", "UserNotificationsUI"]),
    tests(
        "SimulatedDeviceTests",
        [
            "SimulatedDevice", "Locking", "ProcessLocal", "CoreLocation", "UserNotifications", "UserNotificationsUI",
            "Intents",
            "BackgroundTasks", "AVFAudio", "PushKit", "CallKit", "UIKit", "SwiftUI", "Combine", "Security",
            "Timekeeping", "FixtureApp",
            "FixtureExtension", "FixtureContentExtension",
        ]),
    tests("PayloadRehearsalTests", ["PayloadRehearsal", "APNsSimulator", "PushModel"]),
    tests(
        "KiteChatTests", ["KiteChat", "KiteChatService", "KiteChatContent", "SimulatedDevice"],
        path: "Examples/KiteChat/Tests/KiteChatTests"),
    tests(
        "TidingsTests",
        [
            "ClientTestSupport", "Tidings", "TidingsCore", "TidingsServiceExtension", "TidingsUI", "PushModel",
            "WebServer", "Locking", "Timekeeping",
            "ProcessLocal", "UserNotifications", "UIKit", "SwiftUI", "Combine", "SimulatedDevice", "SampleApp",
            "DocumentationSnippets",
        ]),
    tests(
        "TidingsServiceExtensionTests",
        [
            "ClientTestSupport", "TidingsServiceExtension", "TidingsNotifications", "TidingsCore", "PushModel",
            "PushCrypto", "Locking", "Spawning", "Timekeeping", "ProcessLocal", "UserNotifications", "SimulatedDevice",
            "WebServer", "SampleApp", "SampleServiceExtension", "DocumentationSnippets",
        ]),
    tests(
        "TidingsCallsTests",
        [
            "ClientTestSupport", "TidingsCalls", "Tidings", "TidingsCore", "TidingsServiceExtension",
            "TidingsContentExtension", "UserNotificationsUI", "PushModel",
            "PushCrypto", "Locking", "Timekeeping", "ProcessLocal", "UserNotifications", "UIKit", "AVFAudio", "PushKit",
            "CallKit", "SimulatedDevice",
        ]),
    tests(
        "ClientSoakTests",
        [
            "Tidings", "TidingsCalls", "TidingsServiceExtension", "TidingsCore", "PushModel", "Locking", "Timekeeping",
            "ProcessLocal",
            "UserNotifications", "UIKit", "SimulatedDevice", "API", "Delivery", "Storage", "APNs", "WebServer",
        ]),
    tests("XcodeProjectTests", ["XcodeProject"], exclude: ["Fixtures"]),
    tests("ProjectDoctorTests", ["ProjectDoctor", "XcodeProject", "PushModel", "PushCrypto", "COpenSSL"]),
    tests(
        "TidingsCommandsTests",
        [
            "TidingsCommands", "TidingsServer", "Storage", "StorageTestSupport", "Delivery", "SimulatedDevice",
            "APNsSimulator", "APNs", "PushCrypto", "PushModel", "Payloads",
            "Locking", "Spawning", "Timekeeping",
        ]),
    tests(
        "IntegrationTests",
        [
            "StorageTestSupport", "ClientTestSupport", "TidingsCore", "TidingsCommands", "TidingsServer",
            "APNsSimulator", "SimulatedDevice", "APNs", "API",
            "Storage",
            "Delivery", "PushModel", "PushCrypto", "Locking", "Spawning", "Timekeeping", "FixtureContentExtension",
        ]),
]

func fuzzTarget(_ name: String, _ dependencies: [String]) -> Target {
    .executableTarget(
        name: name, dependencies: dependencies.map { .init(stringLiteral: $0) }, path: "Fuzz/\(name)",
        swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])])
}

/// Built only by `scripts/fuzz`: libFuzzer brings its own main function.
let fuzzing: [Target] =
    Context.environment["FUZZ"] == nil
    ? []
    : [
        fuzzTarget("PushInput", ["PushModel"]),
        fuzzTarget("PayloadInput", ["Payloads", "PushModel"]),
        fuzzTarget("ExtensionInput", ["TidingsCore", "PushModel", "PushCrypto"]),
        fuzzTarget("ClientInput", ["TidingsCore", "PushModel", "PushCrypto"]),
        fuzzTarget("ProvisioningProfile", ["TidingsCore"]),
        fuzzTarget("HTTP2Input", ["HTTP2", "APNsSimulator", "EventLoop", "PushCrypto", "Timekeeping"]),
        fuzzTarget("APNsRequest", ["HTTP2", "APNsSimulator", "PushCrypto", "Timekeeping"]),
        fuzzTarget("ProjectInput", ["XcodeProject"]),
        fuzzTarget("DoctorInput", ["ProjectDoctor", "XcodeProject", "PushCrypto"]),
        fuzzTarget(
            "RequestBody", ["API", "Delivery", "Storage", "WebServer", "PushModel", "Timekeeping"]),
        fuzzTarget("AudienceExpression", ["Targeting", "Storage", "PushModel"]),
        fuzzTarget("MessageTemplate", ["Templates", "PushModel"]),
        fuzzTarget("ListCursor", ["API", "WebServer", "PushModel"]),
        fuzzTarget("ProviderToken", ["APNsSimulator", "PushCrypto"]),
    ]

let all =
    system + shared + client + portableTests + fuzzing
    + (onLinux
        ? cLibraries + simulatedFrameworks + networking + server + simulator + commandLine + examples + documentation
            + testTargets
        : [])

/// `TIDINGS_ONLY=PushModel,APNs swift test` builds these targets, what they need, and their own tests.
func selected(from all: [Target]) -> [Target] {
    guard let names = Context.environment["TIDINGS_ONLY"], !names.isEmpty else { return all }
    let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })
    var wanted: Set<String> = []
    var open = names.split(separator: ",").flatMap { [String($0), "\($0)Tests"] }
    while let name = open.popLast() {
        guard let target = byName[name], wanted.insert(name).inserted else { continue }
        for case .byNameItem(let dependency, _) in target.dependencies { open.append(dependency) }
    }
    return all.filter { wanted.contains($0.name) }
}

let targets = selected(from: all)
let targetNames = Set(targets.map(\.name))

let package = Package(
    name: "tidings",
    platforms: [.iOS(.v16), .macOS(.v13), .watchOS(.v9), .visionOS(.v1)],
    products: (clientProducts
        + (onLinux
            ? [
                .library(name: "APNs", targets: ["APNs"]),
                .library(name: "APNsSimulator", targets: ["APNsSimulator"]),
                .library(name: "SimulatedDevice", targets: ["SimulatedDevice"]),
                // Swift Testing looks for this module where tests import something called UIKit.
                .library(name: "SimulatedDeviceTesting", targets: ["_Testing_UIKit"]),
                .executable(name: "tidings", targets: ["tidings"]),
            ] : []))
        .filter { product in
            let parts = (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets ?? []
            return parts.allSatisfy(targetNames.contains)
        },
    targets: targets,
    swiftLanguageModes: [.v6]
)
