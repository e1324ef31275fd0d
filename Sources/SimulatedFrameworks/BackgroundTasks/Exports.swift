// Importing BackgroundTasks brings Foundation along, as it does on Apple's platforms.
@_exported public import Foundation
