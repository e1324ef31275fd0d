import Payloads
import PushModel

/// A file that describes a push, whatever somebody makes of it: reading, checking, mending and building never crash.
///
/// The first byte chooses what reads the rest. Mended text can be read, has nothing left to mend, and stays as it is when
/// mended again; findings point into the file; what was built has no error.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzPayloadInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 1 else { return 0 }
    let input = Array(UnsafeBufferPointer(start: start + 1, count: count - 1))
    switch start[0] % 12 {
    case 10: build(input)
    case 11: _ = try? PayloadHeader.headers(of: input)
    case let choice: check(input, as: choice == 9 ? nil : PayloadFormat.allCases[Int(choice)])
    }
    return 0
}

private func check(_ input: [UInt8], as format: PayloadFormat?) {
    guard let document = try? PayloadDocument(reading: input, as: format) else { return }
    let lint = PayloadLint()
    let findings = lint.findings(in: document)
    for finding in findings {
        guard let range = finding.range else { continue }
        precondition(range.lowerBound >= 0 && range.upperBound <= input.count, "a finding points beyond the file")
    }
    let report = LintReport(fileName: "a", document: document, findings: findings)
    precondition((try? JSONValue(parsing: report.json.encoded())) != nil, "the report is no JSON")
    precondition((try? JSONValue(parsing: report.sarif(version: "1").encoded())) != nil, "the log is no JSON")
    guard let repair = try? lint.mend(input, as: format) else { fatalError("what was read cannot be mended") }
    if repair.mended.isEmpty { precondition(repair.bytes == input, "bytes changed without a word") }
    // Each round mends at least one thing; a file with more rounds than there are is mended on the next run.
    guard repair.left.allSatisfy(\.edits.isEmpty) else { return }
    guard let again = try? lint.mend(repair.bytes, as: format) else {
        fatalError("mended text cannot be read")
    }
    precondition(again.bytes == repair.bytes, "mending twice changes more than mending once")
}

private func build(_ input: [UInt8]) {
    guard let draft = try? PushDraft(parsing: input) else { return }
    let pushes = [
        try? draft.apns(bundleID: "com.example.app", secondsSince1970: 1_800_000_000),
        try? draft.fcm(secondsSince1970: 1_800_000_000), try? draft.firebaseAdmin(secondsSince1970: 1_800_000_000),
        try? draft.tidings(),
    ]
    for push in pushes.compactMap({ $0 }) {
        precondition(push.parts.allSatisfy { $0.byteCount <= push.byteLimit }, "a push beyond the limit was built")
        precondition((try? JSONValue(parsing: push.json)) != nil, "what was built is no JSON")
    }
}
