// Generated from larder/auth/v1/factors.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CAuthMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Auth {
    /// What signing in may take beside the password.
    public enum FactorKind: MessageEnumeration {
        case unspecified
        /// Six digits that an app derives from a shared secret and the time (RFC 6238).
        case authenticatorApp
        /// A passkey or hardware key (WebAuthn).
        case passkey
        /// Six digits that are mailed to the account's address.
        case emailCode
        /// One of the codes that were shown when the first factor was added. It is no factor of its own.
        case recoveryCode
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .authenticatorApp
            case 2: self = .passkey
            case 3: self = .emailCode
            case 4: self = .recoveryCode
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .authenticatorApp: 1
            case .passkey: 2
            case .emailCode: 3
            case .recoveryCode: 4
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .authenticatorApp, .passkey, .emailCode, .recoveryCode]
    }

    /// A factor of an account.
    public struct Factor: Message {
        /// A UUID.
        public var id: String = ""
        public var kind: Auth.FactorKind = .unspecified
        /// What its owner calls it.
        public var name: String = ""
        public var createdAt: Common.Timestamp? = nil
        /// Missing when it was never used.
        public var lastUsedAt: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            kind: Auth.FactorKind = .unspecified,
            name: String = "",
            createdAt: Common.Timestamp? = nil,
            lastUsedAt: Common.Timestamp? = nil
        ) {
            self.id = id
            self.kind = kind
            self.name = name
            self.createdAt = createdAt
            self.lastUsedAt = lastUsedAt
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__Factor()
            larder__auth__v1__factor__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Factor.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.kind = Auth.FactorKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
            self.name = try MessageField.string(c.pointee.name, "name")
            self.createdAt = try MessageField.message(c.pointee.created_at, "created_at")
            self.lastUsedAt = try MessageField.message(c.pointee.last_used_at, "last_used_at")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Factor.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if let value = self.createdAt {
                c.pointee.created_at = try arena.message(value, "created_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if let value = self.lastUsedAt {
                c.pointee.last_used_at = try arena.message(value, "last_used_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }

    /// `larder.auth.v1.ListFactorsRequest`
    public struct ListFactorsRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ListFactorsRequest()
            larder__auth__v1__list_factors_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.ListFactorsResponse`
    public struct ListFactorsResponse: Message {
        public var factors: [Auth.Factor] = []
        /// How many recovery codes have not been used.
        public var recoveryCodesLeft: UInt32 = 0
        /// What can be added.
        public var available: [Auth.FactorKind] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            factors: [Auth.Factor] = [],
            recoveryCodesLeft: UInt32 = 0,
            available: [Auth.FactorKind] = []
        ) {
            self.factors = factors
            self.recoveryCodesLeft = recoveryCodesLeft
            self.available = available
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ListFactorsResponse()
            larder__auth__v1__list_factors_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ListFactorsResponse.self)
            self.factors = try MessageField.messages(c.pointee.n_factors, c.pointee.factors, "factors")
            self.recoveryCodesLeft = c.pointee.recovery_codes_left
            self.available = MessageField.values(c.pointee.n_available, c.pointee.available).map { Auth.FactorKind(rawValue: Int32(truncatingIfNeeded: $0.rawValue)) }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ListFactorsResponse.self)
            if !self.factors.isEmpty {
                c.pointee.n_factors = self.factors.count
                c.pointee.factors = try arena.messages(self.factors, "factors").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Auth__V1__Factor>?.self)
            }
            c.pointee.recovery_codes_left = self.recoveryCodesLeft
            if !self.available.isEmpty {
                c.pointee.n_available = self.available.count
                c.pointee.available = try arena.values(self.available.map { Larder__Auth__V1__FactorKind(rawValue: .init(truncatingIfNeeded: $0.rawValue)) })
            }
        }
    }

    /// `larder.auth.v1.BeginFactorRequest`
    public struct BeginFactorRequest: Message {
        public var kind: Auth.FactorKind = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            kind: Auth.FactorKind = .unspecified
        ) {
            self.kind = kind
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__BeginFactorRequest()
            larder__auth__v1__begin_factor_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__BeginFactorRequest.self)
            self.kind = Auth.FactorKind(rawValue: Int32(truncatingIfNeeded: c.pointee.kind.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__BeginFactorRequest.self)
            c.pointee.kind = .init(rawValue: .init(truncatingIfNeeded: self.kind.rawValue))
        }
    }

    /// A factor that is being added.
    public struct FactorSetup: Message {
        /// For AddFactor.
        public var token: String = ""
        public var expiresAt: Common.Timestamp? = nil
        /// For an authenticator app.
        public var authenticator: Auth.AuthenticatorSecret? = nil
        /// For a passkey.
        public var passkey: Auth.PasskeyCreation? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            token: String = "",
            expiresAt: Common.Timestamp? = nil,
            authenticator: Auth.AuthenticatorSecret? = nil,
            passkey: Auth.PasskeyCreation? = nil
        ) {
            self.token = token
            self.expiresAt = expiresAt
            self.authenticator = authenticator
            self.passkey = passkey
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__FactorSetup()
            larder__auth__v1__factor_setup__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__FactorSetup.self)
            self.token = try MessageField.string(c.pointee.token, "token")
            self.expiresAt = try MessageField.message(c.pointee.expires_at, "expires_at")
            self.authenticator = try MessageField.message(c.pointee.authenticator, "authenticator")
            self.passkey = try MessageField.message(c.pointee.passkey, "passkey")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__FactorSetup.self)
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            if let value = self.expiresAt {
                c.pointee.expires_at = try arena.message(value, "expires_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if let value = self.authenticator {
                c.pointee.authenticator = try arena.message(value, "authenticator").assumingMemoryBound(to: Larder__Auth__V1__AuthenticatorSecret.self)
            }
            if let value = self.passkey {
                c.pointee.passkey = try arena.message(value, "passkey").assumingMemoryBound(to: Larder__Auth__V1__PasskeyCreation.self)
            }
        }
    }

    /// The secret that an authenticator app takes.
    public struct AuthenticatorSecret: Message {
        /// Base32, to be typed in.
        public var secret: String = ""
        /// The same as an otpauth address.
        public var uri: String = ""
        /// The same as a QR code.
        public var qrCode: Auth.QRCode? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            secret: String = "",
            uri: String = "",
            qrCode: Auth.QRCode? = nil
        ) {
            self.secret = secret
            self.uri = uri
            self.qrCode = qrCode
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__AuthenticatorSecret()
            larder__auth__v1__authenticator_secret__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__AuthenticatorSecret.self)
            self.secret = try MessageField.string(c.pointee.secret, "secret")
            self.uri = try MessageField.string(c.pointee.uri, "uri")
            self.qrCode = try MessageField.message(c.pointee.qr_code, "qr_code")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__AuthenticatorSecret.self)
            if !self.secret.isEmpty {
                c.pointee.secret = try arena.string(self.secret, "secret")
            }
            if !self.uri.isEmpty {
                c.pointee.uri = try arena.string(self.uri, "uri")
            }
            if let value = self.qrCode {
                c.pointee.qr_code = try arena.message(value, "qr_code").assumingMemoryBound(to: Larder__Auth__V1__QRCode.self)
            }
        }
    }

    /// A square of dark and light modules, without its quiet zone of four.
    public struct QRCode: Message {
        /// The number of modules of a side.
        public var size: UInt32 = 0
        /// A byte for each module, row by row: 1 for a dark one, 0 for a light one.
        public var modules: [UInt8] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            size: UInt32 = 0,
            modules: [UInt8] = []
        ) {
            self.size = size
            self.modules = modules
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__QRCode()
            larder__auth__v1__qrcode__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__QRCode.self)
            self.size = c.pointee.size
            self.modules = MessageField.values(c.pointee.modules.len, c.pointee.modules.data)
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__QRCode.self)
            c.pointee.size = self.size
            if !self.modules.isEmpty {
                c.pointee.modules = ProtobufCBinaryData(len: self.modules.count, data: try arena.values(self.modules))
            }
        }
    }

    /// The options with which a browser creates a passkey (PublicKeyCredentialCreationOptions).
    public struct PasskeyCreation: Message {
        public var challenge: [UInt8] = []
        public var relyingPartyID: String = ""
        public var userHandle: [UInt8] = []
        public var username: String = ""
        /// The credentials that the account has already.
        public var excludedCredentials: [[UInt8]] = []
        /// The algorithms that are taken, as COSE numbers, preferred ones first.
        public var algorithms: [Int32] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            challenge: [UInt8] = [],
            relyingPartyID: String = "",
            userHandle: [UInt8] = [],
            username: String = "",
            excludedCredentials: [[UInt8]] = [],
            algorithms: [Int32] = []
        ) {
            self.challenge = challenge
            self.relyingPartyID = relyingPartyID
            self.userHandle = userHandle
            self.username = username
            self.excludedCredentials = excludedCredentials
            self.algorithms = algorithms
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__PasskeyCreation()
            larder__auth__v1__passkey_creation__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__PasskeyCreation.self)
            self.challenge = MessageField.values(c.pointee.challenge.len, c.pointee.challenge.data)
            self.relyingPartyID = try MessageField.string(c.pointee.relying_party_id, "relying_party_id")
            self.userHandle = MessageField.values(c.pointee.user_handle.len, c.pointee.user_handle.data)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.excludedCredentials = MessageField.binaries(c.pointee.n_excluded_credentials, c.pointee.excluded_credentials)
            self.algorithms = MessageField.values(c.pointee.n_algorithms, c.pointee.algorithms)
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__PasskeyCreation.self)
            if !self.challenge.isEmpty {
                c.pointee.challenge = ProtobufCBinaryData(len: self.challenge.count, data: try arena.values(self.challenge))
            }
            if !self.relyingPartyID.isEmpty {
                c.pointee.relying_party_id = try arena.string(self.relyingPartyID, "relying_party_id")
            }
            if !self.userHandle.isEmpty {
                c.pointee.user_handle = ProtobufCBinaryData(len: self.userHandle.count, data: try arena.values(self.userHandle))
            }
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            if !self.excludedCredentials.isEmpty {
                c.pointee.n_excluded_credentials = self.excludedCredentials.count
                c.pointee.excluded_credentials = try arena.binaries(self.excludedCredentials).assumingMemoryBound(to: ProtobufCBinaryData.self)
            }
            if !self.algorithms.isEmpty {
                c.pointee.n_algorithms = self.algorithms.count
                c.pointee.algorithms = try arena.values(self.algorithms)
            }
        }
    }

    /// The options with which a browser uses a passkey (PublicKeyCredentialRequestOptions).
    public struct PasskeyRequest: Message {
        public var challenge: [UInt8] = []
        public var relyingPartyID: String = ""
        /// The credentials that are taken; without any, each of this relying party that the device offers.
        public var allowedCredentials: [[UInt8]] = []
        /// Whether the device has to verify its user.
        public var requiresUserVerification: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            challenge: [UInt8] = [],
            relyingPartyID: String = "",
            allowedCredentials: [[UInt8]] = [],
            requiresUserVerification: Bool = false
        ) {
            self.challenge = challenge
            self.relyingPartyID = relyingPartyID
            self.allowedCredentials = allowedCredentials
            self.requiresUserVerification = requiresUserVerification
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__PasskeyRequest()
            larder__auth__v1__passkey_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__PasskeyRequest.self)
            self.challenge = MessageField.values(c.pointee.challenge.len, c.pointee.challenge.data)
            self.relyingPartyID = try MessageField.string(c.pointee.relying_party_id, "relying_party_id")
            self.allowedCredentials = MessageField.binaries(c.pointee.n_allowed_credentials, c.pointee.allowed_credentials)
            self.requiresUserVerification = c.pointee.requires_user_verification != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__PasskeyRequest.self)
            if !self.challenge.isEmpty {
                c.pointee.challenge = ProtobufCBinaryData(len: self.challenge.count, data: try arena.values(self.challenge))
            }
            if !self.relyingPartyID.isEmpty {
                c.pointee.relying_party_id = try arena.string(self.relyingPartyID, "relying_party_id")
            }
            if !self.allowedCredentials.isEmpty {
                c.pointee.n_allowed_credentials = self.allowedCredentials.count
                c.pointee.allowed_credentials = try arena.binaries(self.allowedCredentials).assumingMemoryBound(to: ProtobufCBinaryData.self)
            }
            c.pointee.requires_user_verification = self.requiresUserVerification ? 1 : 0
        }
    }

    /// A passkey that a browser has created (AuthenticatorAttestationResponse).
    public struct PasskeyRegistration: Message {
        public var clientData: [UInt8] = []
        public var authenticatorData: [UInt8] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            clientData: [UInt8] = [],
            authenticatorData: [UInt8] = []
        ) {
            self.clientData = clientData
            self.authenticatorData = authenticatorData
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__PasskeyRegistration()
            larder__auth__v1__passkey_registration__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__PasskeyRegistration.self)
            self.clientData = MessageField.values(c.pointee.client_data.len, c.pointee.client_data.data)
            self.authenticatorData = MessageField.values(c.pointee.authenticator_data.len, c.pointee.authenticator_data.data)
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__PasskeyRegistration.self)
            if !self.clientData.isEmpty {
                c.pointee.client_data = ProtobufCBinaryData(len: self.clientData.count, data: try arena.values(self.clientData))
            }
            if !self.authenticatorData.isEmpty {
                c.pointee.authenticator_data = ProtobufCBinaryData(len: self.authenticatorData.count, data: try arena.values(self.authenticatorData))
            }
        }
    }

    /// What a browser has signed with a passkey (AuthenticatorAssertionResponse).
    public struct PasskeyAssertion: Message {
        public var credentialID: [UInt8] = []
        public var clientData: [UInt8] = []
        public var authenticatorData: [UInt8] = []
        public var signature: [UInt8] = []
        /// May be empty where the account is known.
        public var userHandle: [UInt8] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            credentialID: [UInt8] = [],
            clientData: [UInt8] = [],
            authenticatorData: [UInt8] = [],
            signature: [UInt8] = [],
            userHandle: [UInt8] = []
        ) {
            self.credentialID = credentialID
            self.clientData = clientData
            self.authenticatorData = authenticatorData
            self.signature = signature
            self.userHandle = userHandle
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__PasskeyAssertion()
            larder__auth__v1__passkey_assertion__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__PasskeyAssertion.self)
            self.credentialID = MessageField.values(c.pointee.credential_id.len, c.pointee.credential_id.data)
            self.clientData = MessageField.values(c.pointee.client_data.len, c.pointee.client_data.data)
            self.authenticatorData = MessageField.values(c.pointee.authenticator_data.len, c.pointee.authenticator_data.data)
            self.signature = MessageField.values(c.pointee.signature.len, c.pointee.signature.data)
            self.userHandle = MessageField.values(c.pointee.user_handle.len, c.pointee.user_handle.data)
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__PasskeyAssertion.self)
            if !self.credentialID.isEmpty {
                c.pointee.credential_id = ProtobufCBinaryData(len: self.credentialID.count, data: try arena.values(self.credentialID))
            }
            if !self.clientData.isEmpty {
                c.pointee.client_data = ProtobufCBinaryData(len: self.clientData.count, data: try arena.values(self.clientData))
            }
            if !self.authenticatorData.isEmpty {
                c.pointee.authenticator_data = ProtobufCBinaryData(len: self.authenticatorData.count, data: try arena.values(self.authenticatorData))
            }
            if !self.signature.isEmpty {
                c.pointee.signature = ProtobufCBinaryData(len: self.signature.count, data: try arena.values(self.signature))
            }
            if !self.userHandle.isEmpty {
                c.pointee.user_handle = ProtobufCBinaryData(len: self.userHandle.count, data: try arena.values(self.userHandle))
            }
        }
    }

    /// What has to be answered with a factor.
    public struct FactorChallenge: Message {
        /// Single use.
        public var token: String = ""
        public var expiresAt: Common.Timestamp? = nil
        /// With what it can be answered.
        public var kinds: [Auth.FactorKind] = []
        /// For answering with a passkey.
        public var passkey: Auth.PasskeyRequest? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            token: String = "",
            expiresAt: Common.Timestamp? = nil,
            kinds: [Auth.FactorKind] = [],
            passkey: Auth.PasskeyRequest? = nil
        ) {
            self.token = token
            self.expiresAt = expiresAt
            self.kinds = kinds
            self.passkey = passkey
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__FactorChallenge()
            larder__auth__v1__factor_challenge__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__FactorChallenge.self)
            self.token = try MessageField.string(c.pointee.token, "token")
            self.expiresAt = try MessageField.message(c.pointee.expires_at, "expires_at")
            self.kinds = MessageField.values(c.pointee.n_kinds, c.pointee.kinds).map { Auth.FactorKind(rawValue: Int32(truncatingIfNeeded: $0.rawValue)) }
            self.passkey = try MessageField.message(c.pointee.passkey, "passkey")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__FactorChallenge.self)
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            if let value = self.expiresAt {
                c.pointee.expires_at = try arena.message(value, "expires_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if !self.kinds.isEmpty {
                c.pointee.n_kinds = self.kinds.count
                c.pointee.kinds = try arena.values(self.kinds.map { Larder__Auth__V1__FactorKind(rawValue: .init(truncatingIfNeeded: $0.rawValue)) })
            }
            if let value = self.passkey {
                c.pointee.passkey = try arena.message(value, "passkey").assumingMemoryBound(to: Larder__Auth__V1__PasskeyRequest.self)
            }
        }
    }

    /// The answer to a challenge.
    public struct FactorAnswer: Message {
        public var answer: Answer?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            answer: Answer? = nil
        ) {
            self.answer = answer
        }

        /// One of the fields that can't be set together.
        public enum Answer: Sendable, Equatable {
            /// Of an authenticator app, of a mail, or a recovery code; spaces and hyphens do not matter.
            case code(String)
            case passkey(Auth.PasskeyAssertion)
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__FactorAnswer()
            larder__auth__v1__factor_answer__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__FactorAnswer.self)
            switch c.pointee.answer_case.rawValue {
            case 1:
                self.answer = .code(try MessageField.string(c.pointee.code, "code"))
            case 2:
                let value: Auth.PasskeyAssertion? = try MessageField.message(c.pointee.passkey, "passkey")
                self.answer = value.map { .passkey($0) }
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__FactorAnswer.self)
            switch self.answer {
            case .code(let value):
                c.pointee.answer_case = .init(rawValue: 1)
                c.pointee.code = try arena.string(value, "code")
            case .passkey(let value):
                c.pointee.answer_case = .init(rawValue: 2)
                c.pointee.passkey = try arena.message(value, "passkey").assumingMemoryBound(to: Larder__Auth__V1__PasskeyAssertion.self)
            case nil: break
            }
        }
    }

    /// `larder.auth.v1.AddFactorRequest`
    public struct AddFactorRequest: Message {
        /// Of the setup.
        public var token: String = ""
        /// 1 to 60 characters.
        public var name: String = ""
        public var answer: Answer?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            token: String = "",
            name: String = "",
            answer: Answer? = nil
        ) {
            self.token = token
            self.name = name
            self.answer = answer
        }

        /// One of the fields that can't be set together.
        public enum Answer: Sendable, Equatable {
            /// Of the authenticator app or the mail.
            case code(String)
            case passkey(Auth.PasskeyRegistration)
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__AddFactorRequest()
            larder__auth__v1__add_factor_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__AddFactorRequest.self)
            self.token = try MessageField.string(c.pointee.token, "token")
            self.name = try MessageField.string(c.pointee.name, "name")
            switch c.pointee.answer_case.rawValue {
            case 3:
                self.answer = .code(try MessageField.string(c.pointee.code, "code"))
            case 4:
                let value: Auth.PasskeyRegistration? = try MessageField.message(c.pointee.passkey, "passkey")
                self.answer = value.map { .passkey($0) }
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__AddFactorRequest.self)
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            switch self.answer {
            case .code(let value):
                c.pointee.answer_case = .init(rawValue: 3)
                c.pointee.code = try arena.string(value, "code")
            case .passkey(let value):
                c.pointee.answer_case = .init(rawValue: 4)
                c.pointee.passkey = try arena.message(value, "passkey").assumingMemoryBound(to: Larder__Auth__V1__PasskeyRegistration.self)
            case nil: break
            }
        }
    }

    /// `larder.auth.v1.AddFactorResponse`
    public struct AddFactorResponse: Message {
        public var factor: Auth.Factor? = nil
        /// With the first factor of an account; shown this once.
        public var recoveryCodes: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            factor: Auth.Factor? = nil,
            recoveryCodes: [String] = []
        ) {
            self.factor = factor
            self.recoveryCodes = recoveryCodes
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__AddFactorResponse()
            larder__auth__v1__add_factor_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__AddFactorResponse.self)
            self.factor = try MessageField.message(c.pointee.factor, "factor")
            self.recoveryCodes = try MessageField.strings(c.pointee.n_recovery_codes, c.pointee.recovery_codes, "recovery_codes")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__AddFactorResponse.self)
            if let value = self.factor {
                c.pointee.factor = try arena.message(value, "factor").assumingMemoryBound(to: Larder__Auth__V1__Factor.self)
            }
            if !self.recoveryCodes.isEmpty {
                c.pointee.n_recovery_codes = self.recoveryCodes.count
                c.pointee.recovery_codes = try arena.strings(self.recoveryCodes, "recovery_codes")
            }
        }
    }

    /// `larder.auth.v1.RenameFactorRequest`
    public struct RenameFactorRequest: Message {
        public var factorID: String = ""
        /// 1 to 60 characters.
        public var name: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            factorID: String = "",
            name: String = ""
        ) {
            self.factorID = factorID
            self.name = name
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__RenameFactorRequest()
            larder__auth__v1__rename_factor_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RenameFactorRequest.self)
            self.factorID = try MessageField.string(c.pointee.factor_id, "factor_id")
            self.name = try MessageField.string(c.pointee.name, "name")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RenameFactorRequest.self)
            if !self.factorID.isEmpty {
                c.pointee.factor_id = try arena.string(self.factorID, "factor_id")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
        }
    }

    /// `larder.auth.v1.RemoveFactorRequest`
    public struct RemoveFactorRequest: Message {
        public var factorID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            factorID: String = ""
        ) {
            self.factorID = factorID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__RemoveFactorRequest()
            larder__auth__v1__remove_factor_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RemoveFactorRequest.self)
            self.factorID = try MessageField.string(c.pointee.factor_id, "factor_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RemoveFactorRequest.self)
            if !self.factorID.isEmpty {
                c.pointee.factor_id = try arena.string(self.factorID, "factor_id")
            }
        }
    }

    /// `larder.auth.v1.RemoveFactorResponse`
    public struct RemoveFactorResponse: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__RemoveFactorResponse()
            larder__auth__v1__remove_factor_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.ReplaceRecoveryCodesRequest`
    public struct ReplaceRecoveryCodesRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ReplaceRecoveryCodesRequest()
            larder__auth__v1__replace_recovery_codes_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.RecoveryCodes`
    public struct RecoveryCodes: Message {
        /// Ten, each of which works once.
        public var codes: [String] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            codes: [String] = []
        ) {
            self.codes = codes
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__RecoveryCodes()
            larder__auth__v1__recovery_codes__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RecoveryCodes.self)
            self.codes = try MessageField.strings(c.pointee.n_codes, c.pointee.codes, "codes")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RecoveryCodes.self)
            if !self.codes.isEmpty {
                c.pointee.n_codes = self.codes.count
                c.pointee.codes = try arena.strings(self.codes, "codes")
            }
        }
    }

    /// `larder.auth.v1.BeginProofRequest`
    public struct BeginProofRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__BeginProofRequest()
            larder__auth__v1__begin_proof_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.SendProofCodeRequest`
    public struct SendProofCodeRequest: Message {
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
            var structure = Larder__Auth__V1__SendProofCodeRequest()
            larder__auth__v1__send_proof_code_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SendProofCodeRequest.self)
            self.token = try MessageField.string(c.pointee.token, "token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SendProofCodeRequest.self)
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
        }
    }

    /// `larder.auth.v1.SendProofCodeResponse`
    public struct SendProofCodeResponse: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__SendProofCodeResponse()
            larder__auth__v1__send_proof_code_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.ProveRequest`
    public struct ProveRequest: Message {
        /// Of the challenge of BeginProof, for an answer with a factor.
        public var token: String = ""
        public var proof: Proof?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            token: String = "",
            proof: Proof? = nil
        ) {
            self.token = token
            self.proof = proof
        }

        /// One of the fields that can't be set together.
        public enum Proof: Sendable, Equatable {
            case password(String)
            case answer(Auth.FactorAnswer)
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ProveRequest()
            larder__auth__v1__prove_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ProveRequest.self)
            self.token = try MessageField.string(c.pointee.token, "token")
            switch c.pointee.proof_case.rawValue {
            case 2:
                self.proof = .password(try MessageField.string(c.pointee.password, "password"))
            case 3:
                let value: Auth.FactorAnswer? = try MessageField.message(c.pointee.answer, "answer")
                self.proof = value.map { .answer($0) }
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ProveRequest.self)
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            switch self.proof {
            case .password(let value):
                c.pointee.proof_case = .init(rawValue: 2)
                c.pointee.password = try arena.string(value, "password")
            case .answer(let value):
                c.pointee.proof_case = .init(rawValue: 3)
                c.pointee.answer = try arena.message(value, "answer").assumingMemoryBound(to: Larder__Auth__V1__FactorAnswer.self)
            case nil: break
            }
        }
    }

    /// `larder.auth.v1.ProveResponse`
    public struct ProveResponse: Message {
        /// Until then sensitive changes are taken from this session.
        public var validUntil: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            validUntil: Common.Timestamp? = nil
        ) {
            self.validUntil = validUntil
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ProveResponse()
            larder__auth__v1__prove_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ProveResponse.self)
            self.validUntil = try MessageField.message(c.pointee.valid_until, "valid_until")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ProveResponse.self)
            if let value = self.validUntil {
                c.pointee.valid_until = try arena.message(value, "valid_until").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }
}
