import PayloadRehearsal

/// A phone as the person sees it after a push, in HTML and CSS.
struct PhonePicture {
    private let sight: Sight
    private let situation: Situation

    init(_ sight: Sight, _ situation: Situation) {
        self.sight = sight
        self.situation = situation
    }

    var html: String {
        """
        <div class="phone \(look)" role="img" aria-label="\(sight.headline.html)">
        <div class="notch"></div>
        <div class="bar"><span>9:41</span><span>\(signs)</span></div>
        \(look == "locked" ? "<div class=\"clock\">9:41</div>" : "")\(call)\(banner)
        <div class="middle">\(look == "inside" ? "the app" : "")</div>
        \(drawer)\(look == "home" ? icon : "")
        </div>
        """
    }

    private var look: String {
        if situation.isLocked { return "locked" }
        return situation.state == .foreground ? "inside" : "home"
    }

    /// What the status line tells: Focus, Low Power Mode, mute switch, and a sound as waves.
    private var signs: String {
        var signs: [String] = []
        if situation.circumstances.contains(.focus) { signs.append(Self.moon) }
        if situation.circumstances.contains(.lowPower) { signs.append("<i class=\"battery\"></i>") }
        if situation.circumstances.contains(.muted) { signs.append("muted") }
        if sight.sound != nil { signs.append(Self.waves) }
        return signs.joined(separator: " ")
    }

    private static let moon = """
        <svg width="12" height="12" viewBox="0 0 12 12"><path fill="currentColor" d="M8 1a5 5 0 1 0 3 7 4.4 4.4 0 0 1-3-7z"/></svg>
        """
    private static let waves = """
        <svg width="14" height="12" viewBox="0 0 14 12"><path fill="currentColor" d="M1 4h2l3-3v10L3 8H1z"/>\
        <path fill="none" stroke="currentColor" d="M8 4q2 2 0 4M10 2q4 4 0 8"/></svg>
        """

    private var call: String {
        sight.places.contains(.call)
            ? "<div class=\"card call\"><b>incoming call</b><i class=\"no\"></i><i class=\"yes\"></i></div>" : ""
    }

    private var isOnScreen: Bool { sight.places.contains(.banner) || sight.places.contains(.lockScreen) }

    private var banner: String { isOnScreen ? card(sight.text, "card") : "" }

    private func card(_ text: [String], _ style: String) -> String {
        let lines = text.enumerated().map { index, line in
            // The first of several lines is the title.
            index == 0 && text.count > 1 ? "<b>\(line.html)</b>" : "<span>\(line.html)</span>"
        }
        return "<div class=\"\(style)\" dir=\"auto\">\(lines.joined(separator: "<br>"))</div>"
    }

    /// The list, which the person has to pull down.
    private var drawer: String {
        guard !sight.list.isEmpty else { return "" }
        let title = sight.places.contains(.summary) ? "scheduled summary" : "in the list"
        let groups = sight.list.prefix(3).map { group in
            card(group.first?.text ?? [], group.count > 1 ? "card group" : "card")
                + (group.count > 1 ? "<small>\(group.count - 1) more of the group</small>" : "")
        }
        return "<div class=\"drawer\"><small>\(title)</small>\(groups.joined())</div>"
    }

    private var icon: String {
        "<div class=\"dock\"><div class=\"icon\">\(sight.iconBadge > 0 ? "<em>\(sight.iconBadge)</em>" : "")</div></div>"
    }
}
