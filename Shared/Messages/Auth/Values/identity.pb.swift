// Generated from larder/auth/v1/identity.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CAuthMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Auth {
    /// The user on whose behalf the gateway calls a service, as it has verified the access token, which it keeps to itself. It goes
    /// with the call as the metadata `larder-user-bin`. Services believe it of the gateway alone.
    public struct UserIdentity: Message {
        /// Permanent id, a UUID.
        public var accountID: String = ""
        /// The session that the token belongs to.
        public var sessionID: String = ""
        /// The user name at the time of signing in.
        public var username: String = ""
        /// When the token was issued; what follows was true then.
        public var issuedAt: Common.Timestamp? = nil
        /// From then on the token is rejected, and so is this.
        public var expiresAt: Common.Timestamp? = nil
        /// The consents that were given.
        public var consents: [Auth.ConsentKind] = []
        /// The roles that the user had.
        public var roles: [Auth.Role] = []
        /// The plan, until its end; missing for Basic.
        public var plan: Auth.PlanState? = nil
        /// Whether the terms of use in force were still to be accepted.
        public var termsPending: Bool = false
        /// The language in which the user is written to, such as `fr`.
        public var language: String = ""
        /// IANA name of the time zone that the user has chosen; mostly empty.
        public var timeZone: String = ""
        /// Whether the session was signed in with a second factor.
        public var secondFactor: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            accountID: String = "",
            sessionID: String = "",
            username: String = "",
            issuedAt: Common.Timestamp? = nil,
            expiresAt: Common.Timestamp? = nil,
            consents: [Auth.ConsentKind] = [],
            roles: [Auth.Role] = [],
            plan: Auth.PlanState? = nil,
            termsPending: Bool = false,
            language: String = "",
            timeZone: String = "",
            secondFactor: Bool = false
        ) {
            self.accountID = accountID
            self.sessionID = sessionID
            self.username = username
            self.issuedAt = issuedAt
            self.expiresAt = expiresAt
            self.consents = consents
            self.roles = roles
            self.plan = plan
            self.termsPending = termsPending
            self.language = language
            self.timeZone = timeZone
            self.secondFactor = secondFactor
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__UserIdentity()
            larder__auth__v1__user_identity__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__UserIdentity.self)
            self.accountID = try MessageField.string(c.pointee.account_id, "account_id")
            self.sessionID = try MessageField.string(c.pointee.session_id, "session_id")
            self.username = try MessageField.string(c.pointee.username, "username")
            self.issuedAt = try MessageField.message(c.pointee.issued_at, "issued_at")
            self.expiresAt = try MessageField.message(c.pointee.expires_at, "expires_at")
            self.consents = MessageField.values(c.pointee.n_consents, c.pointee.consents).map { Auth.ConsentKind(rawValue: Int32(truncatingIfNeeded: $0.rawValue)) }
            self.roles = MessageField.values(c.pointee.n_roles, c.pointee.roles).map { Auth.Role(rawValue: Int32(truncatingIfNeeded: $0.rawValue)) }
            self.plan = try MessageField.message(c.pointee.plan, "plan")
            self.termsPending = c.pointee.terms_pending != 0
            self.language = try MessageField.string(c.pointee.language, "language")
            self.timeZone = try MessageField.string(c.pointee.time_zone, "time_zone")
            self.secondFactor = c.pointee.second_factor != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__UserIdentity.self)
            if !self.accountID.isEmpty {
                c.pointee.account_id = try arena.string(self.accountID, "account_id")
            }
            if !self.sessionID.isEmpty {
                c.pointee.session_id = try arena.string(self.sessionID, "session_id")
            }
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            if let value = self.issuedAt {
                c.pointee.issued_at = try arena.message(value, "issued_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if let value = self.expiresAt {
                c.pointee.expires_at = try arena.message(value, "expires_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if !self.consents.isEmpty {
                c.pointee.n_consents = self.consents.count
                c.pointee.consents = try arena.values(self.consents.map { Larder__Auth__V1__ConsentKind(rawValue: .init(truncatingIfNeeded: $0.rawValue)) })
            }
            if !self.roles.isEmpty {
                c.pointee.n_roles = self.roles.count
                c.pointee.roles = try arena.values(self.roles.map { Larder__Auth__V1__Role(rawValue: .init(truncatingIfNeeded: $0.rawValue)) })
            }
            if let value = self.plan {
                c.pointee.plan = try arena.message(value, "plan").assumingMemoryBound(to: Larder__Auth__V1__PlanState.self)
            }
            c.pointee.terms_pending = self.termsPending ? 1 : 0
            if !self.language.isEmpty {
                c.pointee.language = try arena.string(self.language, "language")
            }
            if !self.timeZone.isEmpty {
                c.pointee.time_zone = try arena.string(self.timeZone, "time_zone")
            }
            c.pointee.second_factor = self.secondFactor ? 1 : 0
        }
    }
}
