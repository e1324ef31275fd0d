package import PushModel

/// Why a message is not accepted.
package struct DeliveryError: Error, Sendable, CustomStringConvertible {
    /// A stable name for what is wrong; more may be added.
    package struct Code: RawRepresentable, Hashable, Sendable {
        /// The name in snake_case, as the API shows it.
        package let rawValue: String

        /// Makes a code from its name.
        package init(rawValue: String) { self.rawValue = rawValue }

        /// Nobody is named.
        package static let targetsMissing = Code(rawValue: "targets_missing")
        /// There is nothing to send.
        package static let payloadMissing = Code(rawValue: "payload_missing")
        /// The payload would be over the provider's limit.
        package static let payloadTooLarge = Code(rawValue: "payload_too_large")
        /// The idempotency key came with another request before.
        package static let idempotencyKeyReused = Code(rawValue: "idempotency_key_reused")
        /// Somebody who is named does not exist.
        package static let subscriberNotFound = Code(rawValue: "subscriber_not_found")
        /// The topic that is named does not exist.
        package static let topicNotFound = Code(rawValue: "topic_not_found")
        /// The segment that is named does not exist.
        package static let segmentNotFound = Code(rawValue: "segment_not_found")
        /// The audience is given in two ways that exclude each other.
        package static let targetsConflict = Code(rawValue: "targets_conflict")
        /// A text is no template.
        package static let invalidTemplate = Code(rawValue: "invalid_template")
        /// The id that the caller chose belongs to another message.
        package static let messageIDTaken = Code(rawValue: "message_id_taken")
        /// The app that is named does not exist.
        package static let appNotFound = Code(rawValue: "not_found")
    }

    /// What is wrong.
    package let code: Code
    /// A sentence that says what to do.
    package let message: String
    /// The field at fault.
    package let param: String?
    /// One entry per place at fault.
    package let details: [FieldError]

    /// Describes an error.
    package init(_ code: Code, _ message: String, param: String? = nil, details: [FieldError] = []) {
        self.code = code
        self.message = message
        self.param = param
        self.details = details
    }

    /// Code and sentence.
    package var description: String { "\(code.rawValue): \(message)" }
}

extension FieldError.Code {
    /// A subscriber who does not exist.
    package static let notFound = FieldError.Code(rawValue: "not_found")
    /// A credential that APNs does not take.
    package static let refused = FieldError.Code(rawValue: "refused")
}
