import Foundation
import TestSupport
import Testing

@testable import TidingsCommands

@Suite struct BenchTests {
    private static func root(_ figures: Figure...) -> Command {
        Command(
            "t", "T.", subcommands: [Command.benchCommand([Benchmark("one", "First.") { _ in figures }])])
    }

    @Test func `a figure carries every key, also where it has no reference`() async {
        let run = await tool(
            "bench", "--json", root: Self.root(Figure("a", 3, unit: "s", reference: 2, target: .atMost(2))))
        #expect(run.exit == .done)
        #expect(
            run.out
                == #"{"figures":[{"name":"a","ok":true,"ratio":1.5,"reference":2,"target":2,"unit":"s","value":3}]}"#
                + "\n")
        let bare = await tool("bench", "--json", root: Self.root(Figure("a", 3, unit: "s")))
        #expect(bare.out.contains(#""ratio":null,"reference":null,"target":null"#))
    }

    @Test(arguments: [
        (Figure("cost", 7, unit: "s", reference: 2, target: .atMost(3)), ExitCode.mistake),
        (Figure("cost", 6, unit: "s", reference: 2, target: .atMost(3)), .done),
        (Figure("rate", 1, unit: "/s", reference: 4, target: .atLeast(0.5)), .mistake),
        (Figure("rate", 2, unit: "/s", reference: 4, target: .atLeast(0.5)), .done),
        (Figure("no peer", 2, unit: "/s", target: .atLeast(0.5)), .mistake),
    ])
    func `a missed target is exit code 1`(figure: Figure, expected: ExitCode) async {
        #expect(await tool("bench", "--json", root: Self.root(figure)).exit == expected)
    }

    @Test func `an unknown measurement is named`() async {
        let run = await tool("bench", "oen", root: Self.root())
        #expect(run.error == "t: There is no measurement \"oen\". Did you mean one?\n")
    }

    @Test(arguments: [(0.12345, "0.123"), (1.5, "1.5"), (3, "3"), (123.4, "123"), (48123.7, "48124")])
    func `numbers are short`(number: Double, text: String) {
        #expect(Figure.short(number) == text)
    }
}
