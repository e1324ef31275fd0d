require File.join(__dir__, 'scripts', 'podspec')

tidings_podspec('TidingsPushCrypto', 'Sealing and opening of messages (RFC 8291).', %w[])
