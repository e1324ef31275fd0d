extension Schemas {
    /// Declared attributes.
    static let attributes = #"""
        {
          "AttributeDeclaration": {
            "type": "object", "required": ["type"], "additionalProperties": false,
            "properties": {"type": {"type": "string", "enum": ["text", "number", "boolean"]}},
            "example": {"type": "text"}
          },
          "Attribute": {
            "type": "object", "required": ["name", "type", "isReady", "createdAt"],
            "properties": {
              "name": {"type": "string"},
              "type": {"type": "string", "enum": ["text", "number", "boolean"]},
              "isReady": {"type": "boolean", "description": "Whether conditions use it; subscribers that were there are gone through first."},
              "createdAt": {"type": "string", "format": "date-time"}
            },
            "example": {"name": "plan", "type": "text", "isReady": true, "createdAt": "2026-11-30T17:52:33.743Z"}
          },
          "AttributeList": {
            "type": "object", "required": ["items", "hasMore", "nextCursor"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/Attribute"}},
              "hasMore": {"type": "boolean"},
              "nextCursor": {"type": ["string", "null"]}
            }
          },
          "AttributeRemoval": {
            "type": "object", "required": ["name", "deleted"],
            "properties": {"name": {"type": "string"}, "deleted": {"type": "boolean"}},
            "example": {"name": "plan", "deleted": true}
          }
        }
        """#
}
