extension Operations {
    /// The route of imports.
    static let imports: [Operation] = [
        .init(
            method: "POST", path: "/v1/imports", id: "importRows", tag: "Imports",
            summary: "Take over up to 1000 people and tokens from another system. Attributes join what is known, "
                + "a token that is known stays as it is, and the same rows again change nothing.",
            access: .management(scope: "imports:write"), parameters: [.tenant], body: "ImportBatch",
            success: [.init(status: 200, summary: "What became of the rows.", schema: "ImportReport")])
    ]
}
