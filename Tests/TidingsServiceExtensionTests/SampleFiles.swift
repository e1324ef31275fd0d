import Foundation

/// The beginnings of files, which is as much as anybody looks at.
enum SampleFiles {
    static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(count: 60)
    static let gif = Data("GIF89a".utf8) + Data(count: 60)
    static let mp4 = Data([0, 0, 0, 0x20]) + Data("ftypisom".utf8) + Data(count: 60)
    static let html = Data("<html><body>not found</body></html>".utf8)
}
