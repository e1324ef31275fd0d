extension Schemas {
    /// Segments and expressions.
    static let segments = #"""
        {
          "Expression": {
            "type": "object",
            "description": "One condition: {all: […]}, {any: […]}, {not: …}, {ref, eq|neq|gt|gte|lt|lte|in|contains|exists}, {count: event, eq|neq|gt|gte|lt|lte, within?}, {never: event, within?}, {lastSeen: {within|olderThan}} or {channel: \"push\"}. At most 8 deep and 50 conditions. Spans are such as 90m, 24h or 30d.",
            "example": {"all": [{"ref": "attributes.plan", "eq": "pro"}, {"count": "order.placed", "gte": 1, "within": "30d"}]}
          },
          "NewSegment": {
            "type": "object", "required": ["slug", "name", "where"], "additionalProperties": false,
            "properties": {
              "slug": {"type": "string", "pattern": "^[a-z0-9][a-z0-9_-]{0,63}$", "description": "Stays for good."},
              "name": {"type": "string", "minLength": 1, "maxLength": 200},
              "where": {"$ref": "#/components/schemas/Expression"}
            },
            "example": {"slug": "pros", "name": "Pros", "where": {"ref": "attributes.plan", "eq": "pro"}}
          },
          "SegmentChange": {
            "type": "object", "additionalProperties": false,
            "properties": {
              "name": {"type": "string", "minLength": 1, "maxLength": 200},
              "where": {"$ref": "#/components/schemas/Expression"}
            },
            "example": {"name": "Pros and teams"}
          },
          "Segment": {
            "type": "object", "required": ["id", "slug", "name", "version", "where", "createdAt", "updatedAt"],
            "properties": {
              "id": {"type": "string"},
              "slug": {"type": "string"},
              "name": {"type": "string"},
              "version": {"type": "integer", "minimum": 1, "description": "How many expressions it has had."},
              "where": {"$ref": "#/components/schemas/Expression"},
              "createdAt": {"type": "string", "format": "date-time"},
              "updatedAt": {"type": "string", "format": "date-time"}
            },
            "example": {
              "id": "seg_1m8pscjdcvz0nf2hnear4k52tdz41", "slug": "pros", "name": "Pros", "version": 1,
              "where": {"ref": "attributes.plan", "eq": "pro"}, "createdAt": "2026-11-30T17:52:33.708Z",
              "updatedAt": "2026-11-30T17:52:33.708Z"
            }
          },
          "SegmentPage": {
            "type": "object", "required": ["items", "hasMore", "nextCursor"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/Segment"}},
              "hasMore": {"type": "boolean"},
              "nextCursor": {"type": ["string", "null"]}
            }
          },
          "SegmentTrial": {
            "type": "object", "required": ["where"], "additionalProperties": false,
            "properties": {"where": {"$ref": "#/components/schemas/Expression"}},
            "example": {"where": {"ref": "attributes.plan", "eq": "pro"}}
          },
          "SegmentPreview": {
            "type": "object", "required": ["count", "sample"],
            "properties": {
              "count": {"type": "integer"},
              "sample": {"type": "array", "items": {"$ref": "#/components/schemas/Subscriber"}}
            },
            "example": {
              "count": 1,
              "sample": [
                {
                  "id": "sub_1m8pscj5k3axtv0vp3ktaa28drht9", "externalId": "user-1", "attributes": {"plan": "pro"},
                  "timezone": "Europe/Oslo", "locale": "nb-NO", "verified": false, "verifiedAt": null,
                  "createdAt": "2026-11-30T17:52:33.459Z", "updatedAt": "2026-11-30T17:52:33.459Z"
                }
              ]
            }
          },
          "SegmentPlan": {
            "type": "object", "required": ["count", "milliseconds", "plan", "attributes"],
            "properties": {
              "count": {"type": "integer"},
              "milliseconds": {"type": "number", "description": "How long counting took."},
              "plan": {"type": "array", "items": {"type": "string"}, "description": "The database's own words."},
              "attributes": {
                "type": "array", "description": "The conditions on attributes.",
                "items": {
                  "type": "object", "required": ["ref", "isIndexed"],
                  "properties": {
                    "ref": {"type": "string"},
                    "isIndexed": {"type": "boolean", "description": "Whether it is decided without reading the JSON of everybody: the attribute is declared, ready, and compared with values of its type."}
                  }
                }
              }
            },
            "example": {
              "count": 1, "milliseconds": 1, "plan": ["SEARCH s USING INDEX subscribers_by_tenant (tenant_id=?)"],
              "attributes": [{"ref": "attributes.plan", "isIndexed": true}]
            }
          }
        }
        """#
}
