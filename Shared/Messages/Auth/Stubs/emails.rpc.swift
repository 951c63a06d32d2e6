// Generated from larder/auth/v1/emails.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Auth {
    /// What `larder.auth.v1.EmailAddresses` has: its methods and who may call them.
    public enum EmailAddressesService {
        public static let confirmEmail = MethodDescriptor(
            service: "larder.auth.v1.EmailAddresses",
            name: "ConfirmEmail",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: Auth.ConfirmEmailRequest.descriptor,
            response: Auth.ConfirmEmailResponse.descriptor
        )
        public static let confirmOwnEmail = MethodDescriptor(
            service: "larder.auth.v1.EmailAddresses",
            name: "ConfirmOwnEmail",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .none,
            request: Auth.ConfirmOwnEmailRequest.descriptor,
            response: Auth.ConfirmEmailResponse.descriptor
        )
        public static let resendVerification = MethodDescriptor(
            service: "larder.auth.v1.EmailAddresses",
            name: "ResendVerification",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: Auth.ResendVerificationRequest.descriptor,
            response: Auth.ResendVerificationResponse.descriptor
        )
        public static let getVerification = MethodDescriptor(
            service: "larder.auth.v1.EmailAddresses",
            name: "GetVerification",
            kind: .unary,
            access: .anyone,
            idempotency: .noSideEffects,
            request: Auth.GetVerificationRequest.descriptor,
            response: Auth.Verification.descriptor
        )
        public static let changeEmail = MethodDescriptor(
            service: "larder.auth.v1.EmailAddresses",
            name: "ChangeEmail",
            kind: .unary,
            access: .user,
            idempotency: .none,
            request: Auth.ChangeEmailRequest.descriptor,
            response: Auth.ChangeEmailResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.auth.v1.EmailAddresses",
            methods: [confirmEmail, confirmOwnEmail, resendVerification, getVerification, changeEmail]
        )
    }

    /// The e-mail addresses of accounts: proof that an address is its owner's, and its replacement by another one.
    public protocol EmailAddressesProvider: ServiceProvider {
        /// Does what a mailed link is for, by its token, which works once. It confirms an address: that of a new account, within 48
        /// hours of its registration, or one that is to replace another, within a day, which takes effect at once. Whoever reads a
        /// mail is not therefore the owner of the account that it came from, so that this takes the password, too, or the token of the
        /// registration: INVALID_ARGUMENT with the reason PASSWORD_REQUIRED without either, and WRONG_PASSWORD for a wrong one, which
        /// counts as a failed sign-in. ALREADY_EXISTS with the reason TAKEN when another account has confirmed the address before.
        ///
        /// Or it secures an account, within a week of the mail about a change, without more: the address that the mail went to is the
        /// account's address again, changes that wait are dropped, second factors of the last week go, all sessions end, and the
        /// password opens nothing until its owner sets another one by Recovery.
        ///
        /// INVALID_ARGUMENT with the reason LINK_EXPIRED for a link that is too old, or LINK_INVALID for one that was used or never
        /// was one, whatever else is sent. With an idempotency key the same request can be repeated until the link expires.
        ///
        /// Callers: anyone.
        func confirmEmail(_ request: Auth.ConfirmEmailRequest, context: CallContext) async throws -> Auth.ConfirmEmailResponse
        /// Confirms an address of the caller's account, as ConfirmEmail does, by the session in place of the password.
        /// INVALID_ARGUMENT with the reason PASSWORD_REQUIRED for a link of another account.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func confirmOwnEmail(_ request: Auth.ConfirmOwnEmailRequest, context: CallContext) async throws -> Auth.ConfirmEmailResponse
        /// Mails another link to the address of the account that has this user name or e-mail address, unless it is confirmed already.
        /// The response is the same, and comes as fast, whether or not there is such an account. An account gets one such mail in a
        /// minute, and an address ten in an hour, whoever claims it. Of several accounts that claim an address the latest gets it.
        ///
        /// Callers: anyone.
        func resendVerification(_ request: Auth.ResendVerificationRequest, context: CallContext) async throws -> Auth.ResendVerificationResponse
        /// How far the confirmation of a new account's address is, by the account's id, which nobody but who has registered it knows
        /// by then. NOT_FOUND when there is no such account, also 48 hours after a registration that was never completed.
        ///
        /// Callers: anyone.
        func getVerification(_ request: Auth.GetVerificationRequest, context: CallContext) async throws -> Auth.Verification
        /// Mails a link to a new address for the caller's account, whose present address stays until the link is used, and is mailed
        /// at once a link that stops it, and secures the account. An account with a second factor needs a recent proof with it, too:
        /// see Factors. INVALID_ARGUMENT names every invalid field, with the reason WRONG_PASSWORD when `current_password` is not the
        /// present one, which counts as a failed sign-in; FAILED_PRECONDITION with the reason ACCOUNT_LOCKED and a retry delay after
        /// seven consecutive failures; ALREADY_EXISTS with the reason TAKEN for the address of another account; RESOURCE_EXHAUSTED
        /// after five mails in an hour. Links to other new addresses stop working. The same address again within a minute gets no
        /// further mail.
        ///
        /// Callers: signed-in users.
        func changeEmail(_ request: Auth.ChangeEmailRequest, context: CallContext) async throws -> Auth.ChangeEmailResponse
    }

    /// Calls `larder.auth.v1.EmailAddresses`.
    public struct EmailAddressesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Does what a mailed link is for, by its token, which works once. It confirms an address: that of a new account, within 48
        /// hours of its registration, or one that is to replace another, within a day, which takes effect at once. Whoever reads a
        /// mail is not therefore the owner of the account that it came from, so that this takes the password, too, or the token of the
        /// registration: INVALID_ARGUMENT with the reason PASSWORD_REQUIRED without either, and WRONG_PASSWORD for a wrong one, which
        /// counts as a failed sign-in. ALREADY_EXISTS with the reason TAKEN when another account has confirmed the address before.
        ///
        /// Or it secures an account, within a week of the mail about a change, without more: the address that the mail went to is the
        /// account's address again, changes that wait are dropped, second factors of the last week go, all sessions end, and the
        /// password opens nothing until its owner sets another one by Recovery.
        ///
        /// INVALID_ARGUMENT with the reason LINK_EXPIRED for a link that is too old, or LINK_INVALID for one that was used or never
        /// was one, whatever else is sent. With an idempotency key the same request can be repeated until the link expires.
        public func confirmEmail(_ request: Auth.ConfirmEmailRequest, options: CallOptions = CallOptions()) async throws -> Auth.ConfirmEmailResponse {
            try await channel.unary(EmailAddressesService.confirmEmail, request, options: options)
        }

        /// Confirms an address of the caller's account, as ConfirmEmail does, by the session in place of the password.
        /// INVALID_ARGUMENT with the reason PASSWORD_REQUIRED for a link of another account.
        public func confirmOwnEmail(_ request: Auth.ConfirmOwnEmailRequest, options: CallOptions = CallOptions()) async throws -> Auth.ConfirmEmailResponse {
            try await channel.unary(EmailAddressesService.confirmOwnEmail, request, options: options)
        }

        /// Mails another link to the address of the account that has this user name or e-mail address, unless it is confirmed already.
        /// The response is the same, and comes as fast, whether or not there is such an account. An account gets one such mail in a
        /// minute, and an address ten in an hour, whoever claims it. Of several accounts that claim an address the latest gets it.
        public func resendVerification(_ request: Auth.ResendVerificationRequest, options: CallOptions = CallOptions()) async throws -> Auth.ResendVerificationResponse {
            try await channel.unary(EmailAddressesService.resendVerification, request, options: options)
        }

        /// How far the confirmation of a new account's address is, by the account's id, which nobody but who has registered it knows
        /// by then. NOT_FOUND when there is no such account, also 48 hours after a registration that was never completed.
        public func getVerification(_ request: Auth.GetVerificationRequest, options: CallOptions = CallOptions()) async throws -> Auth.Verification {
            try await channel.unary(EmailAddressesService.getVerification, request, options: options)
        }

        /// Mails a link to a new address for the caller's account, whose present address stays until the link is used, and is mailed
        /// at once a link that stops it, and secures the account. An account with a second factor needs a recent proof with it, too:
        /// see Factors. INVALID_ARGUMENT names every invalid field, with the reason WRONG_PASSWORD when `current_password` is not the
        /// present one, which counts as a failed sign-in; FAILED_PRECONDITION with the reason ACCOUNT_LOCKED and a retry delay after
        /// seven consecutive failures; ALREADY_EXISTS with the reason TAKEN for the address of another account; RESOURCE_EXHAUSTED
        /// after five mails in an hour. Links to other new addresses stop working. The same address again within a minute gets no
        /// further mail.
        public func changeEmail(_ request: Auth.ChangeEmailRequest, options: CallOptions = CallOptions()) async throws -> Auth.ChangeEmailResponse {
            try await channel.unary(EmailAddressesService.changeEmail, request, options: options)
        }
    }
}

extension Auth.EmailAddressesProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Auth.EmailAddressesService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Auth.EmailAddressesService.confirmEmail) { (request: Auth.ConfirmEmailRequest, context: CallContext) async throws -> Auth.ConfirmEmailResponse in
                try await self.confirmEmail(request, context: context)
            },
            .unary(Auth.EmailAddressesService.confirmOwnEmail) { (request: Auth.ConfirmOwnEmailRequest, context: CallContext) async throws -> Auth.ConfirmEmailResponse in
                try await self.confirmOwnEmail(request, context: context)
            },
            .unary(Auth.EmailAddressesService.resendVerification) { (request: Auth.ResendVerificationRequest, context: CallContext) async throws -> Auth.ResendVerificationResponse in
                try await self.resendVerification(request, context: context)
            },
            .unary(Auth.EmailAddressesService.getVerification) { (request: Auth.GetVerificationRequest, context: CallContext) async throws -> Auth.Verification in
                try await self.getVerification(request, context: context)
            },
            .unary(Auth.EmailAddressesService.changeEmail) { (request: Auth.ChangeEmailRequest, context: CallContext) async throws -> Auth.ChangeEmailResponse in
                try await self.changeEmail(request, context: context)
            },
        ]
    }
}
