public import MessageCoding
import Synchronization

/// Which sides of a call send more than one message.
public enum CallKind: Sendable, Hashable {
    case unary
    case clientStreaming
    case serverStreaming
    case bidirectional

    /// Whether the client sends exactly one message.
    public var hasSingleRequest: Bool { self == .unary || self == .serverStreaming }

    /// Whether the server sends exactly one message.
    public var hasSingleResponse: Bool { self == .unary || self == .clientStreaming }
}

/// Who may call a method. There is no default: a method without a rule does not exist.
public enum AccessRule: Sendable, Hashable {
    /// Anybody, signed in or not.
    case anyone
    /// A user with a valid access token.
    case user
    /// One of these services, proven by its certificate. Never through the gateway.
    case services([String])
    /// A user with a valid access token, or one of these services by certificate.
    case userOrServices([String])

    /// Whether a user's access token opens the method.
    public var admitsUsers: Bool {
        switch self {
        case .user, .userOrServices: true
        case .anyone, .services: false
        }
    }
}

/// What a method needs of a user beyond a valid access token. The names are the domain's: whoever enforces them knows what they
/// mean, and rejects calls of a method with one that it does not know.
public struct UserRequirements: Sendable, Hashable {
    /// One of these roles; empty for every user.
    public var roles: [String]
    /// All of these consents.
    public var consents: [String]
    /// This plan or a larger one; empty for any.
    public var plan: String
    /// Whether a user may call who has not accepted the terms of use in force.
    public var isBeforeTerms: Bool
    /// Whether the user's session must have been signed in with a second factor.
    public var needsSecondFactor: Bool

    /// A valid access token, and the accepted terms of use.
    public static let none = UserRequirements()

    /// Names what is needed.
    public init(
        roles: [String] = [],
        consents: [String] = [],
        plan: String = "",
        isBeforeTerms: Bool = false,
        needsSecondFactor: Bool = false
    ) {
        self.roles = roles
        self.consents = consents
        self.plan = plan
        self.isBeforeTerms = isBeforeTerms
        self.needsSecondFactor = needsSecondFactor
    }
}

/// Whether a call may be repeated when its effect is unknown.
public enum Idempotency: Sendable, Hashable {
    case none
    case idempotent
    case noSideEffects

    /// Whether sending the call twice does no harm.
    public var allowsRetry: Bool { self != .none }
}

/// A method as its `.proto` file declares it.
public struct MethodDescriptor: Sendable {
    /// `package.Service`.
    public let service: String
    /// The method alone.
    public let name: String
    /// `package.Service/Method`, as it goes over the wire.
    public let path: String
    /// Which sides send more than one message.
    public let kind: CallKind
    /// Who may call the method.
    public let access: AccessRule
    /// What it needs of a user.
    public let requirements: UserRequirements
    /// Whether a call changes what the caller's access tokens say, so that clients renew theirs after it.
    public let changesClaims: Bool
    /// Whether a call may be sent twice.
    public let idempotency: Idempotency
    /// The largest request in bytes; nil for the default of the server, see ``ServerConfiguration/maximumRequest``.
    public let maximumRequest: Int?
    /// The type of the requests.
    public let request: MessageDescriptor
    /// The type of the responses.
    public let response: MessageDescriptor
    /// A number unique in this process, for tables indexed by method.
    let number: Int

    private static let described = Atomic(0)

    /// Describes a method.
    public init(
        service: String,
        name: String,
        kind: CallKind,
        access: AccessRule,
        requirements: UserRequirements = .none,
        changesClaims: Bool = false,
        idempotency: Idempotency,
        maximumRequest: Int? = nil,
        request: MessageDescriptor,
        response: MessageDescriptor
    ) {
        self.service = service
        self.name = name
        path = "\(service)/\(name)"
        self.kind = kind
        self.access = access
        self.requirements = requirements
        self.changesClaims = changesClaims
        self.idempotency = idempotency
        self.maximumRequest = maximumRequest
        self.request = request
        self.response = response
        number = MethodDescriptor.described.add(1, ordering: .relaxed).oldValue
    }
}

/// A service as its `.proto` file declares it.
public struct ServiceDescriptor: Sendable {
    /// `package.Service`.
    public let name: String
    /// The methods, in the order of the file.
    public let methods: [MethodDescriptor]

    /// Describes a service.
    public init(name: String, methods: [MethodDescriptor]) {
        self.name = name
        self.methods = methods
    }
}
