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

    /// Trust in every authority of the given bundles.
    public init(bundles: [String]) {
        self.bundles = bundles
    }

    /// Trust in every authority of one bundle.
    public init(bundle: String) {
        self.init(bundles: [bundle])
    }
}
