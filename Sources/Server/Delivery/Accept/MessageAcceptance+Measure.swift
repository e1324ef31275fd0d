package import Foundation
internal import PushModel
package import Storage
internal import Templates

/// How large the payload of a message is, before anything is sent.
package struct PayloadMeasure: Sendable, Equatable {
    /// What a size says of the payloads that go out.
    package enum Precision: String, Sendable {
        /// One has it.
        case exact
        /// None is larger.
        case bound
        /// None to the people who were looked at is larger; there are more.
        case estimate
    }

    /// The bytes of the largest payload.
    package let byteCount: Int
    /// What the size says.
    package let precision: Precision
    /// How many people were looked at; nil where it is the same for all, or a bound.
    package let recipientCount: Int?
    /// Whose is the largest, if people were looked at.
    package let largest: String?

    /// The most bytes that APNs takes.
    package var byteLimit: Int { PushType.usualPayloadByteLimit }
}

extension MessageAcceptance {
    /// Measures what a request would send, and stores nothing.
    ///
    /// What is written for nobody in particular is measured as it is, and so is a message to people who are named, for
    /// each of them. For other audiences the longest values of the tenant's subscribers make a bound.
    ///
    /// - Parameters:
    ///   - body: The request's body, as for sending.
    ///   - storage: The database of the tenant.
    ///   - subscriberLimit: How many of the tenant's subscribers are looked at for a bound; with more it is an estimate.
    ///   - now: The wall clock.
    /// - Returns: The size.
    /// - Throws: As `accept` for a request that is not valid, save that no payload is too large.
    package func measure(
        body: [UInt8], storage: TenantHandle, subscriberLimit: Int = 100_000, now: Date
    ) async throws -> PayloadMeasure {
        let request = try MessageRequest(parsing: body)
        let template = request.template
        if let sealed = request.sealedByCaller {
            let counts = try sealed.all.map { try PayloadMeter.byteCount($0.sealed, template.content) }
            return PayloadMeasure(byteCount: counts.max() ?? 0, precision: .exact, recipientCount: nil, largest: nil)
        }
        if template.isConstant {
            return PayloadMeasure(
                byteCount: try PayloadMeter.byteCount(template.content), precision: .exact, recipientCount: nil,
                largest: nil)
        }
        guard request.audience.isEmpty else { return try await measure(request, storage) }
        let (bounds, isSample) = try await bounds(of: template.paths, subscriberLimit, storage)
        return PayloadMeasure(
            byteCount: try PayloadMeter.byteCount(template.longestContent(bounds)),
            precision: isSample ? .estimate : .bound, recipientCount: nil, largest: nil)
    }

    private func measure(_ request: MessageRequest, _ storage: TenantHandle) async throws -> PayloadMeasure {
        let recipients = try await storage.recipients(request.audience)
        let unknown = recipients.indices.filter { recipients[$0] == nil }
        guard unknown.isEmpty else { throw Self.unknownSubscribers(unknown.map { request.places[$0] }) }
        var writer = ContentWriter()
        var largest = (count: 0, person: String?.none)
        for person in recipients.compactMap({ $0 }) {
            for traits in person.traits {
                let count = try PayloadMeter.byteCount(writer.content(of: request.template, for: traits))
                if count > largest.count { largest = (count, traits.externalID) }
            }
        }
        return PayloadMeasure(
            byteCount: largest.count, precision: .exact, recipientCount: recipients.count, largest: largest.person)
    }

    /// Of how many attributes the longest values are looked for, each among the subscribers; of more, what they may be.
    private static let measuredAttributes = 10

    private func bounds(
        of paths: Set<[String]>, _ limit: Int, _ storage: TenantHandle
    ) async throws -> (bounds: ValueBounds, isSample: Bool) {
        var longest: [[String]: ValueBounds.Longest] = [:]
        var looks = false
        let attributes = paths.count { $0.first == "attributes" }
        for path in paths {
            switch path.first {
            case "attributes" where attributes > Self.measuredAttributes:
                // A list in a text has its quotation marks escaped twice.
                longest[path] = .init(
                    byteCount: 2 * Subscriber.attributeByteLimit, magnitude: .greatestFiniteMagnitude)
            case "attributes" where path.count > 1:
                let found = try await storage.longestAttribute(at: Array(path.dropFirst()), amongNewest: limit)
                longest[path] = .init(byteCount: found.byteCount, magnitude: found.magnitude)
                looks = true
            case "subscriber" where path.last == "externalId":
                longest[path] = .init(
                    byteCount: try await storage.longestExternalID(amongNewest: limit), magnitude: 1e15)
                looks = true
            // A language tag, or the name of a zone.
            default: longest[path] = .init(byteCount: 100, magnitude: 0)
            }
        }
        let isSample = looks ? try await storage.hasMoreSubscribers(than: limit) : false
        return (ValueBounds(longest), isSample)
    }
}
