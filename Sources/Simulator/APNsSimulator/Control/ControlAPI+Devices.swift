import PushModel
import WebServer

extension ControlAPI {
    /// Devices, their tokens, and what they received.
    func addDevices(to router: inout Router) {
        add("POST", "/v1/devices", to: &router) { request in
            let body = try ControlJSON.read(ControlBodies.NewDevice.self, request)
            try Self.check(body.backgroundPushesPerHour)
            guard body.name?.utf8.count ?? 0 <= 200 else {
                throw ControlError.invalid("name", "name may have 200 bytes.")
            }
            let device = simulator.core.devices.addDevice(name: body.name ?? "")
            if let count = body.backgroundPushesPerHour {
                try simulator.setBackgroundPushesPerHour(count == 0 ? nil : count, device: device.id)
            }
            return ControlJSON.response(answer(device), status: 201)
        }
        add("GET", "/v1/devices", to: &router) { _ in
            ControlJSON.response(ControlBodies.DeviceList(devices: simulator.core.devices.devices.map(answer)))
        }
        add("GET", "/v1/devices/{id}", to: &router) { request in ControlJSON.response(answer(try device(request))) }
        add("PATCH", "/v1/devices/{id}", to: &router) { request in
            let body = try ControlJSON.read(ControlBodies.DeviceChange.self, request)
            guard
                body.online != nil || body.savingPower != nil || body.awake != nil
                    || body.backgroundPushesPerHour != nil
            else {
                throw ControlError.invalid(
                    "online", "online is missing: or say savingPower, awake or backgroundPushesPerHour.")
            }
            try Self.check(body.backgroundPushesPerHour)
            let id = Self.part("id", request)
            if let count = body.backgroundPushesPerHour {
                try simulator.setBackgroundPushesPerHour(count == 0 ? nil : count, device: id)
            }
            if let awake = body.awake { try simulator.setAwake(awake, device: id) }
            if let savingPower = body.savingPower { try simulator.setSavingPower(savingPower, device: id) }
            if let online = body.online { try simulator.setOnline(online, device: id) }
            return ControlJSON.response(answer(try device(request)))
        }
        add("GET", "/v1/devices/{id}/pushes", to: &router, pushes)
        add("GET", "/v1/devices/{id}/waiting", to: &router) { request in
            ControlJSON.response(
                ControlBodies.Waiting(
                    waiting: try device(request).waiting.map {
                        ControlBodies.Waiting.Push(
                            id: $0.id, bundleId: $0.bundleID, environment: $0.environment,
                            pushType: $0.pushType.rawValue, priority: $0.priority, reason: $0.reason)
                    }))
        }
        add("GET", "/v1/devices/{id}/screen", to: &router) { request in
            ControlJSON.response(
                ControlBodies.Screen(
                    entries: try device(request).screen.map {
                        ControlBodies.Screen.Entry(
                            identifier: $0.identifier, bundleId: $0.bundleID, shown: $0.shown,
                            payload: String(decoding: $0.payload, as: UTF8.self))
                    }))
        }
        add("GET", "/v1/metrics", to: &router) { _ in
            ControlJSON.response(ControlBodies.Metrics(metrics: simulator.metrics))
        }
        addTokens(to: &router)
    }

    private func addTokens(to router: inout Router) {
        add("POST", "/v1/devices/{id}/tokens", to: &router) { request in
            let body = try ControlJSON.read(ControlBodies.NewToken.self, request)
            guard let topic = TopicName(body.bundleId), topic.suffix.isEmpty else {
                throw ControlError.invalid("bundleId", "bundleId has to be a bundle id without a topic suffix.")
            }
            let token = try simulator.registerToken(
                body.bundleId, body.environment, kind: body.kind ?? .alert, device: Self.part("id", request),
                token: body.token)
            return ControlJSON.response(ControlBodies.TokenAnswer(token: token), status: 201)
        }
        add("PATCH", "/v1/devices/{id}/tokens/{token}", to: &router) { request in
            let body = try ControlJSON.read(ControlBodies.TokenChange.self, request)
            let (token, id) = (Self.part("token", request), Self.part("id", request))
            guard body.enabled != nil || body.opened == true else {
                throw ControlError.invalid("enabled", "enabled is missing: or say opened, true.")
            }
            if let enabled = body.enabled { try simulator.setEnabled(enabled, token: token, device: id) }
            if body.opened == true { try simulator.openApp(token: token, device: id) }
            return ControlJSON.response(ControlBodies.Done())
        }
        add("DELETE", "/v1/devices/{id}/tokens/{token}", to: &router) { request in
            let reason = request.queryValue("reason") ?? APNsSimulator.Refusal.Reason.unregistered.rawValue
            let seconds = try Self.number("noticedAfter", request, in: 0...31_536_000) ?? 0
            try simulator.unregister(
                Self.part("token", request), device: Self.part("id", request), reason: .init(rawValue: reason),
                noticedAfter: .seconds(seconds))
            return ControlJSON.response(ControlBodies.Done())
        }
    }

    /// Acknowledges, then waits until there is something or the time is up.
    private func pushes(_ request: HTTPRequest) async throws -> HTTPResponse {
        let device = try device(request)
        let after = try Self.number("after", request) ?? 0
        let limit = try Self.number("limit", request, in: 1...1000) ?? 100
        let wait = try Self.number("wait", request, in: 0...Self.longestWait) ?? 0
        let count = device.bell.count
        var page = device.fetch(after: after, limit: limit)
        if page.pushes.isEmpty, wait > 0 {
            await device.bell.wait(beyond: count, upTo: .seconds(wait))
            page = device.fetch(after: after, limit: limit)
        }
        return ControlJSON.response(
            ControlBodies.Pushes(pushes: page.pushes.map(ControlBodies.Push.init), next: page.next))
    }

    private static func check(_ backgroundPushesPerHour: Int?) throws {
        guard (0...1_000_000).contains(backgroundPushesPerHour ?? 0) else {
            throw ControlError.invalid(
                "backgroundPushesPerHour", "backgroundPushesPerHour has to be from 0 to 1000000; 0 is no limit.")
        }
    }

    private func device(_ request: HTTPRequest) throws -> Device { try simulator.device(Self.part("id", request)) }

    private func answer(_ device: Device) -> ControlBodies.DeviceAnswer {
        ControlBodies.DeviceAnswer(
            id: device.id, name: device.name, online: device.isOnline, savingPower: device.isSavingPower,
            awake: device.isAwake, backgroundPushesPerHour: device.backgroundPushesPerHour ?? 0,
            tokens: simulator.core.devices.tokens(of: device).map {
                ControlBodies.DeviceAnswer.Token(token: $0.token, topic: $0.topic, environment: $0.environment)
            })
    }
}
