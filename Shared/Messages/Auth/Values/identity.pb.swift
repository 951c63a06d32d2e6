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

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            accountID: String = "",
            sessionID: String = "",
            username: String = "",
            issuedAt: Common.Timestamp? = nil,
            expiresAt: Common.Timestamp? = nil,
            consents: [Auth.ConsentKind] = []
        ) {
            self.accountID = accountID
            self.sessionID = sessionID
            self.username = username
            self.issuedAt = issuedAt
            self.expiresAt = expiresAt
            self.consents = consents
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
        }
    }
}
