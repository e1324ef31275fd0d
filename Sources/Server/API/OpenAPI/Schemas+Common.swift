extension Schemas {
    /// Envelope, errors and what has no better place.
    static let common = #"""
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
                "description": "required, invalid_type, unknown_field, too_long, out_of_range, invalid_format, reserved_key, not_found or refused; more may follow."
              },
              "message": {"type": "string"}
            }
          },
          "Removal": {
            "type": "object", "required": ["id", "deleted"],
            "properties": {"id": {"type": "string"}, "deleted": {"type": "boolean"}},
            "example": {"id": "seg_1m8pscjdcvz0nf2hnear4k52tdz41", "deleted": true}
          },
          "Health": {
            "type": "object", "required": ["status"], "properties": {"status": {"type": "string"}},
            "example": {"status": "ok"}
          },
          "Document": {"type": "object"},
          "MetricsPage": {"type": "string"},
          "Text": {"type": "string"}
        }
        """#
}
