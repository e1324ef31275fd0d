// Whoever simulates a device writes an app for it, too.
@_exported public import AVFAudio
@_exported public import BackgroundTasks
@_exported public import CallKit
@_exported public import CoreLocation
@_exported public import Intents
@_exported public import PushKit
@_exported public import Security
@_exported public import Timekeeping
@_exported public import UIKit
@_exported public import UserNotifications
@_exported public import UserNotificationsUI
