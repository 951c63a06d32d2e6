public import Foundations
public import Wire

/// How a channel chooses, watches and tries again.
public struct RPCChannelOptions: Sendable {
    /// How calls are spread over instances.
    public var balancing: BalancingPolicy
    /// Whether instances' health is watched, so that those not serving get no calls.
    public var watchesHealth: Bool
    /// When an instance that fails is left out; nil for never.
    public var outliers: OutlierDetection?
    /// Which calls are tried again or several times at once, and when.
    public var policy: ClientPolicy
    /// Between attempts to connect to one address.
    public var backoff: Backoff
    /// When silent connections are tried.
    public var keepAlive: KeepAlivePolicy
    /// Intervals between lookups of names.
    public var resolution: ResolutionIntervals
    /// Limits for what servers send, the largest message among them. Within the ranges stated there.
    public var settings: Settings
    /// The limit of queued calls, for all instances together. Servers limit how many run on a connection at once. More
    /// fail as RESOURCE_EXHAUSTED.
    public var maximumWaitingCalls: Int
    /// In which failures and answers of calls are read.
    public var language: Language
    /// Observes connections and calls; nil for none.
    public var observer: (any RPCObserver)?

    /// Makes options; health is not watched by default.
    public init(
        balancing: BalancingPolicy = .roundRobin,
        watchesHealth: Bool = false,
        outliers: OutlierDetection? = OutlierDetection(),
        policy: ClientPolicy = ClientPolicy(),
        backoff: Backoff = .connecting,
        keepAlive: KeepAlivePolicy = KeepAlivePolicy(),
        resolution: ResolutionIntervals = ResolutionIntervals(),
        settings: Settings = Settings(),
        maximumWaitingCalls: Int = 10_000,
        language: Language = .english,
        observer: (any RPCObserver)? = nil
    ) {
        self.balancing = balancing
        self.watchesHealth = watchesHealth
        self.outliers = outliers
        self.policy = policy
        self.backoff = backoff
        self.keepAlive = keepAlive
        self.resolution = resolution
        self.settings = settings
        self.maximumWaitingCalls = maximumWaitingCalls
        self.language = language
        self.observer = observer
    }
}
