internal import ProcessLocal

/// What an app wants run later.
open class BGTaskRequest: NSObject {
    /// Names the task; the app's property list has to permit the name.
    public let identifier: String
    /// Not before this date.
    open var earliestBeginDate: Date?

    init(identifier: String) { self.identifier = identifier }

    var wire: WireTask { WireTask(identifier: identifier, kind: .refresh, earliestBeginDate: earliestBeginDate) }

    static func make(_ wire: WireTask) -> BGTaskRequest {
        let request: BGTaskRequest
        switch wire.kind {
        case .refresh: request = BGAppRefreshTaskRequest(identifier: wire.identifier)
        case .processing:
            let processing = BGProcessingTaskRequest(identifier: wire.identifier)
            processing.requiresNetworkConnectivity = wire.needsNetwork
            processing.requiresExternalPower = wire.needsPower
            request = processing
        case .continued:
            let continued = BGContinuedProcessingTaskRequest(
                identifier: wire.identifier, title: wire.title, subtitle: wire.subtitle)
            continued.strategy = wire.mustBeginAtOnce ? .fail : .queue
            request = continued
        }
        request.earliestBeginDate = wire.earliestBeginDate
        return request
    }
}

/// A short task that brings the app up to date.
open class BGAppRefreshTaskRequest: BGTaskRequest {
    /// Names the task.
    public override init(identifier: String) { super.init(identifier: identifier) }
}

/// A task of some minutes, run while the device is not in use.
open class BGProcessingTaskRequest: BGTaskRequest {
    /// Whether it needs the network.
    open var requiresNetworkConnectivity = false
    /// Whether it needs the charger.
    open var requiresExternalPower = false

    /// Names the task.
    public override init(identifier: String) { super.init(identifier: identifier) }

    override var wire: WireTask {
        WireTask(
            identifier: identifier, kind: .processing, earliestBeginDate: earliestBeginDate,
            needsNetwork: requiresNetworkConnectivity, needsPower: requiresExternalPower)
    }
}
