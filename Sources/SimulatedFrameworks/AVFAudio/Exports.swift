// Importing AVFAudio brings Foundation along, as its declarations need it.
@_exported public import Foundation
