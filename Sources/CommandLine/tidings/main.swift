// Replaced by the command itself.
