extension Operations {
    /// The routes of topics and of what people get of them.
    static let topics: [Operation] = [
        .init(
            method: "POST", path: "/v1/topics", id: "createTopic", tag: "Topics", summary: "Make a topic.",
            access: .management(scope: "topics:write"), parameters: [.tenant], body: "NewTopic",
            success: [.init(status: 201, summary: "The topic.", schema: "Topic")], errors: [.slugTaken]),
        .init(
            method: "GET", path: "/v1/topics", id: "listTopics", tag: "Topics",
            summary: "List the topics, newest first.", access: .management(scope: "topics:read"),
            parameters: [.tenant] + Operation.Parameter.page,
            success: [.init(status: 200, summary: "A page of topics.", schema: "TopicPage")],
            errors: [.invalidCursor]),
        .init(
            method: "GET", path: "/v1/topics/{slug}", id: "readTopic", tag: "Topics", summary: "Read a topic.",
            access: .management(scope: "topics:read"), parameters: [.tenant, slug],
            success: [.init(status: 200, summary: "The topic.", schema: "Topic")],
            errors: [.topicNotFound, .validationFailed]),
        .init(
            method: "PATCH", path: "/v1/topics/{slug}", id: "changeTopic", tag: "Topics",
            summary: "Change a topic; what is left out stays.", access: .management(scope: "topics:write"),
            parameters: [.tenant, slug], body: "TopicChange",
            success: [.init(status: 200, summary: "The topic.", schema: "Topic")], errors: [.topicNotFound]),
        .init(
            method: "DELETE", path: "/v1/topics/{slug}", id: "removeTopic", tag: "Topics",
            summary: "Remove a topic and what people chose; messages accepted for it are still delivered.",
            access: .management(scope: "topics:write"), parameters: [.tenant, slug],
            success: [.init(status: 200, summary: "It is removed.", schema: "Removal")],
            errors: [.topicNotFound, .validationFailed]),
        .init(
            method: "GET", path: "/v1/subscribers/{externalId}/preferences", id: "readPreferences", tag: "Topics",
            summary: "Read what a subscriber gets of every topic, in the order of the slugs.",
            access: .management(scope: "subscribers:read"),
            parameters: [.tenant, .path("externalId", "Your own user id.")],
            success: [.init(status: 200, summary: "All topics.", schema: "PreferenceList")],
            errors: [.validationFailed]),
        .init(
            method: "PATCH", path: "/v1/subscribers/{externalId}/preferences", id: "changePreferences",
            tag: "Topics", summary: "Choose for a subscriber: all that is said, or nothing if one of it cannot be.",
            access: .management(scope: "subscribers:write"),
            parameters: [.tenant, .path("externalId", "Your own user id.")], body: "PreferenceChange",
            success: [.init(status: 200, summary: "All topics, as they are now.", schema: "PreferenceList")],
            errors: [.topicNotFound, .channelNotOffered]),
    ]

    private static let slug = Operation.Parameter.path("slug", "The topic's slug.")
}
