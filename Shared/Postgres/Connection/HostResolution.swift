import Dispatch
import Glibc

/// Turns host names into addresses without blocking a task's thread, which libpq would do.
enum HostResolution {
    /// The first address of `host`; nil when it is a socket directory or an address already.
    /// - Throws: `PostgresError.Code.unavailable` when the name has no address.
    static func address(of host: String) async throws -> String? {
        if host.isEmpty || host.hasPrefix("/") || host.hasPrefix("@") || isAddress(host) { return nil }
        let address: String? = await withCheckedContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(returning: lookUp(host)) }
        }
        guard let address else {
            throw PostgresError(.unavailable, "PostgreSQL can't be reached: the host name \(host) has no address")
        }
        return address
    }

    private static func isAddress(_ host: String) -> Bool {
        var storage = in6_addr()
        return inet_pton(AF_INET, host, &storage) == 1 || inet_pton(AF_INET6, host, &storage) == 1
    }

    private static func lookUp(_ host: String) -> String? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var list: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, nil, &hints, &list) == 0, let first = list else { return nil }
        defer { freeaddrinfo(list) }
        var text = [CChar](repeating: 0, count: Int(NI_MAXHOST))
        let status = getnameinfo(
            first.pointee.ai_addr,
            first.pointee.ai_addrlen,
            &text,
            socklen_t(text.count),
            nil,
            0,
            NI_NUMERICHOST
        )
        guard status == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
