package import ProcessLocal

/// Programs that end in the midst of their work.
extension SimulatedDevice {
    /// Ends a program between two pieces of its work, once it has done so many more of them.
    ///
    /// A piece is what its tasks do from one suspension to the next. It counts for the program that runs, otherwise for the
    /// next one that starts. Only programs inside this process can be ended in this way.
    package func endInMidst(_ role: ProcessIdentity.Role, of bundleID: String, after count: Int) {
        let running = update(bundleID) { app -> RunningProcess? in
            let process = app.process(role)
            app.sentences[role] = process == nil ? count : nil
            return process
        }?.flatMap { $0 }
        guard let running else { return }
        let identity = ProcessIdentity(
            bundleIdentifier: bundleID, appBundleIdentifier: bundleID, role: role, number: running.number)
        sentence(running.host, identity, after: count)
    }

    /// Takes back what `endInMidst` has announced, if it has not come to that.
    package func spare(_ bundleID: String) {
        let running = update(bundleID) { app in
            app.sentences = [:]
            return [app.app, app.serviceExtension, app.contentExtension].compactMap(\.self)
        }
        for process in running ?? [] { (process.host as? InProcessHost)?.process.executor?.interrupt(by: nil) }
    }

    func sentence(_ host: any ProcessHost, _ identity: ProcessIdentity, after count: Int) {
        (host as? InProcessHost)?.process.executor?.interrupt(after: count) { [weak self] in
            self?.processEnded(identity, reason: "killed")
        }
    }
}

extension AppState {
    fileprivate func process(_ role: ProcessIdentity.Role) -> RunningProcess? {
        switch role {
        case .app: app
        case .serviceExtension: serviceExtension
        case .contentExtension: contentExtension
        }
    }
}
