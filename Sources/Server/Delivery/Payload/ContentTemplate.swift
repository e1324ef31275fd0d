internal import Foundation
package import PushModel
package import Storage
internal import Templates

/// A message's content whose texts are filled for each recipient and chosen by the recipient's language.
package struct ContentTemplate: Sendable {
    /// The texts of one language.
    struct Texts: Sendable {
        var title: Template?
        var subtitle: Template?
        var body: Template?

        var all: [Template] { [title, subtitle, body].compactMap { $0 } }
    }

    /// The content whose texts stand for every language that has none of its own.
    package let content: MessageContent
    private let texts: Texts
    private let localizations: [String: Texts]

    /// What becomes of texts that do not fit.
    let overflow: Overflow

    /// What becomes of texts that do not fit into a payload.
    enum Overflow: String, CaseIterable {
        /// The delivery fails.
        case fail
        /// They are cut, the body first, and end in an ellipsis.
        case truncate
    }

    /// How many languages a message may be written in.
    package static let localizationLimit = 100

    /// Whether everybody gets the same.
    package var isConstant: Bool {
        localizations.isEmpty && texts.all.allSatisfy(\.isConstant)
    }

    /// The content with all that is written for nobody in particular: no recipient's payload is smaller, in the
    /// default language.
    package var constantContent: MessageContent {
        var constant = content
        constant.title = texts.title?.constantText
        constant.subtitle = texts.subtitle?.constantText
        constant.body = texts.body?.constantText
        return constant
    }

    /// Takes content and reads `localizations`, an object of texts by language tag, from the request.
    ///
    /// Faults of languages and lengths go to the reader.
    ///
    /// - Throws: `DeliveryError` for the first text that is no template.
    init(_ content: MessageContent, _ reader: inout FieldReader) throws {
        self.content = content
        overflow = reader.choice("overflow", of: Overflow.self) ?? .fail
        texts = Texts(
            title: try Self.template(content.title, "title"),
            subtitle: try Self.template(content.subtitle, "subtitle"), body: try Self.template(content.body, "body"))
        var localizations: [String: Texts] = [:]
        let object = reader.object("localizations") ?? JSONObject()
        if object.count > Self.localizationLimit {
            reader.fail("localizations", .tooLong, "A message may have \(Self.localizationLimit) languages.")
        } else {
            for tag in object.keys {
                guard let key = Self.key(tag), localizations[key] == nil else {
                    reader.fail(
                        "localizations.\(tag.prefix(64))", .invalidFormat, "Use each language tag once, such as de-AT.")
                    continue
                }
                localizations[key] = try Self.texts(object, tag, &reader)
            }
        }
        self.localizations = localizations
    }

    /// The paths of the values that its texts use.
    var paths: Set<[String]> {
        ([texts] + localizations.values).flatMap(\.all).reduce(into: []) { $0.formUnion($1.paths) }
    }

    /// Content with texts that are as long as those of any recipient can be, in any language.
    func longestContent(_ values: ValueBounds) -> MessageContent {
        func longest(_ text: (Texts) -> Template?) -> String? {
            let counts = ([texts] + localizations.values).compactMap(text).map { $0.byteBound(values) }
            return counts.max().map { String(repeating: "x", count: $0) }
        }
        var content = content
        content.title = longest(\.title)
        content.subtitle = longest(\.subtitle)
        content.body = longest(\.body)
        return content
    }

    private static func texts(_ object: JSONObject, _ tag: String, _ reader: inout FieldReader) throws -> Texts {
        let path = "localizations.\(tag.prefix(64))"
        guard let members = object[tag]?.object else {
            reader.fail(path, .invalidType, "Expected an object of title, subtitle and body.")
            return Texts()
        }
        var fields = FieldReader(members, at: path)
        let title = fields.string("title", length: 0...500)
        let subtitle = fields.string("subtitle", length: 0...500)
        let body = fields.string("body", length: 0...4000)
        fields.reportUnknown()
        reader.append(fields.errors)
        return Texts(
            title: try template(title, "\(path).title"), subtitle: try template(subtitle, "\(path).subtitle"),
            body: try template(body, "\(path).body"))
    }

    private static func template(_ text: String?, _ param: String) throws(DeliveryError) -> Template? {
        guard let text else { return nil }
        do {
            return try Template(text)
        } catch {
            throw DeliveryError(.invalidTemplate, "\(error.message) (character \(error.offset + 1))", param: param)
        }
    }

    /// A language tag in the one form by which tags are compared; nil if it is none.
    private static func key(_ tag: String) -> String? {
        let key = tag.replacing("_", with: "-").lowercased()
        let parts = key.split(separator: "-", omittingEmptySubsequences: false)
        let isTag =
            (1...8).contains(parts.count)
            && parts.allSatisfy {
                (1...8).contains($0.count) && $0.utf8.allSatisfy { (97...122).contains($0) || (48...57).contains($0) }
            }
        return isTag ? key : nil
    }

    /// The texts for a language: its own, those of ever wider languages, and then the default ones, each by itself.
    private func texts(for locale: String?) -> Texts {
        var found = Texts()
        var parts = (locale.flatMap(Self.key) ?? "").split(separator: "-")
        while !parts.isEmpty {
            let wider = localizations[parts.joined(separator: "-")]
            found.title = found.title ?? wider?.title
            found.subtitle = found.subtitle ?? wider?.subtitle
            found.body = found.body ?? wider?.body
            parts.removeLast()
        }
        return Texts(
            title: found.title ?? texts.title, subtitle: found.subtitle ?? texts.subtitle,
            body: found.body ?? texts.body)
    }
}

/// Fills the texts of messages for recipients; it belongs to the one task that uses it.
package struct ContentWriter {
    private var renderer = TemplateRenderer()

    /// Makes a writer.
    package init() {}

    /// The content for a recipient.
    package mutating func content(of template: ContentTemplate, for person: RecipientTraits) -> MessageContent {
        if template.isConstant { return template.content }
        let recipient = Recipient(
            externalID: person.externalID,
            attributes: (try? JSONValue(parsing: person.attributes))?.object ?? JSONObject(), locale: person.locale,
            timeZone: person.timeZone)
        return template.content(for: recipient, &renderer)
    }
}

extension ContentTemplate {
    fileprivate func content(for recipient: Recipient, _ renderer: inout TemplateRenderer) -> MessageContent {
        let texts = texts(for: recipient.locale)
        var filled = content
        filled.title = texts.title.map { renderer.render($0, for: recipient) }
        filled.subtitle = texts.subtitle.map { renderer.render($0, for: recipient) }
        filled.body = texts.body.map { renderer.render($0, for: recipient) }
        return filled
    }
}
