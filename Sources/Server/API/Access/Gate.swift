internal import Foundation
internal import PushCrypto
internal import PushModel
internal import Storage
internal import Timekeeping
internal import WebServer

/// Finds out who calls and what the caller may do.
struct Gate: Sendable {
    let directory: KeyDirectory
    let time: any TimeSource
    /// Nil allows everything.
    let limiter: RateLimiter?

    /// Admits a caller with a management key whose scopes include one.
    func admit(_ request: HTTPRequest, scope: String, now: Date) async throws -> RequestContext {
        let context = try await admit(request, now: now) { $0 != .publishable }
        guard context.key.allows(scope) else {
            throw APIError(.missingPermission, "The key lacks the scope \(scope). Use one that has it.", param: scope)
        }
        return context
    }

    /// Admits a caller with a workspace key whose scopes include one, for what concerns all tenants.
    func admitWorkspace(_ request: HTTPRequest, scope: String, now: Date) async throws -> WorkspaceContext {
        let key = try await key(of: request, now: now)
        let allowance = try count(key)
        guard key.kind == .workspace else {
            throw APIError(.forbidden, "This concerns all tenants and takes a workspace key, td_ws_….")
        }
        guard key.allows(scope) else {
            throw APIError(.missingPermission, "The key lacks the scope \(scope). Use one that has it.", param: scope)
        }
        return WorkspaceContext(request: request, now: now, allowance: allowance)
    }

    /// Admits an app with a publishable key and the subscriber that it names.
    func admitClient(_ request: HTTPRequest, now: Date) async throws -> ClientContext {
        let context = try await admit(request, now: now) { $0 == .publishable }
        guard let externalID = request.headers["Tidings-Subscriber"], !externalID.isEmpty else {
            let message = "The header Tidings-Subscriber is missing. It names the user, or an anonymous id."
            throw APIError(
                .validationFailed, message, param: "Tidings-Subscriber",
                details: [FieldError(.required, at: "Tidings-Subscriber", message)])
        }
        guard externalID.utf8.count <= Subscriber.externalIDByteLimit else {
            let message = "The subscriber id may have at most \(Subscriber.externalIDByteLimit) bytes."
            throw APIError(
                .validationFailed, message, param: "Tidings-Subscriber",
                details: [FieldError(.tooLong, at: "Tidings-Subscriber", message)])
        }
        var isVerified = false
        if let identity = request.headers["Tidings-Identity"] {
            let expected = HMACSHA256.code(
                for: Array(externalID.utf8), key: context.tenant.identitySecret)
            guard let given = Self.bytes(hex: identity), constantTimeEqual(given, expected) else {
                throw APIError(
                    .invalidIdentity,
                    "The identity does not match the subscriber. It is the hex HMAC-SHA256 of the id.",
                    param: "Tidings-Identity")
            }
            isVerified = true
        }
        guard isVerified || !context.tenant.settings.requiresVerification else {
            throw APIError(
                .invalidIdentity, "The tenant requires Tidings-Identity, the hex HMAC-SHA256 of the subscriber's id.",
                param: "Tidings-Identity")
        }
        return ClientContext(base: context, externalID: externalID, isVerified: isVerified)
    }

    private func admit(
        _ request: HTTPRequest, now: Date, allows: (APIKey.Kind) -> Bool
    ) async throws -> RequestContext {
        let key = try await key(of: request, now: now)
        let allowance = try count(key)
        guard allows(key.kind) else {
            throw APIError(
                .forbidden,
                key.kind == .publishable
                    ? "A publishable key opens the client routes only." : "The client routes take a publishable key.")
        }
        let tenant = try await tenant(for: key, request, now: now)
        return RequestContext(
            request: request, key: key, tenant: tenant, storage: directory.handle(for: tenant), now: now,
            time: time, allowance: allowance)
    }

    /// Counts the request for its key.
    private func count(_ key: APIKey) throws -> RateLimiter.Allowance? {
        guard let (isAllowed, allowance) = limiter?.count(key.row, at: time.uptime) else { return nil }
        guard isAllowed else {
            throw APIError(
                .rateLimited,
                "The key made more than \(allowance.limit) requests in a second. Try again a little later.",
                headers: allowance.headers + [("Retry-After", String(allowance.secondsToReset))])
        }
        return allowance
    }

    private func key(of request: HTTPRequest, now: Date) async throws -> APIKey {
        guard let authorization = request.headers["Authorization"], !authorization.isEmpty else {
            throw APIError(
                .missingAuthorization, "Send the key as Authorization: Bearer td_….",
                headers: [("WWW-Authenticate", "Bearer")])
        }
        let invalid = APIError(
            .invalidAPIKey, "There is no such key, or it was revoked.", headers: [("WWW-Authenticate", "Bearer")])
        let parts = authorization.split(separator: " ", maxSplits: 1)
        guard parts.count == 2, parts[0].lowercased() == "bearer",
            let secret = KeySecret(String(parts[1].drop { $0 == " " })),
            let key = try await directory.key(secret, now: now), key.revokedAt == nil
        else { throw invalid }
        if let expiresAt = key.expiresAt, expiresAt <= now {
            throw APIError(
                .apiKeyExpired, "The key has expired. Make a new one.", headers: [("WWW-Authenticate", "Bearer")])
        }
        return key
    }

    private func tenant(for key: APIKey, _ request: HTTPRequest, now: Date) async throws -> Tenant {
        let slug = request.headers["Tidings-Tenant"]
        guard let row = key.tenant else {
            guard let tenant = try await directory.tenant(slug: slug ?? Tenant.defaultSlug, now: now) else {
                throw APIError(.notFound, "There is no such tenant.", param: "Tidings-Tenant")
            }
            return tenant
        }
        guard let tenant = try await directory.tenant(row: row, now: now) else {
            throw APIError(.invalidAPIKey, "The key's tenant is gone.")
        }
        guard slug == nil || slug == tenant.slug else {
            throw APIError(.forbidden, "The key belongs to another tenant.", param: "Tidings-Tenant")
        }
        return tenant
    }

    private static func bytes(hex text: String) -> [UInt8]? {
        guard let token = try? DeviceToken(text) else { return nil }
        let digits = Array(token.hex.utf8).map { $0 <= 57 ? $0 - 48 : $0 - 87 }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
