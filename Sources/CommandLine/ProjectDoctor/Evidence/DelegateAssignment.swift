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
        var search = MomentSearch(sources)
        return sources.indices.flatMap { file in
            places(in: sources[file]).map { index, value in
                let around = search.around(index, in: file)
                let function =
                    around.lazy.compactMap { block -> String? in
                        if case .function(let name) = block.kind { name + String(block.range.lowerBound) } else { nil }
                    }.first ?? ""
                return DelegateAssignment(
                    file: sources[file], line: sources[file].line(at: index), value: value,
                    moment: search.moment(of: around), function: "\(sources[file].path) \(function)")
            }
        }
    }

    private static func places(in file: SourceFile) -> [(String.Index, String)] {
        // Direct, or by a name that the centre was given.
        let names = file.matches(
            "UNUserNotificationCenter",
            /(?:\b(?:let|var)\s+|\*\s*)(\w+)[^=\n]{0,200}=\s*(?:UNUserNotificationCenter\s*\.\s*current\s*\(\s*\)|\[\s*UNUserNotificationCenter\s+currentNotificationCenter\s*\])(?!\s*\.)/
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
}
