// Generated from larder/auth/v1/accounts.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Auth {
    /// What `larder.auth.v1.Accounts` has: its methods and who may call them.
    public enum AccountsService {
        public static let register = MethodDescriptor(
            service: "larder.auth.v1.Accounts",
            name: "Register",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: Auth.RegisterRequest.descriptor,
            response: Auth.Account.descriptor
        )
        public static let beginRegistrationPasskey = MethodDescriptor(
            service: "larder.auth.v1.Accounts",
            name: "BeginRegistrationPasskey",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: Auth.BeginRegistrationPasskeyRequest.descriptor,
            response: Auth.FactorSetup.descriptor
        )
        public static let completeRegistration = MethodDescriptor(
            service: "larder.auth.v1.Accounts",
            name: "CompleteRegistration",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: Auth.CompleteRegistrationRequest.descriptor,
            response: Auth.AddFactorResponse.descriptor
        )
        public static let getAccount = MethodDescriptor(
            service: "larder.auth.v1.Accounts",
            name: "GetAccount",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .noSideEffects,
            request: Auth.GetAccountRequest.descriptor,
            response: Auth.Account.descriptor
        )
        public static let changePassword = MethodDescriptor(
            service: "larder.auth.v1.Accounts",
            name: "ChangePassword",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .none,
            request: Auth.ChangePasswordRequest.descriptor,
            response: Auth.ChangePasswordResponse.descriptor
        )
        public static let acceptTerms = MethodDescriptor(
            service: "larder.auth.v1.Accounts",
            name: "AcceptTerms",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            changesClaims: true,
            idempotency: .idempotent,
            request: Auth.AcceptTermsRequest.descriptor,
            response: Auth.AcceptTermsResponse.descriptor
        )
        public static let getContact = MethodDescriptor(
            service: "larder.auth.v1.Accounts",
            name: "GetContact",
            kind: .unary,
            access: .services(["notifications"]),
            idempotency: .noSideEffects,
            request: Auth.GetContactRequest.descriptor,
            response: Auth.Contact.descriptor
        )
        public static let getTerms = MethodDescriptor(
            service: "larder.auth.v1.Accounts",
            name: "GetTerms",
            kind: .unary,
            access: .anyone,
            idempotency: .noSideEffects,
            request: Auth.GetTermsRequest.descriptor,
            response: Auth.Terms.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.auth.v1.Accounts",
            methods: [register, beginRegistrationPasskey, completeRegistration, getAccount, changePassword, acceptTerms, getContact, getTerms]
        )
    }

    /// Users' accounts.
    public protocol AccountsProvider: ServiceProvider {
        /// Registers a new account and mails a link to its address, by which the registration has to be completed within 48 hours: see
        /// EmailAddresses. A passkey completes it as well: see BeginRegistrationPasskey. Until then nobody can sign in, and after that
        /// the account is erased. An address is an account's once it is confirmed; until then others may register with it. Fails with
        /// INVALID_ARGUMENT naming every invalid field, or ALREADY_EXISTS naming the taken ones; INTERNAL or UNAVAILABLE with the
        /// reason REGISTRATION_FAILED when it cannot be stored, which is reported to the operators. With an idempotency key the same
        /// registration can be repeated for a day and returns the same account; other details under that key are ALREADY_EXISTS with
        /// the reason IDEMPOTENCY_KEY_REUSED.
        ///
        /// Callers: anyone.
        func register(_ request: Auth.RegisterRequest, context: CallContext) async throws -> Auth.Account
        /// Begins completing a registration by a passkey, which CompleteRegistration does; its mailed link is not needed then.
        /// FAILED_PRECONDITION with the reason REGISTRATION_OVER when it is complete or its time is over, or NOT_CONFIGURED where the
        /// installation takes no passkeys.
        ///
        /// Callers: anyone.
        func beginRegistrationPasskey(_ request: Auth.BeginRegistrationPasskeyRequest, context: CallContext) async throws -> Auth.FactorSetup
        /// Completes a registration by a passkey, which is a second factor of the account from then on. Its address stays unconfirmed:
        /// it gets no mails but links that confirm it, and no password is recovered by it. Rejected like Factors/AddFactor, and like
        /// BeginRegistrationPasskey.
        ///
        /// Callers: anyone.
        func completeRegistration(_ request: Auth.CompleteRegistrationRequest, context: CallContext) async throws -> Auth.AddFactorResponse
        /// The account of the caller.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func getAccount(_ request: Auth.GetAccountRequest, context: CallContext) async throws -> Auth.Account
        /// Replaces the caller's password and ends all sessions of theirs but the one that calls. INVALID_ARGUMENT names every
        /// invalid field: `new_password` by the rule of Register, and `current_password`, with the reason WRONG_PASSWORD, when it
        /// is not the present one, which counts as a failed sign-in. FAILED_PRECONDITION with the reason ACCOUNT_LOCKED and a retry
        /// delay after seven consecutive failures. With an idempotency key the latest change can be repeated for a day, without
        /// any effect; other passwords under that key are ABORTED with the reason IDEMPOTENCY_KEY_REUSED.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func changePassword(_ request: Auth.ChangePasswordRequest, context: CallContext) async throws -> Auth.ChangePasswordResponse
        /// Accepts the terms of use and privacy policy in force. Until then other methods answer PERMISSION_DENIED with the reason
        /// TERMS_NOT_ACCEPTED; afterwards the session's tokens are renewed. INVALID_ARGUMENT for another version, which may have
        /// been followed by a newer one since it was shown.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func acceptTerms(_ request: Auth.AcceptTermsRequest, context: CallContext) async throws -> Auth.AcceptTermsResponse
        /// How a user is written to. It is asked when something is sent, and not stored elsewhere. NOT_FOUND for an account that there
        /// is not.
        ///
        /// Callers: the services notifications.
        func getContact(_ request: Auth.GetContactRequest, context: CallContext) async throws -> Auth.Contact
        /// The terms of use and privacy policy in force, in the caller's language.
        ///
        /// Callers: anyone.
        func getTerms(_ request: Auth.GetTermsRequest, context: CallContext) async throws -> Auth.Terms
    }

    /// Calls `larder.auth.v1.Accounts`.
    public struct AccountsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Registers a new account and mails a link to its address, by which the registration has to be completed within 48 hours: see
        /// EmailAddresses. A passkey completes it as well: see BeginRegistrationPasskey. Until then nobody can sign in, and after that
        /// the account is erased. An address is an account's once it is confirmed; until then others may register with it. Fails with
        /// INVALID_ARGUMENT naming every invalid field, or ALREADY_EXISTS naming the taken ones; INTERNAL or UNAVAILABLE with the
        /// reason REGISTRATION_FAILED when it cannot be stored, which is reported to the operators. With an idempotency key the same
        /// registration can be repeated for a day and returns the same account; other details under that key are ALREADY_EXISTS with
        /// the reason IDEMPOTENCY_KEY_REUSED.
        public func register(_ request: Auth.RegisterRequest, options: CallOptions = CallOptions()) async throws -> Auth.Account {
            try await channel.unary(AccountsService.register, request, options: options)
        }

        /// Begins completing a registration by a passkey, which CompleteRegistration does; its mailed link is not needed then.
        /// FAILED_PRECONDITION with the reason REGISTRATION_OVER when it is complete or its time is over, or NOT_CONFIGURED where the
        /// installation takes no passkeys.
        public func beginRegistrationPasskey(_ request: Auth.BeginRegistrationPasskeyRequest, options: CallOptions = CallOptions()) async throws -> Auth.FactorSetup {
            try await channel.unary(AccountsService.beginRegistrationPasskey, request, options: options)
        }

        /// Completes a registration by a passkey, which is a second factor of the account from then on. Its address stays unconfirmed:
        /// it gets no mails but links that confirm it, and no password is recovered by it. Rejected like Factors/AddFactor, and like
        /// BeginRegistrationPasskey.
        public func completeRegistration(_ request: Auth.CompleteRegistrationRequest, options: CallOptions = CallOptions()) async throws -> Auth.AddFactorResponse {
            try await channel.unary(AccountsService.completeRegistration, request, options: options)
        }

        /// The account of the caller.
        public func getAccount(_ request: Auth.GetAccountRequest, options: CallOptions = CallOptions()) async throws -> Auth.Account {
            try await channel.unary(AccountsService.getAccount, request, options: options)
        }

        /// Replaces the caller's password and ends all sessions of theirs but the one that calls. INVALID_ARGUMENT names every
        /// invalid field: `new_password` by the rule of Register, and `current_password`, with the reason WRONG_PASSWORD, when it
        /// is not the present one, which counts as a failed sign-in. FAILED_PRECONDITION with the reason ACCOUNT_LOCKED and a retry
        /// delay after seven consecutive failures. With an idempotency key the latest change can be repeated for a day, without
        /// any effect; other passwords under that key are ABORTED with the reason IDEMPOTENCY_KEY_REUSED.
        public func changePassword(_ request: Auth.ChangePasswordRequest, options: CallOptions = CallOptions()) async throws -> Auth.ChangePasswordResponse {
            try await channel.unary(AccountsService.changePassword, request, options: options)
        }

        /// Accepts the terms of use and privacy policy in force. Until then other methods answer PERMISSION_DENIED with the reason
        /// TERMS_NOT_ACCEPTED; afterwards the session's tokens are renewed. INVALID_ARGUMENT for another version, which may have
        /// been followed by a newer one since it was shown.
        public func acceptTerms(_ request: Auth.AcceptTermsRequest, options: CallOptions = CallOptions()) async throws -> Auth.AcceptTermsResponse {
            try await channel.unary(AccountsService.acceptTerms, request, options: options)
        }

        /// How a user is written to. It is asked when something is sent, and not stored elsewhere. NOT_FOUND for an account that there
        /// is not.
        public func getContact(_ request: Auth.GetContactRequest, options: CallOptions = CallOptions()) async throws -> Auth.Contact {
            try await channel.unary(AccountsService.getContact, request, options: options)
        }

        /// The terms of use and privacy policy in force, in the caller's language.
        public func getTerms(_ request: Auth.GetTermsRequest, options: CallOptions = CallOptions()) async throws -> Auth.Terms {
            try await channel.unary(AccountsService.getTerms, request, options: options)
        }
    }
}

extension Auth.AccountsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Auth.AccountsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Auth.AccountsService.register) { (request: Auth.RegisterRequest, context: CallContext) async throws -> Auth.Account in
                try await self.register(request, context: context)
            },
            .unary(Auth.AccountsService.beginRegistrationPasskey) { (request: Auth.BeginRegistrationPasskeyRequest, context: CallContext) async throws -> Auth.FactorSetup in
                try await self.beginRegistrationPasskey(request, context: context)
            },
            .unary(Auth.AccountsService.completeRegistration) { (request: Auth.CompleteRegistrationRequest, context: CallContext) async throws -> Auth.AddFactorResponse in
                try await self.completeRegistration(request, context: context)
            },
            .unary(Auth.AccountsService.getAccount) { (request: Auth.GetAccountRequest, context: CallContext) async throws -> Auth.Account in
                try await self.getAccount(request, context: context)
            },
            .unary(Auth.AccountsService.changePassword) { (request: Auth.ChangePasswordRequest, context: CallContext) async throws -> Auth.ChangePasswordResponse in
                try await self.changePassword(request, context: context)
            },
            .unary(Auth.AccountsService.acceptTerms) { (request: Auth.AcceptTermsRequest, context: CallContext) async throws -> Auth.AcceptTermsResponse in
                try await self.acceptTerms(request, context: context)
            },
            .unary(Auth.AccountsService.getContact) { (request: Auth.GetContactRequest, context: CallContext) async throws -> Auth.Contact in
                try await self.getContact(request, context: context)
            },
            .unary(Auth.AccountsService.getTerms) { (request: Auth.GetTermsRequest, context: CallContext) async throws -> Auth.Terms in
                try await self.getTerms(request, context: context)
            },
        ]
    }
}
