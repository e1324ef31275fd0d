extension Schemas {
    /// Events of a backend.
    static let events = #"""
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
            "properties": {"results": {"type": "array", "items": {"$ref": "#/components/schemas/EventResult"}}},
            "example": {"results": [{"id": "evt_1m8pscjafw96yvgy0596p5qt7wfnv", "status": "accepted"}]}
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
            },
            "example": {
              "id": "evt_1m8pscjafw96yvgy0596p5qt7wfnv", "externalId": "user-1", "deviceId": null,
              "name": "order.paid", "clientId": null, "sequence": 1, "timestamp": "2026-11-30T17:52:33.615Z",
              "receivedAt": "2026-11-30T17:52:33.615Z", "data": {"order": 42}
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
}
