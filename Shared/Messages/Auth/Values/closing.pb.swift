// Generated from larder/auth/v1/closing.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CAuthMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Auth {
    /// `larder.auth.v1.CloseAccountRequest`
    public struct CloseAccountRequest: Message {
        public var currentPassword: String = ""
        /// The caller's user name, regardless of case, typed to confirm that the account is to be closed.
        public var username: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            currentPassword: String = "",
            username: String = ""
        ) {
            self.currentPassword = currentPassword
            self.username = username
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__CloseAccountRequest()
            larder__auth__v1__close_account_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__CloseAccountRequest.self)
            self.currentPassword = try MessageField.string(c.pointee.current_password, "current_password")
            self.username = try MessageField.string(c.pointee.username, "username")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__CloseAccountRequest.self)
            if !self.currentPassword.isEmpty {
                c.pointee.current_password = try arena.string(self.currentPassword, "current_password")
            }
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
        }
    }

    /// `larder.auth.v1.CloseAccountResponse`
    public struct CloseAccountResponse: Message {
        /// Until then the account can be reopened.
        public var reopenableUntil: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            reopenableUntil: Common.Timestamp? = nil
        ) {
            self.reopenableUntil = reopenableUntil
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__CloseAccountResponse()
            larder__auth__v1__close_account_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__CloseAccountResponse.self)
            self.reopenableUntil = try MessageField.message(c.pointee.reopenable_until, "reopenable_until")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__CloseAccountResponse.self)
            if let value = self.reopenableUntil {
                c.pointee.reopenable_until = try arena.message(value, "reopenable_until").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }

    /// `larder.auth.v1.ReopenAccountRequest`
    public struct ReopenAccountRequest: Message {
        /// User name or e-mail address.
        public var name: String = ""
        public var password: String = ""
        /// Whether the client can answer a challenge by CompleteReopening.
        public var acceptsChallenge: Bool = false

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = "",
            password: String = "",
            acceptsChallenge: Bool = false
        ) {
            self.name = name
            self.password = password
            self.acceptsChallenge = acceptsChallenge
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ReopenAccountRequest()
            larder__auth__v1__reopen_account_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ReopenAccountRequest.self)
            self.name = try MessageField.string(c.pointee.name, "name")
            self.password = try MessageField.string(c.pointee.password, "password")
            self.acceptsChallenge = c.pointee.accepts_challenge != 0
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ReopenAccountRequest.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if !self.password.isEmpty {
                c.pointee.password = try arena.string(self.password, "password")
            }
            c.pointee.accepts_challenge = self.acceptsChallenge ? 1 : 0
        }
    }

    /// `larder.auth.v1.ReopenAccountResponse`
    public struct ReopenAccountResponse: Message {
        /// The password is right, and a second factor is needed: the account is still closed.
        public var challenge: Auth.FactorChallenge? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            challenge: Auth.FactorChallenge? = nil
        ) {
            self.challenge = challenge
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ReopenAccountResponse()
            larder__auth__v1__reopen_account_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ReopenAccountResponse.self)
            self.challenge = try MessageField.message(c.pointee.challenge, "challenge")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ReopenAccountResponse.self)
            if let value = self.challenge {
                c.pointee.challenge = try arena.message(value, "challenge").assumingMemoryBound(to: Larder__Auth__V1__FactorChallenge.self)
            }
        }
    }

    /// `larder.auth.v1.CompleteReopeningRequest`
    public struct CompleteReopeningRequest: Message {
        /// Of the challenge.
        public var token: String = ""
        public var answer: Auth.FactorAnswer? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            token: String = "",
            answer: Auth.FactorAnswer? = nil
        ) {
            self.token = token
            self.answer = answer
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__CompleteReopeningRequest()
            larder__auth__v1__complete_reopening_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__CompleteReopeningRequest.self)
            self.token = try MessageField.string(c.pointee.token, "token")
            self.answer = try MessageField.message(c.pointee.answer, "answer")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__CompleteReopeningRequest.self)
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            if let value = self.answer {
                c.pointee.answer = try arena.message(value, "answer").assumingMemoryBound(to: Larder__Auth__V1__FactorAnswer.self)
            }
        }
    }

    /// `larder.auth.v1.CompleteReopeningResponse`
    public struct CompleteReopeningResponse: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__CompleteReopeningResponse()
            larder__auth__v1__complete_reopening_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.ExportDataRequest`
    public struct ExportDataRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ExportDataRequest()
            larder__auth__v1__export_data_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.ExportDataResponse`
    public struct ExportDataResponse: Message {
        /// The next bytes of the file.
        public var contents: [UInt8] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            contents: [UInt8] = []
        ) {
            self.contents = contents
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ExportDataResponse()
            larder__auth__v1__export_data_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ExportDataResponse.self)
            self.contents = MessageField.values(c.pointee.contents.len, c.pointee.contents.data)
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ExportDataResponse.self)
            if !self.contents.isEmpty {
                c.pointee.contents = ProtobufCBinaryData(len: self.contents.count, data: try arena.values(self.contents))
            }
        }
    }
}
