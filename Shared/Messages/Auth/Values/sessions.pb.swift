// Generated from larder/auth/v1/sessions.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CAuthMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Auth {
    /// `larder.auth.v1.RevocationReason`
    public enum RevocationReason: MessageEnumeration {
        case unspecified
        /// The session has ended: its user has to sign in again.
        case sessionEnded
        /// What the token says is no longer so, for example as a right was withdrawn: a refreshed one is good.
        case outdated
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .sessionEnded
            case 2: self = .outdated
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .sessionEnded: 1
            case .outdated: 2
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .sessionEnded, .outdated]
    }

    /// `larder.auth.v1.SignInRequest`
    public struct SignInRequest: Message {
        /// User name or e-mail address.
        public var name: String = ""
        public var password: String = ""
        /// The name of this device, up to 100 characters.
        public var device: String = ""
        /// Whether the client can answer a challenge by CompleteSignIn.
        public var acceptsChallenge: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            password: String = "",
            device: String = "",
            acceptsChallenge: Bool = false
        ) {
            self.name = name
            self.password = password
            self.device = device
            self.acceptsChallenge = acceptsChallenge
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__SignInRequest()
            larder__auth__v1__sign_in_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SignInRequest.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.password = try MessageField.string(c.pointee.password, "password")
            self.device = try MessageField.string(c.pointee.device, "device")
            self.acceptsChallenge = c.pointee.accepts_challenge != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SignInRequest.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.password.isEmpty {
                c.pointee.password = try arena.string(self.password, "password")
            }
            if !self.device.isEmpty {
                c.pointee.device = try arena.string(self.device, "device")
            }
            c.pointee.accepts_challenge = self.acceptsChallenge ? 1 : 0
        }
    }

    /// `larder.auth.v1.CompleteSignInRequest`
    public struct CompleteSignInRequest: Message {
        /// Of the challenge.
        public var token: String = ""
        public var answer: Auth.FactorAnswer? = nil
        /// The name of this device, up to 100 characters.
        public var device: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            token: String = "",
            answer: Auth.FactorAnswer? = nil,
            device: String = ""
        ) {
            self.token = token
            self.answer = answer
            self.device = device
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__CompleteSignInRequest()
            larder__auth__v1__complete_sign_in_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__CompleteSignInRequest.self)
            self.token = try MessageField.string(c.pointee.token, "token")
            self.answer = try MessageField.message(c.pointee.answer, "answer")
            self.device = try MessageField.string(c.pointee.device, "device")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__CompleteSignInRequest.self)
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            if let value = self.answer {
                c.pointee.answer = try arena.message(value, "answer").assumingMemoryBound(to: Larder__Auth__V1__FactorAnswer.self)
            }
            if !self.device.isEmpty {
                c.pointee.device = try arena.string(self.device, "device")
            }
        }
    }

    /// `larder.auth.v1.SendSignInCodeRequest`
    public struct SendSignInCodeRequest: Message {
        /// Of the challenge.
        public var token: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            token: String = ""
        ) {
            self.token = token
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__SendSignInCodeRequest()
            larder__auth__v1__send_sign_in_code_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SendSignInCodeRequest.self)
            self.token = try MessageField.string(c.pointee.token, "token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SendSignInCodeRequest.self)
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
        }
    }

    /// `larder.auth.v1.SendSignInCodeResponse`
    public struct SendSignInCodeResponse: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__SendSignInCodeResponse()
            larder__auth__v1__send_sign_in_code_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.BeginPasskeySignInRequest`
    public struct BeginPasskeySignInRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__BeginPasskeySignInRequest()
            larder__auth__v1__begin_passkey_sign_in_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.RefreshSessionRequest`
    public struct RefreshSessionRequest: Message {
        public var refreshToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            refreshToken: String = ""
        ) {
            self.refreshToken = refreshToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__RefreshSessionRequest()
            larder__auth__v1__refresh_session_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RefreshSessionRequest.self)
            self.refreshToken = try MessageField.string(c.pointee.refresh_token, "refresh_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RefreshSessionRequest.self)
            if !self.refreshToken.isEmpty {
                c.pointee.refresh_token = try arena.string(self.refreshToken, "refresh_token")
            }
        }
    }

    /// `larder.auth.v1.SessionTokens`
    public struct SessionTokens: Message {
        /// Short-lived signed token (JWT, EdDSA), sent with every call.
        public var accessToken: String = ""
        public var accessTokenExpiresAt: Common.Timestamp? = nil
        /// Opaque, can be used once.
        public var refreshToken: String = ""
        public var refreshTokenExpiresAt: Common.Timestamp? = nil
        public var accountID: String = ""
        public var username: String = ""
        /// In the response of SignIn alone, and then nothing else is: the password is right, and a second factor is needed.
        public var challenge: Auth.FactorChallenge? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            accessToken: String = "",
            accessTokenExpiresAt: Common.Timestamp? = nil,
            refreshToken: String = "",
            refreshTokenExpiresAt: Common.Timestamp? = nil,
            accountID: String = "",
            username: String = "",
            challenge: Auth.FactorChallenge? = nil
        ) {
            self.accessToken = accessToken
            self.accessTokenExpiresAt = accessTokenExpiresAt
            self.refreshToken = refreshToken
            self.refreshTokenExpiresAt = refreshTokenExpiresAt
            self.accountID = accountID
            self.username = username
            self.challenge = challenge
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__SessionTokens()
            larder__auth__v1__session_tokens__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SessionTokens.self)
            self.accessToken = try MessageField.string(c.pointee.access_token, "access_token")
            self.accessTokenExpiresAt = try MessageField.message(c.pointee.access_token_expires_at, "access_token_expires_at")
            self.refreshToken = try MessageField.string(c.pointee.refresh_token, "refresh_token")
            self.refreshTokenExpiresAt = try MessageField.message(c.pointee.refresh_token_expires_at, "refresh_token_expires_at")
            self.accountID = try MessageField.string(c.pointee.account_id, "account_id")
            self.username = try MessageField.string(c.pointee.username, "username")
            self.challenge = try MessageField.message(c.pointee.challenge, "challenge")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SessionTokens.self)
            if !self.accessToken.isEmpty {
                c.pointee.access_token = try arena.string(self.accessToken, "access_token")
            }
            if let value = self.accessTokenExpiresAt {
                c.pointee.access_token_expires_at = try arena.message(value, "access_token_expires_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if !self.refreshToken.isEmpty {
                c.pointee.refresh_token = try arena.string(self.refreshToken, "refresh_token")
            }
            if let value = self.refreshTokenExpiresAt {
                c.pointee.refresh_token_expires_at = try arena.message(value, "refresh_token_expires_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if !self.accountID.isEmpty {
                c.pointee.account_id = try arena.string(self.accountID, "account_id")
            }
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            if let value = self.challenge {
                c.pointee.challenge = try arena.message(value, "challenge").assumingMemoryBound(to: Larder__Auth__V1__FactorChallenge.self)
            }
        }
    }

    /// `larder.auth.v1.SignOutRequest`
    public struct SignOutRequest: Message {
        public var refreshToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            refreshToken: String = ""
        ) {
            self.refreshToken = refreshToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__SignOutRequest()
            larder__auth__v1__sign_out_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SignOutRequest.self)
            self.refreshToken = try MessageField.string(c.pointee.refresh_token, "refresh_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SignOutRequest.self)
            if !self.refreshToken.isEmpty {
                c.pointee.refresh_token = try arena.string(self.refreshToken, "refresh_token")
            }
        }
    }

    /// `larder.auth.v1.SignOutResponse`
    public struct SignOutResponse: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__SignOutResponse()
            larder__auth__v1__sign_out_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.ListSessionsRequest`
    public struct ListSessionsRequest: Message {
        public var page: Common.PageRequest? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            page: Common.PageRequest? = nil
        ) {
            self.page = page
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ListSessionsRequest()
            larder__auth__v1__list_sessions_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ListSessionsRequest.self)
            self.page = try MessageField.message(c.pointee.page, "page")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ListSessionsRequest.self)
            if let value = self.page {
                c.pointee.page = try arena.message(value, "page").assumingMemoryBound(to: Larder__Common__V1__PageRequest.self)
            }
        }
    }

    /// `larder.auth.v1.ListSessionsResponse`
    public struct ListSessionsResponse: Message {
        public var sessions: [Auth.Session] = []
        /// Empty on the last page.
        public var nextPageToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            sessions: [Auth.Session] = [],
            nextPageToken: String = ""
        ) {
            self.sessions = sessions
            self.nextPageToken = nextPageToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ListSessionsResponse()
            larder__auth__v1__list_sessions_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ListSessionsResponse.self)
            self.sessions = try MessageField.messages(c.pointee.n_sessions, c.pointee.sessions, "sessions")
            self.nextPageToken = try MessageField.string(c.pointee.next_page_token, "next_page_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ListSessionsResponse.self)
            if !self.sessions.isEmpty {
                c.pointee.n_sessions = self.sessions.count
                c.pointee.sessions = try arena.messages(self.sessions, "sessions").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Auth__V1__Session>?.self)
            }
            if !self.nextPageToken.isEmpty {
                c.pointee.next_page_token = try arena.string(self.nextPageToken, "next_page_token")
            }
        }
    }

    /// A session of one device, which has not ended.
    public struct Session: Message {
        /// A UUID.
        public var id: String = ""
        /// The name of the device that was given when signing in; may be empty.
        public var device: String = ""
        public var signedInAt: Common.Timestamp? = nil
        /// When its tokens were renewed last, or else when it was signed in: earlier than its latest call by an access token's
        /// lifetime at the most, ten minutes by default.
        public var lastUsedAt: Common.Timestamp? = nil
        /// Whether it is the session that calls.
        public var isCurrent: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            device: String = "",
            signedInAt: Common.Timestamp? = nil,
            lastUsedAt: Common.Timestamp? = nil,
            isCurrent: Bool = false
        ) {
            self.id = id
            self.device = device
            self.signedInAt = signedInAt
            self.lastUsedAt = lastUsedAt
            self.isCurrent = isCurrent
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__Session()
            larder__auth__v1__session__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Session.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.device = try MessageField.string(c.pointee.device, "device")
            self.signedInAt = try MessageField.message(c.pointee.signed_in_at, "signed_in_at")
            self.lastUsedAt = try MessageField.message(c.pointee.last_used_at, "last_used_at")
            self.isCurrent = c.pointee.is_current != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Session.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if !self.device.isEmpty {
                c.pointee.device = try arena.string(self.device, "device")
            }
            if let value = self.signedInAt {
                c.pointee.signed_in_at = try arena.message(value, "signed_in_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if let value = self.lastUsedAt {
                c.pointee.last_used_at = try arena.message(value, "last_used_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            c.pointee.is_current = self.isCurrent ? 1 : 0
        }
    }

    /// `larder.auth.v1.EndSessionRequest`
    public struct EndSessionRequest: Message {
        public var sessionID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            sessionID: String = ""
        ) {
            self.sessionID = sessionID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__EndSessionRequest()
            larder__auth__v1__end_session_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__EndSessionRequest.self)
            self.sessionID = try MessageField.string(c.pointee.session_id, "session_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__EndSessionRequest.self)
            if !self.sessionID.isEmpty {
                c.pointee.session_id = try arena.string(self.sessionID, "session_id")
            }
        }
    }

    /// `larder.auth.v1.EndSessionResponse`
    public struct EndSessionResponse: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__EndSessionResponse()
            larder__auth__v1__end_session_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.EndOtherSessionsRequest`
    public struct EndOtherSessionsRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__EndOtherSessionsRequest()
            larder__auth__v1__end_other_sessions_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.EndOtherSessionsResponse`
    public struct EndOtherSessionsResponse: Message {
        /// How many sessions this call has ended.
        public var ended: UInt32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            ended: UInt32 = 0
        ) {
            self.ended = ended
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__EndOtherSessionsResponse()
            larder__auth__v1__end_other_sessions_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__EndOtherSessionsResponse.self)
            self.ended = c.pointee.ended
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__EndOtherSessionsResponse.self)
            c.pointee.ended = self.ended
        }
    }

    /// `larder.auth.v1.ListKeysRequest`
    public struct ListKeysRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ListKeysRequest()
            larder__auth__v1__list_keys_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.KeySet`
    public struct KeySet: Message {
        public var keys: [Auth.VerificationKey] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            keys: [Auth.VerificationKey] = []
        ) {
            self.keys = keys
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__KeySet()
            larder__auth__v1__key_set__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__KeySet.self)
            self.keys = try MessageField.messages(c.pointee.n_keys, c.pointee.keys, "keys")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__KeySet.self)
            if !self.keys.isEmpty {
                c.pointee.n_keys = self.keys.count
                c.pointee.keys = try arena.messages(self.keys, "keys").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Auth__V1__VerificationKey>?.self)
            }
        }
    }

    /// `larder.auth.v1.VerificationKey`
    public struct VerificationKey: Message {
        /// Key id as in a token's header.
        public var id: String = ""
        /// Raw Ed25519 public key, 32 bytes.
        public var ed25519PublicKey: [UInt8] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            ed25519PublicKey: [UInt8] = []
        ) {
            self.id = id
            self.ed25519PublicKey = ed25519PublicKey
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__VerificationKey()
            larder__auth__v1__verification_key__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__VerificationKey.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.ed25519PublicKey = MessageField.values(c.pointee.ed25519_public_key.len, c.pointee.ed25519_public_key.data)
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__VerificationKey.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if !self.ed25519PublicKey.isEmpty {
                c.pointee.ed25519_public_key = ProtobufCBinaryData(len: self.ed25519PublicKey.count, data: try arena.values(self.ed25519PublicKey))
            }
        }
    }

    /// `larder.auth.v1.WatchRevocationsRequest`
    public struct WatchRevocationsRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__WatchRevocationsRequest()
            larder__auth__v1__watch_revocations_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.RevocationUpdate`
    public struct RevocationUpdate: Message {
        public var revocations: [Auth.Revocation] = []
        /// Whether everything that was in force when the call began has been sent.
        public var isComplete: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            revocations: [Auth.Revocation] = [],
            isComplete: Bool = false
        ) {
            self.revocations = revocations
            self.isComplete = isComplete
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__RevocationUpdate()
            larder__auth__v1__revocation_update__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RevocationUpdate.self)
            self.revocations = try MessageField.messages(c.pointee.n_revocations, c.pointee.revocations, "revocations")
            self.isComplete = c.pointee.is_complete != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RevocationUpdate.self)
            if !self.revocations.isEmpty {
                c.pointee.n_revocations = self.revocations.count
                c.pointee.revocations = try arena.messages(self.revocations, "revocations").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Auth__V1__Revocation>?.self)
            }
            c.pointee.is_complete = self.isComplete ? 1 : 0
        }
    }

    /// `larder.auth.v1.FindEndedSessionsRequest`
    public struct FindEndedSessionsRequest: Message {
        public var sessions: [Auth.SessionReference] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            sessions: [Auth.SessionReference] = []
        ) {
            self.sessions = sessions
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__FindEndedSessionsRequest()
            larder__auth__v1__find_ended_sessions_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__FindEndedSessionsRequest.self)
            self.sessions = try MessageField.messages(c.pointee.n_sessions, c.pointee.sessions, "sessions")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__FindEndedSessionsRequest.self)
            if !self.sessions.isEmpty {
                c.pointee.n_sessions = self.sessions.count
                c.pointee.sessions = try arena.messages(self.sessions, "sessions").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Auth__V1__SessionReference>?.self)
            }
        }
    }

    /// `larder.auth.v1.FindEndedSessionsResponse`
    public struct FindEndedSessionsResponse: Message {
        public var ended: [Auth.SessionReference] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            ended: [Auth.SessionReference] = []
        ) {
            self.ended = ended
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__FindEndedSessionsResponse()
            larder__auth__v1__find_ended_sessions_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__FindEndedSessionsResponse.self)
            self.ended = try MessageField.messages(c.pointee.n_ended, c.pointee.ended, "ended")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__FindEndedSessionsResponse.self)
            if !self.ended.isEmpty {
                c.pointee.n_ended = self.ended.count
                c.pointee.ended = try arena.messages(self.ended, "ended").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Auth__V1__SessionReference>?.self)
            }
        }
    }

    /// `larder.auth.v1.SessionReference`
    public struct SessionReference: Message {
        public var accountID: String = ""
        public var sessionID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            accountID: String = "",
            sessionID: String = ""
        ) {
            self.accountID = accountID
            self.sessionID = sessionID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__SessionReference()
            larder__auth__v1__session_reference__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SessionReference.self)
            self.accountID = try MessageField.string(c.pointee.account_id, "account_id")
            self.sessionID = try MessageField.string(c.pointee.session_id, "session_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SessionReference.self)
            if !self.accountID.isEmpty {
                c.pointee.account_id = try arena.string(self.accountID, "account_id")
            }
            if !self.sessionID.isEmpty {
                c.pointee.session_id = try arena.string(self.sessionID, "session_id")
            }
        }
    }

    /// Tokens that are refused although they have not expired.
    public struct Revocation: Message {
        /// The account whose tokens are refused.
        public var accountID: String = ""
        /// The only session whose tokens are refused, whenever they were issued. Empty for all sessions of the account.
        public var sessionID: String = ""
        /// Of an account, tokens issued until then are refused.
        public var revokedAt: Common.Timestamp? = nil
        /// From then on no such token can be valid, and the revocation can be forgotten.
        public var expiresAt: Common.Timestamp? = nil
        public var reason: Auth.RevocationReason = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            accountID: String = "",
            sessionID: String = "",
            revokedAt: Common.Timestamp? = nil,
            expiresAt: Common.Timestamp? = nil,
            reason: Auth.RevocationReason = .unspecified
        ) {
            self.accountID = accountID
            self.sessionID = sessionID
            self.revokedAt = revokedAt
            self.expiresAt = expiresAt
            self.reason = reason
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__Revocation()
            larder__auth__v1__revocation__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Revocation.self)
            self.accountID = try MessageField.string(c.pointee.account_id, "account_id")
            self.sessionID = try MessageField.string(c.pointee.session_id, "session_id")
            self.revokedAt = try MessageField.message(c.pointee.revoked_at, "revoked_at")
            self.expiresAt = try MessageField.message(c.pointee.expires_at, "expires_at")
            self.reason = Auth.RevocationReason(rawValue: Int32(truncatingIfNeeded: c.pointee.reason.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Revocation.self)
            if !self.accountID.isEmpty {
                c.pointee.account_id = try arena.string(self.accountID, "account_id")
            }
            if !self.sessionID.isEmpty {
                c.pointee.session_id = try arena.string(self.sessionID, "session_id")
            }
            if let value = self.revokedAt {
                c.pointee.revoked_at = try arena.message(value, "revoked_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if let value = self.expiresAt {
                c.pointee.expires_at = try arena.message(value, "expires_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            c.pointee.reason = .init(rawValue: .init(truncatingIfNeeded: self.reason.rawValue))
        }
    }
}
