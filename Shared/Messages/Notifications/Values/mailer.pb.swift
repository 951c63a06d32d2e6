// Generated from larder/notifications/v1/mailer.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CNotificationsMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Notifications {
    /// `larder.notifications.v1.SendMailRequest`
    public struct SendMailRequest: Message {
        /// A UUID; the same for repeated requests.
        public var mailID: String = ""
        public var userID: String = ""
        /// Up to 254 characters. It is used for this mail and not stored.
        public var address: String = ""
        /// The language of the mail, en or fr.
        public var language: String = ""
        public var content: Content?

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            mailID: String = "",
            userID: String = "",
            address: String = "",
            language: String = "",
            content: Content? = nil
        ) {
            self.mailID = mailID
            self.userID = userID
            self.address = address
            self.language = language
            self.content = content
        }

        /// One of the fields that can't be set together.
        public enum Content: Sendable, Equatable {
            case passwordReset(Notifications.PasswordResetMail)
            case accountLocked(Notifications.AccountLockedMail)
            case passwordChanged(Notifications.PasswordChangedMail)
            case verifyEmail(Notifications.VerifyEmailMail)
            case confirmEmail(Notifications.ConfirmEmailMail)
            case emailChanged(Notifications.EmailChangedMail)
            case emailChangeRequested(Notifications.EmailChangeRequestedMail)
            case accountClosed(Notifications.AccountClosedMail)
            case accountReopened(Notifications.AccountReopenedMail)
            /// 20 to 29: second factors.
            case signInCode(Notifications.SignInCodeMail)
            case factorsChanged(Notifications.FactorsChangedMail)
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__SendMailRequest()
            larder__notifications__v1__send_mail_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__SendMailRequest.self)
            self.mailID = try MessageField.string(c.pointee.mail_id, "mail_id")
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
            self.address = try MessageField.string(c.pointee.address, "address")
            self.language = try MessageField.string(c.pointee.language, "language")
            switch c.pointee.content_case.rawValue {
            case 10:
                let value: Notifications.PasswordResetMail? = try MessageField.message(c.pointee.password_reset, "password_reset")
                self.content = value.map { .passwordReset($0) }
            case 11:
                let value: Notifications.AccountLockedMail? = try MessageField.message(c.pointee.account_locked, "account_locked")
                self.content = value.map { .accountLocked($0) }
            case 12:
                let value: Notifications.PasswordChangedMail? = try MessageField.message(c.pointee.password_changed, "password_changed")
                self.content = value.map { .passwordChanged($0) }
            case 16:
                let value: Notifications.VerifyEmailMail? = try MessageField.message(c.pointee.verify_email, "verify_email")
                self.content = value.map { .verifyEmail($0) }
            case 17:
                let value: Notifications.ConfirmEmailMail? = try MessageField.message(c.pointee.confirm_email, "confirm_email")
                self.content = value.map { .confirmEmail($0) }
            case 18:
                let value: Notifications.EmailChangedMail? = try MessageField.message(c.pointee.email_changed, "email_changed")
                self.content = value.map { .emailChanged($0) }
            case 19:
                let value: Notifications.EmailChangeRequestedMail? = try MessageField.message(c.pointee.email_change_requested, "email_change_requested")
                self.content = value.map { .emailChangeRequested($0) }
            case 30:
                let value: Notifications.AccountClosedMail? = try MessageField.message(c.pointee.account_closed, "account_closed")
                self.content = value.map { .accountClosed($0) }
            case 31:
                let value: Notifications.AccountReopenedMail? = try MessageField.message(c.pointee.account_reopened, "account_reopened")
                self.content = value.map { .accountReopened($0) }
            case 20:
                let value: Notifications.SignInCodeMail? = try MessageField.message(c.pointee.sign_in_code, "sign_in_code")
                self.content = value.map { .signInCode($0) }
            case 21:
                let value: Notifications.FactorsChangedMail? = try MessageField.message(c.pointee.factors_changed, "factors_changed")
                self.content = value.map { .factorsChanged($0) }
            default: break
            }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__SendMailRequest.self)
            if !self.mailID.isEmpty {
                c.pointee.mail_id = try arena.string(self.mailID, "mail_id")
            }
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
            if !self.address.isEmpty {
                c.pointee.address = try arena.string(self.address, "address")
            }
            if !self.language.isEmpty {
                c.pointee.language = try arena.string(self.language, "language")
            }
            switch self.content {
            case .passwordReset(let value):
                c.pointee.content_case = .init(rawValue: 10)
                c.pointee.password_reset = try arena.message(value, "password_reset").assumingMemoryBound(to: Larder__Notifications__V1__PasswordResetMail.self)
            case .accountLocked(let value):
                c.pointee.content_case = .init(rawValue: 11)
                c.pointee.account_locked = try arena.message(value, "account_locked").assumingMemoryBound(to: Larder__Notifications__V1__AccountLockedMail.self)
            case .passwordChanged(let value):
                c.pointee.content_case = .init(rawValue: 12)
                c.pointee.password_changed = try arena.message(value, "password_changed").assumingMemoryBound(to: Larder__Notifications__V1__PasswordChangedMail.self)
            case .verifyEmail(let value):
                c.pointee.content_case = .init(rawValue: 16)
                c.pointee.verify_email = try arena.message(value, "verify_email").assumingMemoryBound(to: Larder__Notifications__V1__VerifyEmailMail.self)
            case .confirmEmail(let value):
                c.pointee.content_case = .init(rawValue: 17)
                c.pointee.confirm_email = try arena.message(value, "confirm_email").assumingMemoryBound(to: Larder__Notifications__V1__ConfirmEmailMail.self)
            case .emailChanged(let value):
                c.pointee.content_case = .init(rawValue: 18)
                c.pointee.email_changed = try arena.message(value, "email_changed").assumingMemoryBound(to: Larder__Notifications__V1__EmailChangedMail.self)
            case .emailChangeRequested(let value):
                c.pointee.content_case = .init(rawValue: 19)
                c.pointee.email_change_requested = try arena.message(value, "email_change_requested").assumingMemoryBound(to: Larder__Notifications__V1__EmailChangeRequestedMail.self)
            case .accountClosed(let value):
                c.pointee.content_case = .init(rawValue: 30)
                c.pointee.account_closed = try arena.message(value, "account_closed").assumingMemoryBound(to: Larder__Notifications__V1__AccountClosedMail.self)
            case .accountReopened(let value):
                c.pointee.content_case = .init(rawValue: 31)
                c.pointee.account_reopened = try arena.message(value, "account_reopened").assumingMemoryBound(to: Larder__Notifications__V1__AccountReopenedMail.self)
            case .signInCode(let value):
                c.pointee.content_case = .init(rawValue: 20)
                c.pointee.sign_in_code = try arena.message(value, "sign_in_code").assumingMemoryBound(to: Larder__Notifications__V1__SignInCodeMail.self)
            case .factorsChanged(let value):
                c.pointee.content_case = .init(rawValue: 21)
                c.pointee.factors_changed = try arena.message(value, "factors_changed").assumingMemoryBound(to: Larder__Notifications__V1__FactorsChangedMail.self)
            case nil: break
            }
        }
    }

    /// With the link by which the owner of an account chooses a new password.
    public struct PasswordResetMail: Message {
        public var username: String = ""
        /// What follows the address of the page in the link.
        public var token: String = ""
        /// How long the link works from now on.
        public var minutes: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = "",
            token: String = "",
            minutes: Int32 = 0
        ) {
            self.username = username
            self.token = token
            self.minutes = minutes
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__PasswordResetMail()
            larder__notifications__v1__password_reset_mail__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__PasswordResetMail.self)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.token = try MessageField.string(c.pointee.token, "token")
            self.minutes = c.pointee.minutes
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__PasswordResetMail.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            c.pointee.minutes = self.minutes
        }
    }

    /// An account was locked after wrong passwords; the link opens it at once.
    public struct AccountLockedMail: Message {
        public var username: String = ""
        public var token: String = ""
        public var minutes: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = "",
            token: String = "",
            minutes: Int32 = 0
        ) {
            self.username = username
            self.token = token
            self.minutes = minutes
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__AccountLockedMail()
            larder__notifications__v1__account_locked_mail__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__AccountLockedMail.self)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.token = try MessageField.string(c.pointee.token, "token")
            self.minutes = c.pointee.minutes
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__AccountLockedMail.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            c.pointee.minutes = self.minutes
        }
    }

    /// The password was changed.
    public struct PasswordChangedMail: Message {
        public var username: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = ""
        ) {
            self.username = username
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__PasswordChangedMail()
            larder__notifications__v1__password_changed_mail__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__PasswordChangedMail.self)
            self.username = try MessageField.string(c.pointee.username, "username")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__PasswordChangedMail.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
        }
    }

    /// With the link that completes a registration.
    public struct VerifyEmailMail: Message {
        public var username: String = ""
        public var token: String = ""
        /// How long the link works from now on.
        public var hours: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = "",
            token: String = "",
            hours: Int32 = 0
        ) {
            self.username = username
            self.token = token
            self.hours = hours
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__VerifyEmailMail()
            larder__notifications__v1__verify_email_mail__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__VerifyEmailMail.self)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.token = try MessageField.string(c.pointee.token, "token")
            self.hours = c.pointee.hours
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__VerifyEmailMail.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            c.pointee.hours = self.hours
        }
    }

    /// To a new address of an account, with the link that confirms it.
    public struct ConfirmEmailMail: Message {
        public var username: String = ""
        public var token: String = ""
        public var hours: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = "",
            token: String = "",
            hours: Int32 = 0
        ) {
            self.username = username
            self.token = token
            self.hours = hours
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__ConfirmEmailMail()
            larder__notifications__v1__confirm_email_mail__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ConfirmEmailMail.self)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.token = try MessageField.string(c.pointee.token, "token")
            self.hours = c.pointee.hours
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__ConfirmEmailMail.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            c.pointee.hours = self.hours
        }
    }

    /// To the former address of an account that has another one now, with the link that brings the former one back.
    public struct EmailChangedMail: Message {
        public var username: String = ""
        public var token: String = ""
        public var hours: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = "",
            token: String = "",
            hours: Int32 = 0
        ) {
            self.username = username
            self.token = token
            self.hours = hours
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__EmailChangedMail()
            larder__notifications__v1__email_changed_mail__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__EmailChangedMail.self)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.token = try MessageField.string(c.pointee.token, "token")
            self.hours = c.pointee.hours
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__EmailChangedMail.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            c.pointee.hours = self.hours
        }
    }

    /// To the present address of an account for which another one was asked for, with the link that stops it and secures the account.
    public struct EmailChangeRequestedMail: Message {
        public var username: String = ""
        public var token: String = ""
        public var hours: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = "",
            token: String = "",
            hours: Int32 = 0
        ) {
            self.username = username
            self.token = token
            self.hours = hours
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__EmailChangeRequestedMail()
            larder__notifications__v1__email_change_requested_mail__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__EmailChangeRequestedMail.self)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.token = try MessageField.string(c.pointee.token, "token")
            self.hours = c.pointee.hours
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__EmailChangeRequestedMail.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            c.pointee.hours = self.hours
        }
    }

    /// A closed account was reopened; the link secures it.
    public struct AccountReopenedMail: Message {
        public var username: String = ""
        public var token: String = ""
        public var hours: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = "",
            token: String = "",
            hours: Int32 = 0
        ) {
            self.username = username
            self.token = token
            self.hours = hours
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__AccountReopenedMail()
            larder__notifications__v1__account_reopened_mail__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__AccountReopenedMail.self)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.token = try MessageField.string(c.pointee.token, "token")
            self.hours = c.pointee.hours
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__AccountReopenedMail.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            c.pointee.hours = self.hours
        }
    }

    /// The owner has closed the account.
    public struct AccountClosedMail: Message {
        public var username: String = ""
        /// For how many months it can be reopened.
        public var months: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = "",
            months: Int32 = 0
        ) {
            self.username = username
            self.months = months
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__AccountClosedMail()
            larder__notifications__v1__account_closed_mail__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__AccountClosedMail.self)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.months = c.pointee.months
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__AccountClosedMail.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            c.pointee.months = self.months
        }
    }

    /// The code with which a sign-in is completed.
    public struct SignInCodeMail: Message {
        public var username: String = ""
        /// Six digits.
        public var code: String = ""
        /// How long it works from now on.
        public var minutes: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = "",
            code: String = "",
            minutes: Int32 = 0
        ) {
            self.username = username
            self.code = code
            self.minutes = minutes
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__SignInCodeMail()
            larder__notifications__v1__sign_in_code_mail__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__SignInCodeMail.self)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.code = try MessageField.string(c.pointee.code, "code")
            self.minutes = c.pointee.minutes
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__SignInCodeMail.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            if !self.code.isEmpty {
                c.pointee.code = try arena.string(self.code, "code")
            }
            c.pointee.minutes = self.minutes
        }
    }

    /// A second factor was added or removed.
    public struct FactorsChangedMail: Message {
        public var username: String = ""
        /// The kind of factor: authenticator_app, passkey, email_code or recovery_codes.
        public var kind: String = ""
        public var isRemoved: Bool = false
        /// Of the link that secures the account.
        public var token: String = ""
        /// How long the link works from now on.
        public var hours: Int32 = 0

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = "",
            kind: String = "",
            isRemoved: Bool = false,
            token: String = "",
            hours: Int32 = 0
        ) {
            self.username = username
            self.kind = kind
            self.isRemoved = isRemoved
            self.token = token
            self.hours = hours
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__FactorsChangedMail()
            larder__notifications__v1__factors_changed_mail__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__FactorsChangedMail.self)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.kind = try MessageField.string(c.pointee.kind, "kind")
            self.isRemoved = c.pointee.is_removed != 0
            self.token = try MessageField.string(c.pointee.token, "token")
            self.hours = c.pointee.hours
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__FactorsChangedMail.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            if !self.kind.isEmpty {
                c.pointee.kind = try arena.string(self.kind, "kind")
            }
            c.pointee.is_removed = self.isRemoved ? 1 : 0
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            c.pointee.hours = self.hours
        }
    }

    /// `larder.notifications.v1.SendMailResponse`
    public struct SendMailResponse: Message {
        /// When the server took it.
        public var sentAt: Common.Timestamp? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            sentAt: Common.Timestamp? = nil
        ) {
            self.sentAt = sentAt
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Notifications__V1__SendMailResponse()
            larder__notifications__v1__send_mail_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__SendMailResponse.self)
            self.sentAt = try MessageField.message(c.pointee.sent_at, "sent_at")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Notifications__V1__SendMailResponse.self)
            if let value = self.sentAt {
                c.pointee.sent_at = try arena.message(value, "sent_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
        }
    }
}
