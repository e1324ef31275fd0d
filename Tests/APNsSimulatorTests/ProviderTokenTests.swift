import Foundation
import PushModel
import TestSupport
import Testing
import Timekeeping

@testable import APNsSimulator

@Suite struct ProviderTokenTests {
    @Test(.rows("B32"), arguments: [true, false])
    func `both forms of the signature pass`(isDER: Bool) throws {
        let trial = try Trial()
        let authorization = trial.signer.authorization(issuedAt: trial.seconds, isDER: isDER)
        #expect(trial.answer { $0.authorization = authorization } == "200")
    }

    @Test(
        .rows("B32"),
        arguments: [
            "", "bearer", "bearer ", "basic YTpi", "bearer a.b", "bearer a.b.c", "bearer ...", "bearer a.b.c.d",
            "bearer  two.spaces.here",
        ])
    func `a header that holds no token is refused`(authorization: String) throws {
        #expect(try Trial().answer { $0.authorization = authorization } == "403 InvalidProviderToken")
    }

    @Test(.rows("B32")) func `a request without the header is refused`() throws {
        #expect(try Trial().answer { $0.authorization = nil } == "403 MissingProviderToken")
    }

    @Test(
        .rows("B32"),
        arguments: [
            (#"{"alg":"none","kid":"KEY1234567"}"#, nil), (#"{"alg":"HS256","kid":"KEY1234567"}"#, nil),
            (#"{"alg":"ES256"}"#, nil), (#"{"alg":"ES256","kid":"KEY123456"}"#, nil),
            (#"{"alg":"ES256","kid":"KEY12345678"}"#, nil), (#"{"alg":"ES256","kid":1234567890}"#, nil),
            (#"{"alg":"ES256","kid":"NOBODYSKEY"}"#, nil), ("[]", nil), ("not json", nil),
            (nil, #"{"iat":NOW}"#), (nil, #"{"iss":"TEAM12345","iat":NOW}"#),
            (nil, #"{"iss":"TEAM1234567","iat":NOW}"#),
            (nil, #"{"iss":"OTHERTEAM1","iat":NOW}"#), (nil, #"{"iss":"TEAM123456"}"#),
            (nil, #"{"iss":"TEAM123456","iat":"NOW seconds"}"#), (nil, #"{"iss":"TEAM123456","iat":""}"#),
            (nil, #"{"iss":"TEAM123456","iat":1e300}"#),
            (nil, #"{"iss":"TEAM123456","iat":null}"#),
        ] as [(String?, String?)])
    func `a token with a wrong part is refused though it is signed`(header: String?, claims: String?) throws {
        let trial = try Trial()
        let authorization = trial.signer.authorization(
            header: header ?? trial.signer.header,
            claims: (claims ?? trial.signer.claims(issuedAt: trial.seconds))
                .replacingOccurrences(of: "NOW", with: "\(trial.seconds)"))
        #expect(trial.answer { $0.authorization = authorization } == "403 InvalidProviderToken")
    }

    @Test(.rows("B32"), arguments: ["NOW", "NOW.75", "\"NOW\""])
    func `the time of issue may be a number, have a fraction, or be digits in a text`(time: String) throws {
        let trial = try Trial()
        let claims = #"{"iss":"TEAM123456","iat":\#(time)}"#.replacingOccurrences(of: "NOW", with: "\(trial.seconds)")
        let authorization = trial.signer.authorization(header: trial.signer.header, claims: claims)
        #expect(trial.answer { $0.authorization = authorization } == "200")
    }

    @Test(.rows("B32")) func `a token that another key signed is refused`() throws {
        let trial = try Trial()
        let forged = Signer().authorization(issuedAt: trial.seconds)
        #expect(trial.answer { $0.authorization = forged } == "403 InvalidProviderToken")
    }

    @Test(.rows("B32")) func `a changed claim breaks the signature`() throws {
        let trial = try Trial()
        let parts = trial.authorization.split(separator: ".")
        let claims = Signer.encoded(trial.signer.claims(issuedAt: trial.seconds - 1))
        let changed = "\(parts[0]).\(claims).\(parts[2])"
        #expect(trial.answer { $0.authorization = changed } == "403 InvalidProviderToken")
    }

    @Test(
        .rows("B32"),
        arguments: [
            (-3599, "200"), (-3600, "200"), (-3601, "403 ExpiredProviderToken"), (-86_400, "403 ExpiredProviderToken"),
            (3600, "200"), (3601, "403 InvalidProviderToken"),
        ])
    func `a token may be an hour old`(age: Int, answer: String) throws {
        let trial = try Trial()
        let authorization = trial.signer.authorization(issuedAt: trial.seconds + Int64(age))
        #expect(trial.answer { $0.authorization = authorization } == answer)
    }

    @Test(.rows("B32")) func `a token expires while its connection lives`() async throws {
        let trial = try Trial()
        let authorization = trial.authorization
        #expect(trial.answer { $0.authorization = authorization } == "200")
        await trial.time.advance(by: .seconds(3601))
        #expect(trial.answer { $0.authorization = authorization } == "403 ExpiredProviderToken")
    }

    @Test func `any well-formed token passes where any key is accepted`() throws {
        let trial = try Trial { $0.acceptsAnyKey = true }
        let stranger = Signer(keyID: "STRANGER12", teamID: "OTHERTEAM1")
        let authorization = stranger.authorization(issuedAt: trial.seconds)
        #expect(trial.answer { $0.authorization = authorization } == "200")
        trial.reconnect()
        let unsigned = authorization.split(separator: ".").dropLast().joined(separator: ".") + ".AAAA"
        #expect(trial.answer { $0.authorization = unsigned } == "403 InvalidProviderToken")
        // A registered key is still verified.
        let forged = Signer().authorization(issuedAt: trial.seconds)
        #expect(trial.answer { $0.authorization = forged } == "403 InvalidProviderToken")
    }

    @Test(.rows("B32")) func `a key for the sandbox does not open production`() throws {
        let trial = try Trial()
        let signer = Signer(keyID: "SANDBOXKEY")
        try trial.core.keys.add(signer.key(environments: [.sandbox]))
        let authorization = signer.authorization(issuedAt: trial.seconds)
        #expect(trial.answer { $0.authorization = authorization } == "403 BadEnvironmentKeyIdInToken")
        let path = "/3/device/\(trial.token(.alert, .sandbox))"
        let found = trial.answer(.sandbox) {
            $0.authorization = authorization
            $0.path = path
        }
        #expect(found == "200")
    }

    @Test(.rows("B32")) func `a topic-specific key pushes to its topics only`() throws {
        let trial = try Trial()
        let signer = Signer(keyID: "TOPICKEY12")
        try trial.core.keys.add(signer.key(bundleIDs: ["com.example.other"]))
        let authorization = signer.authorization(issuedAt: trial.seconds)
        #expect(trial.answer { $0.authorization = authorization } == "400 TopicDisallowed")
        try trial.core.keys.add(signer.key(bundleIDs: ["com.example.other", Trial.bundleID]))
        #expect(trial.answer { $0.authorization = authorization } == "200")
    }

    @Test func `a revoked key is refused on a connection that used it`() throws {
        let trial = try Trial()
        let authorization = trial.authorization
        #expect(trial.answer { $0.authorization = authorization } == "200")
        #expect(trial.core.keys.removeKey(trial.signer.keyID))
        #expect(trial.answer { $0.authorization = authorization } == "403 InvalidProviderToken")
    }
}
