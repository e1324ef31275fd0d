/// The shapes of requests and answers, as JSON Schema.
enum Schemas {
    /// Each text is one object of named schemas.
    static let texts = [
        common, tenants, apps, accounts, people, imports, messages, events, client, preferences, segments, attributes,
        topics, calls, settings, trace,
    ]
}
