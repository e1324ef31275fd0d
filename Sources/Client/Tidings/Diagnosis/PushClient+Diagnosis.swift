import Foundation
import PushModel
import TidingsCore
import Timekeeping
import UserNotifications

extension PushClient {
    /// Looks at everything that pushes need.
    func diagnose(_ health: NotificationRelay.Health) async -> Diagnosis {
        await earlierCommands()
        let group = configuration.appGroup ?? SharedFolder.defaultGroup
        var facts = DiagnosisFacts(appGroup: group)
        facts.isAppGroupReachable = SharedFolder.locate(group: group).isShared
        facts.keychainGroup = DiagnosisFacts.KeychainGroup(named: group)
        facts.configuredEnvironment = configuration.pushEnvironment
        facts.permission = await dependencies.system.permission()
        facts.hasHeardOfToken = tokens.hasHeard
        facts.wantsDelegate = configuration.installsNotificationDelegate
        facts.isDelegate = health.isInstalled
        facts.replacements = health.replacements
        facts.silentDelegates = health.silent
        BundleFacts.add(to: &facts)
        await addShown(to: &facts)
        if let parts = await openParts() {
            let device = parts.environment.facts()
            facts.embedsExtension = device.hasServiceExtension
            facts.osVersion = device.osVersion
            facts.extensionMark = ExtensionMark.date(in: parts.environment.container)
            facts.hasToken = await parts.install.session?.registration.token != nil
        }
        return Diagnosis(facts)
    }

    private func addShown(to facts: inout DiagnosisFacts) async {
        let shown = await ShownNotifications.current
        facts.hasVisiblePush = shown.hasVisiblePush
        facts.unknownCategories = shown.unknownCategories
    }

    /// Looks at everything once per launch, and says what was found in the log, and to the server where that is allowed.
    func reportDiagnosis(_ health: NotificationRelay.Health) async {
        let diagnosis = await diagnose(health)
        guard let parts = await openParts() else { return }
        // So early a token may be on its way; registerForPush says what keeps it.
        let findings = diagnosis.findings.filter { !$0.id.hasPrefix("token_") }
        for finding in findings {
            let level: ClientLog.Level = finding.severity == .note ? .info : .warning
            parts.environment.log(
                level, "Something about the set-up keeps pushes from working fully", ("finding", finding.id),
                ("found", finding.found), ("advice", finding.advice))
        }
        guard configuration.sharesDiagnosis else { return }
        let names = findings.filter { $0.severity != .note }.map(\.id)
        // The same findings are one event a day, however often the app is started.
        let day = Int(parts.environment.time.now.timeIntervalSince1970 / 86_400)
        await parts.install.recordOnce(
            "tidings.diagnosis", data: ["findings": .array(names.map { .string($0) })],
            key: [String(day)] + names)
        synchronise(after: Self.gathering)
    }
}

/// What a diagnosis wants to know of the notification centre.
package struct ShownNotifications: Sendable {
    /// Whether a visible push of ours stands there.
    package var hasVisiblePush = false
    /// Categories of ours that the system does not know.
    package var unknownCategories: [String] = []

    /// Nothing stands there.
    package init() {}
}
