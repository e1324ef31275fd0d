extension Schemas {
    /// The story of one delivery.
    static let trace = #"""
        {
          "DeliveryTrace": {
            "type": "object",
            "required": ["deliveryId", "messageId", "externalId", "deviceId", "status", "steps"],
            "properties": {
              "deliveryId": {"type": "string"},
              "messageId": {"type": "string"},
              "externalId": {"type": "string"},
              "deviceId": {"type": ["string", "null"]},
              "status": {
                "type": "string",
                "enum": ["pending", "retrying", "sent", "failed", "invalid", "expired", "canceled", "skipped"]
              },
              "steps": {
                "type": "array", "items": {"$ref": "#/components/schemas/TraceStep"},
                "description": "In the order of the path. What the device reported stands last, in the order it arrived."
              }
            },
            "example": {
              "deliveryId": "dlv_1m8pscjz7bewzyhmjzm15kydjgn5y", "messageId": "msg_1m8pscjyzynyjzx0k0haeqspt7mj4",
              "externalId": "user-1", "deviceId": "dev_1m8pscj8g4gzshzcgt9wez0wahxer", "status": "sent",
              "steps": [
                {
                  "at": "2026-11-30T17:52:34.271Z", "kind": "accepted",
                  "text": "The message was stored and answered with 202.",
                  "details": {"expiresAt": "2026-12-01T17:52:34.271Z"}
                },
                {
                  "at": "2026-11-30T17:52:34.271Z", "kind": "audience",
                  "text": "The message names the subscriber in to, of those who want the topic news.",
                  "details": {"to": "to", "topic": "news"}
                },
                {
                  "at": "2026-11-30T17:52:34.279Z", "kind": "planned",
                  "text": "The delivery to device dev_1m8pscj8g4gzshzcgt9wez0wahxer was made.",
                  "details": {"deviceId": "dev_1m8pscj8g4gzshzcgt9wez0wahxer"}
                },
                {
                  "at": "2026-11-30T17:52:34.285Z", "kind": "attempt_started",
                  "text": "Attempt 1 to api.push.apple.com was stored with its apns-id.",
                  "details": {
                    "number": 1, "environment": "production", "host": "api.push.apple.com",
                    "apnsId": "478143d1-9b6a-42cb-8d7e-d997cc8acf95"
                  }
                },
                {
                  "at": "2026-11-30T17:52:34.363Z", "kind": "attempt_ended",
                  "text": "APNs accepted it with 200, 78 ms after the start.",
                  "details": {"number": 1, "result": "accepted", "status": 200, "reason": null, "latencyMs": 78}
                },
                {
                  "at": "2026-11-30T17:52:34.363Z", "kind": "outcome", "text": "APNs took it: sent.",
                  "details": {"reason": null, "outcome": "sent"}
                }
              ]
            }
          },
          "TraceStep": {
            "type": "object", "required": ["at", "kind", "text", "details"],
            "properties": {
              "at": {
                "type": "string", "format": "date-time",
                "description": "By the server's clock; by the device's for what it reports; when it is due for pending."
              },
              "kind": {
                "type": "string",
                "enum": [
                  "accepted", "audience", "scheduled", "planned", "waited", "attempt_started", "attempt_ended", "retry",
                  "outcome", "pending", "delivered", "presented", "suppressed", "opened", "dismissed"
                ]
              },
              "text": {"type": "string", "description": "A sentence for people, which may change."},
              "details": {"type": "object", "description": "What the sentence says, for programs; it depends on the kind."}
            }
          }
        }
        """#
}
