require File.join(__dir__, 'scripts', 'podspec')

tidings_podspec('TidingsServiceExtension', 'The notification service extension.', %w[TidingsNotifications TidingsCore TidingsPushModel TidingsLocking TidingsTimekeeping])
