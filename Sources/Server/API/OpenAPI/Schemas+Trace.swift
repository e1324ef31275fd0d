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
