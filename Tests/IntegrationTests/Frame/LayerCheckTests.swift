import Foundation
import TestSupport
import Testing

/// Each case is a tree that breaks one rule of the layers.
@Suite(.timeLimit(.minutes(1))) struct LayerCheckTests {
    struct Tree: Sendable {
        var layer: String
        var target: String
        var dependencies: [String]
        var file = "File.swift"
        var source: String
        var complaint: String?
    }

    private static let others = [
        "System/Locking", "Shared/PushModel", "Networking/HTTP2", "Server/APNs", "Client/TidingsCore", "C/CSQLite",
    ]

    @Test(arguments: [
        Tree(layer: "Server", target: "API", dependencies: ["PushModel"], source: "package import PushModel\n"),
        Tree(layer: "Networking", target: "EventLoop", dependencies: ["Locking"], source: "import Locking\n"),
        Tree(
            layer: "System", target: "Locking", dependencies: ["PushModel"], source: "import PushModel\n",
            complaint: "System may not import Shared"),
        Tree(
            layer: "Shared", target: "Timekeeping", dependencies: ["HTTP2"], source: "import HTTP2\n",
            complaint: "Shared may not import Networking"),
        Tree(
            layer: "Client", target: "Tidings", dependencies: ["APNs"], source: "@testable import APNs\n",
            complaint: "Client may not import Server"),
        Tree(
            layer: "Simulator", target: "SimulatedDevice", dependencies: ["TidingsCore"],
            source: "import TidingsCore\n",
            complaint: "Simulator may not import Client"),
        Tree(
            layer: "Server", target: "API", dependencies: [], source: "import struct PushModel.APS\n",
            complaint: "API does not declare this dependency"),
        Tree(
            layer: "Server", target: "API", dependencies: ["CSQLite"], source: "",
            complaint: "CSQLite belongs to Storage"),
        Tree(
            layer: "Client", target: "Tidings", dependencies: [], source: "#if !os(Linux)\n#endif\n",
            complaint: "os(Linux) outside Platform/"),
        Tree(
            layer: "Client", target: "Tidings", dependencies: [], file: "Platform/Log.swift",
            source: "#if os(Linux)\n#endif\n"),
        Tree(
            layer: "Server", target: "Delivery", dependencies: [], source: "let now = Date()\n",
            complaint: "take a TimeSource"),
        Tree(layer: "Shared", target: "Timekeeping", dependencies: [], source: "let now = Date()\n"),
        Tree(
            layer: "Server", target: "Delivery", dependencies: [], source: "let child = Process()\n",
            complaint: "use SpawnedProgram"),
        Tree(
            layer: "Shared", target: "Newcomer", dependencies: [], source: "", complaint: "has no place in the order"),
    ])
    func `an import points down only`(tree: Tree) async throws {
        try await ScratchFolder.with { folder in
            try folder.write(tree.source, to: "Sources/\(tree.layer)/\(tree.target)/\(tree.file)")
            let here = Self.target("\(tree.layer)/\(tree.target)", tree.dependencies)
            let targets = Self.others.map { Self.target($0, []) } + [here]
            try folder.write("{\"targets\":[\(targets.joined(separator: ","))]}", to: "manifest.json")
            let result = try await Executable.script("check-layers").run([folder.path, "\(folder.path)/manifest.json"])
            #expect(result.status == (tree.complaint == nil ? 0 : 1), "\(result)")
            #expect(result.out.contains(tree.complaint ?? "every import points down"), "\(result)")
        }
    }

    struct Reach: Sendable {
        var source: String
        var dependencies: [String] = []
        var complaint: String?
    }

    @Test(
        .rows("K26", "N28a"),
        arguments: [
            Reach(source: "import Foundation\n"), Reach(source: "// UIApplication.shared is for apps.\n"),
            Reach(source: "#if canImport(UIKit)\n    import UIKit\n#endif\n", complaint: "import UIKit"),
            Reach(source: "@_exported public import UIKit\n", complaint: "import UIKit"),
            Reach(source: "import class UIKit.UIImage\n", complaint: "import UIKit"),
            Reach(source: "import WatchKit\n", complaint: "import WatchKit"),
            Reach(source: "let app = UIApplication.shared\n", complaint: "only an app has this"),
            Reach(source: "", dependencies: ["UIKit"], complaint: "is linked with UIKit"),
        ])
    func `what the service extension is linked of has nothing that only an app has`(reach: Reach) async throws {
        try await ScratchFolder.with { folder in
            // Not in the extension's own target, but in one that it is linked with.
            try folder.write(reach.source, to: "Sources/Client/TidingsCore/File.swift")
            let targets = [
                Self.target("Client/TidingsServiceExtension", ["TidingsNotifications"]),
                Self.target("Client/TidingsNotifications", ["TidingsCore"]),
                Self.target("Client/TidingsCore", reach.dependencies),
                Self.target("SimulatedFrameworks/UIKit", []),
            ]
            try folder.write("{\"targets\":[\(targets.joined(separator: ","))]}", to: "manifest.json")
            let result = try await Executable.script("check-layers").run([folder.path, "\(folder.path)/manifest.json"])
            #expect(result.status == (reach.complaint == nil ? 0 : 1), "\(result)")
            #expect(result.out.contains(reach.complaint ?? "every import points down"), "\(result)")
        }
    }

    private static func target(_ path: String, _ dependencies: [String]) -> String {
        let name = path.split(separator: "/").last ?? ""
        let names = dependencies.map { "{\"byName\":[\"\($0)\",null]}" }.joined(separator: ",")
        return "{\"name\":\"\(name)\",\"path\":\"Sources/\(path)\",\"dependencies\":[\(names)]}"
    }
}
