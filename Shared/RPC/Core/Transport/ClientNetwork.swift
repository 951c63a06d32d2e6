import Glibc

/// The network of a client's address, which counts as one peer: an IPv4 address, or an IPv6 /64 prefix.
///
/// An IPv6 client usually has a /64 network to itself and can change its address within it. Some have the /56 or /48 around
/// it, and so up to 65,536 networks: what is counted for a network is counted for the ``enclosing`` ones, too, which may
/// have ``weight`` times as much.
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

    /// A network by the ``text`` that another program has sent.
    package init(text: String) { self.text = text }

    /// The IPv6 /56 and /48 around a /64; none for other networks.
    package var enclosing: [ClientNetwork] {
        text.utf8.count == 16 ? [14, 12].map { ClientNetwork(text: String(text.prefix($0))) } : []
    }

    /// The network and the ``enclosing`` ones, from the smallest.
    package var levels: [ClientNetwork] { [self] + enclosing }

    /// How many times the limits of one client apply: 4 for a /56, 8 for a /48, 1 for others.
    package var weight: Int {
        switch text.utf8.count {
        case 14: 4
        case 12: ClientNetwork.largestWeight
        default: 1
        }
    }

    /// The ``weight`` of the largest networks, a multiple of the others.
    package static let largestWeight = 8

    private static func hexadecimal(_ bytes: ArraySlice<UInt8>) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private static func parse(_ text: String, _ family: Int32, count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return inet_pton(family, text, &bytes) == 1 ? bytes : nil
    }
}
