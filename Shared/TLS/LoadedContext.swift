import COpenSSL
import FoundationEssentials

/// One `SSL_CTX` with its certificate, key and authorities loaded, and what must live as long as it does.
///
/// `@unchecked Sendable`: the `SSL_CTX` isn't changed after `init`, and OpenSSL counts its references atomically.
final class LoadedContext: @unchecked Sendable {
    let pointer: OpaquePointer
    /// The leaf of this side's own identity.
    private(set) var certificate: PeerCertificate?
    private let protocols: UnsafeMutablePointer<larder_alpn_protocols>
    private let protocolBytes: UnsafeMutableBufferPointer<UInt8>

    /// Reads everything that the configuration names. One's own certificate must be valid at `now`, unless that is `nil`.
    init(_ configuration: TLSConfiguration, now: Date?) throws(TLSError) {
        let wireNames = try wireForm(configuration.alpn)
        Library.start()
        ERR_clear_error()
        guard let pointer = SSL_CTX_new(TLS_method()) else { throw libraryFailure() }
        self.pointer = pointer
        protocolBytes = .allocate(capacity: wireNames.count)
        _ = protocolBytes.initialize(from: wireNames)
        protocols = .allocate(capacity: 1)
        protocols.initialize(
            to: larder_alpn_protocols(bytes: UnsafePointer(protocolBytes.baseAddress), length: UInt32(wireNames.count))
        )
        guard larder_ssl_ctx_apply_defaults(pointer) == 1 else { throw libraryFailure() }
        if let identity = configuration.identity {
            let trustDomain = configuration.trust?.trustDomain ?? TLSTrust.defaultTrustDomain
            try load(identity, trustDomain: trustDomain, now: now)
        }
        try load(configuration.trust, role: configuration.role)
        try applyProtocols(role: configuration.role)
    }

    deinit {
        SSL_CTX_free(pointer)
        protocols.deallocate()
        protocolBytes.deallocate()
    }

    var usesALPN: Bool { !protocolBytes.isEmpty }

    private func applyProtocols(role: TLSConfiguration.Role) throws(TLSError) {
        guard usesALPN else { return }
        switch role {
        case .server:
            larder_ssl_ctx_require_alpn(pointer, protocols)
        case .client:
            // This function alone returns 0 for success.
            let status = SSL_CTX_set_alpn_protos(pointer, protocolBytes.baseAddress, UInt32(protocolBytes.count))
            guard status == 0 else { throw libraryFailure() }
        }
    }

    private func load(_ identity: TLSIdentity, trustDomain: String, now: Date?) throws(TLSError) {
        let path = identity.certificateChain
        let chain = try CredentialFile.certificates(path: path)
        defer { chain.forEach(X509_free) }
        guard let leaf = PeerCertificate(certificate: chain[0], trustDomain: trustDomain) else {
            throw .invalidCertificate(path: path)
        }
        if let now, leaf.notAfter <= now { throw .certificateExpired(path: path, since: leaf.notAfter) }
        if let now, leaf.notBefore > now { throw .certificateNotYetValid(path: path, until: leaf.notBefore) }
        certificate = leaf

        let key = try CredentialFile.privateKey(path: identity.privateKey, allowsShared: identity.allowsSharedKeyFile)
        defer { EVP_PKEY_free(key) }
        ERR_clear_error()
        guard X509_check_private_key(chain[0], key) == 1 else {
            ERR_clear_error()
            throw .keyMismatch(certificate: path, key: identity.privateKey)
        }
        guard SSL_CTX_use_certificate(pointer, chain[0]) == 1 else { throw rejection(.invalidCertificate(path: path)) }
        guard SSL_CTX_use_PrivateKey(pointer, key) == 1 else { throw rejection(.invalidKey(path: identity.privateKey)) }
        for intermediate in chain.dropFirst() {
            guard larder_ssl_ctx_add_chain_certificate(pointer, intermediate) == 1 else {
                throw rejection(.invalidCertificate(path: path))
            }
        }
    }

    private func load(_ trust: TLSTrust?, role: TLSConfiguration.Role) throws(TLSError) {
        let mode: Int32
        switch role {
        case .client: mode = SSL_VERIFY_PEER
        case .server(.none): mode = SSL_VERIFY_NONE
        case .server(.optional): mode = SSL_VERIFY_PEER
        case .server(.required): mode = SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT
        }
        SSL_CTX_set_verify(pointer, mode, nil)
        let bundles = trust?.bundles ?? []
        if bundles.isEmpty && mode != SSL_VERIFY_NONE { throw .missingTrust }
        for path in bundles {
            let authorities = try CredentialFile.certificates(path: path)
            defer { authorities.forEach(X509_free) }
            for authority in authorities {
                guard X509_STORE_add_cert(SSL_CTX_get_cert_store(pointer), authority) == 1,
                    SSL_CTX_add_client_CA(pointer, authority) == 1
                else { throw rejection(.invalidCertificate(path: path)) }
            }
        }
    }
}

private enum Library {
    private static let isStarted = OPENSSL_init_ssl(UInt64(OPENSSL_INIT_NO_ATEXIT), nil) == 1

    /// Keeps OpenSSL from tearing itself down at exit: event loops still use connections while the process ends, which
    /// crashed it. What it holds ends with the process anyway.
    static func start() { _ = isStarted }
}

private func libraryFailure() -> TLSError {
    .libraryFailure(OpenSSLErrors.drain().description)
}

private func rejection(_ error: TLSError) -> TLSError {
    ERR_clear_error()
    return error
}

/// A length byte before each name (RFC 7301, section 3.1).
private func wireForm(_ names: [String]) throws(TLSError) -> [UInt8] {
    var bytes: [UInt8] = []
    for name in names {
        guard let length = UInt8(exactly: name.utf8.count), length > 0 else { throw .invalidProtocolName(name) }
        bytes.append(length)
        bytes.append(contentsOf: name.utf8)
    }
    return bytes
}
