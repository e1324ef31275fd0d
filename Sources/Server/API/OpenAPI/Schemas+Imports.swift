extension Schemas {
    /// Imports.
    static let imports = #"""
        {
          "ImportRow": {
            "type": "object", "required": ["externalId"], "additionalProperties": false,
            "properties": {
              "externalId": {"type": "string", "minLength": 1, "maxLength": 255, "description": "Your own user id."},
              "attributes": {"type": ["object", "null"], "description": "Joins what is known; null removes one."},
              "timezone": {"type": ["string", "null"], "description": "An IANA name."},
              "locale": {"type": ["string", "null"], "minLength": 1, "maxLength": 100},
              "token": {"type": ["string", "null"], "description": "A device token of Apple's in hex."},
              "bundleId": {"type": ["string", "null"], "description": "The app of the token; needed with one."},
              "environment": {"enum": ["sandbox", "production", null], "description": "production if not set."},
              "enabled": {"type": ["boolean", "null"], "description": "false makes a muted device."},
              "appVersion": {"type": ["string", "null"], "minLength": 1, "maxLength": 100},
              "osVersion": {"type": ["string", "null"], "minLength": 1, "maxLength": 100},
              "model": {"type": ["string", "null"], "minLength": 1, "maxLength": 100}
            }
          },
          "ImportBatch": {
            "type": "object", "required": ["rows"], "additionalProperties": false,
            "properties": {
              "rows": {
                "type": "array", "maxItems": 1000,
                "description": "A row that cannot be taken is refused alone.",
                "items": {"$ref": "#/components/schemas/ImportRow"}
              },
              "dryRun": {"type": ["boolean", "null"], "description": "true tells what would become of the rows."}
            },
            "example": {
              "rows": [
                {
                  "externalId": "user-1", "attributes": {"plan": "pro"}, "timezone": "Europe/Oslo",
                  "token": "00fc13adff785122b4ad28809a3420982341241421348097878e577c991de8f0",
                  "bundleId": "com.example.app"
                }
              ]
            }
          },
          "ImportReport": {
            "type": "object", "required": ["subscribers", "devices", "refused"],
            "properties": {
              "subscribers": {
                "type": "object", "required": ["created", "updated", "unchanged"],
                "properties": {
                  "created": {"type": "integer"}, "updated": {"type": "integer"}, "unchanged": {"type": "integer"}
                }
              },
              "devices": {
                "type": "object", "required": ["created", "moved", "known"],
                "properties": {
                  "created": {"type": "integer"},
                  "moved": {"type": "integer", "description": "Devices of another person that no app has registered."},
                  "known": {"type": "integer", "description": "Tokens that stay as they are."}
                }
              },
              "refused": {
                "type": "array",
                "items": {
                  "type": "object", "required": ["index", "code", "param", "message"],
                  "properties": {
                    "index": {"type": "integer", "description": "The row's place in rows, from 0."},
                    "code": {"type": "string"}, "param": {"type": "string"}, "message": {"type": "string"}
                  }
                }
              }
            },
            "example": {
              "subscribers": {"created": 1, "updated": 0, "unchanged": 0},
              "devices": {"created": 0, "moved": 0, "known": 0},
              "refused": [
                {"index": 1, "code": "invalid_timezone", "param": "timezone", "message": "The time zone is no name of the IANA database."}
              ]
            }
          }
        }
        """#
}
