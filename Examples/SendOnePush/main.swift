// Sends one alert to one device of Apple's sandbox, or of another service such as a simulated one.
//
//     TEAM_ID=… KEY_ID=… KEY_FILE=AuthKey.p8 BUNDLE_ID=… DEVICE_TOKEN=… swift run SendOnePush
//     APNS_URL=https://localhost:40123 CA_FILE=run/ca.pem TEAM_ID=… … swift run SendOnePush

import APNs
import Foundation
import PushModel
import Timekeeping

func sendOnePush(_ settings: [String: String]) async throws {
    guard let team = settings["TEAM_ID"], let key = settings["KEY_ID"], let file = settings["KEY_FILE"],
        let bundle = settings["BUNDLE_ID"], let token = settings["DEVICE_TOKEN"]
    else {
        print("Set TEAM_ID, KEY_ID, KEY_FILE, BUNDLE_ID and DEVICE_TOKEN.")
        return
    }
    let credential = try ProviderCredential(
        teamID: team, keyID: key, privateKeyPEM: try String(contentsOfFile: file, encoding: .utf8))
    var configuration = APNsConfiguration.sandbox
    if let url = settings["APNS_URL"].flatMap(URL.init(string:)), let host = url.host() {
        configuration = APNsConfiguration(host: host, port: url.port ?? 443)
    }
    if let file = settings["CA_FILE"] { configuration.trust = .file(file) }
    let client = try APNsClient(configuration: configuration, credential: credential, time: SystemTime())
    let push = PushRequest(
        deviceToken: token, topic: bundle, payload: Array(#"{"aps":{"alert":"Hello from Tidings"}}"#.utf8))
    switch await client.send([push])[0] {
    case .accepted(let id, _): print("Accepted as \(id).")
    case .rejected(let rejection): print("Refused: \(rejection).")
    case .notProcessed(let error): print("Not sent: \(error)")
    case .ambiguous(let error): print("It may have been sent: \(error)")
    }
    await client.close()
}

try await sendOnePush(ProcessInfo.processInfo.environment)
