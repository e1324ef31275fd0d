require File.join(__dir__, 'scripts', 'podspec')

tidings_podspec('TidingsContentExtension', 'The notification content extension.', %w[TidingsNotifications TidingsCore TidingsPushModel])
