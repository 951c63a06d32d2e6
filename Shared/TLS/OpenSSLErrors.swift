import COpenSSL

/// The errors that one failed OpenSSL call left in its thread's queue, oldest first.
struct OpenSSLErrors {
    let codes: [UInt]

    /// Takes every error out of the queue.
    static func drain() -> OpenSSLErrors {
        var codes: [UInt] = []
        while true {
            let code = ERR_get_error()
            if code == 0 { return OpenSSLErrors(codes: codes) }
            codes.append(code)
        }
    }

    /// Empties the queue, as every sequence of calls begins whose outcome is asked for. It is nearly always empty.
    static func clear() {
        if ERR_peek_error() != 0 { ERR_clear_error() }
    }

    /// The reasons, for a log.
    var description: String {
        if codes.isEmpty { return "no reason given" }
        return codes.map { code in
            ERR_reason_error_string(code).map { String(cString: $0) } ?? "error \(code)"
        }.joined(separator: ", ")
    }

    func containsSSLReason(_ reasons: Int32...) -> Bool {
        codes.contains { larder_error_library($0) == ERR_LIB_SSL && reasons.contains(larder_error_reason($0)) }
    }

    /// The number of the alert that the peer sent, when that is what failed the call.
    var receivedAlert: Int32? {
        for code in codes where larder_error_library(code) == ERR_LIB_SSL {
            let alert = larder_error_reason(code) - SSL_AD_REASON_OFFSET
            if (0...255).contains(alert) { return alert }
        }
        return nil
    }
}

extension TLSHandshakeFailure {
    /// What a failed handshake step means.
    ///
    /// - Parameters:
    ///   - errors: The errors of the step.
    ///   - verification: `SSL_get_verify_result` after it.
    ///   - expected: Whom a client expected.
    ///   - presented: The names in the certificate that didn't match.
    init(_ errors: OpenSSLErrors, verification: Int, expected: String, presented: [String]) {
        if let alert = errors.receivedAlert {
            self = TLSHandshakeFailure(alert: alert)
        } else if errors.containsSSLReason(SSL_R_CERTIFICATE_VERIFY_FAILED) {
            self = TLSHandshakeFailure(verification: Int32(verification), expected: expected, presented: presented)
        } else if errors.containsSSLReason(SSL_R_HTTP_REQUEST, SSL_R_HTTPS_PROXY_REQUEST) {
            self = .plainHTTP
        } else if errors.containsSSLReason(SSL_R_PEER_DID_NOT_RETURN_A_CERTIFICATE) {
            self = .noClientCertificate
        } else if errors.containsSSLReason(
            SSL_R_UNSUPPORTED_PROTOCOL,
            SSL_R_NO_PROTOCOLS_AVAILABLE,
            SSL_R_VERSION_TOO_LOW,
            SSL_R_WRONG_SSL_VERSION
        ) {
            self = .protocolVersion
        } else if errors.containsSSLReason(SSL_R_NO_APPLICATION_PROTOCOL, SSL_R_CALLBACK_FAILED) {
            self = .noApplicationProtocol
        } else if errors.containsSSLReason(
            SSL_R_WRONG_VERSION_NUMBER,
            SSL_R_UNKNOWN_PROTOCOL,
            SSL_R_BAD_RECORD_TYPE,
            SSL_R_PACKET_LENGTH_TOO_LONG,
            SSL_R_UNEXPECTED_MESSAGE
        ) {
            self = .notTLS
        } else {
            self = .other(errors.description)
        }
    }

    private init(alert: Int32) {
        switch alert {
        case SSL_AD_PROTOCOL_VERSION: self = .protocolVersion
        case SSL_AD_NO_APPLICATION_PROTOCOL: self = .noApplicationProtocol
        default: self = .rejectedByPeer(alertName(alert))
        }
    }

    private init(verification: Int32, expected: String, presented: [String]) {
        switch verification {
        case X509_V_ERR_CERT_HAS_EXPIRED: self = .certificateExpired
        case X509_V_ERR_CERT_NOT_YET_VALID: self = .certificateNotYetValid
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY,
            X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT, X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE, X509_V_ERR_CERT_SIGNATURE_FAILURE,
            X509_V_ERR_CERT_UNTRUSTED:
            self = .unknownAuthority
        case X509_V_ERR_HOSTNAME_MISMATCH, X509_V_ERR_IP_ADDRESS_MISMATCH, X509_V_ERR_APPLICATION_VERIFICATION:
            self = .wrongName(expected: expected, presented: presented)
        default: self = .certificateRejected(String(cString: X509_verify_cert_error_string(Int(verification))))
        }
    }
}

extension TLSError {
    /// What a failure on a connection whose handshake is complete means.
    init(connection errors: OpenSSLErrors, isServer: Bool) {
        guard let alert = errors.receivedAlert else {
            self = .corruptRecord(errors.description)
            return
        }
        // A TLS 1.3 server judges the client's certificate after the client is done.
        switch alert {
        case SSL_AD_BAD_CERTIFICATE...SSL_AD_CERTIFICATE_UNKNOWN, SSL_AD_UNKNOWN_CA, SSL_AD_ACCESS_DENIED,
            SSL_AD_CERTIFICATE_REQUIRED:
            self = isServer ? .closedByAlert(alertName(alert)) : .handshakeFailed(.rejectedByPeer(alertName(alert)))
        default:
            self = .closedByAlert(alertName(alert))
        }
    }
}

/// The name of an alert (RFC 8446, section 6).
private func alertName(_ alert: Int32) -> String {
    // OpenSSL 3.0 has no text for this one.
    if alert == SSL_AD_CERTIFICATE_REQUIRED { return "certificate required" }
    return String(cString: SSL_alert_desc_string_long(alert))
}
