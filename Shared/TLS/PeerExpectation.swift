import COpenSSL

/// The identity that a client expects its server to have.
enum PeerExpectation {
    /// A certificate for this DNS name or IP address.
    case host(String)
    /// A certificate for this service; the name, if any, is only sent as SNI.
    case service(String, serverName: String?)

    init(serverName: String?, expectedService: String?) throws(TLSError) {
        if let expectedService {
            guard !expectedService.isEmpty, !expectedService.contains("/") else {
                throw .invalidExpectation(expectedService)
            }
            self = .service(expectedService, serverName: serverName)
        } else if let serverName {
            // OpenSSL reads a leading dot as "any name below".
            guard !serverName.isEmpty, !serverName.hasPrefix(".") else { throw .invalidExpectation(serverName) }
            self = .host(serverName)
        } else {
            throw .missingExpectation
        }
    }

    var description: String {
        switch self {
        case .host(let name): name
        case .service(let name, _): "the service \(name)"
        }
    }

    func apply(to ssl: OpaquePointer) throws(TLSError) {
        switch self {
        case .host(let name):
            if X509_VERIFY_PARAM_set1_ip_asc(SSL_get0_param(ssl), name) == 1 { return }
            ERR_clear_error()
            SSL_set_hostflags(ssl, UInt32(X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS | X509_CHECK_FLAG_NEVER_CHECK_SUBJECT))
            guard SSL_set1_host(ssl, name) == 1, larder_ssl_set_server_name(ssl, name) == 1 else {
                ERR_clear_error()
                throw .invalidExpectation(name)
            }
        case .service(_, let serverName):
            guard let serverName, !isAddress(serverName) else { return }
            guard larder_ssl_set_server_name(ssl, serverName) == 1 else {
                ERR_clear_error()
                throw .invalidExpectation(serverName)
            }
        }
    }
}

private func isAddress(_ name: String) -> Bool {
    guard let address = a2i_IPADDRESS(name) else {
        ERR_clear_error()
        return false
    }
    ASN1_OCTET_STRING_free(address)
    return true
}
