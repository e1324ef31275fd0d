require File.join(__dir__, 'scripts', 'podspec')

tidings_podspec('TidingsPushModel', 'What a push says, and how it is written.', %w[])
