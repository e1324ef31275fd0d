package import PushModel

/// An answer that says what was wrong with the request, or that the server cannot serve it.
package struct APIError: Error, Sendable, CustomStringConvertible {
    /// A stable name and the status that goes with it; more may be added.
    package struct Code: Sendable, Hashable {
        /// The name in snake_case.
        package let name: String
        /// The HTTP status.
        package let status: Int
    }

    /// What went wrong.
    package let code: Code
    /// A sentence that says what to do.
    package let message: String
    /// The field, header or parameter that is at fault.
    package let param: String?
    /// One entry per field that is at fault.
    package let details: [FieldError]
    /// Header fields that belong to the answer.
    package let headers: [(String, String)]

    /// Describes an error.
    package init(
        _ code: Code, _ message: String, param: String? = nil, details: [FieldError] = [],
        headers: [(String, String)] = []
    ) {
        self.code = code
        self.message = message
        self.param = param
        self.details = details
        self.headers = headers
    }

    /// Code and sentence.
    package var description: String { "\(code.name): \(message)" }
}

extension APIError.Code {
    static let invalidJSON = Self(name: "invalid_json", status: 400)
    static let invalidUTF8 = Self(name: "invalid_utf8", status: 400)
    static let validationFailed = Self(name: "validation_failed", status: 400)
    static let payloadTooLarge = Self(name: "payload_too_large", status: 400)
    static let invalidToken = Self(name: "invalid_token", status: 400)
    static let targetsMissing = Self(name: "targets_missing", status: 400)
    static let targetsConflict = Self(name: "targets_conflict", status: 400)
    static let payloadMissing = Self(name: "payload_missing", status: 400)
    static let invalidCursor = Self(name: "invalid_cursor", status: 400)
    static let attributesTooLarge = Self(name: "attributes_too_large", status: 400)
    static let systemAttribute = Self(name: "system_attribute", status: 400)
    static let invalidTimezone = Self(name: "invalid_timezone", status: 400)
    static let channelNotOffered = Self(name: "channel_not_offered", status: 400)
    static let invalidExpression = Self(name: "invalid_expression", status: 400)
    static let invalidTemplate = Self(name: "invalid_template", status: 400)
    static let invalidSchedule = Self(name: "invalid_schedule", status: 400)
    static let scheduleInPast = Self(name: "schedule_in_past", status: 400)
    static let messageNotCancelable = Self(name: "message_not_cancelable", status: 400)
    static let channelDisabled = Self(name: "channel_disabled", status: 400)
    static let credentialRefused = Self(name: "credential_refused", status: 400)
    static let slugReserved = Self(name: "slug_reserved", status: 400)
    static let defaultTenant = Self(name: "default_tenant", status: 400)
    static let malformedRequest = Self(name: "malformed_request", status: 400)
    static let missingAuthorization = Self(name: "missing_authorization", status: 401)
    static let invalidAPIKey = Self(name: "invalid_api_key", status: 401)
    static let apiKeyExpired = Self(name: "api_key_expired", status: 401)
    static let invalidIdentity = Self(name: "invalid_identity", status: 401)
    static let missingPermission = Self(name: "missing_permission", status: 403)
    static let forbidden = Self(name: "forbidden", status: 403)
    static let notFound = Self(name: "not_found", status: 404)
    static let subscriberNotFound = Self(name: "subscriber_not_found", status: 404)
    static let topicNotFound = Self(name: "topic_not_found", status: 404)
    static let segmentNotFound = Self(name: "segment_not_found", status: 404)
    static let methodNotAllowed = Self(name: "method_not_allowed", status: 405)
    static let idempotencyKeyReused = Self(name: "idempotency_key_reused", status: 409)
    static let messageIDTaken = Self(name: "message_id_taken", status: 409)
    static let slugTaken = Self(name: "slug_taken", status: 409)
    static let attributeDeclared = Self(name: "attribute_declared", status: 409)
    static let tooManyAttributes = Self(name: "too_many_attributes", status: 409)
    static let mergeSourceIdentified = Self(name: "merge_source_identified", status: 409)
    static let aliasIsPrimary = Self(name: "alias_is_primary", status: 409)
    static let callIDTaken = Self(name: "call_id_taken", status: 409)
    static let callAlreadyAccepted = Self(name: "call_already_accepted", status: 409)
    static let callEnded = Self(name: "call_ended", status: 410)
    static let bodyTooLarge = Self(name: "body_too_large", status: 413)
    static let rateLimited = Self(name: "rate_limited", status: 429)
    static let internalError = Self(name: "internal_error", status: 500)
    static let draining = Self(name: "draining", status: 503)
    static let tooManyStreams = Self(name: "too_many_streams", status: 503)
    static let storageUnavailable = Self(name: "storage_unavailable", status: 503)

    /// Every code, for the document and its test.
    package static let all: [APIError.Code] = [
        .invalidJSON, .invalidUTF8, .validationFailed, .payloadTooLarge, .invalidToken, .targetsMissing,
        .targetsConflict,
        .payloadMissing, .invalidCursor, .attributesTooLarge, .systemAttribute, .invalidTimezone, .channelNotOffered,
        .invalidExpression, .invalidTemplate, .invalidSchedule, .scheduleInPast, .messageNotCancelable,
        .channelDisabled, .credentialRefused, .slugReserved, .defaultTenant,
        .malformedRequest, .missingAuthorization, .invalidAPIKey,
        .apiKeyExpired,
        .invalidIdentity, .missingPermission,
        .forbidden, .notFound, .subscriberNotFound, .topicNotFound, .segmentNotFound, .methodNotAllowed,
        .idempotencyKeyReused, .messageIDTaken, .slugTaken, .attributeDeclared, .tooManyAttributes,
        .mergeSourceIdentified, .aliasIsPrimary, .callIDTaken, .callAlreadyAccepted, .callEnded, .bodyTooLarge,
        .rateLimited, .internalError,
        .draining, .tooManyStreams, .storageUnavailable,
    ]
}
