// Generated from larder/rpc/v1/access.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CProtobuf
internal import CRPCMessages
public import MessageCoding

extension RPCMessages {
    /// `larder.rpc.v1.Caller`
    public enum Caller: MessageEnumeration {
        case unspecified
        /// Anybody, signed in or not.
        case anyone
        /// A user with a valid access token.
        case user
        /// One of the named services, proven by its certificate. Never reachable through the gateway.
        case service
        /// A user with a valid access token, or one of the named services, proven by its certificate.
        case userOrService
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .anyone
            case 2: self = .user
            case 3: self = .service
            case 4: self = .userOrService
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .anyone: 1
            case .user: 2
            case .service: 3
            case .userOrService: 4
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .anyone, .user, .service, .userOrService]
    }

    /// Who may call a method. Every method declares one; generation fails without it.
    public struct Access: Message {
        public var caller: RPCMessages.Caller = .unspecified
        /// With CALLER_SERVICE and CALLER_USER_OR_SERVICE: the services that may call, by certificate identity. Empty is not
        /// allowed.
        public var services: [String] = []
        /// The largest request in bytes, after decompression, where that is more than 16 KiB: up to 4 MiB. Of a stream of requests,
        /// the largest of them. Methods for services alone take 4 MiB unless they say otherwise.
        public var maxRequestBytes: UInt32 = 0
        /// What a user needs beyond a valid access token, by the names of larder.auth.v1.Role, ConsentKind and Plan, in lower case and
        /// without the prefix; services need none of it. One of these roles; none for every user.
        public var roles: [String] = []
        /// All of these consents.
        public var consents: [String] = []
        /// This plan or a larger one.
        public var plan: String = ""
        /// Also a user who has not accepted the terms of use in force may call, in order to accept them, or to leave.
        public var beforeTerms: Bool = false
        /// The call changes what the caller's access tokens say, such as consents: clients renew theirs after it.
        public var changesClaims: Bool = false
        /// The user's session was signed in with a second factor, as staff do: an authenticator app, a passkey or a recovery code, not a
        /// code by e-mail.
        public var secondFactor: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            caller: RPCMessages.Caller = .unspecified,
            services: [String] = [],
            maxRequestBytes: UInt32 = 0,
            roles: [String] = [],
            consents: [String] = [],
            plan: String = "",
            beforeTerms: Bool = false,
            changesClaims: Bool = false,
            secondFactor: Bool = false
        ) {
            self.caller = caller
            self.services = services
            self.maxRequestBytes = maxRequestBytes
            self.roles = roles
            self.consents = consents
            self.plan = plan
            self.beforeTerms = beforeTerms
            self.changesClaims = changesClaims
            self.secondFactor = secondFactor
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Rpc__V1__Access()
            larder__rpc__v1__access__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__Access.self)
            self.caller = RPCMessages.Caller(rawValue: Int32(truncatingIfNeeded: c.pointee.caller.rawValue))
            self.services = try MessageField.strings(c.pointee.n_services, c.pointee.services, "services")
            self.maxRequestBytes = c.pointee.max_request_bytes
            self.roles = try MessageField.strings(c.pointee.n_roles, c.pointee.roles, "roles")
            self.consents = try MessageField.strings(c.pointee.n_consents, c.pointee.consents, "consents")
            self.plan = try MessageField.string(c.pointee.plan, "plan")
            self.beforeTerms = c.pointee.before_terms != 0
            self.changesClaims = c.pointee.changes_claims != 0
            self.secondFactor = c.pointee.second_factor != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Rpc__V1__Access.self)
            c.pointee.caller = .init(rawValue: .init(truncatingIfNeeded: self.caller.rawValue))
            if !self.services.isEmpty {
                c.pointee.n_services = self.services.count
                c.pointee.services = try arena.strings(self.services, "services")
            }
            c.pointee.max_request_bytes = self.maxRequestBytes
            if !self.roles.isEmpty {
                c.pointee.n_roles = self.roles.count
                c.pointee.roles = try arena.strings(self.roles, "roles")
            }
            if !self.consents.isEmpty {
                c.pointee.n_consents = self.consents.count
                c.pointee.consents = try arena.strings(self.consents, "consents")
            }
            if !self.plan.isEmpty {
                c.pointee.plan = try arena.string(self.plan, "plan")
            }
            c.pointee.before_terms = self.beforeTerms ? 1 : 0
            c.pointee.changes_claims = self.changesClaims ? 1 : 0
            c.pointee.second_factor = self.secondFactor ? 1 : 0
        }
    }
}
