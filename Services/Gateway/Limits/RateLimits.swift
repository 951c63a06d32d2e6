import ServiceKit

/// The limits of users and addresses. A rate of 0 means no limit.
struct RateLimits: Sendable, Hashable {
    /// Calls of one user.
    var user = RateLimit(perSecond: 100, burst: 200)
    /// Calls from one address, which many users can share.
    var address = RateLimit(perSecond: 500, burst: 1_000)
    /// Attempts to sign in, to register or to change a password from one address, against password guessing. Each takes auth a hash,
    /// of which it makes about seven a second.
    var signIn = RateLimit(perSecond: 5, burst: 10)
    /// Registrations from one address, against mass registration and against asking which addresses have an account. A class that
    /// registers at once behind one address is within the burst.
    var registration = RateLimit(perMinute: 10, burst: 30)
    /// Renewals of sessions from one address, which take no hash and which signed-in clients cannot do without.
    var renewal = RateLimit(perSecond: 50, burst: 200)
    /// TLS handshakes of one address, each of which takes the gateway a signature.
    ///
    /// Half of the connections that an address may have can be made anew at once, as after an outage, and the other half within
    /// 25 seconds; clients try again after 3 seconds at most. So 2,000 phones behind one address, where
    /// ``connectionsPerAddress`` allows them, all have a connection again after 75 seconds, while somebody who does nothing but
    /// open connections gets 20 signatures a second.
    var handshake = RateLimit(perSecond: 20, burst: 500)
    /// The maximum number of concurrent calls of one user.
    var callsPerUser = 64
    /// The maximum number of these that are streams, which can last.
    var streamsPerUser = 32
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
        "limits.signInPerSecond", "limits.signInBurst", "limits.registrationPerMinute", "limits.registrationBurst",
        "limits.renewalPerSecond", "limits.renewalBurst",
        "limits.handshakePerSecond", "limits.handshakeBurst",
        "limits.callsPerUser", "limits.streamsPerUser", "limits.callsPerAddress", "limits.trackedKeys",
    ]

    /// Reads the limits from the configuration.
    /// - Throws: `ConfigurationError` for a value out of range.
    init(_ configuration: ServiceConfiguration) throws {
        self.init()
        func limit(_ name: String, _ fallback: RateLimit) throws -> RateLimit {
            var limit = fallback
            let period = fallback.period == 1 ? "Second" : "Minute"
            let key = "limits.\(name)Per\(period)"
            limit.rate = try configuration.number(key, default: fallback.rate, in: 0...1_000_000_000)
            limit.burst = try configuration.number("limits.\(name)Burst", default: fallback.burst, in: 1...1_000_000)
            return limit
        }
        user = try limit("user", user)
        address = try limit("address", address)
        signIn = try limit("signIn", signIn)
        registration = try limit("registration", registration)
        renewal = try limit("renewal", renewal)
        handshake = try limit("handshake", handshake)
        func number(_ name: String, _ fallback: Int) throws -> Int {
            try configuration.number("limits.\(name)", default: fallback, in: 1...1_000_000)
        }
        callsPerUser = try number("callsPerUser", callsPerUser)
        streamsPerUser = try number("streamsPerUser", streamsPerUser)
        callsPerAddress = try number("callsPerAddress", callsPerAddress)
        // A key of every program; this is the gateway's own default.
        connectionsPerAddress = try number("connectionsPerAddress", connectionsPerAddress)
        trackedKeys = try configuration.number("limits.trackedKeys", default: trackedKeys, in: 2...100_000_000)
    }
}
