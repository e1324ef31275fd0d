require File.join(__dir__, 'scripts', 'podspec')

tidings_podspec('Tidings', 'The client for apps.', %w[TidingsNotifications TidingsCore TidingsPushModel TidingsLocking TidingsTimekeeping])
