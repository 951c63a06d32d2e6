// Generated from larder/auth/v1/keys.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CAuthMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Auth {
    /// `larder.auth.v1.ListSigningKeysRequest`
    public struct ListSigningKeysRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ListSigningKeysRequest()
            larder__auth__v1__list_signing_keys_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.ListSigningKeysResponse`
    public struct ListSigningKeysResponse: Message {
        public var keys: [Auth.SigningKeyState] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            keys: [Auth.SigningKeyState] = []
        ) {
            self.keys = keys
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ListSigningKeysResponse()
            larder__auth__v1__list_signing_keys_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ListSigningKeysResponse.self)
            self.keys = try MessageField.messages(c.pointee.n_keys, c.pointee.keys, "keys")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ListSigningKeysResponse.self)
            if !self.keys.isEmpty {
                c.pointee.n_keys = self.keys.count
                c.pointee.keys = try arena.messages(self.keys, "keys").assumingMemoryBound(to: UnsafeMutablePointer<Larder__Auth__V1__SigningKeyState>?.self)
            }
        }
    }

    /// `larder.auth.v1.SigningKeyState`
    public struct SigningKeyState: Message {
        /// As in a token's header.
        public var id: String = ""
        public var createdAt: Common.Timestamp? = nil
        /// From then on its signatures are rejected; missing while that is not decided.
        public var retiresAt: Common.Timestamp? = nil
        /// Whether it signs new tokens.
        public var signs: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            createdAt: Common.Timestamp? = nil,
            retiresAt: Common.Timestamp? = nil,
            signs: Bool = false
        ) {
            self.id = id
            self.createdAt = createdAt
            self.retiresAt = retiresAt
            self.signs = signs
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__SigningKeyState()
            larder__auth__v1__signing_key_state__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SigningKeyState.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.createdAt = try MessageField.message(c.pointee.created_at, "created_at")
            self.retiresAt = try MessageField.message(c.pointee.retires_at, "retires_at")
            self.signs = c.pointee.signs != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__SigningKeyState.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if let value = self.createdAt {
                c.pointee.created_at = try arena.message(value, "created_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if let value = self.retiresAt {
                c.pointee.retires_at = try arena.message(value, "retires_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            c.pointee.signs = self.signs ? 1 : 0
        }
    }

    /// `larder.auth.v1.RotateSigningKeyRequest`
    public struct RotateSigningKeyRequest: Message {
        /// The former keys leaked: their signatures are rejected from now on, and users renew their sessions. Otherwise they are
        /// accepted until the last token that they signed has expired.
        public var revokeFormer: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            revokeFormer: Bool = false
        ) {
            self.revokeFormer = revokeFormer
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__RotateSigningKeyRequest()
            larder__auth__v1__rotate_signing_key_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RotateSigningKeyRequest.self)
            self.revokeFormer = c.pointee.revoke_former != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RotateSigningKeyRequest.self)
            c.pointee.revoke_former = self.revokeFormer ? 1 : 0
        }
    }

    /// `larder.auth.v1.RewrapKeysRequest`
    public struct RewrapKeysRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__RewrapKeysRequest()
            larder__auth__v1__rewrap_keys_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.RewrapKeysResponse`
    public struct RewrapKeysResponse: Message {
        /// Keys of accounts and of signatures that this call rewrapped.
        public var rewrapped: UInt32 = 0
        /// Accounts and signing keys that still need other master keys, or that no call has looked at yet.
        public var remaining: UInt64 = 0
        /// Of these the ones met in this call that can't be unwrapped: the file lacks their master key, or they were changed.
        public var unreadable: UInt32 = 0
        /// The master key that wraps now.
        public var masterKeyID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            rewrapped: UInt32 = 0,
            remaining: UInt64 = 0,
            unreadable: UInt32 = 0,
            masterKeyID: String = ""
        ) {
            self.rewrapped = rewrapped
            self.remaining = remaining
            self.unreadable = unreadable
            self.masterKeyID = masterKeyID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__RewrapKeysResponse()
            larder__auth__v1__rewrap_keys_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RewrapKeysResponse.self)
            self.rewrapped = c.pointee.rewrapped
            self.remaining = c.pointee.remaining
            self.unreadable = c.pointee.unreadable
            self.masterKeyID = try MessageField.string(c.pointee.master_key_id, "master_key_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RewrapKeysResponse.self)
            c.pointee.rewrapped = self.rewrapped
            c.pointee.remaining = self.remaining
            c.pointee.unreadable = self.unreadable
            if !self.masterKeyID.isEmpty {
                c.pointee.master_key_id = try arena.string(self.masterKeyID, "master_key_id")
            }
        }
    }
}
