import Foundation
import ProcessLocal
package import Tidings

extension PushClient.Dependencies {
    /// Notes on the phone's timeline each token that the server takes.
    package mutating func noteRegistrations() {
        change { environment in
            let send = environment.transport.send
            environment.transport.send = { call in
                let reply = try await send(call)
                if let token = call.registeredToken, (200..<300).contains(reply.status) {
                    SimulatedProcess.current.log("registered", ["token": String(token.prefix(8))])
                }
                return reply
            }
        }
    }
}

extension HTTPCall {
    /// The token that this call registers; nil if it is another call.
    var registeredToken: String? {
        guard method == "PUT", url.path.hasSuffix("/client/device"), let body else { return nil }
        return (try? JSONValue(parsing: [UInt8](body)))?["token"]?.string
    }
}
