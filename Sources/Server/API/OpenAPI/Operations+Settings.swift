extension Operations {
    /// The routes of a tenant's settings.
    static let settings: [Operation] = [
        .init(
            method: "GET", path: "/v1/settings", id: "readSettings", tag: "Settings",
            summary: "Read what the tenant decides for all of its messages, with what holds where nothing is set.",
            access: .management(scope: "settings:read"), parameters: [.tenant],
            success: [.init(status: 200, summary: "The settings.", schema: "Settings")], errors: [.validationFailed]),
        .init(
            method: "PATCH", path: "/v1/settings", id: "changeSettings", tag: "Settings",
            summary: "Change settings; what is left out stays, and null goes back to what holds where nothing is set.",
            access: .management(scope: "settings:write"), parameters: [.tenant], body: "SettingsChange",
            success: [.init(status: 200, summary: "The settings.", schema: "Settings")]),
    ]
}
