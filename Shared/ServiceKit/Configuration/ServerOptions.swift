package import RPC

/// A server's limits, the lifetime of its connections and its allowed callers.
package struct ServerOptions: Sendable {
    /// Keys `limits.…`.
    package var limits = ServerLimits()
    /// Keys `connections.…`.
    package var connectionLife = ConnectionLife()
    /// Time over which connections are renewed after a new certificate.
    package var renewal = Duration.seconds(60)
    /// Key `callers`: which services may call which.
    package var allowedCallers: [String: Set<String>] = [:]
    /// How long a stopping server still serves as before once its health reports the stop.
    package var lameDuck = Duration.zero
    /// How often the files of the certificate are checked.
    package var certificateInterval = Duration.seconds(10)
    /// Days before its expiry from which the log warns of a certificate.
    package var certificateWarningDays = 14

    static let keys = [
        "limits.connections", "limits.connectionsPerAddress", "limits.handshakes", "limits.handshakesPerAddress",
        "limits.calls", "limits.callsPerPeer", "limits.mebibytesInFlight", "limits.lagMilliseconds",
        "connections.maximumAgeSeconds", "connections.graceSeconds", "connections.maximumIdleSeconds",
        "connections.renewalSeconds", "callers", "lameDuckSeconds", "tls.watchSeconds", "tls.warningDays",
    ]

    /// - Parameters:
    ///   - text: The value of a key.
    ///   - number: The value of a key as a number, with a default and a range.
    ///   - services: Names of all services that there are.
    init(
        text: (String) -> String?,
        number: (_ key: String, _ fallback: Int, _ range: ClosedRange<Int>) throws -> Int,
        services: [String]
    ) throws {
        limits = ServerLimits(
            connections: try number("limits.connections", 20_000, 1...1_000_000),
            connectionsPerAddress: try number("limits.connectionsPerAddress", 20_000, 1...1_000_000),
            handshakes: try number("limits.handshakes", 2_000, 1...1_000_000),
            handshakesPerAddress: try number("limits.handshakesPerAddress", 2_000, 1...1_000_000),
            calls: try number("limits.calls", 10_000, 1...10_000_000),
            callsPerPeer: try number("limits.callsPerPeer", 10_000, 1...10_000_000),
            bytesInFlight: try number("limits.mebibytesInFlight", 128, 1...1_048_576) << 20
        )
        let lag = try number("limits.lagMilliseconds", 100, 0...60_000)
        limits.shedding = lag == 0 ? nil : LoadShedding(target: .milliseconds(lag))
        func seconds(_ key: String, _ fallback: Int) throws -> Duration? {
            let seconds = try number(key, fallback, 0...86_400)
            return seconds == 0 ? nil : .seconds(seconds)
        }
        connectionLife = ConnectionLife(
            maximumAge: try seconds("connections.maximumAgeSeconds", 1_800),
            grace: .seconds(try number("connections.graceSeconds", 30, 0...86_400)),
            maximumIdle: try seconds("connections.maximumIdleSeconds", 0)
        )
        renewal = .seconds(try number("connections.renewalSeconds", 60, 0...86_400))
        allowedCallers = try ServerOptions.callers(text("callers") ?? "", of: services)
        lameDuck = .seconds(try number("lameDuckSeconds", 0, 0...600))
        certificateInterval = .seconds(try number("tls.watchSeconds", 10, 1...86_400))
        certificateWarningDays = try number("tls.warningDays", 14, 0...3_650)
    }

    /// Reads `SERVICE=CALLER,CALLER;SERVICE=…`.
    /// - Parameter services: Names of all that there are: a list for one that does not exist would protect nothing.
    static func callers(_ list: String, of services: [String]) throws -> [String: Set<String>] {
        var callers: [String: Set<String>] = [:]
        for entry in list.split(separator: ";") {
            let parts = entry.split(separator: "=", omittingEmptySubsequences: false).map(trimmed)
            let names = parts.count == 2 ? parts[1].split(separator: ",").map(trimmed) : []
            guard parts.count == 2, !parts[0].isEmpty, !names.contains(""), callers[parts[0]] == nil else {
                throw ConfigurationError(
                    "callers must be a list like larder.budget.v1.Purchases=gateway,ocr;larder.rpc.v1.Health=gateway."
                )
            }
            guard services.contains(parts[0]) else {
                let suggestion = NameSuggestion.of(parts[0], services).text
                throw ConfigurationError(
                    "callers names the service \(parts[0]), which does not exist.\(suggestion.isEmpty ? "" : " ")\(suggestion)"
                )
            }
            callers[parts[0]] = Set(names)
        }
        return callers
    }

    private static func trimmed(_ text: Substring) -> String {
        String(text.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }

    /// Hands the options to a server.
    func apply(to server: inout ServerConfiguration) {
        server.limits = limits
        // The gateway has one connection for the calls of all users, which must not be full before the server is.
        server.settings.maximumConcurrentStreams = limits.calls
        server.connectionLife = connectionLife
        server.allowedCallers = allowedCallers
        server.lameDuck = lameDuck
    }
}
