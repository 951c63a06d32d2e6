public import Foundations
public import Wire

/// When a call is tried again after a failure (gRPC's A6).
public struct RetryPolicy: Sendable, Hashable {
    /// The maximum number of attempts, the first included: 1 to 5, where 1 means no retry. More counts as 5.
    public let maximumAttempts: Int
    /// Between attempts, unless the server advises another time.
    public let backoff: Backoff
    /// Codes after which it is tried again. That presumes a method that may be repeated; a call that no handler has seen
    /// is tried again whatever its method.
    public let codes: Set<StatusCode>

    /// A policy; the defaults are 4 attempts and UNAVAILABLE.
    public init(maximumAttempts: Int = 4, backoff: Backoff = .retrying, codes: Set<StatusCode> = [.unavailable]) {
        self.maximumAttempts = min(max(maximumAttempts, 1), 5)
        self.backoff = backoff
        self.codes = codes
    }
}

/// When a call is made several times at once (gRPC's A6). It presumes a method that may be repeated.
public struct HedgingPolicy: Sendable, Hashable {
    /// How many attempts are made at most: 2 to 5. More counts as 5.
    public let maximumAttempts: Int
    /// After how long without an answer another one is made.
    public let delay: Duration
    /// Codes that don't end the call: another attempt is made at once instead. All others end it.
    public let nonFatalCodes: Set<StatusCode>

    /// Makes a policy; by default only UNAVAILABLE is not fatal.
    public init(maximumAttempts: Int, delay: Duration, nonFatalCodes: Set<StatusCode> = [.unavailable]) {
        self.maximumAttempts = min(max(maximumAttempts, 2), 5)
        self.delay = delay
        self.nonFatalCodes = nonFatalCodes
    }
}

/// How calls of some methods are made when they don't say themselves.
public struct MethodPolicy: Sendable, Hashable {
    /// Longest time; nil for none.
    public var timeout: Duration?
    /// Whether to wait for a connection instead of failing at once when there is none.
    public var waitsForReady: Bool
    /// When calls are retried.
    public var retry: RetryPolicy
    /// In place of ``retry``; nil for none.
    public var hedging: HedgingPolicy?

    /// Makes a policy; the default retries as ``RetryPolicy`` does.
    public init(
        timeout: Duration? = nil,
        waitsForReady: Bool = false,
        retry: RetryPolicy = RetryPolicy(),
        hedging: HedgingPolicy? = nil
    ) {
        self.timeout = timeout
        self.waitsForReady = waitsForReady
        self.retry = retry
        self.hedging = hedging
    }
}

/// Keeps a service that fails from being asked ever more (gRPC's A6).
public struct RetryThrottling: Sendable, Hashable {
    /// Tokens at the start and at the most. A failure costs one; with half of them or less there are no retries.
    public let maximumTokens: Int
    /// What a success gives back, in thousandths of a token.
    public let thousandthsPerSuccess: Int

    /// 1 to 1,000 tokens, and a ratio above 0 with three digits behind the point.
    public init(maximumTokens: Int = 100, tokenRatio: Double = 0.1) {
        self.maximumTokens = min(max(maximumTokens, 1), 1_000)
        thousandthsPerSuccess = max(1, Int(min(tokenRatio, 1_000) * 1_000))
    }
}

/// How a client makes its calls, method by method: gRPC's service configuration.
public struct ClientPolicy: Sendable, Hashable {
    /// Of methods `package.Service/Method` and of whole services `package.Service`.
    public var methods: [String: MethodPolicy]
    /// Of all others.
    public var others: MethodPolicy
    /// Nil for retries without bounds.
    public var throttling: RetryThrottling?
    /// How calls are spread over instances; nil for what the channel's options say.
    public var balancing: BalancingPolicy?

    /// Makes a policy. By default idempotent methods are attempted four times when the service is UNAVAILABLE.
    public init(
        methods: [String: MethodPolicy] = [:],
        others: MethodPolicy = MethodPolicy(),
        throttling: RetryThrottling? = RetryThrottling(),
        balancing: BalancingPolicy? = nil
    ) {
        self.balancing = balancing
        self.methods = methods
        self.others = others
        self.throttling = throttling
    }

    /// That of a method, of its service, or of all.
    func policy(for method: String) -> MethodPolicy {
        if methods.isEmpty { return others }
        if let own = methods[method] { return own }
        guard let slash = method.lastIndex(of: "/") else { return others }
        return methods[String(method[..<slash])] ?? others
    }
}
