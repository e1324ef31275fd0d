import Foundation
import PushModel

@testable import Templates

/// A text with places, as a sender can write it, filled for people of all kinds.
///
/// `make fuzz` builds this with libFuzzer.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzMessageTemplate(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let start, count > 0 else { return 0 }
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let template: Template
    do {
        template = try Template(text)
    } catch {
        precondition((0...text.count).contains(error.offset), "a fault stands outside of the text")
        return 0
    }
    var renderer = TemplateRenderer()
    for recipient in recipients {
        let once = renderer.render(template, for: recipient)
        precondition(once == renderer.render(template, for: recipient), "the same person reads another text")
        if template.isConstant {
            precondition(once.utf8.elementsEqual(template.constantText.utf8), "a constant text changes")
        }
    }
    if !text.contains("{{") {
        precondition(template.isConstant && template.constantText == text, "a text without places changes")
    }
    precondition(template.parts.count <= 2 * Template.placeLimit + 1, "more places than are allowed")
    return 0
}

private let recipients: [Recipient] = [
    Recipient(externalID: "user-1"),
    Recipient(
        externalID: "{{ subscriber.externalId }}",
        attributes: (try? JSONValue(
            parsing:
                #"{"name":"Ada {{ attributes.name }}","count":1,"price":1234567.891,"big":1e308,"when":"2026-03-29T01:30:00Z","list":[1,{}],"deep":{"a":{"b":"c"}},"none":null,"seconds":1767225600}"#
        ))?.object ?? [:], locale: "de-AT", timeZone: "Europe/Vienna"),
    Recipient(
        externalID: "", attributes: ["count": 5, "when": -1e300, "price": "0.5"], locale: "ar", timeZone: "No/Where"),
    Recipient(externalID: "x", attributes: ["count": "21"], locale: "xx-invalid-\u{0}", timeZone: ""),
]
