/// Where an instance of a service listens.
public struct Endpoint: Sendable, Hashable, CustomStringConvertible {
    /// A host name or an IP address.
    public var host: String
    /// The port, 1 to 65,535.
    public var port: Int

    /// Names an endpoint.
    public init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads `host:port` or `[address]:port`; nil when it is neither.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = Int(text[text.index(after: colon)...]),
            (1...65_535).contains(port)
        else { return nil }
        var host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") { host = host.dropFirst().dropLast() }
        guard !host.isEmpty else { return nil }
        self.init(host: String(host), port: port)
    }

    /// `host:port` or `[address]:port`.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
