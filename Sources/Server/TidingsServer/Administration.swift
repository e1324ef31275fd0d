public import Foundation
public import Storage
public import Timekeeping

/// What the command line does on the data folder itself: tenants and keys.
///
/// Keys cannot mint keys over HTTP; whoever can write to the data folder makes them here. It works beside a running
/// server.
package struct Administration: Sendable {
    /// The folder that holds the database.
    package let dataDirectory: String
    private let time: any TimeSource

    /// Names the folder; each call opens it.
    package init(dataDirectory: String, time: any TimeSource) {
        self.dataDirectory = dataDirectory
        self.time = time
    }
}
