/// Which certificate authorities a client believes.
package enum TLSTrust: Sendable, Hashable {
    /// Those that the operating system trusts.
    case system
    /// Those in a PEM file, and no others.
    case file(String)
    /// Those in PEM text, and no others.
    case pem(String)
}
