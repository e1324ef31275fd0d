extension Schemas {
    /// Subscribers and devices.
    static let people = #"""
        {
          "NewSubscriber": {
            "type": "object", "additionalProperties": false,
            "properties": {
              "attributes": {
                "type": "object",
                "description": "Replaces what was there. At most 65,536 bytes; no name begins with $."
              },
              "locale": {"type": ["string", "null"], "maxLength": 100},
              "timezone": {"type": ["string", "null"], "description": "A name of the IANA database."}
            },
            "example": {"attributes": {"plan": "pro"}, "locale": "de-DE", "timezone": "Europe/Berlin"}
          },
          "Subscriber": {
            "type": "object",
            "required": [
              "id", "externalId", "attributes", "timezone", "locale", "verified", "verifiedAt", "createdAt", "updatedAt"
            ],
            "properties": {
              "id": {"type": "string"},
              "externalId": {"type": "string"},
              "attributes": {"type": "object"},
              "timezone": {"type": ["string", "null"]},
              "locale": {"type": ["string", "null"]},
              "verified": {"type": "boolean"},
              "verifiedAt": {"type": ["string", "null"], "format": "date-time"},
              "createdAt": {"type": "string", "format": "date-time"},
              "updatedAt": {"type": "string", "format": "date-time"}
            },
            "example": {
              "id": "sub_1m8nga6v2bkgks2z7m4dmxq6yy8h3", "externalId": "user-1", "attributes": {"name": "Ann", "plan": "pro"},
              "timezone": "Europe/Oslo", "locale": "nb", "verified": true, "verifiedAt": "2026-01-30T08:00:00.000Z",
              "createdAt": "2026-01-30T07:59:00.000Z", "updatedAt": "2026-01-31T09:00:00.000Z"
            }
          },
          "SubscriberPage": {
            "type": "object", "required": ["items", "hasMore", "nextCursor"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/Subscriber"}},
              "hasMore": {"type": "boolean"},
              "nextCursor": {"type": ["string", "null"]}
            }
          },
          "NewDevice": {
            "type": "object", "required": ["externalId", "bundleId", "token"], "additionalProperties": false,
            "properties": {
              "externalId": {"type": "string", "maxLength": 255, "description": "Made if there is no such subscriber."},
              "bundleId": {"type": "string"},
              "platform": {"type": "string", "enum": ["ios"], "default": "ios"},
              "token": {
                "type": "string", "minLength": 2, "maxLength": 4096,
                "description": "Hexadecimal digits, two for each byte."
              },
              "environment": {"$ref": "#/components/schemas/PushEnvironment"}
            },
            "example": {"externalId": "user-1", "bundleId": "com.example.app", "token": "00fc13adff785122"}
          },
          "DeviceChange": {
            "type": "object", "required": ["enabled"], "additionalProperties": false,
            "properties": {"enabled": {"type": "boolean"}},
            "example": {"enabled": false}
          },
          "Device": {
            "type": "object",
            "required": [
              "id", "subscriber", "bundleId", "platform", "enabled", "token", "voipToken", "permission", "locale",
              "timeZone", "sdkVersion", "appVersion", "osVersion", "model", "capabilities", "encryption", "createdAt", "lastSeenAt"
            ],
            "properties": {
              "id": {"type": "string"},
              "subscriber": {
                "type": "object", "required": ["id", "externalId"],
                "properties": {"id": {"type": "string"}, "externalId": {"type": "string"}}
              },
              "bundleId": {"type": "string"},
              "platform": {"type": "string"},
              "enabled": {"type": "boolean"},
              "token": {
                "type": "object", "required": ["status"],
                "properties": {
                  "status": {"type": "string", "enum": ["active", "invalid", "none"]},
                  "environment": {"$ref": "#/components/schemas/PushEnvironment"},
                  "hint": {"type": "string", "description": "The token shortened."},
                  "reason": {"type": ["string", "null"], "description": "Why APNs refused it."},
                  "registeredAt": {"type": "string", "format": "date-time"}
                }
              },
              "voipToken": {
                "type": "object", "required": ["status"],
                "properties": {
                  "status": {"type": "string", "enum": ["active", "invalid", "none"]},
                  "environment": {"$ref": "#/components/schemas/PushEnvironment"},
                  "hint": {"type": "string", "description": "The token shortened."},
                  "reason": {"type": ["string", "null"], "description": "Why APNs refused it."},
                  "registeredAt": {"type": "string", "format": "date-time"}
                }
              },
              "permission": {
                "type": "string", "enum": ["notDetermined", "denied", "authorized", "provisional", "ephemeral"]
              },
              "locale": {"type": ["string", "null"]},
              "timeZone": {"type": ["string", "null"]},
              "sdkVersion": {"type": ["string", "null"]},
              "appVersion": {"type": ["string", "null"]},
              "osVersion": {"type": ["string", "null"]},
              "model": {"type": ["string", "null"]},
              "capabilities": {
                "type": "object", "required": ["serviceExtension"],
                "properties": {"serviceExtension": {"type": "boolean"}}
              },
              "encryption": {
                "type": ["object", "null"], "required": ["keyId", "publicKey", "auth"],
                "description": "What it takes to seal for the device by RFC 8291; null for a device without a key.",
                "properties": {
                  "keyId": {"type": "string"},
                  "publicKey": {"type": "string", "description": "The P-256 point, 65 bytes in base64url."},
                  "auth": {"type": "string", "description": "The authentication secret, 16 bytes in base64url."}
                }
              },
              "createdAt": {"type": "string", "format": "date-time"},
              "lastSeenAt": {"type": "string", "format": "date-time"}
            },
            "example": {
              "id": "dev_1m8pscj8g4gzshzcgt9wez0wahxer",
              "subscriber": {"id": "sub_1m8pscj5k3axtv0vp3ktaa28drht9", "externalId": "user-1"},
              "bundleId": "com.example.app", "platform": "ios", "enabled": true,
              "token": {
                "status": "active", "environment": "production", "hint": "cd1a…f6c4", "reason": null,
                "registeredAt": "2026-11-30T17:52:33.552Z"
              },
              "voipToken": {"status": "none"}, "permission": "authorized", "locale": "nb-NO", "timeZone": "Europe/Oslo", "sdkVersion": "1.0.0",
              "appVersion": "2.4", "osVersion": "18.0", "model": "iPhone17,1",
              "capabilities": {"serviceExtension": true}, "encryption": null, "createdAt": "2026-11-30T17:52:33.552Z",
              "lastSeenAt": "2026-11-30T17:52:33.552Z"
            }
          },
          "DevicePage": {
            "type": "object", "required": ["items", "hasMore", "nextCursor"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/Device"}},
              "hasMore": {"type": "boolean"},
              "nextCursor": {"type": ["string", "null"]}
            }
          }
        }
        """#
}
