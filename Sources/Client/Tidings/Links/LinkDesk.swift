import Foundation
import PushModel
import TidingsCore
import Timekeeping

/// Takes in links that reach the app from outside and gives each to whoever is ready, once.
actor LinkDesk {
    private let relations: HostRelations
    private let install: Install
    private let environment: ClientEnvironment
    private var queue = LinkQueue()

    init(relations: HostRelations, install: Install, environment: ClientEnvironment) {
        self.relations = relations
        self.install = install
        self.environment = environment
    }

    /// Takes a link in; one that may not be opened is refused.
    func receive(_ url: URL) async {
        guard let url = DeepLink.url(url.absoluteString) else {
            return environment.log(.warning, "A link of a kind that is not opened was refused")
        }
        guard queue.receive(url, now: environment.time.now) else { return }
        await deliver()
    }

    /// A tap leads to this link; false if it was opened just now, as part of the same start of the app.
    func claim(_ url: URL) -> Bool { queue.claim(url, now: environment.time.now) }

    /// A tap has opened this link: when the system brings it to the app, that is no second opening.
    func noteOpened(_ url: URL) { queue.note(url, now: environment.time.now) }

    /// Hands out what waits, if the app is ready; true if there was anything.
    @discardableResult
    func deliver() async -> Bool {
        var isAny = false
        while let link = queue.next(now: environment.time.now) {
            guard let route = await relations.route(link.url) else {
                queue.putBack(link)
                break
            }
            await install.recordLink(link.url, message: nil, via: route, key: UUID().uuidString)
            isAny = true
        }
        return isAny
    }
}

extension Install {
    /// Tells the server that a link was opened, and by whom.
    func recordLink(_ url: URL, message: String?, via route: LinkRoute, key: String) {
        var data: JSONObject = ["url": .string(url.absoluteString)]
        if let message { data["messageId"] = .string(message) }
        data["via"] = .string(route.rawValue)
        recordOnce("$deeplink.opened", data: data, key: [key])
    }

    /// Tells the server that a message called a function of the app.
    func recordAction(_ name: String, message: String, isHandled: Bool, key: String) {
        recordOnce(
            "$action.triggered",
            data: ["name": .string(name), "messageId": .string(message), "handled": .bool(isHandled)], key: [key])
    }
}
