import COpenSSL

extension TLSSession {
    /// Verifies the peer's own certificate, when its chain is good: a server's by the service that it names, a client's by
    /// its trust domain.
    ///
    /// - Returns: An error of OpenSSL's verification; 0 when the certificate is accepted.
    fileprivate func verificationError(of certificate: PeerCertificate?) -> Int32 {
        let isAccepted =
            switch expectation {
            case .service(let service, _): certificate?.serviceName == service
            case .host: true
            case nil: certificate?.isOfAnotherTrustDomain != true
            }
        return isAccepted ? X509_V_OK : X509_V_ERR_APPLICATION_VERIFICATION
    }
}

/// OpenSSL's callback for each certificate of the peer's chain, the authority first.
func verifyPeer(isValid: Int32, store: OpaquePointer?) -> Int32 {
    guard let ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()),
        let owner = larder_ssl_get_owner(OpaquePointer(ssl))
    else { return 0 }
    let session = Unmanaged<TLSSession>.fromOpaque(owner).takeUnretainedValue()
    var error = X509_STORE_CTX_get_error(store)
    guard X509_STORE_CTX_get_error_depth(store) == 0 else { return isValid }
    let certificate = X509_STORE_CTX_get_current_cert(store).flatMap {
        PeerCertificate(certificate: $0, trustDomain: session.trustDomain)
    }
    if isValid == 1 {
        error = session.verificationError(of: certificate)
        if error != X509_V_OK { X509_STORE_CTX_set_error(store, error) }
    }
    if error != X509_V_OK { session.presentedNames = (certificate?.uris ?? []) + (certificate?.dnsNames ?? []) }
    return error == X509_V_OK ? 1 : 0
}
