extension Schemas {
    /// Keys.
    static let accounts = #"""
        {
          "Key": {
            "type": "object",
            "required": ["id", "kind", "name", "hint", "scopes", "createdAt", "expiresAt", "revokedAt"],
            "properties": {
              "id": {"type": "string"},
              "kind": {"type": "string", "enum": ["workspace", "tenant", "publishable"]},
              "name": {"type": "string"},
              "hint": {"type": "string", "description": "The last four characters of the secret."},
              "scopes": {"type": "array", "items": {"type": "string"}},
              "createdAt": {"type": "string", "format": "date-time"},
              "expiresAt": {"type": ["string", "null"], "format": "date-time"},
              "revokedAt": {"type": ["string", "null"], "format": "date-time"}
            },
            "example": {
              "id": "key_1m8pscgdysgbaqpcyxmjvdpawc28x", "kind": "publishable", "name": "development app",
              "hint": "ds7I", "scopes": [], "createdAt": "2026-11-30T17:52:31.678Z", "expiresAt": null,
              "revokedAt": null
            }
          },
          "KeyPage": {
            "type": "object", "required": ["items", "hasMore", "nextCursor"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/Key"}},
              "hasMore": {"type": "boolean"},
              "nextCursor": {"type": ["string", "null"]}
            }
          }
        }
        """#
}
