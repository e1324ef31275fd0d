extension Schemas {
    /// Tenants.
    static let tenants = #"""
        {
          "NewTenant": {
            "type": "object", "required": ["slug"], "additionalProperties": false,
            "properties": {
              "slug": {
                "type": "string", "pattern": "^[a-z0-9-]{1,64}$", "description": "What Tidings-Tenant names; unique."
              },
              "name": {"type": ["string", "null"], "minLength": 1, "maxLength": 200, "description": "The slug if not set."},
              "settings": {"oneOf": [{"$ref": "#/components/schemas/SettingsChange"}, {"type": "null"}]}
            },
            "example": {"slug": "acme", "name": "Acme", "settings": {"sendPolicy": {"dailyCap": 5}}}
          },
          "TenantChange": {
            "type": "object", "additionalProperties": false,
            "properties": {
              "slug": {"type": ["string", "null"], "pattern": "^[a-z0-9-]{1,64}$"},
              "name": {"type": ["string", "null"], "minLength": 1, "maxLength": 200},
              "settings": {"oneOf": [{"$ref": "#/components/schemas/SettingsChange"}, {"type": "null"}]}
            },
            "example": {"name": "Acme Ltd", "settings": {"channels": {"push": {"enabled": false}}}}
          },
          "Tenant": {
            "type": "object", "required": ["id", "slug", "name", "isDefault", "settings", "createdAt"],
            "properties": {
              "id": {"type": "string"},
              "slug": {"type": "string"},
              "name": {"type": "string"},
              "isDefault": {"type": "boolean", "description": "Whether it is meant when nobody names a tenant."},
              "settings": {"$ref": "#/components/schemas/Settings"},
              "createdAt": {"type": "string", "format": "date-time"}
            },
            "example": {
              "id": "tnt_1m8nga6v2bkgks2z7m4dmxq6yy8h3", "slug": "acme", "name": "Acme", "isDefault": false,
              "settings": {
                "channels": {"push": {"enabled": true}}, "identity": {"requireVerification": false},
                "sendPolicy": {"dailyCap": 5, "quietHours": null, "timezone": "UTC"}
              },
              "createdAt": "2026-01-30T07:00:00.000Z"
            }
          },
          "TenantWithSecret": {
            "type": "object",
            "required": ["id", "slug", "name", "isDefault", "settings", "createdAt", "identitySecret"],
            "properties": {
              "id": {"type": "string"},
              "slug": {"type": "string"},
              "name": {"type": "string"},
              "isDefault": {"type": "boolean"},
              "settings": {"$ref": "#/components/schemas/Settings"},
              "createdAt": {"type": "string", "format": "date-time"},
              "identitySecret": {
                "type": "string", "description": "In hex; the key of Tidings-Identity. Keep it on your backend."
              }
            },
            "example": {
              "id": "tnt_1m8nga6v2bkgks2z7m4dmxq6yy8h3", "slug": "acme", "name": "Acme", "isDefault": false,
              "settings": {
                "channels": {"push": {"enabled": true}}, "identity": {"requireVerification": false},
                "sendPolicy": {"dailyCap": 5, "quietHours": null, "timezone": "UTC"}
              },
              "createdAt": "2026-01-30T07:00:00.000Z",
              "identitySecret": "23c4fcf57491ae30f4b6ba39a96afbb04e83e7803940dc616a79d84d5726f8dc"
            }
          },
          "TenantPage": {
            "type": "object", "required": ["items", "hasMore", "nextCursor"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/Tenant"}},
              "hasMore": {"type": "boolean"},
              "nextCursor": {"type": ["string", "null"]}
            }
          }
        }
        """#
}
