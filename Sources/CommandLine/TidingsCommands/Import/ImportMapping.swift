import Foundation
import PushModel

/// Turns records into rows of the API, by what each column is for.
struct ImportMapping: Sendable {
    /// What a record becomes.
    enum Result: Sendable, Equatable {
        /// A row, with what was left out of it, if anything.
        case row(JSONObject, without: String?)
        /// Nothing of it is for us.
        case skipped(String)
        /// It should have been a row and cannot be one.
        case refused(param: String, reason: String)
    }

    /// Whose export it is.
    let origin: ImportOrigin
    /// Columns that are for nothing.
    let ignored: [String]
    private let fields: [String: ImportField]
    private let columns: [String]
    private let bundleID: String?
    private let environment: String?

    /// Decides what each column is for.
    ///
    /// - Parameters:
    ///   - columns: The names in the file.
    ///   - map: What the caller says, by column.
    ///   - takesAll: Whether other columns are attributes.
    ///   - bundleID: The app of tokens whose row names none.
    ///   - environment: Where tokens are good whose row does not say.
    /// - Throws: `CommandError` if the file lacks what an import needs.
    init(
        columns: [String], map: [String: ImportField], takesAll: Bool, bundleID: String?, environment: String?
    ) throws(CommandError) {
        self.columns = columns
        self.bundleID = bundleID
        self.environment = environment
        origin = ImportOrigin(columns: columns)
        if let missing = map.keys.sorted().first(where: { !columns.contains($0) }) {
            throw CommandError(
                .invalidValue,
                "--map names the column \(quoted(missing)), which the file does not have. "
                    + "It has \(columns.prefix(40).joined(separator: ", ")).")
        }
        let said = Set(map.values)
        var fields = map
        for column in columns where map[column] == nil {
            guard let usual = ImportField.usual(for: column, in: origin) else {
                if takesAll, !column.isEmpty { fields[column] = .attribute(column, isText: false) }
                continue
            }
            // What the caller names takes the place of the column that usually is for the same.
            if !said.contains(usual) { fields[column] = usual }
        }
        self.fields = fields
        ignored = columns.filter { fields[$0] == nil && !$0.isEmpty }
        let has = Set(fields.values)
        guard has.contains(.field("externalId")) || origin == .oneSignal else {
            throw CommandError(
                .missingOption,
                "No column holds the user ids. Name one with --map externalId=COLUMN; the file has "
                    + "\(columns.prefix(40).joined(separator: ", ")).")
        }
        guard !has.contains(.field("token")) || has.contains(.field("bundleId")) || bundleID != nil else {
            throw CommandError(.missingOption, "The file has tokens. Name their app with --bundle-id ID.")
        }
    }

    /// Makes a row of the fields of a line of CSV.
    func row(_ values: [String]) -> Result {
        guard values.count <= columns.count || values[columns.count...].allSatisfy(\.isEmpty) else {
            return .refused(
                param: "", reason: "The line has \(values.count) fields and the file \(columns.count) columns.")
        }
        var object = JSONObject()
        for (column, value) in zip(columns, values) where !value.isEmpty { object[column] = .string(value) }
        return row(object)
    }

    /// Makes a row of an object.
    func row(_ object: JSONObject) -> Result {
        var row = ImportRowBuilder()
        for member in object.members where !member.value.isNull {
            guard let field = fields[member.key] ?? (columns.isEmpty ? nil : unnamed(member.key)) else { continue }
            if let fault = row.add(member.value, for: field, column: member.key) { return fault }
        }
        return row.result(origin: origin, bundleID: bundleID, environment: environment)
    }

    /// Objects of one file may have other members than the first.
    private func unnamed(_ key: String) -> ImportField? {
        columns.contains(key) ? nil : ImportField.usual(for: key, in: origin)
    }
}
