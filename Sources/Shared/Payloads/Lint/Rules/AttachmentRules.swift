import Foundation
import PushModel

extension LintRule {
    private static func example(_ url: String) -> Example {
        .init(
            #"{"aps":{"alert":"Hi","mutable-content":1,"content-available":1},"notifee_options":{"ios":{"attachments":[{"url":""#
                + url
                + #""}]}}}"#)
    }

    static let attachmentScheme = LintRule(
        "attachment_not_https", .error, "An attachment is not fetched by https.",
        why: "iOS lets an extension fetch by https only, and who builds the push refuses other addresses.",
        source: RuleSource.attachment, failing: example("http://example.com/a.png"),
        passing: example("https://example.com/a.png"))
    static let attachmentType = LintRule(
        "attachment_type", .error, "An attachment is of a kind that iOS does not show.",
        why:
            "iOS attaches JPEG, GIF and PNG, AIFF, WAV, MP3 and MPEG-4 sounds, MPEG, MPEG-4 and AVI films; it refuses others.",
        source: RuleSource.attachment, failing: example("https://example.com/a.svg"),
        passing: example("https://example.com/a.jpg"))
    static let attachmentAddress = LintRule(
        "attachment_address", .error, "An attachment has no address that can be fetched.",
        why: "The extension shows the notification without it.",
        source: RuleSource.attachment, failing: example("a.png"), passing: example("https://example.com/a.png"))

    static let attachmentRules = [attachmentScheme, attachmentType, attachmentAddress]
}

/// A file that a push wants to have attached.
struct PushMedia {
    var url: PayloadNode
    var spot: LintRun.Spot
    /// Whether it is in the part of the payload that names its reader, so that its presence says nothing more.
    var isOwn: Bool
}

extension LintRun {
    /// Keys at the root by which extensions that people write get their picture.
    private static let commonKeys = [
        "attachment", "attachment-url", "attachmentUrl", "image", "image-url", "imageUrl", "image_url", "media",
        "media-url", "mediaUrl", "media_url", "picture", "video-url", "videoUrl",
    ]

    /// Extensions of files that people attach and iOS refuses.
    private static let refusedTypes: Set<String> = [
        "svg", "webp", "bmp", "tif", "tiff", "ico", "pdf", "webm", "mkv", "ogg", "oga", "opus", "flac", "mov", "wmv",
        "avif", "html", "txt", "zip", "json", "flv",
    ]

    /// What the push wants to have attached.
    var media: [PushMedia] {
        var found: [PushMedia] = []
        func add(_ node: PayloadNode?, _ path: String, isOwn: Bool = false) {
            guard let node else { return }
            found.append(PushMedia(url: node, spot: spot(node, path), isOwn: isOwn))
        }
        if let options = payload[NotifyKitOptions.key].flatMap(Conversion.object) {
            for (index, element) in (options["ios"]?["attachments"]?.elements ?? []).enumerated() {
                add(element["url"], "notifee_options.ios.attachments[\(index)].url", isOwn: true)
            }
            add(options["image"], "notifee_options.image", isOwn: true)
        }
        if document.format == .tidingsPush {
            add(payload["tidings"]?["image"], "tidings.image", isOwn: true)
            for (index, element) in (payload["tidings"]?["attachments"]?.elements ?? []).enumerated() {
                add(element["url"], "tidings.attachments[\(index)].url", isOwn: true)
            }
        }
        add(payload["fcm_options"]?["image"], "fcm_options.image")
        add(payload["richContent"]?["image"], "richContent.image")
        for member in payload["att"]?.members ?? [] { add(member.value, PayloadNode.path("att", member.key)) }
        for key in Self.commonKeys where payload[key]?.string?.contains("://") == true { add(payload[key], key) }
        return found
    }

    mutating func checkAttachments() {
        for medium in media {
            guard let url = medium.url.string else { continue }
            guard let colon = url.range(of: "://"), colon.upperBound < url.endIndex, !url.contains(" ") else {
                report(
                    .attachmentAddress, "The address is not one with https and a host.", at: medium.spot,
                    fix: "Write the whole address, beginning with https://.")
                continue
            }
            let scheme = url[..<colon.lowerBound].lowercased()
            if scheme != "https" {
                // Whether the server answers by https nobody here knows.
                report(
                    .attachmentScheme, "The address begins with \(scheme.shown).", at: medium.spot,
                    fix: "Serve the file by https.")
            }
            let path = url[colon.upperBound...].prefix { $0 != "?" && $0 != "#" }
            let file = path.split(separator: "/").dropFirst().last ?? ""
            guard file.contains("."), let type = file.split(separator: ".").last?.lowercased() else { continue }
            if Self.refusedTypes.contains(type) {
                report(
                    .attachmentType, "The file is of type \(type).", at: medium.spot,
                    fix: "Serve a JPEG or PNG, an MP3 or M4A, or an MP4.")
            }
        }
    }
}
