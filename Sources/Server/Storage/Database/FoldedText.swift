extension String {
    /// The text as searches without regard to capitals compare it: in small letters, and with one form of the Greek sigma.
    ///
    /// SQLite knows it as the function `folded`; its own `lower` stops at ASCII.
    package var folded: String { lowercased().replacing("ς", with: "σ") }
}
