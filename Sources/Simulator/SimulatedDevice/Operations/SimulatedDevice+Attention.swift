import Locking
import ProcessLocal

/// What the person lets through at the moment.
extension SimulatedDevice {
    /// Switches a Focus on, or the one that is on off.
    public func setFocus(_ focus: Focus?) {
        state.withLock { $0.focus = focus }
        timeline.add(.attentionChanged, ["focus": focus == nil ? "off" : "on"])
    }

    /// Switches the mute switch; muted, only critical notifications sound.
    public func setMuted(_ isMuted: Bool) {
        state.withLock { $0.isMuted = isMuted }
        timeline.add(.attentionChanged, ["muted": "\(isMuted)"])
    }

    // MARK: The scheduled summary

    /// Puts an app into the scheduled summary, or takes it out.
    ///
    /// Its active and passive notifications then wait for `deliverSummary`; time-sensitive ones, and messages of people, do
    /// not. Source: Apple documentation of interruption levels.
    public func setScheduledSummary(_ isOn: Bool, for bundleID: String) {
        update(bundleID) { $0.settings.scheduledDelivery = isOn ? 2 : 1 }
    }

    func keepForSummary(_ notification: WireNotification, _ origin: String, _ bundleID: String) {
        update(bundleID) { app in
            app.summary.removeAll { $0.notification.request.identifier == notification.request.identifier }
            app.summary.append((notification, origin))
        }
        timeline.add(.keptForSummary, app: bundleID, notification: notification.request.identifier)
    }

    /// Shows what waits for the summary, all at once and quietly; the one with the highest relevance is featured.
    public func deliverSummary() {
        for bundleID in installedApps {
            let waiting =
                update(bundleID) { app -> [(notification: WireNotification, origin: String)] in
                    defer { app.summary = [] }
                    return app.summary
                } ?? []
            guard !waiting.isEmpty else { continue }
            let featured = waiting.max {
                $0.notification.request.content.relevanceScore < $1.notification.request.content.relevanceScore
            }
            timeline.add(
                .summaryDelivered, app: bundleID, notification: featured?.notification.request.identifier,
                ["count": "\(waiting.count)"])
            for entry in waiting {
                place(entry.notification, .everything, in: bundleID, origin: entry.origin, isOfSummary: true)
            }
        }
    }
}
