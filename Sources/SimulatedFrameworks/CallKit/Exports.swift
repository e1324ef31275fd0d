// Importing CallKit brings along what its declarations need.
@_exported public import AVFAudio
@_exported public import Foundation
