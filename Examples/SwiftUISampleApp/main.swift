// Replaced by the sample itself.
