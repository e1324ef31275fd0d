/// A version that compares by the rules of Semantic Versioning 2.0, so that 3.0.10 is newer than 3.0.9.
public struct SemanticVersion: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The first number.
    public var major: Int
    /// The second number, 0 when absent.
    public var minor: Int
    /// The third number, 0 when absent.
    public var patch: Int
    /// The identifiers after the hyphen; a version that has some precedes the one without.
    public var prerelease: [String]

    /// Makes a version from its numbers.
    public init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0, prerelease: [String] = []) {
        self.major = major
        self.minor = minor
        self.patch = patch
        self.prerelease = prerelease
    }

    /// Reads `1`, `1.2`, `1.2.3`, `v1.2.3`, `1.2.3-beta.1` and `1.2.3+build`; nil for anything else.
    ///
    /// App versions often have one or two numbers; build metadata says nothing about the order and is dropped.
    public init?(_ text: String) {
        var rest = text.utf8.count <= 128 ? Substring(text) : ""
        if rest.first == "v" { rest.removeFirst() }
        if let plus = rest.firstIndex(of: "+") { rest = rest[..<plus] }
        var prerelease: [String] = []
        if let hyphen = rest.firstIndex(of: "-") {
            prerelease = rest[rest.index(after: hyphen)...].split(separator: ".", omittingEmptySubsequences: false)
                .map(String.init)
            rest = rest[..<hyphen]
            guard prerelease.allSatisfy(Self.isIdentifier) else { return nil }
        }
        let parts = rest.split(separator: ".", omittingEmptySubsequences: false)
        let numbers = parts.compactMap(Self.number)
        guard (1...3).contains(parts.count), numbers.count == parts.count else { return nil }
        self.init(
            numbers[0], numbers.count > 1 ? numbers[1] : 0, numbers.count > 2 ? numbers[2] : 0, prerelease: prerelease)
    }

    private static func number(_ text: Substring) -> Int? {
        text.utf8.allSatisfy { (48...57).contains($0) } ? Int(text) : nil
    }

    private static func isIdentifier(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { byte in
                (48...57).contains(byte) || (65...90).contains(byte) || (97...122).contains(byte) || byte == 45
            }
    }

    /// The version in its full form.
    public var description: String {
        "\(major).\(minor).\(patch)" + (prerelease.isEmpty ? "" : "-" + prerelease.joined(separator: "."))
    }

    /// Orders by number, then pre-releases before the release.
    public static func < (left: Self, right: Self) -> Bool {
        let numbers = (left.major, left.minor, left.patch)
        let others = (right.major, right.minor, right.patch)
        if numbers != others { return numbers < others }
        if left.prerelease.isEmpty || right.prerelease.isEmpty {
            return !left.prerelease.isEmpty && right.prerelease.isEmpty
        }
        for (one, other) in zip(left.prerelease, right.prerelease) where one != other {
            // Numbers precede words and compare as numbers.
            switch (number(Substring(one)), number(Substring(other))) {
            case (let one?, let other?): return one < other
            case (_?, nil): return true
            case (nil, _?): return false
            case (nil, nil): return Array(one.utf8).lexicographicallyPrecedes(Array(other.utf8))
            }
        }
        return left.prerelease.count < right.prerelease.count
    }
}
