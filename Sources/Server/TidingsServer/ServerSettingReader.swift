internal import Foundation
internal import PushCrypto

/// Reads settings one by one and collects what is wrong with them.
struct ServerSettingReader {
    private let values: [String: String]
    private var problems: [ConfigurationError.Problem] = []

    init(values: [String: String]) { self.values = values }

    mutating func report(_ key: String, _ message: String) { problems.append(.init(key: key, message: message)) }

    func optional(_ key: String) -> String? {
        values[key] ?? ServerSetting.all.first { $0.key == key }?.fallback
    }

    mutating func text(_ key: String) -> String {
        let value = optional(key) ?? ""
        if value.isEmpty { report(key, "must not be empty") }
        return value
    }

    mutating func number(_ key: String, in range: ClosedRange<Int>) -> Int {
        let value = optional(key) ?? ""
        guard let number = Int(value), range.contains(number) else {
            report(key, "expected a whole number from \(range.lowerBound) to \(range.upperBound), found '\(value)'")
            return range.lowerBound
        }
        return number
    }

    /// Takes a number of days; 0 is without end.
    mutating func days(_ key: String) -> Duration? {
        let days = number(key, in: 0...36_500)
        return days == 0 ? nil : .seconds(days * 86_400)
    }

    mutating func choice<Value: RawRepresentable & CaseIterable>(_ key: String) -> Value
    where Value.RawValue == String {
        let value = optional(key) ?? ""
        if let choice = Value(rawValue: value) { return choice }
        report(key, "expected one of \(Value.allCases.map(\.rawValue).joined(separator: ", ")), found '\(value)'")
        return Value.allCases[Value.allCases.startIndex]
    }

    /// Takes the path of a file that can be read and holds a PEM block of the kind; what it says is read later.
    mutating func pemFile(_ key: String, holding kind: String) -> String? {
        guard let path = optional(key) else { return nil }
        guard let contents = FileManager.default.contents(atPath: path) else {
            report(key, "cannot read '\(path)'; check the path and its permissions")
            return path
        }
        // Found at the start: a server that refuses every certificate of APNs, or none, would run and deliver nothing.
        if !String(decoding: contents, as: UTF8.self).contains("\(kind)-----") {
            report(key, "'\(path)' holds no \(kind.lowercased()) in PEM form")
        }
        return path
    }

    /// Takes `host:port`, `[v6]:port`, and the same behind `https://`.
    mutating func endpoint(_ key: String) -> ServerConfiguration.Endpoint {
        let value = optional(key) ?? ""
        var rest = Substring(value)
        if rest.hasPrefix("https://") { rest = rest.dropFirst("https://".count) }
        if rest.hasSuffix("/") { rest = rest.dropLast() }
        if let colon = rest.lastIndex(of: ":"), let port = Int(rest[rest.index(after: colon)...]),
            (1...65_535).contains(port)
        {
            var host = rest[..<colon]
            if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
            if !host.isEmpty, !host.contains("/") { return .init(host: String(host), port: port) }
        }
        report(key, "expected host:port, found '\(value)'")
        return .init(host: "", port: 0)
    }

    /// Takes the URL of a PostgreSQL database; it is a secret, so no message shows it.
    mutating func database(_ key: String) -> String? {
        guard let value = optional(key) else { return nil }
        if !value.hasPrefix("postgresql://"), !value.hasPrefix("postgres://") {
            report(key, "expected a URL such as postgresql://user:password@host/database")
        }
        return value
    }

    /// Takes master keys as they are, or from a file; no message shows one.
    mutating func masterKeys(_ key: String, file: String) -> MasterKeys? {
        if let text = optional(key) {
            if optional(file) != nil { report(file, "goes without \(key); leave one of them out") }
            do { return try MasterKeys(text) } catch { report(key, error.message) }
        } else if let path = optional(file) {
            do { return try MasterKeyFile.read(path) } catch {
                for problem in error.problems { report(problem.key, problem.message) }
            }
        }
        return nil
    }

    mutating func finish() throws {
        let known = Set(ServerSetting.all.map(\.key))
        for key in values.keys.sorted() where !known.contains(key) {
            report(key, "is not a setting; `tidings serve --help` lists them")
        }
        guard problems.isEmpty else { throw ConfigurationError(problems: problems) }
    }
}
