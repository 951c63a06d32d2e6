// Generated from larder/auth/v1/recovery.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CAuthMessages
internal import CProtobuf
public import MessageCoding

extension Auth {
    /// `larder.auth.v1.RequestPasswordResetRequest`
    public struct RequestPasswordResetRequest: Message {
        /// User name or e-mail address.
        public var name: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            name: String = ""
        ) {
            self.name = name
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__RequestPasswordResetRequest()
            larder__auth__v1__request_password_reset_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RequestPasswordResetRequest.self)
            self.name = try MessageField.string(c.pointee.name, "name")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RequestPasswordResetRequest.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
        }
    }

    /// `larder.auth.v1.RequestPasswordResetResponse`
    public struct RequestPasswordResetResponse: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__RequestPasswordResetResponse()
            larder__auth__v1__request_password_reset_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.ResetPasswordRequest`
    public struct ResetPasswordRequest: Message {
        /// As in the link.
        public var token: String = ""
        /// 8 to 128 characters with at least one letter, one digit and one symbol; none of the most common ones.
        public var newPassword: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            token: String = "",
            newPassword: String = ""
        ) {
            self.token = token
            self.newPassword = newPassword
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ResetPasswordRequest()
            larder__auth__v1__reset_password_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ResetPasswordRequest.self)
            self.token = try MessageField.string(c.pointee.token, "token")
            self.newPassword = try MessageField.string(c.pointee.new_password, "new_password")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ResetPasswordRequest.self)
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            if !self.newPassword.isEmpty {
                c.pointee.new_password = try arena.string(self.newPassword, "new_password")
            }
        }
    }

    /// `larder.auth.v1.ResetPasswordResponse`
    public struct ResetPasswordResponse: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ResetPasswordResponse()
            larder__auth__v1__reset_password_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }
}
