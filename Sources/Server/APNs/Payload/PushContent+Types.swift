public import PushModel

extension PushContent {
    /// Shows an alert, plays a sound or sets a badge.
    ///
    /// - Parameters:
    ///   - aps: Everything the system understands.
    ///   - data: Members of the app, beside `aps`.
    /// - Returns: The content.
    public static func alert(_ aps: APS, data: JSONObject = [:]) -> PushContent { PushContent(aps, data, .alert) }

    /// Shows an alert of plain texts.
    ///
    /// - Parameters:
    ///   - title: The first line.
    ///   - body: The text.
    ///   - sound: The name of a sound; nil is silent, `default` the system's.
    ///   - badge: The number on the icon; nil leaves it.
    ///   - data: Members of the app, beside `aps`.
    /// - Returns: The content.
    public static func alert(
        title: String? = nil, body: String, sound: String? = "default", badge: Int? = nil, data: JSONObject = [:]
    ) -> PushContent {
        var aps = APS()
        aps.alert = .details(.init(title: title, body: body))
        aps.sound = sound.map(APS.Sound.name)
        aps.badge = badge
        return alert(aps, data: data)
    }

    /// Wakes the app without showing anything; APNs lets a few of them through in an hour.
    public static func background(data: JSONObject = [:]) -> PushContent {
        var aps = APS()
        aps.isContentAvailable = true
        return PushContent(aps, data, .background)
    }

    /// Announces a call; one attempt, as a call of yesterday is none.
    ///
    /// An app that does not report the call to CallKit is ended by the system.
    public static func voip(data: JSONObject) -> PushContent { PushContent(APS(), data, .voip, .immediate, .once) }

    /// Updates the complications of a watch app.
    public static func complication(data: JSONObject) -> PushContent { PushContent(APS(), data, .complication) }

    /// Asks for the location by the app's extension.
    public static func location() -> PushContent { PushContent(APS(), [:], .location) }

    /// Tells a file provider that a container has changed.
    ///
    /// - Parameters:
    ///   - container: The item identifier of the container; by default the working set of the domain.
    ///   - domain: The domain; nil for the default one.
    /// - Returns: The content.
    public static func fileProvider(
        container: String = "NSFileProviderWorkingSetContainerItemIdentifier", domain: String? = nil
    ) -> PushContent {
        var data: JSONObject = ["container-identifier": .string(container)]
        data["domain"] = domain.map(JSONValue.string)
        return PushContent(nil, data, .fileProvider)
    }

    /// Announces a transmission to a member of a Push to Talk channel; one attempt, at once.
    public static func pushToTalk(data: JSONObject) -> PushContent {
        PushContent(APS(), data, .pushToTalk, .immediate, .once)
    }

    /// Asks a managed device to contact its server; needs a client with a certificate.
    ///
    /// - Parameter magic: The `PushMagic` of the device.
    /// - Returns: The content.
    public static func mdm(magic: String) -> PushContent { PushContent(nil, ["mdm": .string(magic)], .mdm) }

    /// Reloads the app's widgets.
    public static func widgets() -> PushContent { changed(.widgets) }

    /// Reloads the app's controls.
    public static func controls() -> PushContent { changed(.controls) }

    private static func changed(_ type: PushType) -> PushContent {
        var aps = APS()
        aps.isContentChanged = true
        return PushContent(aps, [:], type)
    }
}
