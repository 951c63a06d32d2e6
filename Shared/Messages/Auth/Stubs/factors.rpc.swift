// Generated from larder/auth/v1/factors.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Auth {
    /// What `larder.auth.v1.Factors` has: its methods and who may call them.
    public enum FactorsService {
        public static let listFactors = MethodDescriptor(
            service: "larder.auth.v1.Factors",
            name: "ListFactors",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .noSideEffects,
            request: Auth.ListFactorsRequest.descriptor,
            response: Auth.ListFactorsResponse.descriptor
        )
        public static let beginFactor = MethodDescriptor(
            service: "larder.auth.v1.Factors",
            name: "BeginFactor",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .none,
            request: Auth.BeginFactorRequest.descriptor,
            response: Auth.FactorSetup.descriptor
        )
        public static let addFactor = MethodDescriptor(
            service: "larder.auth.v1.Factors",
            name: "AddFactor",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .none,
            request: Auth.AddFactorRequest.descriptor,
            response: Auth.AddFactorResponse.descriptor
        )
        public static let renameFactor = MethodDescriptor(
            service: "larder.auth.v1.Factors",
            name: "RenameFactor",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .idempotent,
            request: Auth.RenameFactorRequest.descriptor,
            response: Auth.Factor.descriptor
        )
        public static let removeFactor = MethodDescriptor(
            service: "larder.auth.v1.Factors",
            name: "RemoveFactor",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            changesClaims: true,
            idempotency: .idempotent,
            request: Auth.RemoveFactorRequest.descriptor,
            response: Auth.RemoveFactorResponse.descriptor
        )
        public static let replaceRecoveryCodes = MethodDescriptor(
            service: "larder.auth.v1.Factors",
            name: "ReplaceRecoveryCodes",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .none,
            request: Auth.ReplaceRecoveryCodesRequest.descriptor,
            response: Auth.RecoveryCodes.descriptor
        )
        public static let beginProof = MethodDescriptor(
            service: "larder.auth.v1.Factors",
            name: "BeginProof",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .none,
            request: Auth.BeginProofRequest.descriptor,
            response: Auth.FactorChallenge.descriptor
        )
        public static let sendProofCode = MethodDescriptor(
            service: "larder.auth.v1.Factors",
            name: "SendProofCode",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .none,
            request: Auth.SendProofCodeRequest.descriptor,
            response: Auth.SendProofCodeResponse.descriptor
        )
        public static let prove = MethodDescriptor(
            service: "larder.auth.v1.Factors",
            name: "Prove",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .none,
            request: Auth.ProveRequest.descriptor,
            response: Auth.ProveResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.auth.v1.Factors",
            methods: [listFactors, beginFactor, addFactor, renameFactor, removeFactor, replaceRecoveryCodes, beginProof, sendProofCode, prove]
        )
    }

    /// The second factors of the caller's account: what signing in takes beside the password.
    ///
    /// Changing them takes a proof within the last five minutes that it is the owner who calls: a sign-in, or Prove. Where the
    /// account has a second factor, that has to be part of it. Otherwise they fail with FAILED_PRECONDITION and the reason
    /// STEP_UP_REQUIRED.
    public protocol FactorsProvider: ServiceProvider {
        /// The factors in the order in which they were added, and what can be added.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func listFactors(_ request: Auth.ListFactorsRequest, context: CallContext) async throws -> Auth.ListFactorsResponse
        /// Begins adding a factor, which AddFactor completes; until then it does not count. FAILED_PRECONDITION with the reason
        /// TOO_MANY_FACTORS when there are twenty, or NOT_CONFIGURED where the installation does not take the kind.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func beginFactor(_ request: Auth.BeginFactorRequest, context: CallContext) async throws -> Auth.FactorSetup
        /// Adds the factor that BeginFactor began, with a first right answer. With the first factor of an account come its recovery
        /// codes. The owner gets a mail with a link that removes it again, if the address is confirmed. INVALID_ARGUMENT with the
        /// reason WRONG_FACTOR for a wrong answer, which counts as a failed sign-in; with CHALLENGE_EXPIRED when it has to begin
        /// again.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func addFactor(_ request: Auth.AddFactorRequest, context: CallContext) async throws -> Auth.AddFactorResponse
        /// Renames a factor.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func renameFactor(_ request: Auth.RenameFactorRequest, context: CallContext) async throws -> Auth.Factor
        /// Removes a factor; one that was removed stays so. With the last one go the recovery codes. What other sessions have proven with
        /// a factor does not count any more. FAILED_PRECONDITION with the reason ROLE_NEEDS_FACTOR for the last authenticator app or
        /// passkey of an account with a role.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func removeFactor(_ request: Auth.RemoveFactorRequest, context: CallContext) async throws -> Auth.RemoveFactorResponse
        /// Makes new recovery codes, which are shown this once; former ones do not work any more. FAILED_PRECONDITION with the reason
        /// NO_FACTORS for an account without a factor.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func replaceRecoveryCodes(_ request: Auth.ReplaceRecoveryCodesRequest, context: CallContext) async throws -> Auth.RecoveryCodes
        /// Begins a proof by a factor. Its challenge says which ones the account has; without any it is the password that proves it.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func beginProof(_ request: Auth.BeginProofRequest, context: CallContext) async throws -> Auth.FactorChallenge
        /// Mails a code for a challenge of BeginProof, as Sessions/SendSignInCode does.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func sendProofCode(_ request: Auth.SendProofCodeRequest, context: CallContext) async throws -> Auth.SendProofCodeResponse
        /// Proves that it is the owner of the account who calls, for five minutes and for sensitive changes of this session alone.
        /// INVALID_ARGUMENT with the reason WRONG_PASSWORD or WRONG_FACTOR, which counts as a failed sign-in, or CHALLENGE_EXPIRED;
        /// FAILED_PRECONDITION with the reason ACCOUNT_LOCKED and a retry delay after seven consecutive failures, or with
        /// SECOND_FACTOR_REQUIRED for the password of an account that has a second factor.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func prove(_ request: Auth.ProveRequest, context: CallContext) async throws -> Auth.ProveResponse
    }

    /// Calls `larder.auth.v1.Factors`.
    public struct FactorsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The factors in the order in which they were added, and what can be added.
        public func listFactors(_ request: Auth.ListFactorsRequest, options: CallOptions = CallOptions()) async throws -> Auth.ListFactorsResponse {
            try await channel.unary(FactorsService.listFactors, request, options: options)
        }

        /// Begins adding a factor, which AddFactor completes; until then it does not count. FAILED_PRECONDITION with the reason
        /// TOO_MANY_FACTORS when there are twenty, or NOT_CONFIGURED where the installation does not take the kind.
        public func beginFactor(_ request: Auth.BeginFactorRequest, options: CallOptions = CallOptions()) async throws -> Auth.FactorSetup {
            try await channel.unary(FactorsService.beginFactor, request, options: options)
        }

        /// Adds the factor that BeginFactor began, with a first right answer. With the first factor of an account come its recovery
        /// codes. The owner gets a mail with a link that removes it again, if the address is confirmed. INVALID_ARGUMENT with the
        /// reason WRONG_FACTOR for a wrong answer, which counts as a failed sign-in; with CHALLENGE_EXPIRED when it has to begin
        /// again.
        public func addFactor(_ request: Auth.AddFactorRequest, options: CallOptions = CallOptions()) async throws -> Auth.AddFactorResponse {
            try await channel.unary(FactorsService.addFactor, request, options: options)
        }

        /// Renames a factor.
        public func renameFactor(_ request: Auth.RenameFactorRequest, options: CallOptions = CallOptions()) async throws -> Auth.Factor {
            try await channel.unary(FactorsService.renameFactor, request, options: options)
        }

        /// Removes a factor; one that was removed stays so. With the last one go the recovery codes. What other sessions have proven with
        /// a factor does not count any more. FAILED_PRECONDITION with the reason ROLE_NEEDS_FACTOR for the last authenticator app or
        /// passkey of an account with a role.
        public func removeFactor(_ request: Auth.RemoveFactorRequest, options: CallOptions = CallOptions()) async throws -> Auth.RemoveFactorResponse {
            try await channel.unary(FactorsService.removeFactor, request, options: options)
        }

        /// Makes new recovery codes, which are shown this once; former ones do not work any more. FAILED_PRECONDITION with the reason
        /// NO_FACTORS for an account without a factor.
        public func replaceRecoveryCodes(_ request: Auth.ReplaceRecoveryCodesRequest, options: CallOptions = CallOptions()) async throws -> Auth.RecoveryCodes {
            try await channel.unary(FactorsService.replaceRecoveryCodes, request, options: options)
        }

        /// Begins a proof by a factor. Its challenge says which ones the account has; without any it is the password that proves it.
        public func beginProof(_ request: Auth.BeginProofRequest, options: CallOptions = CallOptions()) async throws -> Auth.FactorChallenge {
            try await channel.unary(FactorsService.beginProof, request, options: options)
        }

        /// Mails a code for a challenge of BeginProof, as Sessions/SendSignInCode does.
        public func sendProofCode(_ request: Auth.SendProofCodeRequest, options: CallOptions = CallOptions()) async throws -> Auth.SendProofCodeResponse {
            try await channel.unary(FactorsService.sendProofCode, request, options: options)
        }

        /// Proves that it is the owner of the account who calls, for five minutes and for sensitive changes of this session alone.
        /// INVALID_ARGUMENT with the reason WRONG_PASSWORD or WRONG_FACTOR, which counts as a failed sign-in, or CHALLENGE_EXPIRED;
        /// FAILED_PRECONDITION with the reason ACCOUNT_LOCKED and a retry delay after seven consecutive failures, or with
        /// SECOND_FACTOR_REQUIRED for the password of an account that has a second factor.
        public func prove(_ request: Auth.ProveRequest, options: CallOptions = CallOptions()) async throws -> Auth.ProveResponse {
            try await channel.unary(FactorsService.prove, request, options: options)
        }
    }
}

extension Auth.FactorsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Auth.FactorsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Auth.FactorsService.listFactors) { (request: Auth.ListFactorsRequest, context: CallContext) async throws -> Auth.ListFactorsResponse in
                try await self.listFactors(request, context: context)
            },
            .unary(Auth.FactorsService.beginFactor) { (request: Auth.BeginFactorRequest, context: CallContext) async throws -> Auth.FactorSetup in
                try await self.beginFactor(request, context: context)
            },
            .unary(Auth.FactorsService.addFactor) { (request: Auth.AddFactorRequest, context: CallContext) async throws -> Auth.AddFactorResponse in
                try await self.addFactor(request, context: context)
            },
            .unary(Auth.FactorsService.renameFactor) { (request: Auth.RenameFactorRequest, context: CallContext) async throws -> Auth.Factor in
                try await self.renameFactor(request, context: context)
            },
            .unary(Auth.FactorsService.removeFactor) { (request: Auth.RemoveFactorRequest, context: CallContext) async throws -> Auth.RemoveFactorResponse in
                try await self.removeFactor(request, context: context)
            },
            .unary(Auth.FactorsService.replaceRecoveryCodes) { (request: Auth.ReplaceRecoveryCodesRequest, context: CallContext) async throws -> Auth.RecoveryCodes in
                try await self.replaceRecoveryCodes(request, context: context)
            },
            .unary(Auth.FactorsService.beginProof) { (request: Auth.BeginProofRequest, context: CallContext) async throws -> Auth.FactorChallenge in
                try await self.beginProof(request, context: context)
            },
            .unary(Auth.FactorsService.sendProofCode) { (request: Auth.SendProofCodeRequest, context: CallContext) async throws -> Auth.SendProofCodeResponse in
                try await self.sendProofCode(request, context: context)
            },
            .unary(Auth.FactorsService.prove) { (request: Auth.ProveRequest, context: CallContext) async throws -> Auth.ProveResponse in
                try await self.prove(request, context: context)
            },
        ]
    }
}
