import Glibc

/// The network of a client's address, which counts as one peer: an IPv4 address, or an IPv6 /64 prefix.
///
/// An IPv6 client usually has a /64 network to itself and can change its address within it.
package struct ClientNetwork: Sendable, Hashable {
    /// The prefix in hexadecimal digits; empty for invalid addresses, which all count as the same client.
    package let text: String

    /// Parses an IP address; nil is an invalid one.
    package init(address: String?) {
        let address = address ?? ""
        if let version4 = ClientNetwork.parse(address, AF_INET, count: 4) {
            text = ClientNetwork.hexadecimal(version4[...])
        } else if let version6 = ClientNetwork.parse(address, AF_INET6, count: 16) {
            // ::ffff:a.b.c.d is an IPv4 client of a socket for both.
            let isMapped = version6[..<10].allSatisfy { $0 == 0 } && version6[10] == 0xFF && version6[11] == 0xFF
            text = ClientNetwork.hexadecimal(isMapped ? version6[12...] : version6[..<8])
        } else {
            text = ""
        }
    }

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func parse(_ text: String, _ family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }
}
