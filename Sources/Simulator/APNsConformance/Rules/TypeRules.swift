import PushModel

/// The push types: their topics, and what each may and may not do.
extension ConformanceRule {
    static let types: [ConformanceRule] =
        [
            type("A3.1", .alert), type("A3.2", .background), type("A3.3", .complication), type("A3.4", .controls),
            type("A3.5", .fileProvider), type("A3.6", .liveActivity), type("A3.7", .location),
            ConformanceRule(
                "A3.8", "A push of type mdm needs the certificate whose UID is its topic.", needs: [.device, .control]
            ) { stage in
                let call = try stage.push(.mdm)
                var bare = call
                bare[.authorization] = nil
                let certified = try await stage.link(identity: stage.certificate())
                return [
                    "with a provider token".expects("400", try await stage.send(call)),
                    "with the certificate".expects("200", await certified.send(bare)),
                ]
            },
            type("A3.9", .pushToTalk), type("A3.10", .voip), type("A3.11", .widgets),
            ConformanceRule("A3.12", "A background push has priority 5.", needs: [.device]) { stage in
                var call = try stage.push(.background)
                let right = try await stage.send(call)
                call[.priority] = "10"
                let urgent = try await stage.send(call)
                call[.priority] = nil
                return [
                    "priority 5".expects("200", right), "priority 10".expects("400 BadPriority", urgent),
                    "no priority, which means 10".expects("400 BadPriority", try await stage.send(call)),
                ]
            },
            ConformanceRule(
                "A3.13",
                "An app is given three background pushes in an hour; of those beyond the newest is held for it.",
                needs: [.control]
            ) { stage in
                var fates: [String] = []
                for _ in 0..<5 {
                    fates.append(
                        try await stage.arrives { call in
                            call[.pushType] = "background"
                            call[.priority] = "5"
                            call.body = Array(#"{"aps":{"content-available":1}}"#.utf8)
                        })
                }
                try await stage.control(
                    "PATCH", "/v1/devices/\(stage.deviceID)/tokens/\(stage.deviceToken)", ["opened": true])
                let arrived = try await stage.arrived().count
                return fates.enumerated().map { number, fate in
                    Observation(
                        "background push \(number + 1)", "200, has \(number < 3 ? "" : "not ")arrived", fate)
                } + [Observation("arrivals when the app is opened", "4", String(arrived))]
            },
            ConformanceRule(
                "A3.14", "Live activities need a provider token, a certificate does not do.",
                needs: [.device, .control]
            ) { stage in try await stage.refusesCertificate(.liveActivity) },
            ConformanceRule(
                "A3.15", "Location pushes need a provider token, a certificate does not do.",
                needs: [.device, .control]
            ) { stage in try await stage.refusesCertificate(.location) },
            trials(
                "A3.16", "The push type has to fit the topic.",
                Trial("type voip for the topic of complications", "400 InvalidPushType") {
                    $0[.pushType] = "voip"
                    $0[.topic] = ($0[.topic] ?? "") + ".complication"
                },
                Trial("type voip for the bundle id", "400") { $0[.pushType] = "voip" },
                Trial("type alert for the topic of calls", "400") { $0[.topic] = ($0[.topic] ?? "") + ".voip" }),
            trials(
                "A3.17", "The topic of Push to Talk ends in .voip-ptt, not in .push-to-talk.",
                Trial("the wrong ending", "400") {
                    $0[.pushType] = "pushtotalk"
                    $0[.topic] = ($0[.topic] ?? "") + ".push-to-talk"
                }),
            ConformanceRule("A3.18", "A background push shows nothing, whatever is in it.", needs: [.control]) {
                stage in
                var call = try stage.push(.background)
                call.body = Array(#"{"aps":{"content-available":1,"alert":"Hello"}}"#.utf8)
                let reply = try await stage.send(call)
                let screen = try await stage.control("GET", "/v1/devices/\(stage.deviceID)/screen")
                return [
                    "a background push with an alert".expects("200", reply),
                    Observation("entries on the screen", "0", String(screen["entries"]?.array?.count ?? -1)),
                ]
            },
        ]

    private static func type(_ id: String, _ pushType: PushType) -> ConformanceRule {
        let suffix = pushType.topicSuffix ?? ""
        let sentence =
            "The topic of type \(pushType.rawValue) is the bundle id" + (suffix.isEmpty ? "." : " and \(suffix).")
        let needs: Set<Need> = suffix.isEmpty ? [.device] : [.device, .control]
        return ConformanceRule(id, sentence, needs: needs) { stage in
            let token = suffix.isEmpty ? stage.deviceToken : try await stage.token(pushType)
            var call = try stage.push(to: token, pushType)
            let right = "its own topic".expects("200", try await stage.send(call))
            guard !suffix.isEmpty else { return [right] }
            call[.topic] = stage.sender.bundleID
            return [right, "the bundle id alone".expects("400", try await stage.send(call))]
        }
    }
}

extension Stage {
    /// Sends the same push with a provider token and with a certificate.
    fileprivate func refusesCertificate(_ pushType: PushType) async throws -> [Observation] {
        let call = try await push(to: token(pushType), pushType)
        var bare = call
        bare[.authorization] = nil
        let topics = [sender.bundleID, call[.topic] ?? ""]
        let certified = try await link(identity: certificate(topics: topics))
        return [
            "with a provider token".expects("200", try await send(call)),
            "with a certificate for the topic".expects("400", await certified.send(bare)),
        ]
    }
}
