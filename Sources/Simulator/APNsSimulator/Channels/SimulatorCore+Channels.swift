import PushModel
import Timekeeping

extension SimulatorCore {
    /// Answers a request to `/4/broadcasts` or to a channel port.
    package func answerChannel(
        _ fields: PushFields, isManagement: Bool, _ environment: APNsSimulator.Environment,
        _ connection: inout ConnectionState
    ) -> ChannelAnswer {
        let milliseconds = milliseconds
        var answer = ChannelAnswer(status: 200, requestID: CanonicalUUID.random(), milliseconds: milliseconds)
        do throws(APNsSimulator.Refusal) {
            guard let path = ChannelPath(fields.path) else { throw APNsSimulator.Refusal(.badPath) }
            let bundleID: String
            switch path {
            case .broadcast(let id) where !isManagement:
                bundleID = id
                try allow(["POST"], fields)
            case .channels(let id) where isManagement:
                bundleID = id
                try allow(["POST", "GET", "DELETE"], fields)
            case .allChannels(let id) where isManagement:
                bundleID = id
                try allow(["GET"], fields)
            default: throw APNsSimulator.Refusal(.badPath)
            }
            guard !fields.hasDuplicates else { throw APNsSimulator.Refusal(.badRequestParams) }
            if let id = fields.requestID {
                guard CanonicalUUID.accepts(id) else { throw APNsSimulator.Refusal(.badMessageID) }
                answer.requestID = id
            }
            try admit(fields, to: bundleID, environment, &connection)
            try channels.checkEnabled(bundleID)
            switch path {
            case .broadcast: try broadcast(fields, bundleID, environment, milliseconds)
            case .channels where fields.method == "POST": try create(fields, bundleID, environment, &answer)
            case .channels: try readOrDelete(fields, bundleID, environment, &answer)
            case .allChannels:
                guard fields.body.isEmpty else { throw APNsSimulator.Refusal(.badRequestPayload) }
                let ids = channels.channels(bundleID, environment).map { "\"\($0.id)\"" }
                answer.body = Array("{\"channels\":[\(ids.joined(separator: ","))]}".utf8)
            }
        } catch {
            answer.status = error.status
            answer.body = error.body
            answer.refusal = error
        }
        return answer
    }

    private func allow(_ methods: [String], _ fields: PushFields) throws(APNsSimulator.Refusal) {
        guard methods.contains(fields.method) else { throw APNsSimulator.Refusal(.methodNotAllowed) }
    }

    private func admit(
        _ fields: PushFields, to bundleID: String, _ environment: APNsSimulator.Environment,
        _ connection: inout ConnectionState
    ) throws(APNsSimulator.Refusal) {
        let allowed = try connection.admit(
            fields, environment: environment, book: keys, secondsSince1970: milliseconds / 1000,
            uptime: configuration.time.uptime)
        guard let topic = TopicName(bundleID), topic.suffix.isEmpty else {
            throw APNsSimulator.Refusal(.topicDisallowed)
        }
        let isCertified = connection.certificate.map { $0.userID == bundleID || $0.topics?.contains(bundleID) == true }
        guard isCertified ?? allowed?.contains(bundleID) ?? true else { throw APNsSimulator.Refusal(.topicMismatch) }
        guard let sender = connection.sender else { return }
        do {
            try keys.checkApp(bundleID, for: sender)
        } catch {
            throw APNsSimulator.Refusal(.topicMismatch)
        }
    }

    private func channel(
        _ fields: PushFields, _ bundleID: String, _ environment: APNsSimulator.Environment
    ) throws(APNsSimulator.Refusal) -> APNsSimulator.Channel? {
        guard let id = fields.channelID, !id.isEmpty else { throw APNsSimulator.Refusal(.missingChannelID) }
        guard ChannelID.accepts(id) else { throw APNsSimulator.Refusal(.badChannelID) }
        return channels.channel(id, bundleID, environment)
    }

    private func broadcast(
        _ fields: PushFields, _ bundleID: String, _ environment: APNsSimulator.Environment, _ milliseconds: Int64
    ) throws(APNsSimulator.Refusal) {
        guard let channel = try channel(fields, bundleID, environment) else {
            throw APNsSimulator.Refusal(.channelNotRegistered)
        }
        guard let pushType = fields.pushType else { throw APNsSimulator.Refusal(.missingPushType) }
        guard pushType == PushType.liveActivity.rawValue else { throw APNsSimulator.Refusal(.invalidPushType) }
        let priority = try RequestCheck.priority(fields, for: .liveActivity)
        let expiration = try RequestCheck.expiration(fields) ?? 0
        guard channel.storagePolicy == .mostRecent || expiration == 0 else {
            throw APNsSimulator.Refusal(.badExpirationDate)
        }
        guard !fields.body.isEmpty else { throw APNsSimulator.Refusal(.payloadEmpty) }
        guard fields.body.count <= PushType.broadcastPayloadByteLimit else {
            throw APNsSimulator.Refusal(.payloadTooLarge)
        }
        let event = PayloadForm.isObject(fields.body) ? PayloadForm.event(fields.body) : nil
        guard event == "update" || event == "end" else { throw APNsSimulator.Refusal(.badRequestPayload) }
        let push = AcceptedPush(
            request: KeptRequest(fields, id: fields.requestID.flatMap { AnswerID($0) } ?? .random()),
            target: PushTarget(
                topic: bundleID + ".push-type.liveactivity", bundleID: bundleID, channelID: channel.id),
            pushType: .liveActivity, priority: priority, expiration: expiration)
        for device in channels.listeners(for: push, environment, now: milliseconds / 1000) {
            device.receiveBroadcast(
                push, environment, keepsNewest: channel.storagePolicy == .mostRecent, milliseconds: milliseconds)
        }
        devices.forgetOldest()
    }

    private func create(
        _ fields: PushFields, _ bundleID: String, _ environment: APNsSimulator.Environment,
        _ answer: inout ChannelAnswer
    ) throws(APNsSimulator.Refusal) {
        guard !fields.body.isEmpty else { throw APNsSimulator.Refusal(.payloadEmpty) }
        guard fields.body.count <= 4096 else { throw APNsSimulator.Refusal(.payloadTooLarge) }
        guard PayloadForm.isObject(fields.body), let json = try? JSONValue(parsing: fields.body) else {
            throw APNsSimulator.Refusal(.badRequestPayload)
        }
        guard let pushType = json["push-type"] else { throw APNsSimulator.Refusal(.missingPushType) }
        guard pushType.string == "LiveActivity" else { throw APNsSimulator.Refusal(.invalidPushType) }
        guard let number = json["message-storage-policy"]?.int,
            let policy = APNsSimulator.Channel.StoragePolicy(rawValue: number)
        else { throw APNsSimulator.Refusal(.badRequestPayload) }
        answer.channelID = try channels.create(bundleID, environment, policy).id
        answer.status = 201
    }

    private func readOrDelete(
        _ fields: PushFields, _ bundleID: String, _ environment: APNsSimulator.Environment,
        _ answer: inout ChannelAnswer
    ) throws(APNsSimulator.Refusal) {
        guard fields.body.isEmpty else { throw APNsSimulator.Refusal(.badRequestPayload) }
        let channel = try channel(fields, bundleID, environment)
        if fields.method == "GET" {
            guard let channel else { throw APNsSimulator.Refusal(.channelNotRegistered) }
            let policy = channel.storagePolicy.rawValue
            answer.body = Array("{\"message-storage-policy\":\(policy),\"push-type\":\"LiveActivity\"}".utf8)
        } else {
            // Seen by senders: deleting a channel that is not there is answered like a wrong path.
            guard let channel, channels.delete(channel.id, bundleID, environment) else {
                throw APNsSimulator.Refusal(.badPath)
            }
            answer.status = 204
        }
    }
}
