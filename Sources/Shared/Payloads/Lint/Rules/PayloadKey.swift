import PushModel

/// The keys that Apple defines, with what they hold.
enum PayloadKey {
    /// What a value has to be.
    enum Kind {
        case text, alert, alertText, sound, flag, count, number, seconds, texts, object, truth

        /// In words, with the article.
        var name: String {
            switch self {
            case .text: "a string"
            case .alert: "a string or an object"
            case .alertText: "a string, or in a Live Activity an object with loc-key"
            case .sound: "a string or an object"
            case .flag: "the number 1"
            case .count: "a whole number"
            case .number: "a number"
            case .seconds: "a whole number of seconds since 1970"
            case .texts: "an array of strings"
            case .object: "an object"
            case .truth: "true"
            }
        }
    }

    static let aps: [String: Kind] = [
        "alert": .alert, "badge": .count, "sound": .sound, "thread-id": .text, "category": .text,
        "content-available": .flag, "mutable-content": .flag, "target-content-id": .text,
        "interruption-level": .text, "relevance-score": .number, "filter-criteria": .text, "stale-date": .seconds,
        "dismissal-date": .seconds, "timestamp": .seconds, "event": .text, "content-state": .object,
        "attributes-type": .text, "attributes": .object, "input-push-channel": .text, "input-push-token": .flag,
        "content-changed": .truth, "url-args": .texts, "summary-arg": .text, "summary-arg-count": .count,
    ]
    static let alert: [String: Kind] = [
        "title": .alertText, "subtitle": .alertText, "body": .alertText, "launch-image": .text,
        "title-loc-key": .text, "title-loc-args": .texts, "subtitle-loc-key": .text, "subtitle-loc-args": .texts,
        "loc-key": .text, "loc-args": .texts, "action-loc-key": .text, "action": .text, "sound": .sound,
        "summary-arg": .text, "summary-arg-count": .count,
    ]
    static let sound: [String: Kind] = ["critical": .flag, "name": .text, "volume": .number]

    /// Keys of `aps` that nobody uses for anything else, so that they show a mistake wherever they stand.
    static let unmistakable = Set(aps.keys.filter { $0.contains("-") })

    /// Keys of `aps` that only pushes to Live Activities have.
    static let liveActivity = [
        "event", "timestamp", "stale-date", "dismissal-date", "content-state", "attributes-type", "attributes",
        "input-push-channel", "input-push-token",
    ]

    /// Words that people write for another key.
    private static let synonyms = [
        "events": "event", "message": "body", "text": "body", "msg": "body", "threadidentifier": "thread-id",
        "categoryidentifier": "category", "categoryid": "category", "state": "content-state",
        "interruption": "interruption-level", "relevance": "relevance-score", "silent": "content-available",
        "mutable": "mutable-content", "date": "timestamp", "heading": "title", "level": "interruption-level",
    ]

    /// The keys by their letters alone.
    private static let spellings = [aps, alert, sound].map { keys in
        Dictionary(keys.keys.map { (plain($0), $0) }, uniquingKeysWith: { first, _ in first })
    }

    /// The key of `aps` that a word differs from in nothing but case, hyphens and underscores.
    static func spelling(of word: String) -> String? {
        word.utf8.count <= lengthLimit ? spellings[0][plain(word)] : nil
    }

    /// The key that a word was probably meant to be; nil where nothing is near.
    ///
    /// - Returns: The key, and whether the two differ in nothing but case, hyphens and underscores.
    static func nearest(to word: String, in keys: [String: Kind]) -> (key: String, isSpelling: Bool)? {
        guard word.utf8.count <= lengthLimit else { return nil }
        let plain = plain(word)
        if let key = keys.keys.first(where: { Self.plain($0) == plain }) { return (key, true) }
        if let key = synonyms[plain], keys[key] != nil { return (key, false) }
        let near = keys.keys.map { (key: $0, distance: editDistance(plain, Self.plain($0))) }
            .min { ($0.distance, $0.key) < ($1.distance, $1.key) }
        guard let near, near.distance <= (plain.count >= 8 ? 2 : 1), plain.count >= 4 else { return nil }
        return (near.key, false)
    }

    /// No key of Apple's is half as long.
    private static let lengthLimit = 40

    private static func plain(_ word: String) -> String {
        word.lowercased().filter { $0 != "-" && $0 != "_" && $0 != " " }
    }
}
