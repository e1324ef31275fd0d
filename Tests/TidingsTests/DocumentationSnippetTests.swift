import TestSupport
import Testing

/// Holds the code of the client's pages to `Examples/DocumentationSnippets`, which the compiler holds to the SDK.
@Suite("Code in the documentation of the client") struct DocumentationSnippetTests {
    private let code = DocumentedCode(
        snippets: "Examples/DocumentationSnippets",
        pages: [
            "Documentation/Tidings.docc", "Documentation/TidingsUI.docc", "Documentation/TidingsServiceExtension.docc",
            "Documentation/TidingsNotifications.docc", "Documentation/TidingsCalls.docc",
            "Documentation/Guides/AddTheSDK.md",
            "Documentation/Guides/AddTheExtension.md", "Documentation/Guides/Encryption.md",
            "Documentation/Guides/OtherPushSDKs.md", "Documentation/ComingFrom", "README.md",
        ])

    @Test func `each block of Swift on the client's pages is code that compiles, and each such code is on a page`()
        throws
    {
        #expect(try code.problems() == [])
        #expect(try code.snippetsByName().count > 15)
    }
}
