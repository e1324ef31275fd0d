/// The provider token: its form, its age, and what a connection takes.
extension ConformanceRule {
    static let tokens: [ConformanceRule] = [
        authorizations("A4.1", "The token's head has alg ES256 and a key id of ten characters in kid.") { sender, now in
            let claims = #"{"iss":"\#(sender.teamID)","iat":\#(now)}"#
            return [
                ("alg none", invalid, try sender.authorization(head: head("none", sender.keyID), claims: claims)),
                ("alg HS256", invalid, try sender.authorization(head: head("HS256", sender.keyID), claims: claims)),
                ("no kid", invalid, try sender.authorization(head: #"{"alg":"ES256"}"#, claims: claims)),
                (
                    "a kid of nine characters", invalid,
                    try sender.authorization(head: head("ES256", String(sender.keyID.dropLast())), claims: claims)
                ),
                ("both as they have to be", "200", try sender.authorization(claims: claims)),
            ]
        },
        authorizations("A4.2", "The token's claims are the team in iss and the seconds since 1970 in iat.") {
            sender, now in
            [
                ("no iss", invalid, try sender.authorization(claims: #"{"iat":\#(now)}"#)),
                ("no iat", invalid, try sender.authorization(claims: #"{"iss":"\#(sender.teamID)"}"#)),
                (
                    "iat as text", invalid,
                    try sender.authorization(claims: #"{"iss":"\#(sender.teamID)","iat":"today"}"#)
                ),
                (
                    "a team of nine characters", invalid,
                    try sender.authorization(claims: #"{"iss":"\#(sender.teamID.dropLast())","iat":\#(now)}"#)
                ),
                ("both as they have to be", "200", try sender.authorization(issuedAt: now)),
            ]
        },
        authorizations("A4.3", "The head may have a typ.") { sender, now in
            let head = #"{"alg":"ES256","kid":"\#(sender.keyID)","typ":"JWT"}"#
            let claims = #"{"iss":"\#(sender.teamID)","iat":\#(now)}"#
            return [("typ JWT", "200", try sender.authorization(head: head, claims: claims))]
        },
        authorizations("A4.4", "A token is good for one hour from iat.") { sender, now in
            let expired = "403 ExpiredProviderToken"
            return [
                ("61 minutes old", expired, try sender.authorization(issuedAt: now - 61 * 60)),
                ("years old", expired, try sender.authorization(issuedAt: 1)),
                ("58 minutes old", "200", try sender.authorization(issuedAt: now - 58 * 60)),
            ]
        },
        authorizations("A4.5", "The signature may be r and s in a row, as JOSE has it.") { sender, now in
            [("64 bytes", "200", try sender.authorization(issuedAt: now))]
        },
        authorizations("A4.6", "The signature may be DER, as Apple's recipe for the shell makes it.") { sender, now in
            let claims = #"{"iss":"\#(sender.teamID)","iat":\#(now)}"#
            return [("DER", "200", try sender.authorization(claims: claims, isDER: true))]
        },
        authorizations("A4.7", "The token follows the word bearer.") { sender, now in
            let right = try sender.authorization(issuedAt: now)
            return [
                ("no word", invalid, String(right.dropFirst(7))),
                ("another word", invalid, "basic " + right.dropFirst(7)),
                ("half a token", invalid, String(right.prefix(40))),
                ("the word", "200", right),
            ]
        },
        ConformanceRule(
            "A4.8", "A connection takes another token at most every twenty minutes.", needs: [.device]
        ) { stage in
            var call = try stage.push()
            let first = try await stage.send(call)
            call[.authorization] = try stage.sender.authorization(issuedAt: stage.seconds - 60)
            let second = try await stage.send(call)
            return [
                "the first token".expects("200", first),
                "another one at once".expects("429 TooManyProviderTokenUpdates", second),
                "the first one again".expects("200", try await stage.send(stage.push())),
            ]
        },
        ConformanceRule(
            "A4.10", "Other tokens are counted for each connection by itself.", needs: [.device]
        ) { stage in
            var call = try stage.push()
            let first = try await stage.send(call)
            call[.authorization] = try stage.sender.authorization(issuedAt: stage.seconds - 60)
            return [
                "one token on one connection".expects("200", first),
                "another on another".expects("200", await (try await stage.link()).send(call)),
            ]
        },
        ConformanceRule("A4.11", "One token may be used on many connections.", needs: [.device]) { stage in
            let call = try stage.push()
            let first = try await stage.send(call)
            return [
                "the first connection".expects("200", first),
                "the second".expects("200", await (try await stage.link()).send(call)),
            ]
        },
        ConformanceRule(
            "A4.12", "A connection is for one team: another team's key needs another one.", needs: [.device, .control]
        ) { stage in
            let other = try Sender.madeUp(bundleID: stage.sender.bundleID)
            try await stage.register(other)
            var call = try stage.push()
            let first = try await stage.send(call)
            call[.authorization] = try other.authorization(issuedAt: stage.seconds)
            return [
                "the first team".expects("200", first),
                "another team on the same connection".expects("403 UnrelatedKeyIdInToken", try await stage.send(call)),
                "another team on another connection".expects("200", await (try await stage.link()).send(call)),
            ]
        },
        ConformanceRule("A4.13", "A key may be for one environment only.", needs: [.device, .control]) { stage in
            let here = stage.target.main
            let foreign = try Sender.madeUp(bundleID: stage.sender.bundleID)
            let native = try Sender.madeUp(bundleID: stage.sender.bundleID)
            try await stage.register(foreign, environments: [here.other.environment])
            try await stage.register(native, environments: [here.environment])
            var call = try stage.push()
            call[.authorization] = try foreign.authorization(issuedAt: stage.seconds)
            let wrong = await (try await stage.link()).send(call)
            call[.authorization] = try native.authorization(issuedAt: stage.seconds)
            return [
                "a key for the other environment".expects("403 BadEnvironmentKeyIdInToken", wrong),
                "a key for this one".expects("200", await (try await stage.link()).send(call)),
            ]
        },
        ConformanceRule("A4.14", "A key may be for certain topics only.", needs: [.device, .control]) { stage in
            let narrow = try Sender.madeUp(bundleID: stage.sender.bundleID)
            try await stage.register(narrow, topics: [narrow.bundleID])
            var call = try stage.push()
            call[.authorization] = try narrow.authorization(issuedAt: stage.seconds)
            let right = try await stage.send(call)
            call[.topic] = "com.example.another"
            return [
                "its topic".expects("200", right),
                "another topic".expects("400 TopicDisallowed", try await stage.send(call)),
            ]
        },
        authorizations("A4.15", "The key that kid names has to have signed, and be one of the team's.") { sender, now in
            let stranger = try Sender.madeUp(bundleID: sender.bundleID)
            let claims = #"{"iss":"\#(sender.teamID)","iat":\#(now)}"#
            return [
                ("signed by another key", invalid, try sender.authorization(claims: claims, signedBy: stranger)),
                ("a key that nobody knows", invalid, try stranger.authorization(issuedAt: now)),
                (
                    "another team", invalid,
                    try sender.authorization(claims: #"{"iss":"\#(stranger.teamID)","iat":\#(now)}"#)
                ),
            ]
        },
        ConformanceRule("A4.16", "A revoked key is good for nothing.", needs: [.device, .control]) { stage in
            let key = try Sender.madeUp(bundleID: stage.sender.bundleID)
            try await stage.register(key)
            var call = try stage.push()
            call[.authorization] = try key.authorization(issuedAt: stage.seconds)
            let before = try await stage.send(call)
            try await stage.control("DELETE", "/v1/keys/\(key.keyID)")
            return [
                "before it is revoked".expects("200", before),
                "after it".expects("403 InvalidProviderToken", try await stage.send(call)),
            ]
        },
    ]

    static let invalid = "403 InvalidProviderToken"

    private static func head(_ algorithm: String, _ keyID: String) -> String {
        #"{"alg":"\#(algorithm)","kid":"\#(keyID)"}"#
    }

    /// A rule that single tokens show, each on a connection of its own.
    private static func authorizations(
        _ id: String, _ sentence: String,
        _ trials: @escaping @Sendable (Sender, Int64) throws -> [(what: String, expected: String, token: String)]
    ) -> ConformanceRule {
        ConformanceRule(id, sentence, needs: [.device]) { stage in
            var observations: [Observation] = []
            for trial in try trials(stage.sender, stage.seconds) {
                var call = try stage.push()
                call[.authorization] = trial.token
                observations.append(trial.what.expects(trial.expected, await (try await stage.link()).send(call)))
            }
            return observations
        }
    }
}
