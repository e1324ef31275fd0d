import PushModel

extension Conversion {
    /// The options alone, the data of a message that holds them, or what the payload builder takes.
    mutating func takeNotifyKit() {
        let notification = root["notification"]
        if let options = root.member(NotifyKitOptions.key) ?? root["data"]?.member(NotifyKitOptions.key) {
            payload.add(NotifyKitOptions.key, options.value, keyRange: options.keyRange)
            takeTexts(of: Self.object(options.value) ?? options.value)
            payload.add(
                (root.members ?? []).filter {
                    $0.key != NotifyKitOptions.key && $0.key != "data" && !$0.value.isObject
                })
        } else {
            let blob = notification ?? root
            payload.add(NotifyKitOptions.key, blob)
            takeTexts(of: blob)
        }
        if notification != nil {
            let routes = Self.routes.filter { root[$0] != nil }.count
            if routes != 1 { remarks.append(.init(.route(found: routes, isRequired: true), root.origin)) }
        }
    }

    /// The server of notify-kit repeats the texts in the alert, and asks for the extension.
    private mutating func takeTexts(of blob: PayloadNode) {
        addToAlert("title", blob.member("title"))
        addToAlert("body", blob.member("body"))
        let ios = blob["ios"]
        addToAPS("mutable-content", PayloadNode(1))
        addToAPS("sound", ios?["sound"])
        addToAPS("category", ios?["categoryId"])
        addToAPS("thread-id", ios?["threadId"])
        addToAPS("badge", ios?["badgeCount"])
        if let level = ios?["interruptionLevel"] {
            let word = level.string == "timeSensitive" ? PayloadNode("time-sensitive", origin: level.origin) : level
            addToAPS("interruption-level", word)
        }
    }

    /// Options that are an object, or the JSON of one in a text; places inside a text are that of the text.
    static func object(_ node: PayloadNode) -> PayloadNode? {
        if node.isObject { return node }
        guard let text = node.string, let value = try? JSONValue(parsing: text), value.object != nil else { return nil }
        return PayloadNode(value, origin: node.origin)
    }
}
