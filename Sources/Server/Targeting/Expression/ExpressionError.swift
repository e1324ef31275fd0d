/// Why an expression cannot be used.
package struct ExpressionError: Error, Sendable, Hashable {
    /// Where the fault is, such as `where.all[1].gte`.
    package let param: String
    /// A sentence that says what to do.
    package let message: String

    /// Makes an error.
    package init(at param: String, _ message: String) {
        self.param = param
        self.message = message
    }
}
