import ServiceKit

/// The rate limits of users and addresses. A rate of 0 means no limit.
struct RateLimits: Sendable, Hashable {
    /// Calls of one user.
    var user = RateLimit(perSecond: 100, burst: 200)
    /// Calls from one address, which many users can share.
    var address = RateLimit(perSecond: 500, burst: 1_000)
    /// Attempts to sign in or register from one address, against password guessing and mass registration.
    var signIn = RateLimit(perSecond: 10, burst: 20)
    /// The maximum number of concurrent calls from one address.
    var callsPerAddress = 1_000
    /// The maximum number of open connections from one address.
    var connectionsPerAddress = 1_000
    /// The maximum number of cached users, and of cached addresses.
    var trackedKeys = 100_000

    /// The defaults, suitable for one gateway for a town.
    init() {}

    static let configurationKeys = [
        "limits.userPerSecond", "limits.userBurst", "limits.addressPerSecond", "limits.addressBurst",
        "limits.signInPerSecond", "limits.signInBurst", "limits.callsPerAddress", "limits.trackedKeys",
    ]

    /// Reads the limits from the configuration.
    /// - Throws: `ConfigurationError` for a value out of range.
    init(_ configuration: ServiceConfiguration) throws {
        self.init()
        func limit(_ name: String, _ fallback: RateLimit) throws -> RateLimit {
            RateLimit(
                perSecond: try configuration.number(
                    "limits.\(name)PerSecond",
                    default: fallback.perSecond,
                    in: 0...1_000_000_000
                ),
                burst: try configuration.number("limits.\(name)Burst", default: fallback.burst, in: 1...1_000_000)
            )
        }
        user = try limit("user", user)
        address = try limit("address", address)
        signIn = try limit("signIn", signIn)
        callsPerAddress = try configuration.number(
            "limits.callsPerAddress",
            default: callsPerAddress,
            in: 1...1_000_000
        )
        connectionsPerAddress = try configuration.number(
            "limits.connectionsPerAddress",
            default: connectionsPerAddress,
            in: 1...1_000_000
        )
        trackedKeys = try configuration.number("limits.trackedKeys", default: trackedKeys, in: 2...100_000_000)
    }
}
