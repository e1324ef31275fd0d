import APNsSimulator
import Foundation
import HTTP2

@testable import APNsConformance

/// A simulated APNs as the examiner sees it.
enum SimulatedTarget {
    static func start(
        _ change: (inout APNsSimulator.Configuration) -> Void = { _ in }
    ) async throws -> (APNsSimulator, ConformanceTarget) {
        var configuration = APNsSimulator.Configuration()
        change(&configuration)
        let simulator = APNsSimulator(configuration)
        let endpoints = try await simulator.start()
        var target = ConformanceTarget()
        target.production = ServerAddress(endpoints.productionURL)
        target.sandbox = ServerAddress(endpoints.sandboxURL)
        target.productionChannels = ServerAddress(endpoints.productionChannelsURL)
        target.sandboxChannels = ServerAddress(endpoints.sandboxChannelsURL)
        target.trust = .file(endpoints.caFile)
        target.control = URL(string: endpoints.controlURL)
        return (simulator, target)
    }
}
