require File.join(__dir__, 'scripts', 'podspec')

tidings_podspec('TidingsUI', 'The client for SwiftUI.', %w[Tidings TidingsCore TidingsPushModel])
