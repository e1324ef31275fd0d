// Importing SwiftUI brings Combine, Foundation and UIKit along, as it does on iOS.
@_exported public import Combine
@_exported public import Foundation
@_exported public import UIKit
