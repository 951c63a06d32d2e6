// Generated from larder/auth/v1/closing.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Auth {
    /// What `larder.auth.v1.AccountClosing` has: its methods and who may call them.
    public enum AccountClosingService {
        public static let closeAccount = MethodDescriptor(
            service: "larder.auth.v1.AccountClosing",
            name: "CloseAccount",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .none,
            request: Auth.CloseAccountRequest.descriptor,
            response: Auth.CloseAccountResponse.descriptor
        )
        public static let reopenAccount = MethodDescriptor(
            service: "larder.auth.v1.AccountClosing",
            name: "ReopenAccount",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: Auth.ReopenAccountRequest.descriptor,
            response: Auth.ReopenAccountResponse.descriptor
        )
        public static let completeReopening = MethodDescriptor(
            service: "larder.auth.v1.AccountClosing",
            name: "CompleteReopening",
            kind: .unary,
            access: .anyone,
            idempotency: .none,
            request: Auth.CompleteReopeningRequest.descriptor,
            response: Auth.CompleteReopeningResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.auth.v1.AccountClosing",
            methods: [closeAccount, reopenAccount, completeReopening]
        )
    }

    /// How a user leaves, and comes back.
    public protocol AccountClosingProvider: ServiceProvider {
        /// Closes the caller's account at once: all sessions end, and signing in is FAILED_PRECONDITION with the reason
        /// ACCOUNT_CLOSED. For six months its owner can reopen it; then everything that is stored of them is erased in all services. A
        /// mail confirms it. An account with a second factor needs a recent proof with it, too: see Factors. INVALID_ARGUMENT names
        /// every invalid field: `username` unless it is the caller's own, and `current_password`, with the reason WRONG_PASSWORD, when
        /// it is not the present one, which counts as a failed sign-in. FAILED_PRECONDITION with the reason ACCOUNT_LOCKED and a retry
        /// delay after seven consecutive failures. An account that is closed already stays so. The session that calls ends with the
        /// others: SESSION_ENDED in place of the response says that it is closed.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func closeAccount(_ request: Auth.CloseAccountRequest, context: CallContext) async throws -> Auth.CloseAccountResponse
        /// Reopens a closed account, and mails its owner; an open one stays so. Its owner signs in afterwards. An account with a
        /// second factor is not reopened but gets a challenge, as in SignIn, which CompleteReopening answers. Rejected like SignIn for
        /// a wrong name or password, also once the six months are over.
        ///
        /// Callers: anyone.
        func reopenAccount(_ request: Auth.ReopenAccountRequest, context: CallContext) async throws -> Auth.ReopenAccountResponse
        /// Answers the challenge of ReopenAccount. Rejected like Sessions/CompleteSignIn.
        ///
        /// Callers: anyone.
        func completeReopening(_ request: Auth.CompleteReopeningRequest, context: CallContext) async throws -> Auth.CompleteReopeningResponse
    }

    /// Calls `larder.auth.v1.AccountClosing`.
    public struct AccountClosingClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Closes the caller's account at once: all sessions end, and signing in is FAILED_PRECONDITION with the reason
        /// ACCOUNT_CLOSED. For six months its owner can reopen it; then everything that is stored of them is erased in all services. A
        /// mail confirms it. An account with a second factor needs a recent proof with it, too: see Factors. INVALID_ARGUMENT names
        /// every invalid field: `username` unless it is the caller's own, and `current_password`, with the reason WRONG_PASSWORD, when
        /// it is not the present one, which counts as a failed sign-in. FAILED_PRECONDITION with the reason ACCOUNT_LOCKED and a retry
        /// delay after seven consecutive failures. An account that is closed already stays so. The session that calls ends with the
        /// others: SESSION_ENDED in place of the response says that it is closed.
        public func closeAccount(_ request: Auth.CloseAccountRequest, options: CallOptions = CallOptions()) async throws -> Auth.CloseAccountResponse {
            try await channel.unary(AccountClosingService.closeAccount, request, options: options)
        }

        /// Reopens a closed account, and mails its owner; an open one stays so. Its owner signs in afterwards. An account with a
        /// second factor is not reopened but gets a challenge, as in SignIn, which CompleteReopening answers. Rejected like SignIn for
        /// a wrong name or password, also once the six months are over.
        public func reopenAccount(_ request: Auth.ReopenAccountRequest, options: CallOptions = CallOptions()) async throws -> Auth.ReopenAccountResponse {
            try await channel.unary(AccountClosingService.reopenAccount, request, options: options)
        }

        /// Answers the challenge of ReopenAccount. Rejected like Sessions/CompleteSignIn.
        public func completeReopening(_ request: Auth.CompleteReopeningRequest, options: CallOptions = CallOptions()) async throws -> Auth.CompleteReopeningResponse {
            try await channel.unary(AccountClosingService.completeReopening, request, options: options)
        }
    }
}

extension Auth.AccountClosingProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Auth.AccountClosingService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Auth.AccountClosingService.closeAccount) { (request: Auth.CloseAccountRequest, context: CallContext) async throws -> Auth.CloseAccountResponse in
                try await self.closeAccount(request, context: context)
            },
            .unary(Auth.AccountClosingService.reopenAccount) { (request: Auth.ReopenAccountRequest, context: CallContext) async throws -> Auth.ReopenAccountResponse in
                try await self.reopenAccount(request, context: context)
            },
            .unary(Auth.AccountClosingService.completeReopening) { (request: Auth.CompleteReopeningRequest, context: CallContext) async throws -> Auth.CompleteReopeningResponse in
                try await self.completeReopening(request, context: context)
            },
        ]
    }
}

extension Auth {
    /// What `larder.auth.v1.DataExport` has: its methods and who may call them.
    public enum DataExportService {
        public static let exportData = MethodDescriptor(
            service: "larder.auth.v1.DataExport",
            name: "ExportData",
            kind: .serverStreaming,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .noSideEffects,
            request: Auth.ExportDataRequest.descriptor,
            response: Auth.ExportDataResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.auth.v1.DataExport",
            methods: [exportData]
        )
    }

    /// A copy of everything that is stored of a user.
    public protocol DataExportProvider: ServiceProvider {
        /// Gathers what all services store of the caller, as a ZIP file: for each service and category a JSON document, pictures as
        /// they are, and index.html, which shows them to people in the caller's language. UNAVAILABLE when a service cannot be asked;
        /// what was sent until then is no complete file. It needs a recent proof, as changes of second factors do: see Factors.
        /// RESOURCE_EXHAUSTED with the reason EXPORT_RUNNING and a retry delay while another export of the caller's runs.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func exportData(_ request: Auth.ExportDataRequest, responses: MessageWriter<Auth.ExportDataResponse>, context: CallContext) async throws
    }

    /// Calls `larder.auth.v1.DataExport`.
    public struct DataExportClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Gathers what all services store of the caller, as a ZIP file: for each service and category a JSON document, pictures as
        /// they are, and index.html, which shows them to people in the caller's language. UNAVAILABLE when a service cannot be asked;
        /// what was sent until then is no complete file. It needs a recent proof, as changes of second factors do: see Factors.
        /// RESOURCE_EXHAUSTED with the reason EXPORT_RUNNING and a retry delay while another export of the caller's runs.
        public func exportData<Result>(_ request: Auth.ExportDataRequest, options: CallOptions = CallOptions(), _ receive: (MessageStream<Auth.ExportDataResponse>) async throws -> Result) async throws -> Result {
            try await channel.serverStreaming(DataExportService.exportData, request, options: options, receive)
        }
    }
}

extension Auth.DataExportProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Auth.DataExportService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .serverStreaming(Auth.DataExportService.exportData) { (request: Auth.ExportDataRequest, responses: MessageWriter<Auth.ExportDataResponse>, context: CallContext) async throws -> Void in
                try await self.exportData(request, responses: responses, context: context)
            },
        ]
    }
}
