import Foundation

/// The settings of an `.xcconfig` file and of those it includes.
enum SettingsFile {
    /// More included files than anybody nests.
    private static let depthLimit = 16

    /// The settings by their keys with conditions; nil if the file cannot be read.
    static func read(_ url: URL, depth: Int = 0) -> [String: String]? {
        guard depth < depthLimit, let bytes = try? SourceText.bytes(of: url, limit: 1 << 20) else { return nil }
        var settings: [String: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline) {
            // A comment begins with two slashes wherever they stand; `/$()/` is how addresses are written.
            let code = (line.firstRange(of: "//").map { line[..<$0.lowerBound] } ?? line).trimmingCharacters(
                in: .whitespaces)
            if let include = line.trimmingCharacters(in: .whitespaces).wholeMatch(of: /#include\??\s*"([^"]+)".*/) {
                let path = String(include.1)
                let other =
                    path.hasPrefix("/")
                    ? URL(fileURLWithPath: path) : url.deletingLastPathComponent().appendingPathComponent(path)
                settings.merge(read(other, depth: depth + 1) ?? [:]) { $1 }
            } else if let equals = separator(in: code) {
                let key = code[..<equals].trimmingCharacters(in: .whitespaces)
                settings[key] = code[code.index(after: equals)...].trimmingCharacters(in: .whitespaces)
            }
        }
        return settings
    }

    /// The first equals sign that is not part of a condition in brackets.
    private static func separator(in line: String) -> String.Index? {
        var isInside = false
        return line.indices.first { index in
            if line[index] == "[" { isInside = true }
            if line[index] == "]" { isInside = false }
            return line[index] == "=" && !isInside
        }
    }
}
