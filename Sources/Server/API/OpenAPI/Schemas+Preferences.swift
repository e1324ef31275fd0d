extension Schemas {
    /// What people get, and who they turned out to be.
    static let preferences = #"""
        {
          "SubscriberChange": {
            "type": "object", "additionalProperties": false,
            "properties": {
              "attributes": {
                "type": "object",
                "description": "Joins what is there; null removes a name. At most 65,536 bytes in all; no name begins with $."
              },
              "locale": {"type": ["string", "null"], "maxLength": 100},
              "timezone": {"type": ["string", "null"], "description": "A name of the IANA database."}
            },
            "example": {"attributes": {"plan": "pro", "trial": null}, "timezone": "Europe/Berlin"}
          },
          "Identification": {
            "type": "object", "required": ["anonymousId"], "additionalProperties": false,
            "properties": {
              "anonymousId": {
                "type": "string", "maxLength": 255, "description": "The id that the app used before it knew the person: anon_…."
              }
            },
            "example": {"anonymousId": "anon_4f1c8e0b2a7d9c3e5f60a"}
          },
          "IdentificationAnswer": {
            "type": "object", "required": ["result", "subscriber"],
            "properties": {
              "result": {
                "type": "string", "enum": ["renamed", "merged", "nothing"],
                "description": "renamed: nobody had the id, the anonymous subscriber has it now. merged: two subscribers became one. nothing: nothing was known of the anonymous id."
              },
              "subscriber": {"$ref": "#/components/schemas/Subscriber"}
            },
            "example": {
              "result": "nothing",
              "subscriber": {
                "id": "sub_1m8pscj5k3axtv0vp3ktaa28drht9", "externalId": "user-1", "attributes": {"plan": "pro"},
                "timezone": "Europe/Oslo", "locale": "nb-NO", "verified": false, "verifiedAt": null,
                "createdAt": "2026-11-30T17:52:33.459Z", "updatedAt": "2026-11-30T17:52:33.459Z"
              }
            }
          },
          "Preference": {
            "type": "object",
            "required": ["topic", "name", "description", "category", "channels", "enabled", "isDefault"],
            "properties": {
              "topic": {"type": "string", "description": "The topic's slug."},
              "name": {"type": "string"},
              "description": {"type": ["string", "null"]},
              "category": {"type": ["string", "null"]},
              "channels": {"type": "object", "description": "For each channel of the topic whether it reaches the subscriber."},
              "enabled": {"type": "boolean", "description": "Whether pushes of the topic reach the subscriber."},
              "isDefault": {"type": "boolean", "description": "Whether the subscriber chose nothing, so that the topic decides."}
            }
          },
          "PreferenceList": {
            "type": "object", "required": ["items"],
            "properties": {"items": {"type": "array", "items": {"$ref": "#/components/schemas/Preference"}}},
            "example": {
              "items": [
                {
                  "topic": "news", "name": "News", "description": "What is new, once a week.", "category": null,
                  "channels": {"push": true}, "enabled": true, "isDefault": true
                }
              ]
            }
          },
          "PreferenceChoice": {
            "type": "object", "additionalProperties": false,
            "description": "One of the two.",
            "properties": {
              "enabled": {"type": "boolean", "description": "The same on all channels of the topic."},
              "channels": {
                "type": "object", "additionalProperties": {"type": "boolean"},
                "description": "true or false by channel; the others stay."
              }
            },
            "example": {"enabled": false}
          }
        }
        """#
}
