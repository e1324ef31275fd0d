extension Schemas {
    /// Calls, as backends and devices see them.
    static let calls = #"""
        {
          "NewCall": {
            "type": "object", "required": ["from", "to"], "additionalProperties": false,
            "properties": {
              "id": {"type": "string", "format": "uuid", "description": "Yours, or one is made. It is the call's key against repeats."},
              "from": {
                "type": "object", "required": ["id", "name"], "additionalProperties": false,
                "properties": {
                  "id": {"type": "string", "minLength": 1, "maxLength": 255, "description": "Names the caller to the app."},
                  "name": {"type": "string", "minLength": 1, "maxLength": 200},
                  "handle": {
                    "type": "string", "minLength": 1, "maxLength": 255,
                    "description": "A number, an address or a name under which they can be called; the id without it."
                  }
                }
              },
              "to": {
                "type": "array", "minItems": 1, "maxItems": 50, "items": {"type": "string"},
                "description": "Your user ids. Whoever answers first has the call."
              },
              "video": {"type": "boolean", "default": false},
              "ringTimeout": {"type": "integer", "minimum": 5, "maximum": 120, "default": 45, "description": "In seconds."},
              "group": {
                "type": "object", "required": ["id", "name"], "additionalProperties": false,
                "properties": {
                  "id": {"type": "string", "minLength": 1, "maxLength": 255},
                  "name": {"type": "string", "minLength": 1, "maxLength": 200}
                }
              },
              "data": {"type": "object", "description": "What the app needs to know. No tokens, keys or credentials."}
            },
            "example": {
              "id": "6f1c9a52-0b6e-4a7e-9d0f-3a5d1f0c2b11",
              "from": {"id": "ada", "name": "Ada", "handle": "ada@example.com"}, "to": ["user-1"], "ringTimeout": 30
            }
          },
          "Call": {
            "type": "object",
            "required": [
              "id", "event", "state", "from", "video", "sent", "ring", "to", "createdAt", "ringsUntil", "ringingAt",
              "answeredAt", "answeredBy", "endedAt", "devices", "events", "messages"
            ],
            "properties": {
              "id": {"type": "string", "format": "uuid"},
              "event": {"$ref": "#/components/schemas/CallEvent"},
              "state": {"$ref": "#/components/schemas/CallState"},
              "from": {"$ref": "#/components/schemas/Caller"},
              "video": {"type": "boolean"},
              "sent": {"type": "integer", "description": "When ringing began, in milliseconds since 1970."},
              "ring": {"type": "integer", "description": "For how many seconds from then it rings."},
              "group": {"$ref": "#/components/schemas/CallGroup"},
              "data": {"type": "object"},
              "at": {"type": "integer", "description": "When it came into its state, in milliseconds since 1970."},
              "by": {"type": "string", "description": "The device that did it."},
              "reason": {"type": "string"},
              "to": {
                "type": "array",
                "items": {
                  "type": "object", "required": ["subscriber", "state"],
                  "properties": {"subscriber": {"type": "string"}, "state": {"$ref": "#/components/schemas/CallState"}}
                }
              },
              "createdAt": {"type": "string", "format": "date-time"},
              "ringsUntil": {"type": "string", "format": "date-time"},
              "ringingAt": {
                "type": ["string", "null"], "format": "date-time", "description": "When the first device said that it rings."
              },
              "answeredAt": {"type": ["string", "null"], "format": "date-time"},
              "answeredBy": {
                "type": ["object", "null"], "required": ["subscriber", "device"],
                "properties": {
                  "subscriber": {"type": "string"},
                  "device": {"type": ["string", "null"], "description": "Null if it was answered elsewhere."}
                }
              },
              "endedAt": {"type": ["string", "null"], "format": "date-time"},
              "devices": {
                "type": "array", "description": "The devices that were rung, and those that said that they ring.",
                "items": {
                  "type": "object", "required": ["device", "subscriber", "token", "ringingAt"],
                  "properties": {
                    "device": {"type": "string"},
                    "subscriber": {"type": "string"},
                    "token": {
                      "type": ["string", "null"],
                      "description": "voip or alert; null for a device that heard of the call by its live connection."
                    },
                    "ringingAt": {"type": ["string", "null"], "format": "date-time"}
                  }
                }
              },
              "events": {
                "type": "array", "description": "What each of the people was told, in order.",
                "items": {
                  "type": "object", "required": ["event", "subscriber", "by", "reason", "at"],
                  "properties": {
                    "event": {
                      "type": "string",
                      "enum": ["ring", "ringing", "accepted", "declined", "cancelled", "ended", "missed"]
                    },
                    "subscriber": {"type": "string"},
                    "by": {"type": ["string", "null"]},
                    "reason": {"type": ["string", "null"]},
                    "at": {"type": "string", "format": "date-time"}
                  }
                }
              },
              "messages": {
                "type": "array", "description": "The messages whose deliveries are the call's pushes.",
                "items": {
                  "type": "object", "required": ["id", "event"],
                  "properties": {"id": {"type": "string"}, "event": {"$ref": "#/components/schemas/CallEvent"}}
                }
              }
            },
            "example": {
              "id": "6f1c9a52-0b6e-4a7e-9d0f-3a5d1f0c2b11", "event": "ring",
              "from": {"id": "ada", "name": "Ada", "handle": "ada@example.com"}, "video": false,
              "sent": 1796061153000, "ring": 30, "state": "ringing", "to": [{"subscriber": "user-1", "state": "ringing"}],
              "createdAt": "2026-11-30T17:52:33.000Z", "ringsUntil": "2026-11-30T17:53:03.000Z",
              "ringingAt": "2026-11-30T17:52:33.412Z", "answeredAt": null, "answeredBy": null, "endedAt": null,
              "devices": [
                {
                  "device": "dev_1m8pscj8g4gzshzcgt9wez0wahxer", "subscriber": "user-1", "token": "voip",
                  "ringingAt": "2026-11-30T17:52:33.412Z"
                }
              ],
              "events": [
                {"event": "ring", "subscriber": "user-1", "by": null, "reason": null, "at": "2026-11-30T17:52:33.000Z"}
              ],
              "messages": [{"id": "msg_1m8pscjc8gy8c3rzznr5afang3pfe", "event": "ring"}]
            }
          },
          "CallState": {
            "type": "string", "enum": ["ringing", "accepted", "declined", "cancelled", "ended", "missed"]
          },
          "CallEvent": {"type": "string", "enum": ["ring", "accepted", "declined", "cancelled", "ended", "missed"]},
          "Caller": {
            "type": "object", "required": ["id", "name", "handle"],
            "properties": {"id": {"type": "string"}, "name": {"type": "string"}, "handle": {"type": "string"}}
          },
          "CallGroup": {
            "type": "object", "required": ["id", "name"],
            "properties": {"id": {"type": "string"}, "name": {"type": "string"}}
          },
          "CallSubscriber": {
            "type": "object", "required": ["subscriber"], "additionalProperties": false,
            "properties": {"subscriber": {"type": "string", "minLength": 1, "maxLength": 255}},
            "example": {"subscriber": "user-1"}
          },
          "CallEnd": {
            "type": "object", "additionalProperties": false,
            "properties": {
              "reason": {"type": "string", "enum": ["completed", "connectionLost", "acceptFailed", "timedOut"]}
            },
            "example": {"reason": "completed"}
          },
          "CallDecline": {
            "type": "object", "additionalProperties": false,
            "properties": {"reason": {"type": "string", "enum": ["busy"]}},
            "example": {"reason": "busy"}
          },
          "ClientCall": {
            "type": "object", "required": ["id", "event", "state", "from", "video", "sent", "ring"],
            "properties": {
              "id": {"type": "string", "format": "uuid"},
              "event": {"$ref": "#/components/schemas/CallEvent"},
              "state": {"$ref": "#/components/schemas/CallState"},
              "from": {"$ref": "#/components/schemas/Caller"},
              "video": {"type": "boolean"},
              "sent": {"type": "integer", "description": "When ringing began, in milliseconds since 1970."},
              "ring": {"type": "integer", "description": "For how many seconds from then it rings."},
              "group": {"$ref": "#/components/schemas/CallGroup"},
              "data": {"type": "object"},
              "at": {"type": "integer", "description": "When the event happened; absent for ring."},
              "by": {"type": "string", "description": "The device that did it."},
              "reason": {"type": "string"}
            },
            "example": {
              "id": "6f1c9a52-0b6e-4a7e-9d0f-3a5d1f0c2b11", "event": "accepted",
              "from": {"id": "ada", "name": "Ada", "handle": "ada@example.com"}, "video": false,
              "sent": 1796061153000, "ring": 30, "at": 1796061157000, "by": "dev_1m8pscj8g4gzshzcgt9wez0wahxer",
              "state": "accepted"
            }
          },
          "ClientCallPage": {
            "type": "object", "required": ["items", "hasMore", "nextCursor"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/ClientCall"}},
              "hasMore": {"type": "boolean"},
              "nextCursor": {"type": ["string", "null"]}
            }
          },
          "CallStream": {
            "type": "string",
            "description": "Each event is `event: call`, `id:` where to go on, and `data:` the call as one line of JSON. A comment comes every 15 seconds."
          },
          "TokenRemoval": {
            "type": "object", "required": ["removed"], "properties": {"removed": {"type": "integer"}},
            "example": {"removed": 1}
          }
        }
        """#
}
