public import TidingsCore

extension Tidings {
    /// Looks at everything that pushes need, and says what to change.
    ///
    /// App group, Keychain group, extension, background mode, entitlement, token, delegates, categories, scenes. The same
    /// is done at each launch, where the findings go to the log.
    public static func diagnose() async -> Diagnosis {
        let facade = FacadeInstance.current
        guard let client = facade.client else {
            return Diagnosis([
                Finding(
                    "not_configured", .error, "Tidings was not configured.",
                    advice: "Call Tidings.configure in the app delegate's launch method or in App.init.")
            ])
        }
        return await client.diagnose(facade.relay.health)
    }
}
