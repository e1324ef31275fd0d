extension Schemas {
    /// Settings of tenants.
    static let settings = #"""
        {
          "QuietHours": {
            "type": "object", "required": ["from", "until"], "additionalProperties": false,
            "description": "When pushes wait, by the clocks of the person's zone; until is on the next day if it is not later.",
            "properties": {
              "from": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"},
              "until": {"type": "string", "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"}
            },
            "example": {"from": "22:00", "until": "07:00"}
          },
          "SettingsChange": {
            "type": "object", "additionalProperties": false,
            "properties": {
              "channels": {
                "type": ["object", "null"], "additionalProperties": false,
                "properties": {
                  "push": {
                    "type": ["object", "null"], "additionalProperties": false,
                    "properties": {
                      "enabled": {
                        "type": ["boolean", "null"],
                        "description": "false refuses messages and skips what is due, until it is true again."
                      }
                    }
                  }
                }
              },
              "identity": {
                "type": ["object", "null"], "additionalProperties": false,
                "properties": {
                  "requireVerification": {
                    "type": ["boolean", "null"], "description": "Whether every call of an app needs Tidings-Identity."
                  }
                }
              },
              "sendPolicy": {
                "type": ["object", "null"], "additionalProperties": false,
                "properties": {
                  "dailyCap": {
                    "type": ["integer", "null"], "minimum": 1, "maximum": 1000,
                    "description": "How many messages a day a person gets at most, by the clocks of the person's zone."
                  },
                  "quietHours": {"oneOf": [{"$ref": "#/components/schemas/QuietHours"}, {"type": "null"}]},
                  "timezone": {
                    "type": ["string", "null"], "description": "The zone of people whose own is not known; UTC if not set."
                  }
                }
              }
            },
            "example": {"sendPolicy": {"quietHours": {"from": "22:00", "until": "07:00"}}}
          },
          "Settings": {
            "type": "object", "required": ["channels", "identity", "sendPolicy"],
            "properties": {
              "channels": {
                "type": "object", "required": ["push"],
                "properties": {
                  "push": {"type": "object", "required": ["enabled"], "properties": {"enabled": {"type": "boolean"}}}
                }
              },
              "identity": {
                "type": "object", "required": ["requireVerification"],
                "properties": {"requireVerification": {"type": "boolean"}}
              },
              "sendPolicy": {
                "type": "object", "required": ["dailyCap", "quietHours", "timezone"],
                "properties": {
                  "dailyCap": {"type": ["integer", "null"]},
                  "quietHours": {"oneOf": [{"$ref": "#/components/schemas/QuietHours"}, {"type": "null"}]},
                  "timezone": {"type": "string"}
                }
              }
            },
            "example": {
              "channels": {"push": {"enabled": true}}, "identity": {"requireVerification": false},
              "sendPolicy": {"dailyCap": null, "quietHours": {"from": "22:00", "until": "07:00"}, "timezone": "UTC"}
            }
          }
        }
        """#
}
