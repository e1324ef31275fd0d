// Sends one alert to one device.
//
//     TEAM_ID=… KEY_ID=… KEY_FILE=AuthKey.p8 BUNDLE_ID=… DEVICE_TOKEN=… swift run SendOnePush

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
    let client = try APNsClient(configuration: .sandbox, credential: credential, time: SystemTime())
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
