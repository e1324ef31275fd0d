/// What a language model has to know to use the server: `llms.txt` at the root of the repository, and of each server.
package enum LLMsText {
    /// The text, in Markdown.
    package static let text = #"""
        # Tidings

        > Self-hosted push notifications for Apple platforms, in Swift: a server (HTTP API, SQLite or PostgreSQL, APNs over HTTP/2), a client SDK with a notification service extension, a command-line tool, and a simulated APNs and iPhone that run on Linux.

        How to send: `POST /v1/messages` with `Authorization: Bearer td_tn_…` and JSON such as `{"to":"user-1","title":"Hello"}`. The answer is `202 {"success":true,"data":{"id":"msg_…","status":"queued"},…}` once the message is on disk. Audiences: `to` (up to 1,000 user ids), `topic`, `segment`, `where` (an expression over subscribers). Texts are templates (`{{ attributes.name | default: "you" }}`). `schedule` sends later, `encrypt: "device"` seals the content for each device, `Idempotency-Key` makes a repeat harmless. Every answer is `{success, data, error: {code, message, param, details}, metadata: {timestamp, requestId}}`. Unknown fields are refused, so take names from the document.

        ## Interface (files of the repository)

        - [openapi.yaml](openapi.yaml): every route, schema and error; a running server answers it at `/openapi.yaml` and `/openapi.json`
        - [API](Documentation/API.md): the same for people
        - [Error codes](Documentation/ErrorCodes.md): each code with what to do; outcomes and reasons of deliveries
        - [Payload](Documentation/Payload.md): what arrives on the phone
        - [Commands](Documentation/Commands.md): the tool `tidings`, all options
        - [Metrics](Documentation/Metrics.md): what `/metrics` tells

        ## Guides

        - [Send your first message](Documentation/Guides/FirstMessage.md): with curl, Python and Node
        - [A first push in five minutes](Documentation/Guides/FirstPush.md): with a simulated iPhone
        - [Audiences](Documentation/Guides/Audiences.md): topics, segments, expressions
        - [Schedules and quiet hours](Documentation/Guides/Schedules.md)
        - [Encryption](Documentation/Guides/Encryption.md)
        - [Call pushes](Documentation/Guides/CallPushes.md): VoIP pushes, with two simulated iPhones
        - [Import](Documentation/Guides/Import.md): people and tokens from files, OneSignal, Firebase
        - [Why a push is missing](Documentation/Guides/MissingPush.md)
        - [Run in production](Documentation/Guides/Production.md): one machine or several
        - [Add the SDK](Documentation/Guides/AddTheSDK.md) and [the extension](Documentation/Guides/AddTheExtension.md)

        ## Inside

        - [Architecture](Documentation/Architecture.md): words, layers, decisions, guarantees
        - [Delivery](Documentation/Delivery.md): from the 202 to the outcome
        - [Storage](Documentation/Storage.md): SQLite, PostgreSQL, what is promised, backup
        - [Contributing](CONTRIBUTING.md): commands, rules, how to add a route or a behaviour

        """#
}
