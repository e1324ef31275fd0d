/// A sentence that names the nearest known word, or another sentence when none is near.
func suggestion(for word: String, among names: [String], prefix: String = "", otherwise: String) -> String {
    let near = names.map { (name: $0, distance: editDistance(word, $0)) }.min { $0.distance < $1.distance }
    guard let near, near.distance <= max(1, word.count / 3) else { return otherwise }
    return "Did you mean \(prefix)\(near.name)?"
}

/// The number of characters to insert, delete, replace or swap with a neighbour to turn one word into the other.
func editDistance(_ first: String, _ second: String) -> Int {
    let a = Array(first)
    let b = Array(second)
    guard !a.isEmpty, !b.isEmpty else { return max(a.count, b.count) }
    var beforeLast: [Int] = []
    var last = Array(0...b.count)
    for i in 1...a.count {
        var row = [i]
        for j in 1...b.count {
            var best = min(row[j - 1] + 1, last[j] + 1, last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1))
            if i > 1, j > 1, a[i - 1] == b[j - 2], a[i - 2] == b[j - 1] { best = min(best, beforeLast[j - 2] + 1) }
            row.append(best)
        }
        beforeLast = last
        last = row
    }
    return last[b.count]
}

/// A word from outside as it may stand in a message: in quotation marks, on one line, not endless.
func quoted(_ word: String) -> String {
    let flat = word.prefix(80).map { $0.isNewline ? " " : $0 }
    return "\"\(String(flat))\(word.count > 80 ? "…" : "")\""
}
