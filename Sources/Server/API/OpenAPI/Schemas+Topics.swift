extension Schemas {
    /// Topics.
    static let topics = #"""
        {
          "NewTopic": {
            "type": "object", "required": ["slug", "name"], "additionalProperties": false,
            "properties": {
              "slug": {"type": "string", "pattern": "^[a-z0-9][a-z0-9_-]{0,63}$", "description": "Stays for good."},
              "name": {"type": "string", "minLength": 1, "maxLength": 200},
              "description": {"type": ["string", "null"], "maxLength": 1000},
              "category": {
                "type": ["string", "null"], "minLength": 1, "maxLength": 100,
                "description": "The group that an app shows it in."
              },
              "channels": {"type": "array", "items": {"type": "string", "enum": ["push"]}, "default": ["push"]},
              "defaultOptedIn": {
                "type": "boolean", "default": true, "description": "Whether those get it who chose nothing."
              },
              "channelDefaults": {
                "type": ["object", "null"], "additionalProperties": false, "properties": {"push": {"type": "boolean"}},
                "description": "What stands in for defaultOptedIn on single channels."
              },
              "dailyCap": {
                "type": ["integer", "null"], "minimum": 1, "maximum": 50,
                "description": "How many messages of it a person gets a day at most, by the clocks of their zone; further ones are skipped."
              }
            },
            "example": {"slug": "news", "name": "News", "description": "What is new, once a week."}
          },
          "TopicChange": {
            "type": "object", "additionalProperties": false,
            "properties": {
              "name": {"type": "string", "minLength": 1, "maxLength": 200},
              "description": {"type": ["string", "null"], "maxLength": 1000},
              "category": {"type": ["string", "null"], "minLength": 1, "maxLength": 100},
              "channels": {"type": "array", "items": {"type": "string", "enum": ["push"]}},
              "defaultOptedIn": {"type": "boolean"},
              "channelDefaults": {
                "type": ["object", "null"], "additionalProperties": false, "properties": {"push": {"type": "boolean"}}
              },
              "dailyCap": {"type": ["integer", "null"], "minimum": 1, "maximum": 50}
            },
            "example": {"defaultOptedIn": false}
          },
          "Topic": {
            "type": "object",
            "required": [
              "id", "slug", "name", "description", "category", "channels", "defaultOptedIn", "channelDefaults",
              "dailyCap", "createdAt", "updatedAt"
            ],
            "properties": {
              "id": {"type": "string"},
              "slug": {"type": "string"},
              "name": {"type": "string"},
              "description": {"type": ["string", "null"]},
              "category": {"type": ["string", "null"]},
              "channels": {"type": "array", "items": {"type": "string"}},
              "defaultOptedIn": {"type": "boolean"},
              "channelDefaults": {"type": "object"},
              "dailyCap": {"type": ["integer", "null"]},
              "createdAt": {"type": "string", "format": "date-time"},
              "updatedAt": {"type": "string", "format": "date-time"}
            },
            "example": {
              "id": "tpc_1m8pscjc8gy8c3rzznr5afang3pfe", "slug": "news", "name": "News",
              "description": "What is new, once a week.", "category": null, "channels": ["push"],
              "defaultOptedIn": true, "channelDefaults": {}, "dailyCap": null,
              "createdAt": "2026-11-30T17:52:33.672Z", "updatedAt": "2026-11-30T17:52:33.672Z"
            }
          },
          "TopicPage": {
            "type": "object", "required": ["items", "hasMore", "nextCursor"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/Topic"}},
              "hasMore": {"type": "boolean"},
              "nextCursor": {"type": ["string", "null"]}
            }
          },
          "PreferenceChange": {
            "type": "object",
            "additionalProperties": {
              "type": ["boolean", "object", "null"], "additionalProperties": {"type": "boolean"}
            },
            "description": "By slug: true or false for all channels of the topic, an object of them by channel, or null for what the topic says.",
            "example": {"news": true, "deals": {"push": false}, "sport": null}
          }
        }
        """#
}
