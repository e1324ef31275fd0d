/// Finds the handler for a method and a path.
///
/// Patterns are made of literal segments and of parameters that fill a whole segment, as in `/v1/messages/{id}`. A
/// literal wins over a parameter. A trailing slash makes another path. `HEAD` falls back to `GET`.
package struct Router: Sendable {
    /// Answers a request.
    package typealias Handler = @Sendable (HTTPRequest) async throws -> HTTPResponse

    /// What the router has for a request.
    package enum Match: Sendable {
        /// A handler, and the decoded parameters of the path.
        case found(Handler, parameters: [String: String])
        /// The path exists, with other methods.
        case methodNotAllowed([String])
        /// No such path.
        case notFound
        /// A parameter of the path cannot be decoded.
        case malformed
    }

    /// All routes, in the order they were added.
    package private(set) var routes: [(method: String, pattern: String)] = []
    private var root = Node()

    private struct Node: Sendable {
        var literals: [String: Node] = [:]
        /// An array so that the type can hold itself; at most one element.
        var parameter: [Node] = []
        var parameterNames: [String] = []
        var handlers: [String: Handler] = [:]
    }

    /// Makes a router without routes.
    package init() {}

    /// Adds a route; a second one for the same method and pattern replaces the first.
    package mutating func on(_ method: String, _ pattern: String, _ handler: @escaping Handler) {
        precondition(pattern.hasPrefix("/"), "A pattern starts with a slash: \(pattern)")
        let segments = pattern.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        let names = segments.filter { $0.hasPrefix("{") }.map { String($0.dropFirst().dropLast()) }
        Self.add(handler, method, segments[...], names, to: &root)
        routes.removeAll { $0.method == method && $0.pattern == pattern }
        routes.append((method: method, pattern: pattern))
    }

    /// Looks up a request's method and its path as sent.
    package func match(_ method: String, _ path: String) -> Match {
        guard path.hasPrefix("/") else { return .notFound }
        let segments = path.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
        var values: [Substring] = []
        guard let node = Self.find(segments[...], in: root, &values) else { return .notFound }
        guard let handler = node.handlers[method] ?? (method == "HEAD" ? node.handlers["GET"] : nil) else {
            return .methodNotAllowed(Self.allowed(node))
        }
        var parameters: [String: String] = [:]
        for (name, value) in zip(node.parameterNames, values) {
            guard let decoded = percentDecoded(value) else { return .malformed }
            parameters[name] = decoded
        }
        return .found(handler, parameters: parameters)
    }

    private static func add(
        _ handler: @escaping Handler, _ method: String, _ segments: ArraySlice<Substring>, _ names: [String],
        to node: inout Node
    ) {
        guard let segment = segments.first else {
            node.handlers[method] = handler
            node.parameterNames = names
            return
        }
        if segment.hasPrefix("{") {
            if node.parameter.isEmpty { node.parameter.append(Node()) }
            add(handler, method, segments.dropFirst(), names, to: &node.parameter[0])
        } else {
            add(handler, method, segments.dropFirst(), names, to: &node.literals[String(segment), default: Node()])
        }
    }

    private static func find(_ segments: ArraySlice<Substring>, in node: Node, _ values: inout [Substring]) -> Node? {
        guard let segment = segments.first else { return node.handlers.isEmpty ? nil : node }
        if let literal = percentDecoded(segment), let next = node.literals[literal],
            let found = find(segments.dropFirst(), in: next, &values)
        {
            return found
        }
        guard let next = node.parameter.first, !segment.isEmpty else { return nil }
        values.append(segment)
        if let found = find(segments.dropFirst(), in: next, &values) { return found }
        values.removeLast()
        return nil
    }

    private static func allowed(_ node: Node) -> [String] {
        var methods = Set(node.handlers.keys).union(["OPTIONS"])
        if methods.contains("GET") { methods.insert("HEAD") }
        return methods.sorted()
    }
}
