import Foundation
import PushModel
import Storage

@testable import Targeting

/// An expression over subscribers, as a caller can write it: read, written as SQL, and asked of a database.
///
/// The database and the evaluator in memory have to agree on every person. `make fuzz` builds this with libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzAudienceExpression(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let json = try? JSONValue(parsing: input), let expression = try? AudienceExpression(json, at: "where") else {
        return 0
    }
    for dialect in [SQLDialect.sqlite, .postgreSQL] {
        let filter = expression.filter(for: dialect, now: People.now, firstPlaceholder: 2)
        precondition(filter.clause.contains("?\(filter.values.count + 1)") || filter.values.isEmpty, "a value is lost")
    }
    let stored = try? AudienceExpression(stored: json.description)
    precondition(stored == expression, "what is stored reads as something else")
    let expected = People.all.indices.filter { People.all[$0].holds(expression) }
    precondition(People.shared.matching(expression) == expected, "database and evaluator disagree")
    return 0
}

/// Some people in a database, and what is known of them.
private final class People: Sendable {
    static let now = Date(timeIntervalSince1970: 1_800_000_000)
    static let shared = People()
    static let all = [
        #"{"plan":"pro","age":9,"tags":["a","B"],"é":{"x":null}}"#, #"{"plan":"Pro","age":10.0,"tags":[]}"#,
        #"{"plan":null,"age":"10","tags":"a"}"#, #"{"plan":true,"age":1e300,"deep":{"a":{"b":"c"}}}"#, "{}",
        #"{"plan":"é","age":-0,"tags":{"a":1}}"#,
    ].enumerated().map { index, attributes in
        SubscriberFacts(
            externalID: "user-\(index)", attributes: (try? JSONValue(parsing: attributes))?.object ?? [:],
            timeZone: index.isMultiple(of: 2) ? "Europe/Berlin" : nil, locale: index == 1 ? "de" : nil,
            isVerified: index == 3)
    }

    private let database: SQLiteDatabase

    private init() {
        database = Self.wait {
            let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
                "tidings-fuzz-\(UUID().uuidString)")
            var settings = SQLiteConfiguration()
            settings.durability = .process
            let database = try await SQLiteDatabase.open(folder: folder, settings)
            // The file is open: without its name it is gone with the process.
            defer { try? FileManager.default.removeItem(at: folder) }
            try await database.migrate(Schema.sqlite, now: Self.now)
            try await database.write { connection in
                for (index, person) in Self.all.enumerated() {
                    try connection.execute(
                        """
                        insert into subscribers (id, public_id, tenant_id, external_id, attributes, time_zone, locale,
                            verified_at, created_at, updated_at) values (?1, ?2, 1, ?3, ?4, ?5, ?6, ?7, ?8, ?8)
                        """, Int64(index + 1), "sub_\(index)", person.externalID, person.attributes.description,
                        person.timeZone, person.locale, person.isVerified ? Self.now : Date?.none, Self.now)
                }
            }
            return database
        }
    }

    /// The indices of those of whom it holds, as the database finds them.
    func matching(_ expression: AudienceExpression) -> [Int] {
        let database = database
        return Self.wait {
            try await database.read { connection in
                let filter = expression.filter(for: connection.dialect, now: Self.now, firstPlaceholder: 2)
                return try connection.rows(
                    "select s.id from subscribers s where s.tenant_id = ?1 and \(filter.clause) order by s.id",
                    values: [Int64(1)] + filter.values
                ) { Int(try $0[0] as Int64) - 1 }
            }
        }
    }

    /// Runs something to its end on the calling thread, which libFuzzer owns.
    private static func wait<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) -> Value {
        let isDone = DispatchSemaphore(value: 0)
        let box = Box<Value>()
        Task {
            do { box.value = try await body() } catch { preconditionFailure("\(error)") }
            isDone.signal()
        }
        isDone.wait()
        guard let value = box.value else { preconditionFailure("nothing came back") }
        return value
    }

    /// Written before the semaphore is signalled and read after it was waited for.
    private final class Box<Value>: @unchecked Sendable {
        var value: Value?
    }
}

extension SubscriberFacts {
    fileprivate func holds(_ expression: AudienceExpression) -> Bool { expression.holds(for: self, now: People.now) }
}
