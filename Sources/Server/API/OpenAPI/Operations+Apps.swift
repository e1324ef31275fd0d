internal import PushModel

extension Operations {
    /// The routes of apps and their credentials.
    static let apps: [Operation] = [
        .init(
            method: "POST", path: "/v1/apps", id: "createApp", tag: "Apps", summary: "Make an app.",
            access: .management(scope: "apps:write"), parameters: [.tenant], body: "NewApp",
            success: [
                .init(status: 201, summary: "The app is new.", schema: "App"),
                .init(status: 200, summary: "The tenant had an app with the bundle id already.", schema: "App"),
            ]),
        .init(
            method: "GET", path: "/v1/apps", id: "listApps", tag: "Apps", summary: "List the apps, newest first.",
            access: .management(scope: "apps:read"), parameters: [.tenant] + Operation.Parameter.page,
            success: [.init(status: 200, summary: "A page of apps.", schema: "AppPage")], errors: [.invalidCursor]),
        .init(
            method: "GET", path: "/v1/apps/{id}", id: "readApp", tag: "Apps", summary: "Read an app.",
            access: .management(scope: "apps:read"), parameters: [.tenant, .path("id", "The app's id.")],
            success: [.init(status: 200, summary: "The app.", schema: "App")], errors: [.validationFailed]),
        .init(
            method: "PATCH", path: "/v1/apps/{id}", id: "changeApp", tag: "Apps",
            summary: "Change an app's name or settings; what is left out stays, and null goes back to the default.",
            access: .management(scope: "apps:write"), parameters: [.tenant, .path("id", "The app's id.")],
            body: "AppChange", success: [.init(status: 200, summary: "The app.", schema: "App")]),
        .init(
            method: "PUT", path: "/v1/apps/{id}/credentials", id: "setAppCredentials", tag: "Apps",
            summary: "Set the key, or the certificate, with which an app's pushes are sent.",
            access: .management(scope: "apps:write"),
            parameters: [.tenant, .path("id", "The app's id.")], body: "NewCredential",
            success: [.init(status: 200, summary: "The app with its credentials.", schema: "App")],
            errors: [.credentialRefused]),
        .init(
            method: "POST", path: "/v1/apps/{id}/credentials/probe", id: "probeAppCredentials", tag: "Apps",
            summary: "Ask APNs whether it takes the app's credentials, with a push to a token that nobody has.",
            access: .management(scope: "apps:write"), parameters: [.tenant, .path("id", "The app's id.")],
            success: [.init(status: 200, summary: "What APNs said of each.", schema: "CredentialFindings")],
            errors: [.validationFailed]),
    ]
}
