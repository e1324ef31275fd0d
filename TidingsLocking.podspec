require File.join(__dir__, 'scripts', 'podspec')

tidings_podspec('TidingsLocking', 'A value behind a lock.', %w[])
