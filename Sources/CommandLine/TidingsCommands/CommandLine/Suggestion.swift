import Payloads

/// A sentence that names the nearest known word, or another sentence when none is near.
func suggestion(for word: String, among names: [String], prefix: String = "", otherwise: String) -> String {
    let near = names.map { (name: $0, distance: editDistance(word, $0)) }.min { $0.distance < $1.distance }
    guard let near, near.distance <= max(1, word.count / 3) else { return otherwise }
    return "Did you mean \(prefix)\(near.name)?"
}

/// A word from outside as it may stand in a message: in quotation marks, on one line, not endless.
func quoted(_ word: String) -> String {
    let flat = word.prefix(80).map { $0.isNewline ? " " : $0 }
    return "\"\(String(flat))\(word.count > 80 ? "…" : "")\""
}
