internal import Delivery
internal import PushModel
internal import Scheduling
internal import Storage
internal import Targeting

extension APIError {
    /// The answer to an error of a lower layer.
    ///
    /// - Returns: The answer, and whether the cause belongs in the log because it is the server's own.
    static func answer(to error: any Error) -> (error: APIError, isFault: Bool) {
        switch error {
        case let error as APIError: (error, false)
        case let error as PushModelError: (APIError(error), false)
        case let error as ValidationError: (APIError(error), false)
        case let error as DeliveryError: (APIError(error), false)
        case let error as ExpressionError:
            (APIError(.invalidExpression, error.message, param: error.param), false)
        case let error as StorageError where error.code == .unstorableText:
            (APIError(.malformedRequest, "A text holds the character U+0000, which cannot be stored."), false)
        case let error as ScheduleError:
            (APIError(error), false)
        case let error as StorageError: (APIError(error), true)
        default:
            (
                APIError(.internalError, "The server failed to answer. Try again; if it stays, report the request id."),
                true
            )
        }
    }

    init(_ error: PushModelError) {
        switch error.code {
        case .invalidUTF8: self.init(.invalidUTF8, error.message)
        case .invalidToken: self.init(.invalidToken, error.message, param: "token")
        case .payloadTooLarge: self.init(.payloadTooLarge, error.message)
        default: self.init(.invalidJSON, error.message)
        }
    }

    init(_ error: ValidationError) {
        let first = error.fields.first
        let more = error.fields.count - 1
        self.init(
            .validationFailed,
            (first?.message ?? "The request is not valid.") + (more > 0 ? " (and \(more) more, see details)" : ""),
            param: first?.param, details: error.fields)
    }

    init(_ error: StorageError) {
        self.init(
            .storageUnavailable, "The server cannot reach its storage just now. Try again later.",
            headers: [("Retry-After", error.isTransient ? "1" : "30")])
    }

    init(_ error: ScheduleError) {
        self.init(error.code == .inPast ? .scheduleInPast : .invalidSchedule, error.message, param: error.param)
    }

    init(_ error: DeliveryError) {
        let code = APIError.Code.all.first { $0.name == error.code.rawValue } ?? .validationFailed
        self.init(code, error.message, param: error.param, details: error.details)
    }

    static let nothingHere = APIError(.notFound, "There is nothing of this name. Check the id and the tenant.")
}
