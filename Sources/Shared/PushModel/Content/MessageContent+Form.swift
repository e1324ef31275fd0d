extension MessageContent {
    /// Who draws this message on a device.
    ///
    /// Without the service extension nobody would replace the placeholder of a sealed push, so there the app draws it,
    /// unless the sender insists on the visible form.
    ///
    /// - Parameter hasServiceExtension: Whether the device reported that its app embeds the extension.
    /// - Returns: The form in which it goes out.
    public func form(hasServiceExtension: Bool) -> PushPayload.Form {
        // Only the app can wait with it.
        guard local == nil else { return .silent }
        return switch form ?? .auto {
        case .silent: .silent
        case _ where !isVisible: .silent
        case .visible: .visible
        case .auto: encrypt == .device && !hasServiceExtension ? .silent : .visible
        }
    }

    /// How urgent the push is in a form; APNs takes only one priority for what wakes the app.
    public func pushPriority(in form: PushPayload.Form) -> PushPriority {
        form == .silent || priority == .normal ? .conservePower : .immediate
    }
}
