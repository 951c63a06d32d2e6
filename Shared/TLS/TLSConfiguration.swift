/// The configuration of one side of TLS connections.
///
/// Every connection is TLS 1.3 (RFC 8446), without session tickets and early data. The cipher suites are, in order of
/// preference, `TLS_AES_128_GCM_SHA256`, `TLS_AES_256_GCM_SHA384` and `TLS_CHACHA20_POLY1305_SHA256`.
public struct TLSConfiguration: Sendable {
    /// What a server asks of its clients' certificates.
    public enum ClientCertificates: Sendable {
        /// Clients aren't asked for a certificate.
        case none
        /// Clients are asked, and a certificate that is sent must be valid.
        case optional
        /// Clients without a valid certificate are rejected.
        case required
    }

    enum Role: Sendable {
        case server(ClientCertificates)
        case client(serverName: String?, expectedService: String?)
    }

    let role: Role
    let identity: TLSIdentity?
    let trust: TLSTrust?
    let alpn: [String]

    /// The server's side.
    ///
    /// - Parameters:
    ///   - identity: The certificate that clients see.
    ///   - trust: The authorities that clients' certificates must come from; needed unless `clientCertificates` is
    ///     `.none`.
    ///   - clientCertificates: What is asked of clients.
    ///   - alpn: Protocol names (RFC 7301), 1 to 255 bytes each, the preferred first. A client that offers none of them
    ///     is rejected with `no_application_protocol`. Empty: ALPN isn't used.
    public static func server(
        identity: TLSIdentity,
        trust: TLSTrust? = nil,
        clientCertificates: ClientCertificates = .none,
        alpn: [String]
    ) -> TLSConfiguration {
        TLSConfiguration(role: .server(clientCertificates), identity: identity, trust: trust, alpn: alpn)
    }

    /// The client's side.
    ///
    /// - Parameters:
    ///   - identity: The certificate to send when the server asks for one.
    ///   - trust: The authorities that the server's certificate must come from.
    ///   - serverName: The DNS name or IP address that the server's certificate must carry; a DNS name is also sent as
    ///     SNI. A handler may name another.
    ///   - expectedService: The service that the server's certificate must name (see ``PeerCertificate/serviceName``).
    ///     With it the DNS name isn't checked.
    ///   - alpn: Protocol names to offer, the preferred first. A server that chooses none of them is rejected. Empty:
    ///     ALPN isn't used.
    public static func client(
        identity: TLSIdentity? = nil,
        trust: TLSTrust,
        serverName: String? = nil,
        expectedService: String? = nil,
        alpn: [String]
    ) -> TLSConfiguration {
        TLSConfiguration(
            role: .client(serverName: serverName, expectedService: expectedService),
            identity: identity,
            trust: trust,
            alpn: alpn
        )
    }
}
