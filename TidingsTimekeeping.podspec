require File.join(__dir__, 'scripts', 'podspec')

tidings_podspec('TidingsTimekeeping', 'Clocks that tests can move.', %w[TidingsLocking])
