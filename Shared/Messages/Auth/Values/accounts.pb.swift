// Generated from larder/auth/v1/accounts.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

internal import CAuthMessages
internal import CProtobuf
public import CommonMessages
public import MessageCoding

extension Auth {
    /// `larder.auth.v1.RegisterRequest`
    public struct RegisterRequest: Message {
        /// 3 to 32 letters and digits, unique regardless of case, permanent.
        public var username: String = ""
        /// Up to 254 characters, unique regardless of case.
        public var email: String = ""
        /// 8 to 128 characters with at least one letter, one digit and one symbol; none of the most common ones.
        public var password: String = ""
        /// The version of the terms that was shown and accepted; see GetTerms.
        public var acceptedTermsVersion: String = ""
        /// What the person is called: up to 100 letters of any script with spaces, hyphens and apostrophes. May be empty.
        public var displayName: String = ""
        /// The consents that are given; all others are not. Ignored when a registration is repeated.
        public var consents: [Auth.ConsentKind] = []

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            username: String = "",
            email: String = "",
            password: String = "",
            acceptedTermsVersion: String = "",
            displayName: String = "",
            consents: [Auth.ConsentKind] = []
        ) {
            self.username = username
            self.email = email
            self.password = password
            self.acceptedTermsVersion = acceptedTermsVersion
            self.displayName = displayName
            self.consents = consents
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__RegisterRequest()
            larder__auth__v1__register_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RegisterRequest.self)
            self.username = try MessageField.string(c.pointee.username, "username")
            self.email = try MessageField.string(c.pointee.email, "email")
            self.password = try MessageField.string(c.pointee.password, "password")
            self.acceptedTermsVersion = try MessageField.string(c.pointee.accepted_terms_version, "accepted_terms_version")
            self.displayName = try MessageField.string(c.pointee.display_name, "display_name")
            self.consents = MessageField.values(c.pointee.n_consents, c.pointee.consents).map { Auth.ConsentKind(rawValue: Int32(truncatingIfNeeded: $0.rawValue)) }
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__RegisterRequest.self)
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            if !self.email.isEmpty {
                c.pointee.email = try arena.string(self.email, "email")
            }
            if !self.password.isEmpty {
                c.pointee.password = try arena.string(self.password, "password")
            }
            if !self.acceptedTermsVersion.isEmpty {
                c.pointee.accepted_terms_version = try arena.string(self.acceptedTermsVersion, "accepted_terms_version")
            }
            if !self.displayName.isEmpty {
                c.pointee.display_name = try arena.string(self.displayName, "display_name")
            }
            if !self.consents.isEmpty {
                c.pointee.n_consents = self.consents.count
                c.pointee.consents = try arena.values(self.consents.map { Larder__Auth__V1__ConsentKind(rawValue: .init(truncatingIfNeeded: $0.rawValue)) })
            }
        }
    }

    /// `larder.auth.v1.BeginRegistrationPasskeyRequest`
    public struct BeginRegistrationPasskeyRequest: Message {
        /// From the response to Register.
        public var registrationToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            registrationToken: String = ""
        ) {
            self.registrationToken = registrationToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__BeginRegistrationPasskeyRequest()
            larder__auth__v1__begin_registration_passkey_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__BeginRegistrationPasskeyRequest.self)
            self.registrationToken = try MessageField.string(c.pointee.registration_token, "registration_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__BeginRegistrationPasskeyRequest.self)
            if !self.registrationToken.isEmpty {
                c.pointee.registration_token = try arena.string(self.registrationToken, "registration_token")
            }
        }
    }

    /// `larder.auth.v1.CompleteRegistrationRequest`
    public struct CompleteRegistrationRequest: Message {
        /// From the response to Register.
        public var registrationToken: String = ""
        /// Of the setup.
        public var token: String = ""
        /// What its owner calls the passkey: 1 to 60 characters.
        public var name: String = ""
        public var passkey: Auth.PasskeyRegistration? = nil

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            registrationToken: String = "",
            token: String = "",
            name: String = "",
            passkey: Auth.PasskeyRegistration? = nil
        ) {
            self.registrationToken = registrationToken
            self.token = token
            self.name = name
            self.passkey = passkey
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__CompleteRegistrationRequest()
            larder__auth__v1__complete_registration_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__CompleteRegistrationRequest.self)
            self.registrationToken = try MessageField.string(c.pointee.registration_token, "registration_token")
            self.token = try MessageField.string(c.pointee.token, "token")
            self.name = try MessageField.string(c.pointee.name, "name")
            self.passkey = try MessageField.message(c.pointee.passkey, "passkey")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__CompleteRegistrationRequest.self)
            if !self.registrationToken.isEmpty {
                c.pointee.registration_token = try arena.string(self.registrationToken, "registration_token")
            }
            if !self.token.isEmpty {
                c.pointee.token = try arena.string(self.token, "token")
            }
            if !self.name.isEmpty {
                c.pointee.name = try arena.string(self.name, "name")
            }
            if let value = self.passkey {
                c.pointee.passkey = try arena.message(value, "passkey").assumingMemoryBound(to: Larder__Auth__V1__PasskeyRegistration.self)
            }
        }
    }

    /// `larder.auth.v1.GetAccountRequest`
    public struct GetAccountRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__GetAccountRequest()
            larder__auth__v1__get_account_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.Account`
    public struct Account: Message {
        /// Permanent id, a UUID.
        public var id: String = ""
        public var username: String = ""
        public var email: String = ""
        public var createdAt: Common.Timestamp? = nil
        /// The latest version of the terms that was accepted.
        public var acceptedTermsVersion: String = ""
        /// What the person is called; may be empty.
        public var displayName: String = ""
        /// Whether the address is confirmed. A registration that a passkey has completed is complete without it.
        public var emailVerified: Bool = false
        /// The address that replaces `email` once it is confirmed by the mailed link; mostly empty.
        public var newEmail: String = ""
        /// Whether there are newer terms in force, which are to be accepted.
        public var termsPending: Bool = false
        /// The roles of the account, beside that of a user.
        public var roles: [Auth.Role] = []
        /// Since when there is a photo, which Profiles/GetPhoto has; missing when there is none.
        public var photoChangedAt: Common.Timestamp? = nil
        /// In the response of Register alone: by which whoever has registered completes the registration, without the password.
        public var registrationToken: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            id: String = "",
            username: String = "",
            email: String = "",
            createdAt: Common.Timestamp? = nil,
            acceptedTermsVersion: String = "",
            displayName: String = "",
            emailVerified: Bool = false,
            newEmail: String = "",
            termsPending: Bool = false,
            roles: [Auth.Role] = [],
            photoChangedAt: Common.Timestamp? = nil,
            registrationToken: String = ""
        ) {
            self.id = id
            self.username = username
            self.email = email
            self.createdAt = createdAt
            self.acceptedTermsVersion = acceptedTermsVersion
            self.displayName = displayName
            self.emailVerified = emailVerified
            self.newEmail = newEmail
            self.termsPending = termsPending
            self.roles = roles
            self.photoChangedAt = photoChangedAt
            self.registrationToken = registrationToken
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__Account()
            larder__auth__v1__account__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Account.self)
            self.id = try MessageField.string(c.pointee.id, "id")
            self.username = try MessageField.string(c.pointee.username, "username")
            self.email = try MessageField.string(c.pointee.email, "email")
            self.createdAt = try MessageField.message(c.pointee.created_at, "created_at")
            self.acceptedTermsVersion = try MessageField.string(c.pointee.accepted_terms_version, "accepted_terms_version")
            self.displayName = try MessageField.string(c.pointee.display_name, "display_name")
            self.emailVerified = c.pointee.email_verified != 0
            self.newEmail = try MessageField.string(c.pointee.new_email, "new_email")
            self.termsPending = c.pointee.terms_pending != 0
            self.roles = MessageField.values(c.pointee.n_roles, c.pointee.roles).map { Auth.Role(rawValue: Int32(truncatingIfNeeded: $0.rawValue)) }
            self.photoChangedAt = try MessageField.message(c.pointee.photo_changed_at, "photo_changed_at")
            self.registrationToken = try MessageField.string(c.pointee.registration_token, "registration_token")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Account.self)
            if !self.id.isEmpty {
                c.pointee.id = try arena.string(self.id, "id")
            }
            if !self.username.isEmpty {
                c.pointee.username = try arena.string(self.username, "username")
            }
            if !self.email.isEmpty {
                c.pointee.email = try arena.string(self.email, "email")
            }
            if let value = self.createdAt {
                c.pointee.created_at = try arena.message(value, "created_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if !self.acceptedTermsVersion.isEmpty {
                c.pointee.accepted_terms_version = try arena.string(self.acceptedTermsVersion, "accepted_terms_version")
            }
            if !self.displayName.isEmpty {
                c.pointee.display_name = try arena.string(self.displayName, "display_name")
            }
            c.pointee.email_verified = self.emailVerified ? 1 : 0
            if !self.newEmail.isEmpty {
                c.pointee.new_email = try arena.string(self.newEmail, "new_email")
            }
            c.pointee.terms_pending = self.termsPending ? 1 : 0
            if !self.roles.isEmpty {
                c.pointee.n_roles = self.roles.count
                c.pointee.roles = try arena.values(self.roles.map { Larder__Auth__V1__Role(rawValue: .init(truncatingIfNeeded: $0.rawValue)) })
            }
            if let value = self.photoChangedAt {
                c.pointee.photo_changed_at = try arena.message(value, "photo_changed_at").assumingMemoryBound(to: Larder__Common__V1__Timestamp.self)
            }
            if !self.registrationToken.isEmpty {
                c.pointee.registration_token = try arena.string(self.registrationToken, "registration_token")
            }
        }
    }

    /// `larder.auth.v1.AcceptTermsRequest`
    public struct AcceptTermsRequest: Message {
        /// The version that was shown; see GetTerms.
        public var version: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            version: String = ""
        ) {
            self.version = version
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__AcceptTermsRequest()
            larder__auth__v1__accept_terms_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__AcceptTermsRequest.self)
            self.version = try MessageField.string(c.pointee.version, "version")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__AcceptTermsRequest.self)
            if !self.version.isEmpty {
                c.pointee.version = try arena.string(self.version, "version")
            }
        }
    }

    /// `larder.auth.v1.AcceptTermsResponse`
    public struct AcceptTermsResponse: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__AcceptTermsResponse()
            larder__auth__v1__accept_terms_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.ChangePasswordRequest`
    public struct ChangePasswordRequest: Message {
        public var currentPassword: String = ""
        /// 8 to 128 characters with at least one letter, one digit and one symbol; none of the most common ones.
        public var newPassword: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            currentPassword: String = "",
            newPassword: String = ""
        ) {
            self.currentPassword = currentPassword
            self.newPassword = newPassword
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ChangePasswordRequest()
            larder__auth__v1__change_password_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ChangePasswordRequest.self)
            self.currentPassword = try MessageField.string(c.pointee.current_password, "current_password")
            self.newPassword = try MessageField.string(c.pointee.new_password, "new_password")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__ChangePasswordRequest.self)
            if !self.currentPassword.isEmpty {
                c.pointee.current_password = try arena.string(self.currentPassword, "current_password")
            }
            if !self.newPassword.isEmpty {
                c.pointee.new_password = try arena.string(self.newPassword, "new_password")
            }
        }
    }

    /// `larder.auth.v1.ChangePasswordResponse`
    public struct ChangePasswordResponse: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__ChangePasswordResponse()
            larder__auth__v1__change_password_response__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.GetContactRequest`
    public struct GetContactRequest: Message {
        public var userID: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            userID: String = ""
        ) {
            self.userID = userID
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__GetContactRequest()
            larder__auth__v1__get_contact_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__GetContactRequest.self)
            self.userID = try MessageField.string(c.pointee.user_id, "user_id")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__GetContactRequest.self)
            if !self.userID.isEmpty {
                c.pointee.user_id = try arena.string(self.userID, "user_id")
            }
        }
    }

    /// `larder.auth.v1.Contact`
    public struct Contact: Message {
        /// Empty when the account has no address that may be used.
        public var email: String = ""
        /// In which the user is written to, en or fr.
        public var language: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            email: String = "",
            language: String = ""
        ) {
            self.email = email
            self.language = language
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__Contact()
            larder__auth__v1__contact__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Contact.self)
            self.email = try MessageField.string(c.pointee.email, "email")
            self.language = try MessageField.string(c.pointee.language, "language")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Contact.self)
            if !self.email.isEmpty {
                c.pointee.email = try arena.string(self.email, "email")
            }
            if !self.language.isEmpty {
                c.pointee.language = try arena.string(self.language, "language")
            }
        }
    }

    /// `larder.auth.v1.GetTermsRequest`
    public struct GetTermsRequest: Message {
        /// A message with every field at its default.
        public init() {}

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__GetTermsRequest()
            larder__auth__v1__get_terms_request__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
        }
    }

    /// `larder.auth.v1.Terms`
    public struct Terms: Message {
        public var version: String = ""
        public var text: String = ""

        /// A message with every field at its default.
        public init() {}

        /// A message with these fields; what isn't given is at its default.
        public init(
            version: String = "",
            text: String = ""
        ) {
            self.version = version
            self.text = text
        }

        public static let descriptor: MessageDescriptor = {
            var structure = Larder__Auth__V1__Terms()
            larder__auth__v1__terms__init(&structure)
            return MessageDescriptor(structure.base.descriptor)
        }()

        public init(structure: UnsafeRawPointer) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Terms.self)
            self.version = try MessageField.string(c.pointee.version, "version")
            self.text = try MessageField.string(c.pointee.text, "text")
        }

        public func write(to structure: UnsafeMutableRawPointer, in arena: borrowing MessageArena) throws(MessageError) {
            let c = structure.assumingMemoryBound(to: Larder__Auth__V1__Terms.self)
            if !self.version.isEmpty {
                c.pointee.version = try arena.string(self.version, "version")
            }
            if !self.text.isEmpty {
                c.pointee.text = try arena.string(self.text, "text")
            }
        }
    }
}
