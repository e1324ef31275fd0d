/// How long a sound file plays, by its head.
enum SoundLength {
    /// The seconds; nil for a file whose kind or form is not known, or that does not say.
    static func seconds(of bytes: [UInt8]) -> Double? {
        let file = Chunks(bytes)
        switch (file.text(0), file.text(8)) {
        case ("RIFF", "WAVE"): return wave(file)
        case ("FORM", "AIFF"), ("FORM", "AIFC"): return audioInterchange(file)
        case ("caff", _): return coreAudio(file)
        default: return nil
        }
    }

    private static func wave(_ file: Chunks) -> Double? {
        let chunks = file.list(from: 12, isLittleEndian: true)
        guard let format = chunks["fmt "], let data = chunks["data"], let rate = file.little(format.start + 8), rate > 0
        else { return nil }
        return Double(data.count) / Double(rate)
    }

    private static func audioInterchange(_ file: Chunks) -> Double? {
        guard let common = file.list(from: 12, isLittleEndian: false)["COMM"],
            let frames = file.big(common.start + 2), let rate = file.extended(common.start + 8), rate > 0
        else { return nil }
        return Double(frames) / rate
    }

    private static func coreAudio(_ file: Chunks) -> Double? {
        let chunks = file.wideList(from: 8)
        guard let description = chunks["desc"], let rate = file.double(description.start), rate > 0 else { return nil }
        if let packets = chunks["pakt"], let frames = file.wide(packets.start + 8) { return Double(frames) / rate }
        guard let data = chunks["data"], let packet = file.big(description.start + 16), packet > 0,
            let frames = file.big(description.start + 20)
        else { return nil }
        return Double(max(0, data.count - 4)) / Double(packet) * Double(frames) / rate
    }
}

/// Numbers and chunks in a sound file; nil beyond its end.
private struct Chunks {
    let bytes: [UInt8]

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    struct Chunk {
        var start: Int
        var count: Int
    }

    func text(_ place: Int) -> String? { slice(place, 4).map { String(decoding: $0, as: UTF8.self) } }
    func big(_ place: Int) -> UInt32? { slice(place, 4).map { $0.reduce(0) { $0 << 8 | UInt32($1) } } }
    func little(_ place: Int) -> UInt32? { slice(place, 4).map { $0.reversed().reduce(0) { $0 << 8 | UInt32($1) } } }
    func wide(_ place: Int) -> Int? {
        slice(place, 8).map { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } }.flatMap { Int(exactly: $0) }
    }
    func double(_ place: Int) -> Double? {
        slice(place, 8).map { Double(bitPattern: $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) }
            .flatMap { $0.isFinite ? $0 : nil }
    }

    /// A number of 80 bits, as AIFF has its rate.
    func extended(_ place: Int) -> Double? {
        guard let head = slice(place, 2), let mantissa = slice(place + 2, 8) else { return nil }
        let exponent = Int(head.reduce(UInt16(0)) { $0 << 8 | UInt16($1) } & 0x7FFF) - 16_383 - 63
        guard (-200...200).contains(exponent) else { return nil }
        let value = Double(mantissa.reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        return Double(sign: .plus, exponent: exponent, significand: value)
    }

    private func slice(_ place: Int, _ count: Int) -> ArraySlice<UInt8>? {
        place >= 0 && place <= bytes.count - count ? bytes[place..<place + count] : nil
    }

    /// The chunks of RIFF and AIFF, which begin at even bytes.
    func list(from start: Int, isLittleEndian: Bool) -> [String: Chunk] {
        var found: [String: Chunk] = [:]
        var place = start
        while let name = text(place), let size = isLittleEndian ? little(place + 4) : big(place + 4) {
            found[name] = Chunk(start: place + 8, count: Int(size))
            place += 8 + Int(size) + Int(size & 1)
        }
        return found
    }

    /// The chunks of CAF, whose sizes have 64 bits; that of the data may be open.
    func wideList(from start: Int) -> [String: Chunk] {
        var found: [String: Chunk] = [:]
        var place = start
        while let name = text(place), let words = slice(place + 4, 8) {
            let size = wide(place + 4) ?? (words.allSatisfy { $0 == 0xFF } ? bytes.count - place - 12 : -1)
            guard size >= 0 else { break }
            found[name] = Chunk(start: place + 12, count: size)
            guard size <= bytes.count - place else { break }
            place += 12 + size
        }
        return found
    }
}
