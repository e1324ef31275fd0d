/// An object of a project: a target, a group, a build phase.
package struct ProjectObject: Sendable {
    /// Its id, usually 24 hexadecimal digits.
    package let id: String
    /// What kind of object it is, such as `PBXNativeTarget`.
    package let isa: String
    /// The object's dictionary.
    let node: Node
    /// From the first byte of the id to the semicolon after the object.
    let range: Range<Int>

    /// The text under a key.
    package func string(_ key: String) -> String? { node[key]?.string }

    /// The texts of a list under a key; none if the key is missing.
    package func strings(_ key: String) -> [String] { node[key]?.items?.compactMap(\.string) ?? [] }

    /// The entries of a dictionary under a key; none if the key is missing.
    package func entries(_ key: String) -> [Node.Entry] { node[key]?.entries ?? [] }

    /// Its name: the one it has, else the last part of its path.
    package var name: String? {
        string("name") ?? string("path").map { $0.split(separator: "/").last.map(String.init) ?? $0 }
    }
}
