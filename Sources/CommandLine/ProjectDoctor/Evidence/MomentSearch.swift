import Foundation
import XcodeProject

/// Tells when code runs, by the blocks around it and by who calls the functions among them.
struct MomentSearch {
    private let sources: [SourceFile]
    private var blocks: [Int: [SourceFile.Block]] = [:]
    /// What is known of a function; unknown while it is being found out, so that functions that call each other end.
    private var moments: [String: DelegateAssignment.Moment] = [:]

    init(_ sources: [SourceFile]) { self.sources = sources }

    /// Methods that run after the launch, whoever calls them.
    private static let lateMethods = [
        "viewDidLoad", "viewWillAppear", "viewDidAppear", "applicationDidBecomeActive",
        "applicationWillEnterForeground",
        "sceneDidBecomeActive", "sceneWillEnterForeground",
    ]

    /// Calls that run their closure after the launch.
    ///
    /// Unsafe: `Regex` is not marked as sendable; nobody changes this one.
    private nonisolated(unsafe) static let lateCalls =
        /requestAuthorization|getNotificationSettings|\.onAppear|\.task\b|asyncAfter|\.async\b|\bTask\b|dispatch_async|dispatch_after|\.sink/
        .wordBoundaryKind(.simple)

    /// How many functions are followed back, and how many callers of each are looked at.
    private static let depthLimit = 3
    private static let callLimit = 20

    /// The blocks around a place, the innermost first.
    mutating func around(_ index: String.Index, in file: Int) -> [SourceFile.Block] {
        let all = blocks[file] ?? sources[file].blocks
        blocks[file] = all
        return sources[file].around(index, among: all)
    }

    /// When code within some blocks runs.
    mutating func moment(of around: [SourceFile.Block], depth: Int = 0) -> DelegateAssignment.Moment {
        for block in around {
            switch block.kind {
            case .closure:
                if let call = block.header.matches(of: Self.lateCalls).last {
                    return .late("a closure of \(call.0.trimmingCharacters(in: ["."]))")
                }
            case .function(let name):
                if block.isLaunch { return .launch }
                if block.header.contains("didRegisterForRemoteNotificationsWithDeviceToken") {
                    return .late("didRegisterForRemoteNotificationsWithDeviceToken")
                }
                if block.header.contains("willConnectTo") { return .late("scene(_:willConnectTo:)") }
                if Self.lateMethods.contains(name) { return .late(name) }
                return depth < Self.depthLimit && name.count > 3 ? moment(ofCallsOf: name, depth: depth) : .unknown
            case .property("body"): return .late("body of a view")
            case .type, .property, .control: continue
            }
        }
        return .unknown
    }

    private mutating func moment(ofCallsOf name: String, depth: Int) -> DelegateAssignment.Moment {
        if let known = moments[name] { return known }
        moments[name] = .unknown
        let callers = calls(of: name).map { moment(of: $0, depth: depth + 1) }
        let found = callers.contains(.launch) ? .launch : callers.first { $0 != .unknown } ?? .unknown
        moments[name] = found
        return found
    }

    /// The blocks around each place where a function is called.
    private mutating func calls(of name: String) -> [[SourceFile.Block]] {
        guard let call = try? Regex("(func\\s+)?\\b\(name)\\s*\\(|\\bself\\s+\(name)\\b") else { return [] }
        var found: [[SourceFile.Block]] = []
        for file in sources.indices {
            for match in sources[file].matches(name, call) where match.output[1].substring == nil {
                guard found.count < Self.callLimit else { return found }
                found.append(around(match.range.lowerBound, in: file))
            }
        }
        return found
    }
}
