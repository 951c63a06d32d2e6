/// The identity of this process: a certificate chain and its private key, both PEM files.
///
/// The files are read when a ``TLSContext`` is made and again at each ``TLSContext/reload()``.
public struct TLSIdentity: Sendable, Hashable {
    /// Path of the PEM file with the leaf certificate first, followed by the intermediates, if any.
    public var certificateChain: String

    /// Path of the PEM file with the unencrypted private key.
    public var privateKey: String

    /// Whether a key file that its group or others may read is accepted. `false` unless the platform that mounts the
    /// file offers no narrower mode.
    public var allowsSharedKeyFile: Bool

    /// An identity from its two files.
    public init(certificateChain: String, privateKey: String, allowsSharedKeyFile: Bool = false) {
        self.certificateChain = certificateChain
        self.privateKey = privateKey
        self.allowsSharedKeyFile = allowsSharedKeyFile
    }
}

/// The certificate authorities that this process trusts, as PEM files.
///
/// Nothing else is trusted; the system's authorities are not consulted.
public struct TLSTrust: Sendable, Hashable {
    /// Paths of PEM files, each with one or more certificates of authorities.
    public var bundles: [String]

    /// The SPIFFE trust domain whose identities are accepted. A client certificate of another one is rejected, and a server
    /// that is expected to be a service must belong to this one.
    public var trustDomain: String

    /// The trust domain unless another is given.
    public static let defaultTrustDomain = "larder"

    /// Trust in every authority of the given bundles.
    public init(bundles: [String], trustDomain: String = TLSTrust.defaultTrustDomain) {
        self.bundles = bundles
        self.trustDomain = trustDomain
    }

    /// Trust in every authority of one bundle.
    public init(bundle: String, trustDomain: String = TLSTrust.defaultTrustDomain) {
        self.init(bundles: [bundle], trustDomain: trustDomain)
    }

    /// Whether a text can name a trust domain: 1 to 255 of a-z, 0-9, `.`, `-` and `_` (SPIFFE-ID, section 2.1).
    public static func isTrustDomain(_ text: String) -> Bool {
        (1...255).contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
                case UInt8(ascii: "."), UInt8(ascii: "-"), UInt8(ascii: "_"): true
                default: false
                }
            }
    }
}
