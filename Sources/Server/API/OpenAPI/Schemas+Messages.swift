extension Schemas {
    /// Messages, deliveries and attempts.
    static let messages = #"""
        {
          "NewMessage": {
            "type": "object", "additionalProperties": false,
            "description": "A field that is null counts as left out. The payload may have 4,096 bytes.",
            "properties": {
              "to": {
                "oneOf": [
                  {"type": "string", "maxLength": 255},
                  {"type": "array", "minItems": 1, "maxItems": 1000, "items": {"type": "string", "maxLength": 255}}
                ],
                "description": "Your own user ids; a repeated one counts once. Needed unless topic, segment or where is there."
              },
              "topic": {
                "type": "string", "maxLength": 200,
                "description": "A topic's slug. With to: only those of the named who want it, the others are skipped. Alone: everybody who wants it; a to that is empty or null is refused then."
              },
              "segment": {
                "type": "string", "maxLength": 200,
                "description": "A segment's slug: those of whom its present expression holds. Not with to or where."
              },
              "where": {"$ref": "#/components/schemas/Expression"},
              "schedule": {"$ref": "#/components/schemas/Schedule"},
              "app": {"type": "string", "description": "Only this bundle id; all of the tenant's apps when left out."},
              "channel": {"type": "string", "enum": ["push"], "default": "push"},
              "title": {
                "type": "string", "maxLength": 500,
                "description": "Title, subtitle and body are filled for each recipient: {{ attributes.name | default: \"you\" }}."
              },
              "subtitle": {"type": "string", "maxLength": 500},
              "body": {"type": "string", "maxLength": 4000},
              "localizations": {
                "type": "object", "maxProperties": 100,
                "description": "Other texts by language tag, such as de or de-AT; what one does not have, a wider one or the default has.",
                "additionalProperties": {
                  "type": "object", "additionalProperties": false,
                  "properties": {
                    "title": {"type": "string", "maxLength": 500}, "subtitle": {"type": "string", "maxLength": 500},
                    "body": {"type": "string", "maxLength": 4000}
                  }
                }
              },
              "data": {
                "type": "object",
                "description": "Arrives at the payload's root byte for byte; aps and tidings are reserved."
              },
              "badge": {"type": "integer", "minimum": 0},
              "sound": {"type": "string", "maxLength": 100},
              "imageUrl": {"type": "string", "format": "uri", "description": "https only."},
              "attachments": {
                "type": "array", "maxItems": 4, "items": {"$ref": "#/components/schemas/Attachment"},
                "description": "Pictures, sounds and films that the extension attaches, instead of imageUrl."
              },
              "sender": {"$ref": "#/components/schemas/MessageSender"},
              "groupName": {
                "type": "string", "maxLength": 200, "description": "The group that the sender wrote it in."
              },
              "threadId": {"type": "string"},
              "collapseId": {
                "type": "string", "minLength": 1, "maxLength": 64,
                "description": "At most 64 bytes, no control characters, no space at its ends; the message's id when left out, so that a resend replaces itself."
              },
              "targetContentId": {"type": "string"},
              "priority": {"type": "string", "enum": ["high", "normal"], "default": "high"},
              "interruptionLevel": {"type": "string", "enum": ["passive", "active", "timeSensitive", "critical"]},
              "relevanceScore": {"type": "number", "minimum": 0, "maximum": 1},
              "category": {"type": "string"},
              "actions": {"type": "array", "maxItems": 4, "items": {"$ref": "#/components/schemas/ActionButton"}},
              "deepLink": {"type": "string", "format": "uri"},
              "action": {"$ref": "#/components/schemas/NamedAction"},
              "local": {"$ref": "#/components/schemas/LocalPlan"},
              "cancelLocal": {
                "type": "object", "required": ["id"], "additionalProperties": false,
                "description": "Makes plans on the devices void: the one of this id, and those that go on with a colon.",
                "properties": {
                  "id": {"type": "string", "minLength": 1, "maxLength": 100},
                  "version": {"type": "integer", "minimum": 0}
                }
              },
              "policy": {
                "type": "string", "enum": ["ignore"], "description": "It is sent, and not counted, whatever a topic's dailyCap says."
              },
              "conversation": {"type": "string", "description": "Not shown while the app says that it is being read."},
              "encrypt": {
                "type": "string", "enum": ["none", "device"], "default": "none",
                "description": "device seals the content for each device; one without a key is skipped."
              },
              "ciphertexts": {
                "type": "object", "minProperties": 1, "maxProperties": 1000,
                "description": "What you sealed yourself, by device id; the server cannot read it. A device without one is skipped. Content fields go inside; beside it may stand sound (default), interruptionLevel, priority, collapseId, form and all that says to whom and when.",
                "propertyNames": {"pattern": "^dev_[0-9a-hjkmnp-tv-z]{29}$"},
                "additionalProperties": {"$ref": "#/components/schemas/Ciphertext"}
              },
              "id": {
                "type": "string", "pattern": "^msg_[0-9a-hjkmnp-tv-z]{29}$",
                "description": "The message's id, chosen by you, with ciphertexts only: it stands inside each of them."
              },
              "form": {"type": "string", "enum": ["auto", "visible", "silent"], "default": "auto"},
              "apns": {
                "type": "object", "additionalProperties": false,
                "description": "Beyond the fields that there are. Not with encrypt.",
                "properties": {
                  "payload": {
                    "type": "object",
                    "description": "Members of the APNs payload. aps is merged deeply and wins; a null in it, tidings, and keys that data has are refused."
                  }
                }
              },
              "overflow": {
                "type": "string", "enum": ["fail", "truncate"], "default": "fail",
                "description": "What happens where the texts of a recipient do not fit: the delivery fails, or the body, then subtitle and title, are cut between whole characters and end in an ellipsis."
              },
              "ttlSeconds": {"type": "integer", "minimum": 60, "maximum": 2419200, "default": 86400},
              "idempotencyKey": {
                "type": "string", "minLength": 1, "maxLength": 255, "description": "As the header Idempotency-Key."
              }
            },
            "example": {"to": "user-1", "title": "Order shipped", "body": "It arrives on Friday.", "data": {"order": 42}}
          },
          "PayloadSize": {
            "type": "object", "required": ["bytes", "limit", "fits", "precision", "recipients", "largest"],
            "properties": {
              "bytes": {"type": "integer", "description": "Of the largest payload, as it goes out; of an encrypted one without padding."},
              "limit": {"type": "integer"},
              "fits": {"type": "boolean"},
              "precision": {
                "type": "string", "enum": ["exact", "bound", "estimate"],
                "description": "exact: a payload of this size goes out. bound: none is larger, by the longest values that any of the tenant's subscribers has. estimate: as bound, by the newest 100,000 of more subscribers."
              },
              "recipients": {"type": ["integer", "null"], "description": "How many people it was written for."},
              "largest": {"type": ["string", "null"], "description": "Whose payload is the largest of them."}
            },
            "example": {
              "bytes": 241, "limit": 4096, "fits": true, "precision": "exact", "recipients": null, "largest": null
            }
          },
          "Ciphertext": {
            "type": "object", "required": ["keyId", "body"], "additionalProperties": false,
            "properties": {
              "keyId": {
                "type": "string", "minLength": 1, "maxLength": 64,
                "description": "The device's key, from GET /v1/devices; the one before it serves for 30 days."
              },
              "body": {
                "type": "string", "pattern": "^[A-Za-z0-9_-]{138,}={0,2}$",
                "description": "The RFC 8291 body in the coding aes128gcm, in base64url."
              }
            }
          },
          "Attachment": {
            "type": "object", "required": ["url"], "additionalProperties": false,
            "properties": {
              "url": {"type": "string", "format": "uri", "description": "https only."},
              "id": {"type": "string", "maxLength": 100},
              "hideThumbnail": {"type": "boolean"}
            }
          },
          "MessageSender": {
            "type": "object", "required": ["id", "name"], "additionalProperties": false,
            "description": "Whom the message comes from; iOS then shows a communication.",
            "properties": {
              "id": {"type": "string", "maxLength": 255},
              "name": {"type": "string", "maxLength": 200},
              "imageUrl": {"type": "string", "format": "uri", "description": "https only."}
            }
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
          "LocalPlan": {
            "type": "object", "required": ["id", "at"], "additionalProperties": false,
            "description": "The app shows the message itself at that time, also without network; needs a text.",
            "properties": {
              "id": {
                "type": "string", "minLength": 1, "maxLength": 100,
                "description": "A new plan under the same id takes the place of the old one."
              },
              "at": {
                "type": "string",
                "description": "2026-03-01T09:00 by each phone's own clock, or a moment with Z or an offset."
              },
              "version": {"type": "integer", "minimum": 0, "description": "An older one changes nothing."},
              "cancelOn": {
                "type": "array", "maxItems": 10, "items": {"type": "string", "minLength": 1, "maxLength": 100},
                "description": "Events of the app that make the plan void."
              },
              "quiet": {
                "type": "object", "required": ["from", "until"], "additionalProperties": false,
                "description": "A plan in these hours of the phone's clock is put off until they are over.",
                "properties": {
                  "from": {"type": "string", "pattern": "^[0-9]{2}:[0-9]{2}$"},
                  "until": {"type": "string", "pattern": "^[0-9]{2}:[0-9]{2}$"}
                }
              },
              "fallback": {
                "type": "boolean", "default": true,
                "description": "Whether an ordinary push goes out at that time to whoever has no phone with the plan."
              }
            }
          },
          "NamedAction": {
            "type": "object", "required": ["name"], "additionalProperties": false,
            "properties": {"name": {"type": "string", "maxLength": 100}, "data": {"type": "object"}}
          },
          "AcceptedMessage": {
            "type": "object", "required": ["id", "status"],
            "properties": {
              "id": {"type": "string"}, "status": {"type": "string", "enum": ["queued", "scheduled"]},
              "scheduledFor": {"type": "string", "format": "date-time", "description": "When it begins to go out."}
            },
            "example": {"id": "msg_1m8ngem1gsydrhktw74cwde7qr5a1", "status": "queued"}
          },
          "Schedule": {
            "type": "object", "required": ["at"], "additionalProperties": false,
            "description": "When it goes out: by the clocks of one zone, or of each subscriber's own.",
            "properties": {
              "at": {"type": "string", "description": "What the clocks show, without an offset: 2026-12-24T18:00."},
              "timezone": {"type": "string", "default": "UTC", "description": "A name of the IANA database, or subscriber."},
              "defaultTimezone": {
                "type": "string", "default": "UTC", "description": "With subscriber: for those whose zone is not known."
              },
              "gap": {
                "type": "string", "enum": ["shift", "next", "skip"], "default": "shift",
                "description": "For a time that the clocks skip: as much later, at the change itself, or not at all."
              },
              "fold": {
                "type": "string", "enum": ["first", "second"], "default": "first",
                "description": "For a time that the clocks show twice."
              }
            },
            "example": {"at": "2027-01-01T09:00", "timezone": "subscriber", "defaultTimezone": "Europe/Berlin"}
          },
          "ScheduleTrial": {
            "type": "object", "required": ["schedule"], "additionalProperties": false,
            "properties": {
              "schedule": {"$ref": "#/components/schemas/Schedule"},
              "timezones": {
                "type": "array", "minItems": 1, "maxItems": 1000, "items": {"type": "string"},
                "description": "All that the server knows when left out."
              }
            },
            "example": {"schedule": {"at": "2027-03-28T02:30", "timezone": "subscriber"}, "timezones": ["Europe/Berlin"]}
          },
          "ScheduleMoments": {
            "type": "object", "required": ["first", "last", "moments"],
            "properties": {
              "first": {"type": ["string", "null"], "format": "date-time", "description": "When it begins to go out."},
              "last": {"type": ["string", "null"], "format": "date-time"},
              "moments": {
                "type": "array",
                "items": {
                  "type": "object", "required": ["timezone", "at", "note"],
                  "properties": {
                    "timezone": {"type": "string"},
                    "at": {"type": ["string", "null"], "format": "date-time", "description": "null is not at all."},
                    "note": {"type": ["string", "null"], "enum": ["gap", "fold", null]}
                  }
                }
              }
            },
            "example": {
              "first": "2027-03-27T12:30:00.000Z", "last": "2027-03-28T14:30:00.000Z",
              "moments": [{"timezone": "Europe/Berlin", "at": "2027-03-28T01:30:00.000Z", "note": "gap"}]
            }
          },
          "Message": {
            "type": "object",
            "required": ["id", "status", "targets", "counts", "receipts", "createdAt", "expiresAt", "scheduledFor", "canceledAt",
              "completedAt", "fallback", "fallbackOf"],
            "properties": {
              "id": {"type": "string"},
              "status": {"type": "string", "enum": ["scheduled", "queued", "processing", "completed", "canceled"]},
              "targets": {
                "type": "object", "description": "The topic, and the segment with its version and the expression that it was accepted for; or the call that it tells of.",
                "properties": {
                  "topic": {"type": "string"}, "segment": {"type": "string"}, "segmentVersion": {"type": "integer"},
                  "where": {"$ref": "#/components/schemas/Expression"},
                  "call": {"type": "string"}, "callEvent": {"$ref": "#/components/schemas/CallEvent"}
                }
              },
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
              "scheduledFor": {
                "type": ["string", "null"], "format": "date-time", "description": "When it begins to go out, while it waits."
              },
              "canceledAt": {"type": ["string", "null"], "format": "date-time"},
              "completedAt": {"type": ["string", "null"], "format": "date-time"},
              "fallback": {
                "type": ["string", "null"], "description": "The message that stands in for its plan where no phone has it."
              },
              "fallbackOf": {"type": ["string", "null"], "description": "The message for whose plan it stands in."}
            },
            "example": {
              "id": "msg_1m8ngem1gsydrhktw74cwde7qr5a1", "status": "completed", "targets": {"topic": "news"},
              "counts": {
                "total": 3, "pending": 0, "sent": 2, "failed": 0, "invalid": 0, "expired": 0, "canceled": 0, "skipped": 1
              },
              "receipts": {"delivered": 2, "presented": 1, "suppressed": 1, "opened": 1, "dismissed": 0},
              "createdAt": "2026-01-31T12:00:00.000Z", "expiresAt": "2026-02-01T12:00:00.000Z", "scheduledFor": null,
              "canceledAt": null, "completedAt": "2026-01-31T12:00:01.250Z", "fallback": null, "fallbackOf": null
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
                "description": "Why it ended so or is tried again, such as no_device, unsubscribed, capped, local_scheduled, local_canceled, no_token, invalid_token, schedule_gap, quiet_hours, channel_disabled, canceled, call_over, no_ciphertext, no_encryption_key, no_credential, invalid_endpoint, bad_device_token, invalid_credential, payload_invalid, payload_too_large, voip_not_ring, rate_limited, credential_rate_limited, provider_unavailable, not_processed, transport, timeout, ttl or unknown."
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
            },
            "example": {
              "id": "dlv_1m8ngem2tqpdwbjs6gz4mp5jd6a7b", "messageId": "msg_1m8ngem1gsydrhktw74cwde7qr5a1",
              "externalId": "user-1", "deviceId": "dev_1m8nga6v2bkgks2z7m4dmxq6yy8h3", "environment": "production",
              "status": "invalid", "outcome": "invalid", "reason": "invalid_endpoint", "providerStatus": 410,
              "providerReason": "Unregistered", "attempts": 1, "ambiguousAttempts": 0,
              "apnsId": "6A1B7E0A-6E0B-4F41-9F9C-6C3E0D3B9E11", "apnsUniqueId": null, "nextAttemptAt": null,
              "createdAt": "2026-01-31T12:00:00.010Z", "expiresAt": "2026-02-01T12:00:00.000Z",
              "finishedAt": "2026-01-31T12:00:00.180Z", "receipts": []
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
            },
            "example": {
              "number": 1, "environment": "production", "result": "accepted", "providerStatus": 200, "reason": null,
              "startedAt": "2026-11-30T17:52:34.285Z", "finishedAt": "2026-11-30T17:52:34.363Z", "latencyMs": 78,
              "nextAttemptAt": null
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
}
