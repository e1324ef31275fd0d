import PushModel
import TestSupport
import Testing

@Suite struct APSTests {
    private func aps(_ json: String) throws -> APS {
        try APS(#require(try JSONValue(parsing: json).object))
    }

    private static let everything = #"""
        {"alert":{"title":"T","subtitle":"S","body":"B","launch-image":"L","title-loc-key":"tk","title-loc-args":["1"],
        "subtitle-loc-key":"sk","subtitle-loc-args":["2"],"loc-key":"k","loc-args":["3","4"],"action-loc-key":"ak"},
        "badge":3,"sound":{"critical":1,"name":"n.caf","volume":0.5},"thread-id":"th","category":"c",
        "content-available":1,"mutable-content":1,"target-content-id":"w","interruption-level":"time-sensitive",
        "relevance-score":0.5,"filter-criteria":"f","content-changed":true,"url-args":["a","b"],"summary-arg":"x",
        "summary-arg-count":2,"event":"start","timestamp":1,"stale-date":2,"dismissal-date":3,"content-state":{"s":1.50},
        "attributes-type":"T","attributes":{"a":[]},"input-push-channel":"ch","input-push-token":1}
        """#

    @Test func `every key is read into its property`() throws {
        let aps = try aps(Self.everything)
        #expect(aps.unknown.isEmpty)
        #expect(aps.alert?.title == "T" && aps.alert?.subtitle == "S" && aps.alert?.body == "B")
        guard case .details(let alert) = aps.alert else { return #expect(Bool(false), "no alert dictionary") }
        #expect(alert.unknown.isEmpty)
        #expect(alert.launchImage == "L" && alert.titleKey == "tk" && alert.titleArguments == ["1"])
        #expect(alert.subtitleKey == "sk" && alert.subtitleArguments == ["2"])
        #expect(alert.bodyKey == "k" && alert.bodyArguments == ["3", "4"] && alert.actionKey == "ak")
        #expect(aps.badge == 3 && aps.threadID == "th" && aps.category == "c" && aps.targetContentID == "w")
        #expect(aps.sound == .details(.init(name: "n.caf", isCritical: true, volume: 0.5)))
        #expect(aps.isContentAvailable == true && aps.isMutableContent == true)
        #expect(aps.interruptionLevel == .timeSensitive && aps.relevanceScore == 0.5 && aps.filterCriteria == "f")
        #expect(aps.isContentChanged == true && aps.urlArguments == ["a", "b"])
        #expect(aps.summaryArgument == "x" && aps.summaryArgumentCount == 2)
        let activity = aps.liveActivity
        #expect(activity.event == .start && activity.timestamp == 1)
        #expect(activity.staleDate == 2 && activity.dismissalDate == 3)
        #expect(activity.contentState?.description == #"{"s":1.50}"# && activity.attributesType == "T")
        #expect(activity.attributes?.description == #"{"a":[]}"#)
        #expect(activity.inputPushChannel == "ch" && activity.inputPushToken == true)
    }

    @Test func `writing and reading gives the same dictionary`() throws {
        let first = try aps(Self.everything)
        #expect(try aps(first.json.description) == first)
        #expect(APS().json.description == "{}")
    }

    @Test func `a text alone is an alert, a name alone is a sound`() throws {
        let aps = try aps(#"{"alert":"Hi","sound":"default"}"#)
        #expect(aps.alert == .text("Hi") && aps.alert?.body == "Hi" && aps.alert?.title == nil)
        #expect(aps.sound == .name("default"))
        #expect(aps.json.description == #"{"alert":"Hi","sound":"default"}"#)
    }

    @Test func `an alert of a Live Activity has localized texts and a sound inside`() throws {
        let json =
            #"{"alert":{"title":{"loc-key":"k","loc-args":["1"]},"body":{"loc-key":"b"},"sound":"s"},"event":"update"}"#
        let aps = try aps(json)
        guard case .details(let alert) = aps.alert else { return #expect(Bool(false), "no alert dictionary") }
        #expect(alert.title == .localized(key: "k", arguments: ["1"]))
        #expect(alert.body == .localized(key: "b", arguments: []))
        #expect(alert.sound == .name("s"))
        #expect(aps.json.description == json)
    }

    @Test(arguments: [
        #"{"alert":7}"#, #"{"alert":null}"#, #"{"alert":["a"]}"#, #"{"badge":"3"}"#, #"{"badge":1.5}"#,
        #"{"badge":true}"#,
        #"{"sound":1}"#, #"{"content-available":true}"#, #"{"content-available":2}"#, #"{"mutable-content":"1"}"#,
        #"{"thread-id":1}"#, #"{"interruption-level":1}"#, #"{"relevance-score":"1"}"#, #"{"content-state":[]}"#,
        #"{"url-args":["a",1]}"#, #"{"alert":{"title":7}}"#, #"{"alert":{"title":{"loc-args":[]}}}"#,
        #"{"alert":{"loc-args":"x"}}"#, #"{"alert":{"extra":{"a":[1.0]}}}"#,
        #"{"sound":{"critical":true,"volume":"x"}}"#,
        #"{"mutableContent":1}"#, #"{"future-key":{"a":1.00}}"#, #"{"interruption-level":"loud"}"#,
        #"{"event":"explode"}"#,
        #"{"alert":{"title":{"loc-key":"k","x":1}}}"#, #"{"timestamp":"soon"}"#,
    ])
    func `what is unknown or of another type is kept and written back`(json: String) throws {
        #expect(try aps(json).json.description == json)
    }

    @Test func `numbers that are whole in another spelling are taken`() throws {
        let aps = try aps(#"{"badge":3.0,"mutable-content":1.0,"content-available":0}"#)
        #expect(aps.badge == 3 && aps.isMutableContent == true && aps.isContentAvailable == false)
        #expect(aps.unknown.isEmpty)
    }

    @Test(arguments: 0..<20) func `no dictionary is lost or crashes, whatever is in it`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let keys = try #require(try JSONValue(parsing: Self.everything).object).keys
        for _ in 0..<100 {
            var object = JSONObject()
            for key in keys where Bool.random(using: &generator) { object[key] = generator.value(depth: 2) }
            let first = APS(object)
            #expect(try aps(first.json.description) == first)
            #expect(Set(first.json.keys) == Set(object.keys))
        }
    }
}
