import Glibc

/// The limit of files and sockets that the process may have open.
enum OpenFiles {
    /// Raises the limit as far as the system lets the process, since most systems start programs with 1,024.
    /// - Returns: The limit now; nil when it cannot be read.
    @discardableResult
    static func raiseLimit() -> Int? {
        let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        var limit = rlimit()
        guard getrlimit(resource, &limit) == 0 else { return nil }
        let present = limit.rlim_cur
        limit.rlim_cur = limit.rlim_max
        return Int(clamping: setrlimit(resource, &limit) == 0 ? limit.rlim_max : present)
    }

    /// How many of a server's connections a limit leaves room for, beside its files, its database and its own calls.
    static func connections(within limit: Int) -> Int { max(64, limit - max(256, limit / 4)) }
}
