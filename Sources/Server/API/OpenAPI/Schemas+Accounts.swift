extension Schemas {
    /// Apps, credentials and keys.
    static let accounts = #"""
        {
          "NewApp": {
            "type": "object", "required": ["bundleId"], "additionalProperties": false,
            "properties": {
              "bundleId": {"type": "string", "maxLength": 155, "pattern": "^[A-Za-z0-9.-]+$"},
              "name": {"type": "string", "maxLength": 200}
            },
            "example": {"bundleId": "com.example.app", "name": "Example"}
          },
          "App": {
            "type": "object", "required": ["id", "bundleId", "name", "credentials", "createdAt"],
            "properties": {
              "id": {"type": "string"},
              "bundleId": {"type": "string"},
              "name": {"type": "string"},
              "credentials": {"type": "array", "items": {"$ref": "#/components/schemas/Credential"}},
              "createdAt": {"type": "string", "format": "date-time"}
            }
          },
          "Credential": {
            "type": "object", "required": ["kind", "environment", "teamId", "keyId", "createdAt"],
            "properties": {
              "kind": {"type": "string", "enum": ["token"]},
              "environment": {"$ref": "#/components/schemas/PushEnvironment"},
              "teamId": {"type": "string"},
              "keyId": {"type": "string"},
              "createdAt": {"type": "string", "format": "date-time"}
            }
          },
          "PushEnvironment": {"type": "string", "enum": ["sandbox", "production"]},
          "NewCredential": {
            "type": "object", "required": ["kind", "teamId", "keyId", "privateKey"], "additionalProperties": false,
            "properties": {
              "kind": {"type": "string", "enum": ["token"]},
              "teamId": {"type": "string", "pattern": "^[A-Z0-9]{10}$"},
              "keyId": {"type": "string", "pattern": "^[A-Z0-9]{10}$"},
              "privateKey": {
                "type": "string", "minLength": 1, "maxLength": 4000,
                "description": "The text of the .p8 file; never answered again."
              },
              "environments": {
                "type": "array", "minItems": 1, "maxItems": 2,
                "items": {"$ref": "#/components/schemas/PushEnvironment"},
                "description": "Where the key is good; both when left out."
              }
            },
            "example": {
              "kind": "token", "teamId": "ABCDE12345", "keyId": "12345ABCDE",
              "privateKey": "-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n"
            }
          },
          "AppPage": {
            "type": "object", "required": ["items", "hasMore", "nextCursor"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/App"}},
              "hasMore": {"type": "boolean"},
              "nextCursor": {"type": ["string", "null"]}
            }
          },
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
