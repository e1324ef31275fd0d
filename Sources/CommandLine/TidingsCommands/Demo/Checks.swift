/// What one step of the demo looks at: claims about a phone's timeline or an answer of the API, each true or not.
///
/// A step without a claim is not ok: nothing was looked at.
struct Checks {
    private var claims: [(text: String, holds: Bool)] = []

    /// Adds a claim; `found` tells what was there instead, for the reader of a failure.
    mutating func claim(_ text: String, _ holds: Bool, found: @autoclosure () -> String = "") {
        let found = holds ? "" : found()
        claims.append((found.isEmpty ? text : "\(text) (found: \(found))", holds))
    }

    /// Whether there are claims and all hold.
    var areMet: Bool { !claims.isEmpty && claims.allSatisfy(\.holds) }

    /// The claims that hold, or those that do not.
    var summary: String {
        guard !claims.isEmpty else { return "nothing was looked at" }
        let broken = claims.filter { !$0.holds }.map(\.text)
        return broken.isEmpty
            ? claims.map(\.text).joined(separator: "; ") : "NOT: " + broken.joined(separator: "; NOT: ")
    }
}
