extension PushRequest {
    /// What a device token that is not hexadecimal looks like, in words that say how to repair it; nil for no idea.
    ///
    /// Two forms keep turning up in databases: the description of the bytes, as iOS prints it, and base64.
    static func likelyForm(of token: String) -> String? {
        let bytes = token.utf8
        if token.contains("length") && token.contains("bytes") || bytes.first == UInt8(ascii: "<") {
            return "It looks like the description of a Data value, whose middle is missing or spaced: "
                + "register the device again, with its token as two digits for each byte."
        }
        let isBase64 = bytes.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "+"), UInt8(ascii: "/"), UInt8(ascii: "-"),
                UInt8(ascii: "_"), UInt8(ascii: "="):
                true
            default: false
            }
        }
        guard isBase64, bytes.count >= 22 else { return nil }
        return "It looks like base64: decode it and write each byte as two hexadecimal digits."
    }
}
