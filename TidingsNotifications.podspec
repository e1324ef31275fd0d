require File.join(__dir__, 'scripts', 'podspec')

tidings_podspec('TidingsNotifications', 'What becomes of a push on its way to the screen.', %w[TidingsCore TidingsPushModel])
