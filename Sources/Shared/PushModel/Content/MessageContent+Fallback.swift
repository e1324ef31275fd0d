extension MessageContent {
    /// What goes out when the time of the plan has come and no phone has it; nil without a plan, or if none is wanted.
    ///
    /// On a phone that has the plan all the same it takes the place of the planned notification, or the other way round,
    /// as both have one name; the name of the plan of an encrypted message is nothing for Apple to read.
    package var fallback: MessageContent? {
        guard let local, local.fallsBack else { return nil }
        var content = self
        content.local = nil
        content.cancelLocal = nil
        if content.form == .silent { content.form = nil }
        let name = LocalPlan.identifierPrefix + local.id
        let isHeader = name.utf8.count <= 64 && name.utf8.allSatisfy { (33...126).contains($0) }
        if content.collapseID == nil, encrypt != .device, isHeader { content.collapseID = name }
        return content
    }
}
