/// The shapes of requests and answers, as JSON Schema.
enum Schemas {
    /// Each text is one object of named schemas.
    static let texts = [common, accounts, people, messages, events, client]

    private static let common = #"""
        {
          "Envelope": {
            "type": "object", "required": ["success", "data", "error", "metadata"],
            "properties": {
              "success": {"type": "boolean"},
              "data": {},
              "error": {"anyOf": [{"$ref": "#/components/schemas/Error"}, {"type": "null"}]},
              "metadata": {"$ref": "#/components/schemas/Metadata"}
            }
          },
          "Metadata": {
            "type": "object", "required": ["timestamp", "requestId"],
            "properties": {
              "timestamp": {"type": "string", "format": "date-time"},
              "requestId": {"type": "string", "description": "The same as the header Request-Id."}
            }
          },
          "Error": {
            "type": "object", "required": ["code", "message", "param", "details"],
            "properties": {
              "code": {"type": "string", "description": "Stable; see the examples of each route."},
              "message": {"type": "string", "description": "What to do, for people."},
              "param": {"type": ["string", "null"], "description": "The field, header or parameter at fault."},
              "details": {"type": "array", "items": {"$ref": "#/components/schemas/ErrorDetail"}}
            }
          },
          "ErrorDetail": {
            "type": "object", "required": ["param", "code", "message"],
            "properties": {
              "param": {"type": "string", "description": "Such as to[3] or actions[0].title."},
              "code": {
                "type": "string",
                "description": "required, invalid_type, unknown_field, too_long, out_of_range, invalid_format, reserved_key or not_found; more may follow."
              },
              "message": {"type": "string"}
            }
          },
          "Removal": {
            "type": "object", "required": ["id", "deleted"],
            "properties": {"id": {"type": "string"}, "deleted": {"type": "boolean"}}
          },
          "Health": {
            "type": "object", "required": ["status"], "properties": {"status": {"type": "string"}}
          },
          "Document": {"type": "object"}
        }
        """#

    private static let accounts = #"""
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
              "privateKey": {"type": "string", "description": "The text of the .p8 file; never answered again."},
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

    private static let people = #"""
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
              "token": {"type": "string", "description": "Hexadecimal digits, two for each byte."},
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
              "id", "subscriber", "bundleId", "platform", "enabled", "token", "permission", "locale", "timeZone",
              "sdkVersion", "appVersion", "osVersion", "model", "capabilities", "encryption", "createdAt", "lastSeenAt"
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
                "type": ["object", "null"], "required": ["keyId"], "properties": {"keyId": {"type": "string"}}
              },
              "createdAt": {"type": "string", "format": "date-time"},
              "lastSeenAt": {"type": "string", "format": "date-time"}
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

    private static let messages = #"""
        {
          "NewMessage": {
            "type": "object", "required": ["to"], "additionalProperties": false,
            "description": "A field that is null counts as left out. The payload may have 4,096 bytes.",
            "properties": {
              "to": {
                "oneOf": [
                  {"type": "string", "maxLength": 255},
                  {"type": "array", "minItems": 1, "maxItems": 1000, "items": {"type": "string", "maxLength": 255}}
                ],
                "description": "Your own user ids; a repeated one counts once."
              },
              "app": {"type": "string", "description": "Only this bundle id; all of the tenant's apps when left out."},
              "channel": {"type": "string", "enum": ["push"], "default": "push"},
              "title": {"type": "string", "maxLength": 500},
              "subtitle": {"type": "string", "maxLength": 500},
              "body": {"type": "string", "maxLength": 4000},
              "data": {
                "type": "object",
                "description": "Arrives at the payload's root byte for byte; aps and tidings are reserved."
              },
              "badge": {"type": "integer", "minimum": 0},
              "sound": {"type": "string", "maxLength": 100},
              "imageUrl": {"type": "string", "format": "uri", "description": "https only."},
              "threadId": {"type": "string"},
              "collapseId": {
                "type": "string", "maxLength": 64,
                "description": "At most 64 bytes; the message's id when left out, so that a resend replaces itself."
              },
              "targetContentId": {"type": "string"},
              "priority": {"type": "string", "enum": ["high", "normal"], "default": "high"},
              "interruptionLevel": {"type": "string", "enum": ["passive", "active", "timeSensitive", "critical"]},
              "relevanceScore": {"type": "number", "minimum": 0, "maximum": 1},
              "category": {"type": "string"},
              "actions": {"type": "array", "maxItems": 4, "items": {"$ref": "#/components/schemas/ActionButton"}},
              "deepLink": {"type": "string", "format": "uri"},
              "action": {"$ref": "#/components/schemas/NamedAction"},
              "policy": {"type": "string", "enum": ["ignore"]},
              "conversation": {"type": "string", "description": "Not shown while the app says that it is being read."},
              "encrypt": {
                "type": "string", "enum": ["none", "device"], "default": "none",
                "description": "device seals the content for each device; one without a key is skipped."
              },
              "form": {"type": "string", "enum": ["auto", "visible", "silent"], "default": "auto"},
              "ttlSeconds": {"type": "integer", "minimum": 60, "maximum": 2419200, "default": 86400},
              "idempotencyKey": {
                "type": "string", "minLength": 1, "maxLength": 255, "description": "As the header Idempotency-Key."
              }
            },
            "example": {"to": "user-1", "title": "Order shipped", "body": "It arrives on Friday.", "data": {"order": 42}}
          },
          "ActionButton": {
            "type": "object", "required": ["id", "title"], "additionalProperties": false,
            "properties": {
              "id": {"type": "string", "maxLength": 100},
              "title": {"type": "string", "maxLength": 100},
              "destructive": {"type": "boolean"},
              "foreground": {"type": "boolean"},
              "input": {"type": "boolean"},
              "placeholder": {"type": "string", "maxLength": 100}
            }
          },
          "NamedAction": {
            "type": "object", "required": ["name"], "additionalProperties": false,
            "properties": {"name": {"type": "string", "maxLength": 100}, "data": {"type": "object"}}
          },
          "AcceptedMessage": {
            "type": "object", "required": ["id", "status"],
            "properties": {"id": {"type": "string"}, "status": {"type": "string", "enum": ["queued"]}}
          },
          "Message": {
            "type": "object",
            "required": ["id", "status", "counts", "receipts", "createdAt", "expiresAt", "completedAt"],
            "properties": {
              "id": {"type": "string"},
              "status": {"type": "string", "enum": ["queued", "processing", "completed", "canceled"]},
              "counts": {
                "type": "object", "description": "total is pending plus the six outcomes.",
                "required": ["total", "pending", "sent", "failed", "invalid", "expired", "canceled", "skipped"],
                "properties": {
                  "total": {"type": "integer"}, "pending": {"type": "integer"}, "sent": {"type": "integer"},
                  "failed": {"type": "integer"}, "invalid": {"type": "integer"}, "expired": {"type": "integer"},
                  "canceled": {"type": "integer"}, "skipped": {"type": "integer"}
                }
              },
              "receipts": {
                "type": "object", "description": "How many deliveries have each receipt.",
                "required": ["delivered", "presented", "suppressed", "opened", "dismissed"],
                "properties": {
                  "delivered": {"type": "integer"}, "presented": {"type": "integer"},
                  "suppressed": {"type": "integer"}, "opened": {"type": "integer"}, "dismissed": {"type": "integer"}
                }
              },
              "createdAt": {"type": "string", "format": "date-time"},
              "expiresAt": {"type": "string", "format": "date-time"},
              "completedAt": {"type": ["string", "null"], "format": "date-time"}
            }
          },
          "MessagePage": {
            "type": "object", "required": ["items", "hasMore", "nextCursor"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/Message"}},
              "hasMore": {"type": "boolean"},
              "nextCursor": {"type": ["string", "null"]}
            }
          },
          "Delivery": {
            "type": "object",
            "required": [
              "id", "messageId", "externalId", "deviceId", "environment", "status", "outcome", "reason",
              "providerStatus", "providerReason", "attempts", "ambiguousAttempts", "apnsId", "apnsUniqueId",
              "nextAttemptAt", "createdAt", "expiresAt", "finishedAt"
            ],
            "properties": {
              "id": {"type": "string"},
              "messageId": {"type": "string"},
              "externalId": {"type": "string"},
              "deviceId": {"type": ["string", "null"], "description": "null if the subscriber had no device."},
              "environment": {"type": ["string", "null"]},
              "status": {
                "type": "string",
                "enum": ["pending", "retrying", "sent", "failed", "invalid", "expired", "canceled", "skipped"]
              },
              "outcome": {
                "type": ["string", "null"],
                "enum": ["sent", "failed", "invalid", "expired", "canceled", "skipped", null]
              },
              "reason": {
                "type": ["string", "null"],
                "description": "Why it ended so or is tried again, such as no_device, unsubscribed, no_token, invalid_token, no_encryption_key, no_credential, invalid_endpoint, bad_device_token, invalid_credential, payload_invalid, payload_too_large, rate_limited, credential_rate_limited, provider_unavailable, not_processed, transport, timeout, ttl or unknown."
              },
              "providerStatus": {"type": ["integer", "null"]},
              "providerReason": {"type": ["string", "null"], "description": "APNs's own word."},
              "attempts": {"type": "integer"},
              "ambiguousAttempts": {"type": "integer", "description": "Attempts whose answer never came."},
              "apnsId": {"type": ["string", "null"], "description": "The same for every attempt."},
              "apnsUniqueId": {"type": ["string", "null"]},
              "nextAttemptAt": {"type": ["string", "null"], "format": "date-time"},
              "createdAt": {"type": "string", "format": "date-time"},
              "expiresAt": {"type": "string", "format": "date-time"},
              "finishedAt": {"type": ["string", "null"], "format": "date-time"},
              "receipts": {
                "type": "array", "items": {"$ref": "#/components/schemas/Receipt"},
                "description": "Only where one delivery is read."
              }
            }
          },
          "Receipt": {
            "type": "object", "required": ["kind", "at", "action", "input", "reason"],
            "properties": {
              "kind": {"type": "string", "enum": ["delivered", "presented", "suppressed", "opened", "dismissed"]},
              "at": {"type": "string", "format": "date-time"},
              "action": {"type": ["string", "null"]},
              "input": {"type": ["string", "null"]},
              "reason": {"type": ["string", "null"]}
            }
          },
          "DeliveryPage": {
            "type": "object", "required": ["items", "hasMore", "nextCursor"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/Delivery"}},
              "hasMore": {"type": "boolean"},
              "nextCursor": {"type": ["string", "null"]}
            }
          },
          "Attempt": {
            "type": "object",
            "required": [
              "number", "environment", "result", "providerStatus", "reason", "startedAt", "finishedAt", "latencyMs",
              "nextAttemptAt"
            ],
            "properties": {
              "number": {"type": "integer"},
              "environment": {"$ref": "#/components/schemas/PushEnvironment"},
              "result": {
                "type": "string",
                "enum": ["started", "accepted", "rejected", "not_processed", "ambiguous", "not_sent"]
              },
              "providerStatus": {"type": ["integer", "null"]},
              "reason": {"type": ["string", "null"]},
              "startedAt": {"type": "string", "format": "date-time"},
              "finishedAt": {"type": ["string", "null"], "format": "date-time"},
              "latencyMs": {"type": ["integer", "null"]},
              "nextAttemptAt": {"type": ["string", "null"], "format": "date-time"}
            }
          },
          "AttemptPage": {
            "type": "object", "required": ["items", "hasMore", "nextCursor"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/Attempt"}},
              "hasMore": {"type": "boolean"},
              "nextCursor": {"type": ["string", "null"]}
            }
          }
        }
        """#

    private static let events = #"""
        {
          "EventBatch": {
            "oneOf": [
              {
                "type": "object", "required": ["events"], "additionalProperties": false,
                "properties": {
                  "events": {"type": "array", "maxItems": 100, "items": {"$ref": "#/components/schemas/NewEvent"}}
                }
              },
              {"$ref": "#/components/schemas/NewEvent"}
            ],
            "example": {"events": [{"externalId": "user-1", "name": "order.paid", "data": {"order": 42}}]}
          },
          "NewEvent": {
            "type": "object", "required": ["externalId", "name"], "additionalProperties": false,
            "properties": {
              "id": {"type": "string", "maxLength": 100, "description": "A second event with it is a duplicate."},
              "externalId": {"type": "string", "maxLength": 255},
              "name": {"type": "string", "pattern": "^[a-z0-9][a-z0-9_.-]{0,99}$"},
              "timestamp": {
                "type": "string", "format": "date-time",
                "description": "At most 7 days ago and 1 hour ahead; now when left out."
              },
              "data": {"type": "object", "description": "At most 8,192 bytes."}
            }
          },
          "EventResults": {
            "type": "object", "required": ["results"],
            "properties": {"results": {"type": "array", "items": {"$ref": "#/components/schemas/EventResult"}}}
          },
          "EventResult": {
            "type": "object", "required": ["id", "status"],
            "properties": {
              "id": {"type": ["string", "null"]},
              "status": {"type": "string", "enum": ["accepted", "duplicate", "rejected"]},
              "error": {"$ref": "#/components/schemas/ErrorDetail"}
            }
          },
          "Event": {
            "type": "object",
            "required": [
              "id", "externalId", "deviceId", "name", "clientId", "sequence", "timestamp", "receivedAt", "data"
            ],
            "properties": {
              "id": {"type": "string"},
              "externalId": {"type": "string"},
              "deviceId": {"type": ["string", "null"]},
              "name": {"type": "string"},
              "clientId": {"type": ["string", "null"]},
              "sequence": {"type": "integer", "description": "1, 2, 3, … for each subscriber."},
              "timestamp": {"type": "string", "format": "date-time"},
              "receivedAt": {"type": "string", "format": "date-time"},
              "data": {"type": "object"}
            }
          },
          "EventPage": {
            "type": "object", "required": ["items", "hasMore", "nextCursor"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/Event"}},
              "hasMore": {"type": "boolean"},
              "nextCursor": {"type": ["string", "null"]}
            }
          }
        }
        """#

    private static let client = #"""
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
            "type": "object", "required": ["id", "subscriber", "token"],
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
              }
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
                "type": "string", "format": "date-time", "description": "At most 30 days ago and 1 hour ahead."
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
              "enc": {"type": "string", "description": "The content of an encrypted message, in base64url."}
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
