public import FoundationEssentials

/// A failure of TLS. `description` is a sentence that an operator can act on.
public enum TLSError: Error, Sendable, Equatable, CustomStringConvertible {
    /// A certificate, key or bundle file doesn't exist.
    case missingFile(path: String)
    /// A file exists and can't be read.
    case unreadableFile(path: String, reason: String)
    /// A private key file may be read or written by its group or others. `mode` holds the permission bits.
    case insecureKeyFile(path: String, mode: UInt32)
    /// A file holds no certificate, or one that can't be parsed or used.
    case invalidCertificate(path: String)
    /// A file holds no unencrypted private key, or one that can't be used.
    case invalidKey(path: String)
    /// The private key isn't the one of the certificate.
    case keyMismatch(certificate: String, key: String)
    /// The certificate of one's own identity has expired.
    case certificateExpired(path: String, since: Date)
    /// The certificate of one's own identity isn't valid yet.
    case certificateNotYetValid(path: String, until: Date)
    /// No authority is configured to verify the peer with.
    case missingTrust
    /// A protocol name for ALPN isn't 1 to 255 bytes long.
    case invalidProtocolName(String)
    /// A client connection names neither the server name nor the service that it expects.
    case missingExpectation
    /// A server name, address or service name can't be used.
    case invalidExpectation(String)
    /// The handshake failed. A client whose certificate the server rejects learns of it only after its own side of the
    /// handshake, that is, after ``TLSHandshakeCompleted``.
    case handshakeFailed(TLSHandshakeFailure)
    /// The connection ended without the peer's `close_notify`: what was received may lack its end.
    case truncated
    /// The peer ended the connection with an alert; the alert's name.
    case closedByAlert(String)
    /// A record could not be decrypted or broke the protocol; OpenSSL's reason.
    case corruptRecord(String)
    /// OpenSSL could not do its work, as when memory is exhausted; its reason.
    case libraryFailure(String)

    /// A sentence for a log or an operator.
    public var description: String {
        switch self {
        case .missingFile(let path): "The file \(path) does not exist."
        case .unreadableFile(let path, let reason): "The file \(path) can't be read: \(reason)."
        case .insecureKeyFile(let path, let mode):
            "The private key \(path) has mode \(octal(mode)), which lets others use it; run: chmod 600 \(path)"
        case .invalidCertificate(let path): "The file \(path) holds no usable PEM certificate."
        case .invalidKey(let path): "The file \(path) holds no usable unencrypted PEM private key."
        case .keyMismatch(let certificate, let key):
            "The private key \(key) does not belong to the certificate \(certificate)."
        case .certificateExpired(let path, let date):
            "The certificate \(path) expired on \(date.formatted(.iso8601)); renew it."
        case .certificateNotYetValid(let path, let date):
            "The certificate \(path) is not valid before \(date.formatted(.iso8601)); check the clock."
        case .missingTrust: "A bundle of trusted authorities is needed to verify the peer's certificate."
        case .invalidProtocolName(let name): "The ALPN protocol name \"\(name)\" is not 1 to 255 bytes long."
        case .missingExpectation: "A client connection needs the server name or the service that it expects."
        case .invalidExpectation(let name): "The expected server or service name \"\(name)\" is not usable."
        case .handshakeFailed(let failure): "The TLS handshake failed: \(failure)"
        case .truncated: "The connection ended without TLS's closing message; data may be missing."
        case .closedByAlert(let alert): "The peer ended the TLS connection: \(alert)."
        case .corruptRecord(let reason): "The peer sent data that is not valid on this TLS connection (\(reason))."
        case .libraryFailure(let reason): "OpenSSL failed (\(reason))."
        }
    }
}

private func octal(_ mode: UInt32) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
}

/// Why a handshake failed. `description` is a sentence that names the side at fault.
public enum TLSHandshakeFailure: Error, Sendable, Equatable, CustomStringConvertible {
    /// The peer sent plain HTTP.
    case plainHTTP
    /// The peer sent something that isn't TLS.
    case notTLS
    /// The peer doesn't speak TLS 1.3.
    case protocolVersion
    /// The two sides have no application protocol (ALPN) in common.
    case noApplicationProtocol
    /// The peer's certificate has expired.
    case certificateExpired
    /// The peer's certificate isn't valid yet.
    case certificateNotYetValid
    /// The peer's certificate wasn't issued by a trusted authority.
    case unknownAuthority
    /// The peer's certificate is for somebody else: what was expected and what it names.
    case wrongName(expected: String, presented: [String])
    /// The client sent no certificate.
    case noClientCertificate
    /// The peer's certificate was rejected for another reason.
    case certificateRejected(String)
    /// The peer rejected the handshake with an alert; the alert's name.
    case rejectedByPeer(String)
    /// The handshake took longer than allowed.
    case timedOut
    /// The connection ended during the handshake.
    case connectionClosed
    /// Anything else; OpenSSL's reason.
    case other(String)

    /// A sentence for a log or an operator.
    public var description: String {
        switch self {
        case .plainHTTP: "the peer sent plain HTTP, and this port speaks TLS 1.3 only."
        case .notTLS: "the peer's bytes are not TLS."
        case .protocolVersion: "the peer does not speak TLS 1.3."
        case .noApplicationProtocol: "the two sides have no application protocol (ALPN) in common."
        case .certificateExpired: "the peer's certificate has expired."
        case .certificateNotYetValid: "the peer's certificate is not valid yet."
        case .unknownAuthority: "the peer's certificate was not issued by a trusted authority."
        case .wrongName(let expected, let presented):
            "expected \(expected), and the peer's certificate names \(presented.joined(separator: ", "))."
        case .noClientCertificate: "the client sent no certificate, and one is required."
        case .certificateRejected(let reason): "the peer's certificate was rejected (\(reason))."
        case .rejectedByPeer(let alert): "the peer refused: \(alert)."
        case .timedOut: "it took too long."
        case .connectionClosed: "the connection ended before it was complete."
        case .other(let reason): "\(reason)."
        }
    }
}
