internal import PushModel
internal import Storage

/// The own subscriber, as an app reads and changes it.
struct ClientSubscriberRoutes {
    static let endpoints: [Endpoint] = [
        .client("GET", "/v1/client/subscriber") { context in
            try context.base.refuseQuery()
            try await context.requireOwnSubscriber()
            guard let subscriber = try await context.storage.subscriber(externalID: context.externalID) else {
                throw APIError(.notFound, "There is no such subscriber.", param: "Tidings-Subscriber")
            }
            return Reply(subscriber.json)
        },
        .client("PATCH", "/v1/client/subscriber") { context in
            try context.base.refuseQuery()
            try await context.requireSpeaker()
            let change = try SubscriberInput.change(context.body)
            switch try await context.storage.changeSubscriber(
                externalID: context.externalID, change, now: context.now)
            {
            case .changed(let subscriber): return Reply(subscriber.json)
            case .tooLarge(let size):
                try SubscriberInput.checkSize(size)
                throw APIError.nothingHere
            }
        },
        .client("POST", "/v1/client/identify", identify),
    ]

    /// Knowing an anonymous id, which nobody can guess, is the right to give its past away.
    @Sendable
    private static func identify(_ context: ClientContext) async throws -> Reply {
        try context.base.refuseQuery()
        var reader = try FieldReader(parsing: context.body)
        let anonymousID = reader.string(
            "anonymousId", length: 1...255, byteLimit: Subscriber.externalIDByteLimit, isRequired: true)
        if context.externalID.hasPrefix(Subscriber.anonymousPrefix), anonymousID != context.externalID {
            reader.append([
                FieldError(
                    .invalidFormat, at: "Tidings-Subscriber", "Name the person that the anonymous id turned out to be.")
            ])
        }
        try reader.finish()
        guard let anonymousID else { throw APIError.nothingHere }
        switch try await context.storage.identify(
            externalID: context.externalID, anonymousID: anonymousID, isVerified: context.isVerified, now: context.now)
        {
        case .belongs(let subscriber, let way):
            return Reply(["result": .string(way.rawValue), "subscriber": subscriber.json])
        case .sourceIdentified:
            throw APIError(
                .mergeSourceIdentified,
                "The id is no anonymous one, or belongs to somebody else already. Only an anonymous past can be merged.",
                param: "anonymousId")
        case .aliasIsPrimary:
            throw APIError(
                .aliasIsPrimary, "The anonymous id is the subscriber's own. Name the person in Tidings-Subscriber.",
                param: "anonymousId")
        }
    }
}
