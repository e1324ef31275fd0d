// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// What the SDK uses of Apple's CryptoKit.
@_exported public import Foundation

public protocol HashFunction { associatedtype Digest: CryptoKit.Digest }
public protocol Digest: ContiguousBytes, Sequence where Element == UInt8 {}
public struct SHA256Digest: Digest, Sendable {
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
}
public struct SHA256: HashFunction, Sendable {
    public typealias Digest = SHA256Digest
    public static func hash<D: DataProtocol>(data: D) -> SHA256Digest { SHA256Digest() }
}
public struct SymmetricKey: Sendable { public init<D: ContiguousBytes>(data: D) {} }
public struct HashedAuthenticationCode<H: HashFunction>: Sequence {
    public func makeIterator() -> Array<UInt8>.Iterator { [].makeIterator() }
}
public struct HMAC<H: HashFunction> {
    public typealias MAC = HashedAuthenticationCode<H>
    public static func authenticationCode<D: DataProtocol>(for data: D, using key: SymmetricKey) -> MAC { MAC() }
}
public enum AES {
    public enum GCM {
        public struct Nonce: Sendable { public init<D: DataProtocol>(data: D) throws {} }
        public struct SealedBox: Sendable {
            public let ciphertext = Data()
            public let tag = Data()
            public init<C: DataProtocol, T: DataProtocol>(nonce: Nonce, ciphertext: C, tag: T) throws {}
        }
        public static func seal<P: DataProtocol>(
            _ message: P, using key: SymmetricKey, nonce: Nonce? = nil
        ) throws -> SealedBox { throw CryptoKitError.authenticationFailure }
        public static func seal<P: DataProtocol, A: DataProtocol>(
            _ message: P, using key: SymmetricKey, nonce: Nonce? = nil, authenticating authenticatedData: A
        ) throws -> SealedBox { throw CryptoKitError.authenticationFailure }
        public static func open(_ sealedBox: SealedBox, using key: SymmetricKey) throws -> Data { Data() }
        public static func open<A: DataProtocol>(
            _ sealedBox: SealedBox, using key: SymmetricKey, authenticating authenticatedData: A
        ) throws -> Data { Data() }
    }
}
public enum CryptoKitError: Error { case authenticationFailure }
public struct SharedSecret: ContiguousBytes, Sendable {
    public func withUnsafeBytes<R>(_ body: (UnsafeRawBufferPointer) throws -> R) rethrows -> R {
        try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
}
public enum P256 {
    public enum KeyAgreement {
        public struct PublicKey: Sendable {
            public init<D: ContiguousBytes>(x963Representation: D) throws {}
            public var x963Representation: Data { Data() }
        }
        public struct PrivateKey: Sendable {
            public init(compactRepresentable: Bool = true) {}
            public init<D: ContiguousBytes>(rawRepresentation: D) throws {}
            public var publicKey: PublicKey { get { fatalError("never made") } }
            public var rawRepresentation: Data { Data() }
            public func sharedSecretFromKeyAgreement(with publicKeyShare: PublicKey) throws -> SharedSecret {
                SharedSecret()
            }
        }
    }
    public enum Signing {
        public struct ECDSASignature: Sendable {
            public init<D: DataProtocol>(derRepresentation: D) throws {}
            public var derRepresentation: Data { Data() }
        }
        public struct PublicKey: Sendable {
            public init<D: ContiguousBytes>(x963Representation: D) throws {}
            public init<Bytes: RandomAccessCollection>(derRepresentation: Bytes) throws where Bytes.Element == UInt8 {}
            public var x963Representation: Data { Data() }
            public func isValidSignature<D: DataProtocol>(_ signature: ECDSASignature, for data: D) -> Bool { false }
        }
        public struct PrivateKey: Sendable {
            public init(compactRepresentable: Bool = true) {}
            public init<Bytes: RandomAccessCollection>(derRepresentation: Bytes) throws where Bytes.Element == UInt8 {}
            public var publicKey: PublicKey { get { fatalError("never made") } }
            public var derRepresentation: Data { Data() }
            public func signature<D: DataProtocol>(for data: D) throws -> ECDSASignature {
                throw CryptoKitError.authenticationFailure
            }
        }
    }
}
