require File.join(__dir__, 'scripts', 'podspec')

tidings_podspec('TidingsCore', 'What app and extension share.', %w[TidingsPushModel TidingsPushCrypto TidingsLocking TidingsTimekeeping])
