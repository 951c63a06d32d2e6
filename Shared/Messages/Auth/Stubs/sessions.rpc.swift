// Generated from larder/auth/v1/sessions.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Auth {
    /// What `larder.auth.v1.Sessions` has: its methods and who may call them.
    public enum SessionsService {
        public static let signIn = MethodDescriptor(
            service: "larder.auth.v1.Sessions",
            name: "SignIn",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: Auth.SignInRequest.descriptor,
            response: Auth.SessionTokens.descriptor
        )
        public static let completeSignIn = MethodDescriptor(
            service: "larder.auth.v1.Sessions",
            name: "CompleteSignIn",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: Auth.CompleteSignInRequest.descriptor,
            response: Auth.SessionTokens.descriptor
        )
        public static let sendSignInCode = MethodDescriptor(
            service: "larder.auth.v1.Sessions",
            name: "SendSignInCode",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: Auth.SendSignInCodeRequest.descriptor,
            response: Auth.SendSignInCodeResponse.descriptor
        )
        public static let beginPasskeySignIn = MethodDescriptor(
            service: "larder.auth.v1.Sessions",
            name: "BeginPasskeySignIn",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: Auth.BeginPasskeySignInRequest.descriptor,
            response: Auth.FactorChallenge.descriptor
        )
        public static let refreshSession = MethodDescriptor(
            service: "larder.auth.v1.Sessions",
            name: "RefreshSession",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: Auth.RefreshSessionRequest.descriptor,
            response: Auth.SessionTokens.descriptor
        )
        public static let signOut = MethodDescriptor(
            service: "larder.auth.v1.Sessions",
            name: "SignOut",
            kind: .unary,
            access: .anyone,
            idempotency: .idempotent,
            request: Auth.SignOutRequest.descriptor,
            response: Auth.SignOutResponse.descriptor
        )
        public static let listSessions = MethodDescriptor(
            service: "larder.auth.v1.Sessions",
            name: "ListSessions",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .noSideEffects,
            request: Auth.ListSessionsRequest.descriptor,
            response: Auth.ListSessionsResponse.descriptor
        )
        public static let endSession = MethodDescriptor(
            service: "larder.auth.v1.Sessions",
            name: "EndSession",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .idempotent,
            request: Auth.EndSessionRequest.descriptor,
            response: Auth.EndSessionResponse.descriptor
        )
        public static let endOtherSessions = MethodDescriptor(
            service: "larder.auth.v1.Sessions",
            name: "EndOtherSessions",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .idempotent,
            request: Auth.EndOtherSessionsRequest.descriptor,
            response: Auth.EndOtherSessionsResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.auth.v1.Sessions",
            methods: [signIn, completeSignIn, sendSignInCode, beginPasskeySignIn, refreshSession, signOut, listSessions, endSession, endOtherSessions]
        )
    }

    /// Sign-in sessions, one for each device.
    public protocol SessionsProvider: ServiceProvider {
        /// Signs in with user name or e-mail address and password. UNAUTHENTICATED with the reason WRONG_CREDENTIALS for an
        /// unknown name and a wrong password alike; with ACCOUNT_LOCKED and a retry delay after seven consecutive failures. An
        /// account with a second factor gets no tokens but a challenge, which CompleteSignIn answers; a client that does not accept
        /// challenges is UNAUTHENTICATED with the reason SECOND_FACTOR_REQUIRED. FAILED_PRECONDITION with the reason
        /// EMAIL_UNVERIFIED, with the right password alone, while the registration is not complete.
        ///
        /// Callers: anyone.
        func signIn(_ request: Auth.SignInRequest, context: CallContext) async throws -> Auth.SessionTokens
        /// Answers the challenge of SignIn or BeginPasskeySignIn. UNAUTHENTICATED with the reason WRONG_FACTOR for a wrong answer,
        /// which counts as a failed sign-in, with ACCOUNT_LOCKED and a retry delay as SignIn does, and with CHALLENGE_EXPIRED for a
        /// challenge that was answered, is too old, had five wrong answers or never was one.
        ///
        /// Callers: anyone.
        func completeSignIn(_ request: Auth.CompleteSignInRequest, context: CallContext) async throws -> Auth.SessionTokens
        /// Mails a code to the owner of the account that a challenge of SignIn or AccountClosing/ReopenAccount is for, if it has codes
        /// by e-mail; at most once in 30 seconds. UNAUTHENTICATED with the reason CHALLENGE_EXPIRED as CompleteSignIn.
        ///
        /// Callers: anyone.
        func sendSignInCode(_ request: Auth.SendSignInCodeRequest, context: CallContext) async throws -> Auth.SendSignInCodeResponse
        /// Begins signing in with a passkey alone, whose device names the account and verifies its user. FAILED_PRECONDITION with the
        /// reason NOT_CONFIGURED where the installation takes no passkeys.
        ///
        /// Callers: anyone.
        func beginPasskeySignIn(_ request: Auth.BeginPasskeySignInRequest, context: CallContext) async throws -> Auth.FactorChallenge
        /// Exchanges a refresh token for new tokens. A token can be used once: using it again ends its whole family, which is
        /// UNAUTHENTICATED with the reason SESSION_ENDED, as for every invalid token. A client that did not receive the
        /// response may repeat the request within a day with the same idempotency key, as long as no token of the response was
        /// used, and receives the same tokens; only an access token that has expired meanwhile is a new one.
        ///
        /// Callers: anyone.
        func refreshSession(_ request: Auth.RefreshSessionRequest, context: CallContext) async throws -> Auth.SessionTokens
        /// Ends the session that the refresh token belongs to, its access tokens included. Unknown tokens are accepted silently.
        ///
        /// Callers: anyone.
        func signOut(_ request: Auth.SignOutRequest, context: CallContext) async throws -> Auth.SignOutResponse
        /// The sessions with which the caller is signed in, latest use first.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func listSessions(_ request: Auth.ListSessionsRequest, context: CallContext) async throws -> Auth.ListSessionsResponse
        /// Ends one of the caller's sessions, its access tokens included: within 4 seconds it is refused everywhere. One that has
        /// ended already stays so; one that is not the caller's is NOT_FOUND.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func endSession(_ request: Auth.EndSessionRequest, context: CallContext) async throws -> Auth.EndSessionResponse
        /// Ends all of the caller's sessions but the one that calls, as EndSession does.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func endOtherSessions(_ request: Auth.EndOtherSessionsRequest, context: CallContext) async throws -> Auth.EndOtherSessionsResponse
    }

    /// Calls `larder.auth.v1.Sessions`.
    public struct SessionsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Signs in with user name or e-mail address and password. UNAUTHENTICATED with the reason WRONG_CREDENTIALS for an
        /// unknown name and a wrong password alike; with ACCOUNT_LOCKED and a retry delay after seven consecutive failures. An
        /// account with a second factor gets no tokens but a challenge, which CompleteSignIn answers; a client that does not accept
        /// challenges is UNAUTHENTICATED with the reason SECOND_FACTOR_REQUIRED. FAILED_PRECONDITION with the reason
        /// EMAIL_UNVERIFIED, with the right password alone, while the registration is not complete.
        public func signIn(_ request: Auth.SignInRequest, options: CallOptions = CallOptions()) async throws -> Auth.SessionTokens {
            try await channel.unary(SessionsService.signIn, request, options: options)
        }

        /// Answers the challenge of SignIn or BeginPasskeySignIn. UNAUTHENTICATED with the reason WRONG_FACTOR for a wrong answer,
        /// which counts as a failed sign-in, with ACCOUNT_LOCKED and a retry delay as SignIn does, and with CHALLENGE_EXPIRED for a
        /// challenge that was answered, is too old, had five wrong answers or never was one.
        public func completeSignIn(_ request: Auth.CompleteSignInRequest, options: CallOptions = CallOptions()) async throws -> Auth.SessionTokens {
            try await channel.unary(SessionsService.completeSignIn, request, options: options)
        }

        /// Mails a code to the owner of the account that a challenge of SignIn or AccountClosing/ReopenAccount is for, if it has codes
        /// by e-mail; at most once in 30 seconds. UNAUTHENTICATED with the reason CHALLENGE_EXPIRED as CompleteSignIn.
        public func sendSignInCode(_ request: Auth.SendSignInCodeRequest, options: CallOptions = CallOptions()) async throws -> Auth.SendSignInCodeResponse {
            try await channel.unary(SessionsService.sendSignInCode, request, options: options)
        }

        /// Begins signing in with a passkey alone, whose device names the account and verifies its user. FAILED_PRECONDITION with the
        /// reason NOT_CONFIGURED where the installation takes no passkeys.
        public func beginPasskeySignIn(_ request: Auth.BeginPasskeySignInRequest, options: CallOptions = CallOptions()) async throws -> Auth.FactorChallenge {
            try await channel.unary(SessionsService.beginPasskeySignIn, request, options: options)
        }

        /// Exchanges a refresh token for new tokens. A token can be used once: using it again ends its whole family, which is
        /// UNAUTHENTICATED with the reason SESSION_ENDED, as for every invalid token. A client that did not receive the
        /// response may repeat the request within a day with the same idempotency key, as long as no token of the response was
        /// used, and receives the same tokens; only an access token that has expired meanwhile is a new one.
        public func refreshSession(_ request: Auth.RefreshSessionRequest, options: CallOptions = CallOptions()) async throws -> Auth.SessionTokens {
            try await channel.unary(SessionsService.refreshSession, request, options: options)
        }

        /// Ends the session that the refresh token belongs to, its access tokens included. Unknown tokens are accepted silently.
        public func signOut(_ request: Auth.SignOutRequest, options: CallOptions = CallOptions()) async throws -> Auth.SignOutResponse {
            try await channel.unary(SessionsService.signOut, request, options: options)
        }

        /// The sessions with which the caller is signed in, latest use first.
        public func listSessions(_ request: Auth.ListSessionsRequest, options: CallOptions = CallOptions()) async throws -> Auth.ListSessionsResponse {
            try await channel.unary(SessionsService.listSessions, request, options: options)
        }

        /// Ends one of the caller's sessions, its access tokens included: within 4 seconds it is refused everywhere. One that has
        /// ended already stays so; one that is not the caller's is NOT_FOUND.
        public func endSession(_ request: Auth.EndSessionRequest, options: CallOptions = CallOptions()) async throws -> Auth.EndSessionResponse {
            try await channel.unary(SessionsService.endSession, request, options: options)
        }

        /// Ends all of the caller's sessions but the one that calls, as EndSession does.
        public func endOtherSessions(_ request: Auth.EndOtherSessionsRequest, options: CallOptions = CallOptions()) async throws -> Auth.EndOtherSessionsResponse {
            try await channel.unary(SessionsService.endOtherSessions, request, options: options)
        }
    }
}

extension Auth.SessionsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Auth.SessionsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Auth.SessionsService.signIn) { (request: Auth.SignInRequest, context: CallContext) async throws -> Auth.SessionTokens in
                try await self.signIn(request, context: context)
            },
            .unary(Auth.SessionsService.completeSignIn) { (request: Auth.CompleteSignInRequest, context: CallContext) async throws -> Auth.SessionTokens in
                try await self.completeSignIn(request, context: context)
            },
            .unary(Auth.SessionsService.sendSignInCode) { (request: Auth.SendSignInCodeRequest, context: CallContext) async throws -> Auth.SendSignInCodeResponse in
                try await self.sendSignInCode(request, context: context)
            },
            .unary(Auth.SessionsService.beginPasskeySignIn) { (request: Auth.BeginPasskeySignInRequest, context: CallContext) async throws -> Auth.FactorChallenge in
                try await self.beginPasskeySignIn(request, context: context)
            },
            .unary(Auth.SessionsService.refreshSession) { (request: Auth.RefreshSessionRequest, context: CallContext) async throws -> Auth.SessionTokens in
                try await self.refreshSession(request, context: context)
            },
            .unary(Auth.SessionsService.signOut) { (request: Auth.SignOutRequest, context: CallContext) async throws -> Auth.SignOutResponse in
                try await self.signOut(request, context: context)
            },
            .unary(Auth.SessionsService.listSessions) { (request: Auth.ListSessionsRequest, context: CallContext) async throws -> Auth.ListSessionsResponse in
                try await self.listSessions(request, context: context)
            },
            .unary(Auth.SessionsService.endSession) { (request: Auth.EndSessionRequest, context: CallContext) async throws -> Auth.EndSessionResponse in
                try await self.endSession(request, context: context)
            },
            .unary(Auth.SessionsService.endOtherSessions) { (request: Auth.EndOtherSessionsRequest, context: CallContext) async throws -> Auth.EndOtherSessionsResponse in
                try await self.endOtherSessions(request, context: context)
            },
        ]
    }
}

extension Auth {
    /// What `larder.auth.v1.Keys` has: its methods and who may call them.
    public enum KeysService {
        public static let listKeys = MethodDescriptor(
            service: "larder.auth.v1.Keys",
            name: "ListKeys",
            kind: .unary,
            access: .anyone,
            idempotency: .noSideEffects,
            request: Auth.ListKeysRequest.descriptor,
            response: Auth.KeySet.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.auth.v1.Keys",
            methods: [listKeys]
        )
    }

    /// Public keys that verify access tokens.
    public protocol KeysProvider: ServiceProvider {
        /// Callers: anyone.
        func listKeys(_ request: Auth.ListKeysRequest, context: CallContext) async throws -> Auth.KeySet
    }

    /// Calls `larder.auth.v1.Keys`.
    public struct KeysClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        public func listKeys(_ request: Auth.ListKeysRequest, options: CallOptions = CallOptions()) async throws -> Auth.KeySet {
            try await channel.unary(KeysService.listKeys, request, options: options)
        }
    }
}

extension Auth.KeysProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Auth.KeysService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Auth.KeysService.listKeys) { (request: Auth.ListKeysRequest, context: CallContext) async throws -> Auth.KeySet in
                try await self.listKeys(request, context: context)
            },
        ]
    }
}

extension Auth {
    /// What `larder.auth.v1.Revocations` has: its methods and who may call them.
    public enum RevocationsService {
        public static let watchRevocations = MethodDescriptor(
            service: "larder.auth.v1.Revocations",
            name: "WatchRevocations",
            kind: .serverStreaming,
            access: .services(["gateway", "ocr", "catalog", "budget", "orders", "notifications"]),
            idempotency: .noSideEffects,
            request: Auth.WatchRevocationsRequest.descriptor,
            response: Auth.RevocationUpdate.descriptor
        )
        public static let findEndedSessions = MethodDescriptor(
            service: "larder.auth.v1.Revocations",
            name: "FindEndedSessions",
            kind: .unary,
            access: .services(["notifications"]),
            idempotency: .noSideEffects,
            request: Auth.FindEndedSessionsRequest.descriptor,
            response: Auth.FindEndedSessionsResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.auth.v1.Revocations",
            methods: [watchRevocations, findEndedSessions]
        )
    }

    /// What ends access before the tokens expire. The gateway and every service follow it.
    public protocol RevocationsProvider: ServiceProvider {
        /// All revocations in force, the last of them in the first message with `is_complete`; then every new one as it is made. A
        /// message comes every second at least, without revocations if need be: whoever hears nothing for longer asks again,
        /// mostly another instance.
        ///
        /// Callers: the services gateway, ocr, catalog, budget, orders, notifications.
        func watchRevocations(_ request: Auth.WatchRevocationsRequest, responses: MessageWriter<Auth.RevocationUpdate>, context: CallContext) async throws
        /// Those of up to 1,000 sessions that have ended, expired, or never were: for a service that keeps something only for as long as
        /// a session lasts, and was not told of its end while it could not follow revocations.
        ///
        /// Callers: the services notifications.
        func findEndedSessions(_ request: Auth.FindEndedSessionsRequest, context: CallContext) async throws -> Auth.FindEndedSessionsResponse
    }

    /// Calls `larder.auth.v1.Revocations`.
    public struct RevocationsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// All revocations in force, the last of them in the first message with `is_complete`; then every new one as it is made. A
        /// message comes every second at least, without revocations if need be: whoever hears nothing for longer asks again,
        /// mostly another instance.
        public func watchRevocations<Result>(_ request: Auth.WatchRevocationsRequest, options: CallOptions = CallOptions(), _ receive: (MessageStream<Auth.RevocationUpdate>) async throws -> Result) async throws -> Result {
            try await channel.serverStreaming(RevocationsService.watchRevocations, request, options: options, receive)
        }

        /// Those of up to 1,000 sessions that have ended, expired, or never were: for a service that keeps something only for as long as
        /// a session lasts, and was not told of its end while it could not follow revocations.
        public func findEndedSessions(_ request: Auth.FindEndedSessionsRequest, options: CallOptions = CallOptions()) async throws -> Auth.FindEndedSessionsResponse {
            try await channel.unary(RevocationsService.findEndedSessions, request, options: options)
        }
    }
}

extension Auth.RevocationsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Auth.RevocationsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .serverStreaming(Auth.RevocationsService.watchRevocations) { (request: Auth.WatchRevocationsRequest, responses: MessageWriter<Auth.RevocationUpdate>, context: CallContext) async throws -> Void in
                try await self.watchRevocations(request, responses: responses, context: context)
            },
            .unary(Auth.RevocationsService.findEndedSessions) { (request: Auth.FindEndedSessionsRequest, context: CallContext) async throws -> Auth.FindEndedSessionsResponse in
                try await self.findEndedSessions(request, context: context)
            },
        ]
    }
}
