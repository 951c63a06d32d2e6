import Wire

/// The services that may call a service, by the names in certificates.
struct CallerAllowlist: Sendable {
    private let allowed: [String: Set<String>]

    init(_ allowed: [String: Set<String>]) { self.allowed = allowed }

    /// Whether there is nothing to check.
    var isEmpty: Bool { allowed.isEmpty }

    /// Whether a peer may call a service at all. A service without a list is open to whomever its methods let in.
    func allows(_ peer: String?, toCall service: String) -> Bool {
        guard let callers = allowed[service] else { return true }
        return peer.map(callers.contains) ?? false
    }

    /// The status for a peer that may not call a service.
    static func rejection(of peer: String?, calling service: String) -> Status {
        let who = peer.map { "The service \($0)" } ?? "A caller without a certificate"
        return Status(.permissionDenied, "\(who) may not call \(service).", reason: .callerNotAllowed)
    }
}
