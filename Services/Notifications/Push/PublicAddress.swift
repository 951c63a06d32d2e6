import Glibc

/// Tells addresses of the public internet from those of this host, this network and special purposes (RFC 6890), which nobody may
/// have Larder connect to.
enum PublicAddress {
    /// Whether a socket's address is of the public internet.
    /// - Parameter raw: A `sockaddr`, as long as its family says.
    static func contains(_ raw: UnsafeRawPointer) -> Bool {
        switch Int32(raw.loadUnaligned(as: sockaddr.self).sa_family) {
        case AF_INET:
            let bits = raw.loadUnaligned(as: sockaddr_in.self).sin_addr.s_addr
            return contains(withUnsafeBytes(of: bits) { Array($0) })
        case AF_INET6:
            return contains(withUnsafeBytes(of: raw.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) })
        default: return false
        }
    }

    /// Whether an address is of the public internet.
    /// - Parameter bytes: 4 or 16 bytes, the most significant first.
    static func contains(_ bytes: [UInt8]) -> Bool {
        switch bytes.count {
        case 4: !reserved.contains { $0.matches(bytes) }
        // Only what is assigned to the public, and of that no addresses that stand for others.
        case 16: bytes[0] & 0xE0 == 0x20 && !reservedSix.contains { $0.matches(bytes) }
        default: false
        }
    }

    private struct Block {
        let prefix: [UInt8]
        let length: Int

        func matches(_ bytes: [UInt8]) -> Bool {
            prefix.indices.allSatisfy { index in
                let bits = min(8, max(0, length - index * 8))
                let mask = UInt8(truncatingIfNeeded: 0xFF00 >> bits)
                return bytes[index] & mask == prefix[index] & mask
            }
        }
    }

    private static let reserved = [
        Block(prefix: [0], length: 8), Block(prefix: [10], length: 8), Block(prefix: [100, 64], length: 10),
        Block(prefix: [127], length: 8), Block(prefix: [169, 254], length: 16), Block(prefix: [172, 16], length: 12),
        Block(prefix: [192, 0, 0], length: 24), Block(prefix: [192, 0, 2], length: 24),
        Block(prefix: [192, 88, 99], length: 24), Block(prefix: [192, 168], length: 16),
        Block(prefix: [198, 18], length: 15), Block(prefix: [198, 51, 100], length: 24),
        Block(prefix: [203, 0, 113], length: 24), Block(prefix: [224], length: 3),
    ]
    private static let reservedSix = [
        // Protocol assignments with Teredo, documentation, 6to4.
        Block(prefix: [0x20, 0x01, 0x00], length: 23), Block(prefix: [0x20, 0x01, 0x0D, 0xB8], length: 32),
        Block(prefix: [0x20, 0x02], length: 16), Block(prefix: [0x3F, 0xFF], length: 20),
    ]
}
