public import Foundation
public import Testing
public import Timekeeping

extension VirtualTime {
    /// A virtual clock whose forgotten holds fail the test that made it.
    ///
    /// - Parameters:
    ///   - now: What the wall clock shows at first.
    ///   - location: Where the clock is made, for the report.
    /// - Returns: A clock that stands still.
    public static func forTest(
        now: Date = Date(timeIntervalSince1970: 1_767_225_600), location: SourceLocation = #_sourceLocation
    ) -> VirtualTime {
        VirtualTime(now: now) { stall in
            Issue.record("\(stall)", sourceLocation: location)
        }
    }
}
