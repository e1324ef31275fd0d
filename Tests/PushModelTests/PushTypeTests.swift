import PushModel
import TestSupport
import Testing

@Suite struct PushTypeTests {
    private static let suffixes: [(PushType, String, String?)] = [
        (.alert, "alert", ""), (.background, "background", ""), (.complication, "complication", ".complication"),
        (.controls, "controls", ".push-type.controls"), (.fileProvider, "fileprovider", ".pushkit.fileprovider"),
        (.liveActivity, "liveactivity", ".push-type.liveactivity"), (.location, "location", ".location-query"),
        (.mdm, "mdm", nil), (.pushToTalk, "pushtotalk", ".voip-ptt"), (.voip, "voip", ".voip"),
        (.widgets, "widgets", ".push-type.widgets"),
    ]

    @Test func `each of the eleven types has its name and topic`() {
        #expect(PushType.allCases.count == 11)
        for (type, name, suffix) in Self.suffixes {
            #expect(type.rawValue == name)
            #expect(type.topicSuffix == suffix)
            #expect(type.topic(forBundle: "com.example.app") == suffix.map { "com.example.app" + $0 })
        }
    }

    @Test(.rows("C24", "P21"), arguments: PushType.allCases)
    func `call pushes may be larger than all others`(type: PushType) {
        #expect(type.payloadByteLimit == (type == .voip ? 5120 : 4096))
        #expect(PushType.broadcastPayloadByteLimit == 5120)
    }

    @Test(arguments: PushType.allCases) func `only a background push has to have priority 5`(type: PushType) {
        #expect(
            type.allowedPriorities
                == (type == .background ? [.conservePower] : [.immediate, .conservePower, .neverWake]))
    }

    @Test func `some types go with one way to authenticate only`() {
        #expect(PushType.allCases.filter { !$0.allowsTokenAuthentication } == [.mdm])
        #expect(PushType.allCases.filter { !$0.allowsCertificateAuthentication } == [.liveActivity, .location])
    }

    @Test func `priorities have Apple's numbers`() {
        #expect(PushPriority.allCases.map(\.rawValue) == [10, 5, 1])
    }
}
