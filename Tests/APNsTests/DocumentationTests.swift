import TestSupport
import Testing

/// Holds the code of the module's articles to `Examples/APNsSnippets`, which the compiler holds to the module.
@Suite struct DocumentationTests {
    @Test func `each block of Swift in the articles is code that compiles, and each such code is in an article`() throws
    {
        let articles = ["Payloads", "ManyPushes", "Credentials", "ChannelBroadcasts"].map {
            "Documentation/APNs.docc/\($0).md"
        }
        let code = DocumentedCode(snippets: "Examples/APNsSnippets", pages: articles)
        #expect(try code.problems() == [])
        #expect(try code.snippetsByName().count > 10)
    }
}
