// Generated from larder/auth/v1/emails.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CAuthMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Auth {
    /// What the confirmation of an address has done.
    public enum EmailPurpose: MessageEnumeration {
        case unspecified
        /// It has completed a registration: its user can sign in.
        case registration
        /// The address has replaced another one.
        case change
        /// The former address of an account is its address again, and all sessions have ended: its user chooses a new password next.
        case restoration
        /// The account is secured, and all sessions have ended: its user chooses a new password next.
        case securing
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .registration
            case 2: self = .change
            case 3: self = .restoration
            case 4: self = .securing
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .registration: 1
            case .change: 2
            case .restoration: 3
            case .securing: 4
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .registration, .change, .restoration, .securing]
    }

    /// `larder.auth.v1.VerificationState`
    public enum VerificationState: MessageEnumeration {
        case unspecified
        /// The mail waits to be sent, perhaps since the mail server does not take it yet.
        case pending
        /// The mail server has taken the mail.
        case sent
        /// The mail server says that the address does not work.
        case undeliverable
        /// The registration is complete.
        case verified
        /// A value that this version doesn't know.
        case unrecognized(Int32)

        public init(rawValue: Int32) {
            switch rawValue {
            case 0: self = .unspecified
            case 1: self = .pending
            case 2: self = .sent
            case 3: self = .undeliverable
            case 4: self = .verified
            default: self = .unrecognized(rawValue)
            }
        }

        public var rawValue: Int32 {
            switch self {
            case .unspecified: 0
            case .pending: 1
            case .sent: 2
            case .undeliverable: 3
            case .verified: 4
            case .unrecognized(let rawValue): rawValue
            }
        }

        /// The values that this version knows.
        public static let allCases: [Self] = [.unspecified, .pending, .sent, .undeliverable, .verified]
    }

    /// `larder.auth.v1.ConfirmEmailRequest`
    public struct ConfirmEmailRequest: Message {
        /// As in the link.
        public var token: String = ""
        /// Of the account, for confirming an address.
        public var password: String = ""
        /// From the response to Accounts/Register, in place of the password.
        public var registrationToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            token: String = "",
            password: String = "",
            registrationToken: String = ""
        ) {
            self.token = token
            self.password = password
            self.registrationToken = registrationToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ConfirmEmailRequest()
            larder__auth__v1__confirm_email_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ConfirmEmailRequest.self)
            self.token = try MessageField.string(c.pointee.token, "token")
            self.password = try MessageField.string(c.pointee.password, "password")
            self.registrationToken = try MessageField.string(c.pointee.registration_token, "registration_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ConfirmEmailRequest.self)
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            if !self.password.isEmpty {
                c.pointee.password = try arena.string(self.password, "password")
            }
            if !self.registrationToken.isEmpty {
                c.pointee.registration_token = try arena.string(self.registrationToken, "registration_token")
            }
        }
    }

    /// `larder.auth.v1.ConfirmOwnEmailRequest`
    public struct ConfirmOwnEmailRequest: Message {
        /// As in the link.
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
            var structure = Larder__Auth__V1__ConfirmOwnEmailRequest()
            larder__auth__v1__confirm_own_email_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ConfirmOwnEmailRequest.self)
            self.token = try MessageField.string(c.pointee.token, "token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ConfirmOwnEmailRequest.self)
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
        }
    }

    /// `larder.auth.v1.ConfirmEmailResponse`
    public struct ConfirmEmailResponse: Message {
        /// The account's user name.
        public var username: String = ""
        public var purpose: Auth.EmailPurpose = .unspecified

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = "",
            purpose: Auth.EmailPurpose = .unspecified
        ) {
            self.username = username
            self.purpose = purpose
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ConfirmEmailResponse()
            larder__auth__v1__confirm_email_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ConfirmEmailResponse.self)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.purpose = Auth.EmailPurpose(rawValue: Int32(truncatingIfNeeded: c.pointee.purpose.rawValue))
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ConfirmEmailResponse.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            c.pointee.purpose = .init(rawValue: .init(truncatingIfNeeded: self.purpose.rawValue))
        }
    }

    /// `larder.auth.v1.ResendVerificationRequest`
    public struct ResendVerificationRequest: Message {
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
            var structure = Larder__Auth__V1__ResendVerificationRequest()
            larder__auth__v1__resend_verification_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ResendVerificationRequest.self)
            self.name = try MessageField.string(c.pointee.name, "name")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ResendVerificationRequest.self)
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
        }
    }

    /// `larder.auth.v1.ResendVerificationResponse`
    public struct ResendVerificationResponse: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ResendVerificationResponse()
            larder__auth__v1__resend_verification_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.GetVerificationRequest`
    public struct GetVerificationRequest: Message {
        /// A UUID, from the response to Accounts/Register.
        public var accountID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            accountID: String = ""
        ) {
            self.accountID = accountID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__GetVerificationRequest()
            larder__auth__v1__get_verification_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__GetVerificationRequest.self)
            self.accountID = try MessageField.string(c.pointee.account_id, "account_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__GetVerificationRequest.self)
            if !self.accountID.isEmpty {
                c.pointee.account_id = try arena.string(self.accountID, "account_id")
            }
        }
    }

    /// `larder.auth.v1.Verification`
    public struct Verification: Message {
        public var state: Auth.VerificationState = .unspecified
        /// When the latest mail was sent; absent until one is.
        public var sentAt: Common.Timestamp? = nil
        /// Until when the registration can be completed; absent once it is.
        public var expiresAt: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            state: Auth.VerificationState = .unspecified,
            sentAt: Common.Timestamp? = nil,
            expiresAt: Common.Timestamp? = nil
        ) {
            self.state = state
            self.sentAt = sentAt
            self.expiresAt = expiresAt
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__Verification()
            larder__auth__v1__verification__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Verification.self)
            self.state = Auth.VerificationState(rawValue: Int32(truncatingIfNeeded: c.pointee.state.rawValue))
            self.sentAt = try MessageField.message(c.pointee.sent_at, "sent_at")
            self.expiresAt = try MessageField.message(c.pointee.expires_at, "expires_at")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Verification.self)
            c.pointee.state = .init(rawValue: .init(truncatingIfNeeded: self.state.rawValue))
            if let value = self.sentAt {
                c.pointee.sent_at = try arena.message(value, "sent_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if let value = self.expiresAt {
                c.pointee.expires_at = try arena.message(value, "expires_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }

    /// `larder.auth.v1.ChangeEmailRequest`
    public struct ChangeEmailRequest: Message {
        public var currentPassword: String = ""
        /// Up to 254 characters, unique regardless of case.
        public var newEmail: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            currentPassword: String = "",
            newEmail: String = ""
        ) {
            self.currentPassword = currentPassword
            self.newEmail = newEmail
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ChangeEmailRequest()
            larder__auth__v1__change_email_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ChangeEmailRequest.self)
            self.currentPassword = try MessageField.string(c.pointee.current_password, "current_password")
            self.newEmail = try MessageField.string(c.pointee.new_email, "new_email")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ChangeEmailRequest.self)
            if !self.currentPassword.isEmpty {
                c.pointee.current_password = try arena.string(self.currentPassword, "current_password")
            }
            if !self.newEmail.isEmpty {
                c.pointee.new_email = try arena.string(self.newEmail, "new_email")
            }
        }
    }

    /// `larder.auth.v1.ChangeEmailResponse`
    public struct ChangeEmailResponse: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ChangeEmailResponse()
            larder__auth__v1__change_email_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }
}
