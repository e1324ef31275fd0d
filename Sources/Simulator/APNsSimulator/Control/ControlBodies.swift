import Foundation
import PushModel

/// The bodies that the control API reads and writes, field by field as documented.
enum ControlBodies {
    struct Key: Decodable {
        var teamId: String
        var publicKey: String
        var topics: Set<String>?
        var environments: Set<APNsSimulator.Environment>?
    }

    struct KeyAnswer: Encodable {
        var keyId: String
        var teamId: String
    }

    struct App: Codable {
        var teamId: String
        var broadcast: Bool?
    }

    struct NewDevice: Decodable {
        var name: String?
        /// 0 for no limit.
        var backgroundPushesPerHour: Int?
    }

    struct DeviceChange: Decodable {
        var online: Bool?
        var savingPower: Bool?
        var awake: Bool?
        /// 0 for no limit.
        var backgroundPushesPerHour: Int?
    }

    struct TokenChange: Decodable {
        var enabled: Bool?
        var opened: Bool?
    }

    struct Waiting: Encodable {
        struct Push: Encodable {
            var id: String
            var bundleId: String
            var environment: APNsSimulator.Environment
            var pushType: String
            var priority: Int
            var reason: APNsSimulator.WaitingPush.Reason
        }
        var waiting: [Push]
    }

    struct Metrics: Encodable {
        var metrics: [APNsSimulator.Metric]
    }

    struct DeviceAnswer: Encodable {
        struct Token: Encodable {
            var token: String
            var topic: String
            var environment: APNsSimulator.Environment
        }
        var id: String
        var name: String
        var online: Bool
        var savingPower: Bool
        var awake: Bool
        var backgroundPushesPerHour: Int
        var tokens: [Token]
    }

    struct DeviceList: Encodable {
        var devices: [DeviceAnswer]
    }

    struct NewToken: Decodable {
        var bundleId: String
        var environment: APNsSimulator.Environment
        var kind: PushType?
        var token: String?
    }

    struct TokenAnswer: Encodable {
        var token: String
    }

    struct Pushes: Encodable {
        var pushes: [Push]
        var next: Int
    }

    struct Push: Encodable {
        var sequence: Int
        var id: String
        var token: String
        var bundleId: String
        var environment: APNsSimulator.Environment
        var pushType: String
        var priority: Int
        var expiration: Int64?
        var collapseId: String?
        var payload: String
        var receivedAt: String
        var channelId: String?

        init(_ push: APNsSimulator.Push) {
            channelId = push.channelID
            sequence = push.sequence
            id = push.id
            token = push.token
            bundleId = push.bundleID
            environment = push.environment
            pushType = push.pushType.rawValue
            priority = push.priority
            expiration = push.expiration
            collapseId = push.collapseID
            payload = String(decoding: push.payload, as: UTF8.self)
            receivedAt = ControlJSON.text(milliseconds: push.receivedAt)
        }
    }

    struct Screen: Encodable {
        struct Entry: Encodable {
            var identifier: String
            var bundleId: String
            var shown: Int
            var payload: String
        }
        var entries: [Entry]
    }

    struct Requests: Encodable {
        var requests: [Request]
        var next: Int
    }

    struct Request: Encodable {
        var sequence: Int
        var receivedAt: String
        var environment: APNsSimulator.Environment
        var connection: UInt64
        var path: String
        var headers: [String: String]
        var payload: String
        var status: Int?
        var reason: String?
        var id: String

        init(_ request: APNsSimulator.Request) {
            sequence = request.sequence
            receivedAt = ControlJSON.text(milliseconds: request.receivedAt)
            environment = request.environment
            connection = request.connection
            path = request.path
            headers = request.headers
            payload = String(decoding: request.payload, as: UTF8.self)
            status = request.status == 0 ? nil : request.status
            reason = request.reason
            id = request.id
        }
    }

    struct Health: Encodable {
        var status = "ok"
        var requests: Int
        var devices: Int
    }

    struct Done: Encodable {
        var ok = true
    }
}
