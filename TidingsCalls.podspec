require File.join(__dir__, 'scripts', 'podspec')

tidings_podspec('TidingsCalls', 'Calls by pushes of PushKit.', %w[Tidings TidingsNotifications TidingsCore TidingsPushModel TidingsTimekeeping])
