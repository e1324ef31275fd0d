public import Foundation
package import ProcessLocal
public import SwiftUI
public import UIKit
public import UserNotifications
public import UserNotificationsUI

/// What runs as an app or as its extension.
public struct Program: Sendable {
    package enum Kind: Sendable {
        case executable(URL)
        case inProcess(@Sendable (SimulatedProcess) -> Void)
    }

    package let kind: Kind

    /// An executable, started as a child process of this one.
    ///
    /// Its main file is an app (`@main` on an app delegate or a SwiftUI `App`) or calls
    /// `UNNotificationServiceExtension.simulated.main`.
    public static func executable(_ url: URL) -> Program { Program(kind: .executable(url)) }

    /// An app inside this process, for tests in bulk; the delegate is made when the app is launched.
    public static func app(_ makeDelegate: @escaping @MainActor @Sendable () -> any UIApplicationDelegate) -> Program {
        Program(
            kind: .inProcess { process in
                AppRuntime.install(in: process) { AppRuntime(delegate: makeDelegate()) }
            })
    }

    /// A SwiftUI app inside this process.
    public static func app<Interface: App & SendableMetatype>(_ type: Interface.Type) -> Program {
        Program(kind: .inProcess { SwiftUIRuntime.install(type, in: $0) })
    }

    /// A content extension inside this process; one object draws all notifications.
    public static func contentExtension(
        _ makeObject: @escaping @MainActor @Sendable () -> any UNNotificationContentExtension
    ) -> Program {
        Program(kind: .inProcess { ContentExtensionRuntime.install(in: $0, makeObject) })
    }

    /// A service extension inside this process; a new object for each push.
    public static func serviceExtension(
        _ makeService: @escaping @Sendable () -> UNNotificationServiceExtension
    ) -> Program {
        Program(kind: .inProcess { ExtensionRuntime.install(in: $0, makeService) })
    }
}
