import COpenSSL
public import FoundationEssentials
import NIOCore

/// The identity and validity that a certificate states.
public struct PeerCertificate: Sendable, Hashable {
    /// The trust domain whose services the certificate can identify (see ``TLSTrust/trustDomain``).
    public let trustDomain: String

    /// The URIs among the subject's alternative names, such as `spiffe://larder/service/budget`.
    public let uris: [String]

    /// The DNS names among the subject's alternative names.
    public let dnsNames: [String]

    /// The IP addresses among the subject's alternative names, as people write them.
    public let ipAddresses: [String]

    /// The subject's distinguished name (RFC 2253), such as `CN=budget,O=Larder`.
    public let subject: String

    /// The number that its authority gave to this certificate alone: hexadecimal digits in lower case, two for each byte.
    public let serialNumber: String

    /// When the certificate becomes valid.
    public let notBefore: Date

    /// When the certificate expires.
    public let notAfter: Date

    /// The service that the certificate identifies: the last component of its only URI when that is
    /// `spiffe://DOMAIN/service/NAME` with the accepted trust domain. A certificate with several URIs identifies nobody, as SPIFFE requires
    /// (X.509-SVID, section 2).
    public var serviceName: String? {
        guard uris.count == 1, let uri = uris.first else { return nil }
        let prefix = "spiffe://\(trustDomain)/service/"
        guard uri.hasPrefix(prefix) else { return nil }
        let name = uri.dropFirst(prefix.count)
        return name.isEmpty || name.contains("/") ? nil : String(name)
    }

    /// Whether the certificate is a SPIFFE identity of another trust domain.
    package var isOfAnotherTrustDomain: Bool {
        uris.contains { uri in
            let uri = uri.lowercased()
            return uri.hasPrefix("spiffe://") && !uri.hasPrefix("spiffe://\(trustDomain)/")
        }
    }
}

extension PeerCertificate {
    /// Reads a parsed certificate; `nil` when its validity isn't a pair of times. The pointer is only borrowed.
    init?(certificate: OpaquePointer, trustDomain: String) {
        guard let notBefore = date(X509_get0_notBefore(certificate)),
            let notAfter = date(X509_get0_notAfter(certificate))
        else { return nil }
        self.notBefore = notBefore
        self.notAfter = notAfter
        self.trustDomain = trustDomain
        subject = subjectText(certificate)
        serialNumber = serialText(certificate)
        var uris: [String] = []
        var dnsNames: [String] = []
        var ipAddresses: [String] = []
        if let names = larder_copy_alternative_names(certificate) {
            defer { larder_free_alternative_names(names) }
            for index in 0..<larder_alternative_name_count(names) {
                if let uri = alternativeName(names, at: index, type: GEN_URI) { uris.append(uri) }
                if let name = alternativeName(names, at: index, type: GEN_DNS) { dnsNames.append(name) }
                if let address = alternativeAddress(names, at: index) { ipAddresses.append(address) }
            }
        }
        self.uris = uris
        self.dnsNames = dnsNames
        self.ipAddresses = ipAddresses
    }
}

private func date(_ time: UnsafePointer<ASN1_TIME>?) -> Date? {
    var seconds: Int64 = 0
    guard let time, larder_time_seconds(time, &seconds) == 1 else { return nil }
    return Date(timeIntervalSince1970: Double(seconds))
}

private func subjectText(_ certificate: OpaquePointer) -> String {
    guard let bio = BIO_new(BIO_s_mem()) else { return "" }
    defer { BIO_free(bio) }
    var bytes: UnsafeMutablePointer<CChar>?
    guard larder_copy_subject(certificate, bio) >= 0 else { return "" }
    let count = larder_bio_contents(bio, &bytes)
    guard let bytes, count > 0 else { return "" }
    return String(decoding: UnsafeRawBufferPointer(start: bytes, count: count), as: UTF8.self)
}

private func serialText(_ certificate: OpaquePointer) -> String {
    var length: Int32 = 0
    guard let bytes = larder_serial_number(certificate, &length) else { return "" }
    return UnsafeBufferPointer(start: bytes, count: Int(length)).reduce(into: "") { text, byte in
        text += (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }
}

/// The IP address at `index`; nil when it is another kind of name.
private func alternativeAddress(_ names: OpaquePointer, at index: Int32) -> String? {
    var length: Int32 = 0
    guard let bytes = larder_alternative_name(names, index, GEN_IPADD, &length), length == 4 || length == 16 else {
        return nil
    }
    let packed = ByteBuffer(bytes: UnsafeBufferPointer(start: bytes, count: Int(length)))
    return try? SocketAddress(packedIPAddress: packed, port: 0).ipAddress
}

/// The name at `index` when it is of `type` and printable ASCII: a name with a NUL or control byte in it is an attempt
/// to look like another name.
private func alternativeName(_ names: OpaquePointer, at index: Int32, type: Int32) -> String? {
    var length: Int32 = 0
    guard let bytes = larder_alternative_name(names, index, type, &length), length > 0 else { return nil }
    let name = UnsafeBufferPointer(start: bytes, count: Int(length))
    guard name.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
    return String(decoding: name, as: UTF8.self)
}
