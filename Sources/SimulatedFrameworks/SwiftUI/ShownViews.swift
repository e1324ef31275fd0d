/// A view that the simulated SwiftUI shows itself, without a body.
@MainActor
protocol ShownView {
    func show(_ pass: ViewPass)
}

extension EmptyView: ShownView {
    func show(_ pass: ViewPass) {}
}

extension Text: ShownView {
    func show(_ pass: ViewPass) { pass.texts.append(text) }
}

extension VStack: ShownView {
    func show(_ pass: ViewPass) { pass.visit(content, at: "stack") }
}

extension List: ShownView {
    func show(_ pass: ViewPass) { pass.visit(content, at: "list") }
}

extension ForEach: ShownView {
    func show(_ pass: ViewPass) { for element in data { pass.visit(content(element), at: "\(id(element))") } }
}

extension Button: ShownView {
    func show(_ pass: ViewPass) { pass.visit(label, pressing: action) }
}

extension Toggle: ShownView {
    func show(_ pass: ViewPass) {
        pass.visit(label) { isOn.wrappedValue.toggle() }
        pass.texts.append(isOn.wrappedValue ? "on" : "off")
    }
}

extension Group: ShownView {
    func show(_ pass: ViewPass) { pass.visit(content, at: "group") }
}

extension TupleView: ShownView {
    func show(_ pass: ViewPass) {
        for (index, child) in Mirror(reflecting: value).children.enumerated() {
            guard let view = child.value as? any View else { continue }
            pass.visit(view, at: "\(index)")
        }
    }
}

extension _ConditionalContent: ShownView {
    func show(_ pass: ViewPass) {
        switch choice {
        case .first(let view): pass.visit(view, at: "true")
        case .second(let view): pass.visit(view, at: "false")
        }
    }
}

extension Optional: ShownView where Wrapped: View {
    func show(_ pass: ViewPass) { if let self { pass.visit(self, at: "some") } }
}

extension _ViewModifier_Content: ShownView {
    func show(_ pass: ViewPass) { show(pass) }
}

extension ModifiedContent: ShownView {
    func show(_ pass: ViewPass) {
        pass.descend("modifier") {
            pass.place(modifier)
            let content = content
            pass.visit(
                modifier.body(content: _ViewModifier_Content { $0.visit(content, at: "content") }), at: "body")
        }
    }
}

/// A view with something to do besides being shown.
struct Effect<Content: View>: View, ShownView {
    let content: Content
    let effect: any ViewEffect

    var body: Never { neverEvaluated(Self.self) }

    func show(_ pass: ViewPass) {
        pass.note(effect)
        pass.visit(content, at: "content")
    }
}
