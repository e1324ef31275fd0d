import Foundation

/// The text form of DER that key files have, RFC 7468.
enum PEM {
    /// The bytes between the lines that begin and end the label.
    ///
    /// Text around the block is ignored, as is white space inside it.
    static func decode(_ text: String, label: String) throws(CryptoError) -> [UInt8] {
        // Carriage returns and a missing last line break are common in files that went through a browser.
        let begin = "-----BEGIN \(label)-----"
        let end = "-----END \(label)-----"
        guard let start = text.range(of: begin), let stop = text[start.upperBound...].range(of: end) else {
            throw CryptoError(.invalidPEM, explanation(text, label))
        }
        let digits = text[start.upperBound..<stop.lowerBound].filter { !$0.isWhitespace }
        guard let data = Data(base64Encoded: digits), !data.isEmpty else {
            throw CryptoError(.invalidPEM, "The \(label) block is not base64. Use the file as it was downloaded.")
        }
        return [UInt8](data)
    }

    static func encode(_ bytes: [UInt8], label: String) -> String {
        let digits = Data(bytes).base64EncodedString(options: [.lineLength64Characters, .endLineWithLineFeed])
        return "-----BEGIN \(label)-----\n\(digits)\n-----END \(label)-----\n"
    }

    private static func explanation(_ text: String, _ label: String) -> String {
        if text.contains("-----BEGIN ENCRYPTED PRIVATE KEY-----") {
            return "The private key is encrypted with a password. Remove it with: openssl pkcs8 -in KEY -out KEY.p8"
        }
        if text.contains("-----BEGIN EC PRIVATE KEY-----") {
            return
                "The private key is in the SEC 1 form. Convert it with: openssl pkcs8 -topk8 -nocrypt -in KEY -out KEY.p8"
        }
        return "The text holds no \(label) block in PEM. Use the file as it was downloaded."
    }
}
