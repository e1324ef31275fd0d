import PushModel
import TestSupport
import Testing

@Suite struct NotifyKitOptionsTests {
    private static let everything = #"""
        {"_v":1,"id":"order-42","title":"T","subtitle":"S","body":"B","image":"https://e.com/a.png","data":{"k":"v"},
        "ios":{"sound":"media/kick.wav","critical":true,"criticalVolume":0.5,"badgeCount":0,"categoryId":"post",
        "launchImageName":"l","interruptionLevel":"timeSensitive","threadId":"th","targetContentId":"w",
        "attachments":[{"id":"a","url":"https://e.com/b.png","typeHint":"public.png","thumbnailHidden":true,
        "thumbnailClippingRect":{"x":0,"y":0.25,"width":1,"height":0.5},"thumbnailTime":3},
        {"identifier":"b","url":"https://e.com/c.mp4"}],
        "communicationInfo":{"conversationId":"c","body":"m","groupName":"G","groupAvatar":"https://e.com/g.png",
        "sender":{"id":"ada","displayName":"Ada","avatar":"https://e.com/ada.png"}},
        "foregroundPresentationOptions":{"banner":true}},"android":{"channelId":"x"}}
        """#

    private func userInfo(_ json: String) throws -> [AnyHashable: Any] {
        try #require(JSONValue(parsing: json).object?.userInfo)
    }

    @Test(.rows("N20", "P8"), arguments: [false, true])
    func `the options are read from an object and from a string that holds one`(asText: Bool) throws {
        let value = try JSONValue(parsing: Self.everything)
        let own: JSONValue = asText ? .string(Self.everything) : value
        let push = JSONObject([.init("aps", .object(JSONObject())), .init("notifee_options", own)])
        #expect(NotifyKitOptions(userInfo: push.userInfo) == NotifyKitOptions(value))
        #expect(NotifyKitOptions(userInfo: push.userInfo)?.title == "T")
    }

    @Test(.rows("N21", "N22")) func `every field has its place`() throws {
        let options = try #require(NotifyKitOptions(JSONValue(parsing: Self.everything)))
        #expect(options.id == "order-42" && options.title == "T" && options.subtitle == "S" && options.body == "B")
        #expect(options.data == ["k": "v"] && options.version == 1 && !options.isNewer)
        let look = options.presentation
        #expect(look.sound == "media/kick.wav" && look.isCritical && look.criticalVolume == 0.5 && look.badge == 0)
        #expect(look.categoryID == "post" && look.launchImageName == "l" && look.interruptionLevel == .timeSensitive)
        #expect(look.threadID == "th" && look.targetContentID == "w")
        var first = Attachment(url: "https://e.com/b.png", id: "a", isThumbnailHidden: true)
        first.thumbnailClipping = .init(x: 0, y: 0.25, width: 1, height: 0.5)
        first.thumbnailTime = 3
        #expect(options.attachments == [first, Attachment(url: "https://e.com/c.mp4", id: "b")])
        let talk = try #require(options.communication)
        #expect(talk.sender == MessageSender(id: "ada", name: "Ada", imageURL: "https://e.com/ada.png"))
        #expect(talk.conversationID == "c" && talk.body == "m" && talk.groupName == "G")
        #expect(talk.groupImageURL == "https://e.com/g.png")
    }

    @Test(
        .rows("N49"),
        arguments: [
            (#"{"alert":true}"#, [true, true, false, false]),
            (#"{"alert":true,"list":true}"#, [false, true, false, false]),
            (#"{"banner":true,"alert":true,"sound":true}"#, [true, false, true, false]),
            (#"{"banner":false,"alert":true,"badge":true}"#, [true, true, false, true]),
            ("{}", [false, false, false, false]), ("null", nil), (#"["banner"]"#, nil),
        ] as [(String, [Bool]?)])
    func `in the foreground what is named shows, and banner or list take the place of alert`(
        wanted: String, expected: [Bool]?
    ) throws {
        let json = #"{"ios":{"foregroundPresentationOptions":\#(wanted)}}"#
        let foreground = try #require(NotifyKitOptions(JSONValue(parsing: json))).foreground
        let found = foreground.map { [$0.showsBanner, $0.showsInList, $0.playsSound, $0.setsBadge] }
        #expect(found == expected)
    }

    @Test(.rows("N23")) func `attachments beat the picture`() throws {
        let both = try #require(NotifyKitOptions(JSONValue(parsing: Self.everything)))
        #expect(both.media.map(\.url) == ["https://e.com/b.png", "https://e.com/c.mp4"])
        let one = try #require(NotifyKitOptions(["image": "https://e.com/a.png"]))
        #expect(one.media == [Attachment(url: "https://e.com/a.png")])
        #expect(NotifyKitOptions(.object(JSONObject()))?.media == [])
    }

    private static let unreadable = [
        "{}", #"{"notifee_options":null}"#, #"{"notifee_options":[]}"#, #"{"notifee_options":[{"title":"x"}]}"#,
        #"{"notifee_options":7}"#, #"{"notifee_options":true}"#, #"{"notifee_options":"{"}"#,
        #"{"notifee_options":""}"#, #"{"notifee_options":"[]"}"#, #"{"notifee_options":"null"}"#,
        #"{"notifee_options":"\"{}\""}"#,
    ]

    @Test(.rows("N20", "N28c"), arguments: unreadable)
    func `what is no object gives no options`(push: String) throws {
        #expect(try NotifyKitOptions(userInfo: userInfo(push)) == nil)
    }

    @Test(.rows("N28c")) func `what has an odd type inside is left out`() throws {
        let odd = #"""
            {"_v":"2","id":"","title":1,"body":[],"image":{},"data":"x","ios":{"sound":{},"critical":"yes",
            "criticalVolume":7,"badgeCount":-1,"interruptionLevel":"loud","attachments":["a",{"id":"b"},
            {"url":"https://e.com/a","thumbnailTime":-1,"thumbnailClippingRect":{"x":2,"y":0,"width":1,"height":1}}],
            "communicationInfo":{"conversationId":"c","sender":{"id":"a"}}}}
            """#
        let options = try #require(NotifyKitOptions(JSONValue(parsing: odd)))
        #expect(options.isNewer && options.id == nil && options.title == nil && options.body == nil)
        #expect(options.data.isEmpty && options.presentation == .init() && options.communication == nil)
        #expect(options.media == [Attachment(url: "https://e.com/a")])
        #expect(NotifyKitOptions(["ios": []])?.presentation == .init())
    }

    private static let data = [#"{"k":"new","n":"1"}"#, #""{\"k\":\"new\",\"n\":\"1\"}""#]

    @Test(.rows("N21", "P8"), arguments: data)
    func `the data that travels beside the options counts over the data inside`(data: String) throws {
        let push = #"{"notifee_options":{"data":{"k":"old","o":"2"}},"notifee_data":\#(data)}"#
        let options = try #require(NotifyKitOptions(userInfo: userInfo(push)))
        #expect(options.data == ["k": "new", "o": "2", "n": "1"])
    }
}
