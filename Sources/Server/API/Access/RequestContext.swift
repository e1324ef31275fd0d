internal import Foundation
internal import PushModel
internal import Storage
internal import Timekeeping
internal import WebServer

/// A request whose caller is known.
struct RequestContext: Sendable {
    /// The request itself.
    let request: HTTPRequest
    /// The key that it came with.
    let key: APIKey
    /// The tenant that it is for.
    let tenant: Tenant
    /// The database as that tenant sees it.
    let storage: TenantHandle
    /// When it arrived.
    let now: Date
    /// The server's clocks, for answers that wait.
    let time: any TimeSource
    /// How many requests the key has left; nil where there is no limit.
    let allowance: RateLimiter.Allowance?

    /// The body, empty if there is none.
    var body: [UInt8] { request.body }

    /// The first value of a header field.
    func header(_ name: String) -> String? { request.headers[name] }

    /// A part of the path; the router has filled it.
    func part(_ name: String) -> String { request.pathParameters[name] ?? "" }

    /// An id in the path.
    ///
    /// - Throws: 404, the same for ids that are malformed, foreign or gone, so that nothing is given away.
    func id(_ kind: Identifier.Kind, _ name: String = "id") throws -> Identifier {
        guard let id = Identifier(kind, parsing: part(name)) else { throw APIError.nothingHere }
        return id
    }

    /// Refuses a query on a route that takes none.
    func refuseQuery() throws { try request.refuseQuery() }
}

/// A request with a workspace key, for what concerns all tenants.
struct WorkspaceContext: Sendable {
    /// The request itself.
    let request: HTTPRequest
    /// When it arrived.
    let now: Date
    /// How many requests the key has left; nil where there is no limit.
    let allowance: RateLimiter.Allowance?

    /// A part of the path; the router has filled it.
    func part(_ name: String) -> String { request.pathParameters[name] ?? "" }

    /// Refuses a query on a route that takes none.
    func refuseQuery() throws { try request.refuseQuery() }
}

extension HTTPRequest {
    fileprivate func refuseQuery() throws {
        let errors = query.map {
            FieldError(.unknownField, at: $0.name, "There is no parameter of this name here.")
        }
        guard errors.isEmpty else { throw ValidationError(errors) }
    }
}

/// A request of an app.
struct ClientContext: Sendable {
    /// The request with key and tenant.
    let base: RequestContext
    /// The subscriber that the app names.
    let externalID: String
    /// Whether the app proved with the identity secret that it is that subscriber.
    let isVerified: Bool

    var storage: TenantHandle { base.storage }
    var now: Date { base.now }
    var body: [UInt8] { base.body }

    /// The device that the app names.
    ///
    /// - Throws: 404 unless it is registered to the subscriber.
    func device() async throws -> Device {
        try await device(
            storage.device, "This device is not registered to the subscriber. Register it again.")
    }

    /// The device that the app names, as one that may report what happened in the subscriber's name.
    ///
    /// - Throws: 404 unless it is registered to the subscriber, or was at any time.
    func reportingDevice() async throws -> Device {
        try await device(
            storage.reportingDevice, "This device was never registered to the subscriber. Register it again.")
    }

    private func device(
        _ find: (Identifier, String) async throws -> Device?, _ message: String
    ) async throws -> Device {
        let id = base.request.headers["Tidings-Device"].flatMap { Identifier(.device, parsing: $0) }
        guard let id, let device = try await find(id, externalID) else {
            throw APIError(.notFound, message, param: "Tidings-Device")
        }
        return device
    }

    /// Lets those read of the subscriber who proved that they are it, and those whose device is registered to it.
    func requireOwnSubscriber() async throws {
        if !isVerified { _ = try await device() }
    }

    /// Lets those speak for the subscriber who proved that they are it, and those whose device is, or was, registered to it.
    ///
    /// What somebody chose may arrive when the device is another's already, as a receipt may.
    func requireSpeaker() async throws {
        if !isVerified { _ = try await reportingDevice() }
    }
}
