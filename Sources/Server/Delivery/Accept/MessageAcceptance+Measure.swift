package import Foundation
internal import PushModel
package import Storage
internal import Templates

/// How large the payload of a message is, before anything is sent.
package struct PayloadMeasure: Sendable, Equatable {
    /// The bytes of the largest payload.
    package let byteCount: Int
    /// Whether a payload of this size goes out; if not, none is larger.
    package let isExact: Bool
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
    ///   - now: The wall clock.
    /// - Returns: The size.
    /// - Throws: As `accept` for a request that is not valid, save that no payload is too large.
    package func measure(body: [UInt8], storage: TenantHandle, now: Date) async throws -> PayloadMeasure {
        let request = try MessageRequest(parsing: body)
        let template = request.template
        if let sealed = request.sealedByCaller {
            let counts = try sealed.all.map { try PayloadMeter.byteCount($0.sealed, template.content) }
            return PayloadMeasure(byteCount: counts.max() ?? 0, isExact: true, recipientCount: nil, largest: nil)
        }
        if template.isConstant {
            return PayloadMeasure(
                byteCount: try PayloadMeter.byteCount(template.content), isExact: true, recipientCount: nil,
                largest: nil)
        }
        guard request.audience.isEmpty else { return try await measure(request, storage) }
        let content = template.longestContent(try await bounds(of: template.paths, storage))
        return PayloadMeasure(
            byteCount: try PayloadMeter.byteCount(content), isExact: false, recipientCount: nil, largest: nil)
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
            byteCount: largest.count, isExact: true, recipientCount: recipients.count, largest: largest.person)
    }

    /// Of how many attributes the longest values are looked for, each among all subscribers; of more, what they may be.
    private static let measuredAttributes = 10

    private func bounds(of paths: Set<[String]>, _ storage: TenantHandle) async throws -> ValueBounds {
        var longest: [[String]: ValueBounds.Longest] = [:]
        let attributes = paths.count { $0.first == "attributes" }
        for path in paths {
            switch path.first {
            case "attributes" where attributes > Self.measuredAttributes:
                // A list in a text has its quotation marks escaped twice.
                longest[path] = .init(
                    byteCount: 2 * Subscriber.attributeByteLimit, magnitude: .greatestFiniteMagnitude)
            case "attributes" where path.count > 1:
                let found = try await storage.longestAttribute(at: Array(path.dropFirst()))
                longest[path] = .init(byteCount: found.byteCount, magnitude: found.magnitude)
            case "subscriber" where path.last == "externalId":
                longest[path] = .init(byteCount: try await storage.longestExternalID(), magnitude: 1e15)
            // A language tag, or the name of a zone.
            default: longest[path] = .init(byteCount: 100, magnitude: 0)
            }
        }
        return ValueBounds(longest)
    }
}
