import Foundation
import XcodeProject

/// A place where code sets the delegate of the notification centre.
struct DelegateAssignment {
    /// Whether the delegate is there before iOS hands over the tap that launched the app.
    enum Moment: Equatable {
        /// While the app is launched.
        case launch
        /// Later, in what is named.
        case late(String)
        /// It cannot be told.
        case unknown
    }

    /// The file.
    let file: SourceFile
    /// The line, counted from 1.
    let line: Int
    /// What stands to the right of the equals sign.
    let value: String
    /// When it happens.
    let moment: Moment
    /// The function that it stands in.
    let function: String

    /// All of them in some files.
    static func all(in sources: [SourceFile]) -> [DelegateAssignment] {
        sources.flatMap { file -> [DelegateAssignment] in
            places(in: file).map { index, value in
                let around = file.blocks(around: index)
                let function =
                    around.lazy.compactMap { block -> String? in
                        if case .function(let name) = block.kind { name + String(block.range.lowerBound) } else { nil }
                    }.first ?? ""
                return DelegateAssignment(
                    file: file, line: file.line(at: index), value: value,
                    moment: moment(of: around, in: sources, depth: 0), function: "\(file.path) \(function)")
            }
        }
    }

    private static func places(in file: SourceFile) -> [(String.Index, String)] {
        // Direct, or by a name that the centre was given.
        let names = file.matches(
            "UNUserNotificationCenter",
            /(?:\b(?:let|var)\s+|\*\s*)(\w+)[^=\n]*=\s*(?:UNUserNotificationCenter\s*\.\s*current\s*\(\s*\)|\[\s*UNUserNotificationCenter\s+currentNotificationCenter\s*\])(?!\s*\.)/
        ).map { String($0.1) }
        var found = file.matches(
            "UNUserNotificationCenter",
            /(?:UNUserNotificationCenter\s*\.\s*current\s*\(\s*\)|\[\s*UNUserNotificationCenter\s+currentNotificationCenter\s*\])\s*\.\s*delegate\s*=(?!=)\s*([^\n;]*)/
        ).map { ($0.range.lowerBound, String($0.1)) }
        if !names.isEmpty {
            for match in file.matches("delegate", /\b(\w+)\s*\.\s*delegate\s*=(?!=)\s*([^\n;]*)/)
            where names.contains(String(match.1)) {
                found.append((match.range.lowerBound, String(match.2)))
            }
        }
        return found.filter { $0.1.wholeMatch(of: /\s*(nil|NULL)\b.*/) == nil }.sorted { $0.0 < $1.0 }
    }

    /// Methods that run after the launch, whoever calls them.
    private static let lateMethods = [
        "viewDidLoad", "viewWillAppear", "viewDidAppear", "applicationDidBecomeActive",
        "applicationWillEnterForeground",
        "sceneDidBecomeActive", "sceneWillEnterForeground",
    ]

    /// Calls that run their closure after the launch.
    private nonisolated(unsafe) static let lateCalls =
        /requestAuthorization|getNotificationSettings|\.onAppear|\.task\b|asyncAfter|\.async\b|\bTask\b|dispatch_async|dispatch_after|\.sink/

    /// How many calls are followed back.
    private static let depthLimit = 3

    private static func moment(of around: [SourceFile.Block], in sources: [SourceFile], depth: Int) -> Moment {
        for block in around {
            switch block.kind {
            case .closure:
                if let call = block.header.matches(of: lateCalls.wordBoundaryKind(.simple)).last {
                    return .late("a closure of \(call.0.trimmingCharacters(in: ["."]))")
                }
            case .function(let name):
                if block.isLaunch { return .launch }
                if block.header.contains("didRegisterForRemoteNotificationsWithDeviceToken") {
                    return .late("didRegisterForRemoteNotificationsWithDeviceToken")
                }
                if block.header.contains("willConnectTo") { return .late("scene(_:willConnectTo:)") }
                if lateMethods.contains(name) { return .late(name) }
                guard depth < depthLimit, name.count > 3 else { return .unknown }
                let callers = calls(of: name, in: sources).map { moment(of: $0, in: sources, depth: depth + 1) }
                if callers.contains(.launch) { return .launch }
                return callers.first { $0 != .unknown } ?? .unknown
            case .property("body"): return .late("body of a view")
            case .type, .property, .control: continue
            }
        }
        return .unknown
    }

    /// The blocks around each place where a function is called.
    private static func calls(of name: String, in sources: [SourceFile]) -> [[SourceFile.Block]] {
        guard let call = try? Regex("(func\\s+)?\\b\(name)\\s*\\(|\\bself\\s+\(name)\\b") else { return [] }
        return sources.flatMap { file in
            file.matches(name, call).filter { $0.output[1].substring == nil }.prefix(20).map {
                file.blocks(around: $0.range.lowerBound)
            }
        }
    }
}
