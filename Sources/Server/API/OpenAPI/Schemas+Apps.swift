extension Schemas {
    /// Apps and their credentials.
    static let apps = #"""
        {
          "NewApp": {
            "type": "object", "required": ["bundleId"], "additionalProperties": false,
            "properties": {
              "bundleId": {"type": "string", "maxLength": 155, "pattern": "^[A-Za-z0-9.-]+$"},
              "name": {"type": "string", "maxLength": 200}
            },
            "example": {"bundleId": "com.example.app", "name": "Example"}
          },
          "App": {
            "type": "object", "required": ["id", "bundleId", "name", "credentials", "settings", "createdAt"],
            "properties": {
              "id": {"type": "string"},
              "bundleId": {"type": "string"},
              "name": {"type": "string"},
              "credentials": {"type": "array", "items": {"$ref": "#/components/schemas/Credential"}},
              "settings": {"$ref": "#/components/schemas/AppSettings"},
              "createdAt": {"type": "string", "format": "date-time"}
            },
            "example": {
              "id": "app_1m8pscgceacy36cjnmt6ff92wa8s6", "bundleId": "com.example.app", "name": "Example",
              "credentials": [
                {
                  "kind": "token", "environment": "production", "teamId": "TEAM123456", "keyId": "ABC123DEFG",
                  "validUntil": null, "createdAt": "2026-11-30T17:52:31.651Z"
                },
                {
                  "kind": "token", "environment": "sandbox", "teamId": "TEAM123456", "keyId": "ABC123DEFG",
                  "validUntil": null, "createdAt": "2026-11-30T17:52:31.651Z"
                }
              ],
              "settings": {
                "visibleEncrypted": {"enabled": true, "minimumSdkVersion": null, "minimumAppVersion": null},
                "pushesPerSecond": null
              },
              "createdAt": "2026-11-30T17:52:31.630Z"
            }
          },
          "AppSettings": {
            "type": "object", "required": ["visibleEncrypted", "pushesPerSecond"],
            "properties": {
              "pushesPerSecond": {"type": ["integer", "null"]},
              "visibleEncrypted": {
                "type": "object", "required": ["enabled", "minimumSdkVersion", "minimumAppVersion"],
                "properties": {
                  "enabled": {"type": "boolean"},
                  "minimumSdkVersion": {"type": ["string", "null"]},
                  "minimumAppVersion": {"type": ["string", "null"]}
                }
              }
            }
          },
          "AppChange": {
            "type": "object", "additionalProperties": false,
            "properties": {
              "name": {"type": "string", "minLength": 1, "maxLength": 200},
              "settings": {
                "type": ["object", "null"], "additionalProperties": false,
                "properties": {
                  "pushesPerSecond": {
                    "type": ["integer", "null"], "minimum": 1, "maximum": 1000000,
                    "description": "How many pushes of the app go out a second at most, all servers together. The others wait."
                  },
                  "visibleEncrypted": {
                    "type": ["object", "null"], "additionalProperties": false,
                    "description": "Which devices with the service extension get encrypted pushes in the visible form; the others get the silent one.",
                    "properties": {
                      "enabled": {"type": ["boolean", "null"], "description": "false makes all of them silent."},
                      "minimumSdkVersion": {
                        "type": ["string", "null"], "pattern": "^v?[0-9]{1,9}(\\.[0-9]{1,9}){0,2}(-[0-9A-Za-z-]+([.][0-9A-Za-z-]+)*)?$",
                        "description": "The oldest SDK that gets them, compared as semantic versions. A device whose version is unknown or malformed is older than any."
                      },
                      "minimumAppVersion": {
                        "type": ["string", "null"], "pattern": "^v?[0-9]{1,9}(\\.[0-9]{1,9}){0,2}(-[0-9A-Za-z-]+([.][0-9A-Za-z-]+)*)?$",
                        "description": "The first version of the app that ships the extension, compared in the same way."
                      }
                    }
                  }
                }
              }
            },
            "example": {"settings": {"visibleEncrypted": {"minimumSdkVersion": "3.0.10", "minimumAppVersion": "2.4"}}}
          },
          "Credential": {
            "type": "object", "required": ["kind", "environment", "teamId", "keyId", "validUntil", "createdAt"],
            "properties": {
              "kind": {"type": "string", "enum": ["token", "certificate"]},
              "environment": {"$ref": "#/components/schemas/PushEnvironment"},
              "teamId": {"type": ["string", "null"]},
              "keyId": {"type": ["string", "null"]},
              "validUntil": {"type": ["string", "null"], "format": "date-time", "description": "When a certificate ends."},
              "createdAt": {"type": "string", "format": "date-time"}
            }
          },
          "CredentialFindings": {
            "type": "object", "required": ["items", "hasMore", "nextCursor"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/CredentialFinding"}},
              "hasMore": {"type": "boolean"},
              "nextCursor": {"type": ["string", "null"]}
            },
            "example": {
              "items": [
                {
                  "environment": "production", "result": "valid", "reason": "BadDeviceToken",
                  "message": "APNs takes the credential for com.example.app."
                },
                {
                  "environment": "sandbox", "result": "valid", "reason": "BadDeviceToken",
                  "message": "APNs takes the credential for com.example.app."
                }
              ],
              "hasMore": false, "nextCursor": null
            }
          },
          "CredentialFinding": {
            "type": "object", "required": ["environment", "result", "reason", "message"],
            "properties": {
              "environment": {"$ref": "#/components/schemas/PushEnvironment"},
              "result": {"type": "string", "enum": ["valid", "refused", "unreachable"]},
              "reason": {"type": ["string", "null"], "description": "APNs's own word."},
              "message": {"type": "string", "description": "The same in a sentence that says what to do."}
            }
          },
          "PushEnvironment": {"type": "string", "enum": ["sandbox", "production"]},
          "NewCredential": {
            "type": "object", "required": ["kind"], "additionalProperties": false,
            "description": "A key (teamId, keyId, privateKey), or a certificate (pkcs12 with password, or certificate with privateKey).",
            "properties": {
              "kind": {"type": "string", "enum": ["token", "certificate"]},
              "teamId": {"type": "string", "pattern": "^[A-Z0-9]{10}$"},
              "keyId": {"type": "string", "pattern": "^[A-Z0-9]{10}$"},
              "privateKey": {
                "type": "string", "minLength": 1, "maxLength": 4000,
                "description": "The text of the .p8 file, or the certificate's key in PEM; never answered again."
              },
              "pkcs12": {"type": "string", "minLength": 1, "description": "The .p12 file in base64."},
              "certificate": {
                "type": "string", "minLength": 1, "description": "The certificate in PEM; its UID has to be the bundle id."
              },
              "password": {"type": "string", "maxLength": 1000, "description": "Of the .p12 file or the key."},
              "environments": {
                "type": "array", "minItems": 1, "maxItems": 2,
                "items": {"$ref": "#/components/schemas/PushEnvironment"},
                "description": "Where the credential is good; both when left out."
              },
              "probe": {
                "type": "boolean", "default": false,
                "description": "Ask APNs first, and set the credential only where it takes it."
              }
            },
            "example": {
              "kind": "token", "teamId": "ABCDE12345", "keyId": "12345ABCDE",
              "privateKey": "-----BEGIN PRIVATE KEY-----\n…\n-----END PRIVATE KEY-----\n"
            }
          },
          "AppPage": {
            "type": "object", "required": ["items", "hasMore", "nextCursor"],
            "properties": {
              "items": {"type": "array", "items": {"$ref": "#/components/schemas/App"}},
              "hasMore": {"type": "boolean"},
              "nextCursor": {"type": ["string", "null"]}
            }
          }
        }
        """#
}
