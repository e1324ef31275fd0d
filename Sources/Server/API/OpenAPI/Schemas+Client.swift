extension Schemas {
    /// What an app sends and gets.
    static let client = #"""
        {
          "ClientDevice": {
            "type": "object", "required": ["installId", "bundleId", "environment", "permission"],
            "additionalProperties": false,
            "properties": {
              "installId": {
                "type": "string", "minLength": 8, "maxLength": 100, "description": "The same for the life of the install."
              },
              "bundleId": {"type": "string"},
              "platform": {"type": "string", "enum": ["ios"]},
              "token": {"type": "string", "description": "Hexadecimal digits; left out while there is none."},
              "tokenKind": {"type": "string", "enum": ["alert"]},
              "environment": {"$ref": "#/components/schemas/PushEnvironment"},
              "unique": {
                "type": "boolean", "default": false,
                "description": "This token replaces those of the subscriber's other devices, of the same kind and app."
              },
              "voipToken": {
                "type": ["string", "null"],
                "description": "PushKit's token for calls; left out it stays as it is, null ends it."
              },
              "voipUnique": {
                "type": "boolean", "default": false, "description": "The same as unique, for the token for calls."
              },
              "permission": {
                "type": "string", "enum": ["notDetermined", "denied", "authorized", "provisional", "ephemeral"]
              },
              "locale": {"type": "string"},
              "timeZone": {"type": "string"},
              "sdkVersion": {"type": "string"},
              "appVersion": {"type": "string"},
              "osVersion": {"type": "string"},
              "model": {"type": "string"},
              "capabilities": {
                "type": "object", "additionalProperties": false,
                "properties": {"serviceExtension": {"type": "boolean"}}
              },
              "encryption": {
                "type": "object", "required": ["keyId", "publicKey", "auth"], "additionalProperties": false,
                "properties": {
                  "keyId": {"type": "string", "maxLength": 64},
                  "publicKey": {"type": "string", "description": "The uncompressed P-256 point, 65 bytes in base64url."},
                  "auth": {"type": "string", "description": "The authentication secret, 16 bytes in base64url."}
                }
              }
            },
            "example": {
              "installId": "0F2B2E6E-6C2F", "bundleId": "com.example.app", "token": "00fc13adff785122",
              "environment": "production", "permission": "authorized"
            }
          },
          "ClientDeviceAnswer": {
            "type": "object", "required": ["id", "subscriber", "token", "voipToken"],
            "properties": {
              "id": {"type": "string"},
              "subscriber": {
                "type": "object", "required": ["id", "externalId", "verified"],
                "properties": {
                  "id": {"type": "string"}, "externalId": {"type": "string"}, "verified": {"type": "boolean"}
                }
              },
              "token": {
                "type": "object", "required": ["status"],
                "properties": {"status": {"type": "string", "enum": ["active", "invalid", "none"]}}
              },
              "voipToken": {
                "type": "object", "required": ["status"],
                "properties": {"status": {"type": "string", "enum": ["active", "invalid", "none"]}}
              }
            },
            "example": {
              "id": "dev_1m8pscj8g4gzshzcgt9wez0wahxer",
              "subscriber": {"id": "sub_1m8pscj5k3axtv0vp3ktaa28drht9", "externalId": "user-1", "verified": false},
              "token": {"status": "active"}, "voipToken": {"status": "none"}
            }
          },
          "ClientEventBatch": {
            "type": "object", "required": ["events"], "additionalProperties": false,
            "properties": {
              "events": {"type": "array", "maxItems": 100, "items": {"$ref": "#/components/schemas/ClientEvent"}}
            },
            "example": {
              "events": [
                {
                  "id": "7c1c5b1e-5d0c-4a53-9d0e-0a6f8a1c2b3d", "name": "$notification.opened",
                  "timestamp": "2026-01-31T12:00:00Z", "data": {"messageId": "msg_…", "action": "reply", "input": "Yes"}
                }
              ]
            }
          },
          "ClientEvent": {
            "type": "object", "required": ["id", "name", "timestamp"], "additionalProperties": false,
            "properties": {
              "id": {"type": "string", "maxLength": 100},
              "name": {
                "type": "string",
                "description": "As for a backend's event, or one of the system's: receipts are $notification.delivered, presented, suppressed, opened and dismissed."
              },
              "timestamp": {
                "type": "string", "format": "date-time", "description": "At most 30 days ago and 1 hour ahead; a receipt beyond that counts as of now."
              },
              "data": {
                "type": "object",
                "description": "At most 8,192 bytes. For receipts: messageId, deliveryId, action, input, reason."
              }
            }
          },
          "ClientMessage": {
            "type": "object", "required": ["id", "createdAt"],
            "properties": {
              "id": {"type": "string"},
              "createdAt": {"type": "string", "format": "date-time"},
              "conversation": {"type": "string"},
              "title": {"type": "string"},
              "subtitle": {"type": "string"},
              "body": {"type": "string"},
              "data": {"type": "object"},
              "deepLink": {"type": "string"},
              "action": {"$ref": "#/components/schemas/NamedAction"},
              "image": {"type": "string"},
              "actions": {"type": "array", "items": {"$ref": "#/components/schemas/ActionButton"}},
              "category": {"type": "string"},
              "threadId": {"type": "string"},
              "kid": {"type": "string", "description": "With enc: which of the device's keys opens it."},
              "enc": {"type": "string", "description": "The content of an encrypted message, in base64url."},
              "push": {
                "type": "object",
                "description": "With local or cancelLocal: the push as it went out, for a device that never got it."
              }
            },
            "example": {
              "id": "msg_1m8pscjyzynyjzx0k0haeqspt7mj4", "createdAt": "2026-11-30T17:52:34.271Z",
              "title": "Order shipped", "body": "It arrives on Friday."
            }
          },
          "ClientMessagePage": {
            "type": "object", "required": ["items", "hasMore", "nextCursor"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/ClientMessage"}},
              "hasMore": {"type": "boolean"},
              "nextCursor": {"type": ["string", "null"], "description": "Keep it: new messages come after it."}
            }
          }
        }
        """#
}
