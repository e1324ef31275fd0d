extension Operations {
    /// The routes of segments.
    static let segments: [Operation] = [
        .init(
            method: "POST", path: "/v1/segments", id: "createSegment", tag: "Segments",
            summary: "Save an expression over subscribers.", access: .management(scope: "segments:write"),
            parameters: [.tenant], body: "NewSegment",
            success: [.init(status: 201, summary: "The segment.", schema: "Segment")],
            errors: [.slugTaken, .slugReserved, .invalidExpression]),
        .init(
            method: "GET", path: "/v1/segments", id: "listSegments", tag: "Segments",
            summary: "List the segments, newest first.", access: .management(scope: "segments:read"),
            parameters: [.tenant] + Operation.Parameter.page,
            success: [.init(status: 200, summary: "A page of segments.", schema: "SegmentPage")],
            errors: [.invalidCursor]),
        .init(
            method: "GET", path: "/v1/segments/{slug}", id: "readSegment", tag: "Segments", summary: "Read a segment.",
            access: .management(scope: "segments:read"), parameters: [.tenant, slug],
            success: [.init(status: 200, summary: "The segment.", schema: "Segment")],
            errors: [.segmentNotFound, .validationFailed]),
        .init(
            method: "PATCH", path: "/v1/segments/{slug}", id: "changeSegment", tag: "Segments",
            summary: "Change a segment; another expression makes a new version, the same one does not.",
            access: .management(scope: "segments:write"), parameters: [.tenant, slug], body: "SegmentChange",
            success: [.init(status: 200, summary: "The segment.", schema: "Segment")],
            errors: [.segmentNotFound, .invalidExpression]),
        .init(
            method: "DELETE", path: "/v1/segments/{slug}", id: "removeSegment", tag: "Segments",
            summary: "Remove a segment; messages accepted for it are still delivered.",
            access: .management(scope: "segments:write"), parameters: [.tenant, slug],
            success: [.init(status: 200, summary: "It is removed.", schema: "Removal")],
            errors: [.segmentNotFound, .validationFailed]),
        .init(
            method: "GET", path: "/v1/segments/{slug}/members", id: "listMembers", tag: "Segments",
            summary: "List the subscribers that belong to a segment now, oldest first.",
            access: .management(scope: "subscribers:read"), parameters: [.tenant, slug] + Operation.Parameter.page,
            success: [.init(status: 200, summary: "A page of subscribers.", schema: "SubscriberPage")],
            errors: [.segmentNotFound, .invalidCursor]),
        .init(
            method: "POST", path: "/v1/segments/preview", id: "previewSegment", tag: "Segments",
            summary: "Try an expression: how many subscribers meet it now, and up to 20 of them.",
            access: .management(scope: "subscribers:read"), parameters: [.tenant], body: "SegmentTrial",
            success: [.init(status: 200, summary: "Who meets it.", schema: "SegmentPreview")],
            errors: [.invalidExpression]),
        .init(
            method: "POST", path: "/v1/segments/explain", id: "explainSegment", tag: "Segments",
            summary: "Say how the database finds the subscribers, how many there are, and how long counting took.",
            access: .management(scope: "segments:read"), parameters: [.tenant], body: "SegmentTrial",
            success: [.init(status: 200, summary: "The plan.", schema: "SegmentPlan")],
            errors: [.invalidExpression]),
    ]

    private static let slug = Operation.Parameter.path("slug", "The segment's slug.")
}
