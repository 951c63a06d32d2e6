import Glibc
import NIOCore
import NIOPosix

/// Looks names up with the system's resolver, on a thread that may block.
enum NameLookup {
    /// All addresses of a name, IPv4 and IPv6, without repeats.
    static func addresses(of host: String) async throws -> [String] {
        try await NIOThreadPool.singleton.runIfActive { try blockingAddresses(of: host) }
    }

    private static func blockingAddresses(of host: String) throws -> [String] {
        var hints = addrinfo()
        hints.ai_family = AF_UNSPEC
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        let error = getaddrinfo(host, nil, &hints, &list)
        guard error == 0 else { throw ResolutionFailure("\(host): \(String(cString: gai_strerror(error)))") }
        defer { freeaddrinfo(list) }
        var addresses: [String] = []
        var entry = list
        while let current = entry {
            if let address = numeric(current.pointee), !addresses.contains(address) { addresses.append(address) }
            entry = current.pointee.ai_next
        }
        return addresses
    }

    private static func numeric(_ entry: addrinfo) -> String? {
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let length = socklen_t(text.count)
        guard getnameinfo(entry.ai_addr, entry.ai_addrlen, &text, length, nil, 0, NI_NUMERICHOST) == 0 else {
            return nil
        }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
