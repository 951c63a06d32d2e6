// Generated from larder/auth/v1/consents.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Auth {
    /// What `larder.auth.v1.Consents` has: its methods and who may call them.
    public enum ConsentsService {
        public static let listConsents = MethodDescriptor(
            service: "larder.auth.v1.Consents",
            name: "ListConsents",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .noSideEffects,
            request: Auth.ListConsentsRequest.descriptor,
            response: Auth.ListConsentsResponse.descriptor
        )
        public static let setConsent = MethodDescriptor(
            service: "larder.auth.v1.Consents",
            name: "SetConsent",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            changesClaims: true,
            idempotency: .idempotent,
            request: Auth.SetConsentRequest.descriptor,
            response: Auth.Consent.descriptor
        )
        public static let checkConsent = MethodDescriptor(
            service: "larder.auth.v1.Consents",
            name: "CheckConsent",
            kind: .unary,
            access: .services(["ocr", "catalog", "budget", "orders", "notifications"]),
            idempotency: .noSideEffects,
            request: Auth.CheckConsentRequest.descriptor,
            response: Auth.CheckConsentResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.auth.v1.Consents",
            methods: [listConsents, setConsent, checkConsent]
        )
    }

    /// Users' consents to uses of their data beyond what the service needs. None is given by default.
    public protocol ConsentsProvider: ServiceProvider {
        /// All kinds, with the caller's answer to each.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func listConsents(_ request: Auth.ListConsentsRequest, context: CallContext) async throws -> Auth.ListConsentsResponse
        /// Gives or withdraws a consent. Withdrawing deletes the data collected under it. Access tokens name the consents that
        /// were given when they were issued: after giving one, renew the session; withdrawing one has the tokens renewed.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func setConsent(_ request: Auth.SetConsentRequest, context: CallContext) async throws -> Auth.Consent
        /// Whether a user's consent is given now. A nonexistent account has given none.
        ///
        /// Callers: the services ocr, catalog, budget, orders, notifications.
        func checkConsent(_ request: Auth.CheckConsentRequest, context: CallContext) async throws -> Auth.CheckConsentResponse
    }

    /// Calls `larder.auth.v1.Consents`.
    public struct ConsentsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// All kinds, with the caller's answer to each.
        public func listConsents(_ request: Auth.ListConsentsRequest, options: CallOptions = CallOptions()) async throws -> Auth.ListConsentsResponse {
            try await channel.unary(ConsentsService.listConsents, request, options: options)
        }

        /// Gives or withdraws a consent. Withdrawing deletes the data collected under it. Access tokens name the consents that
        /// were given when they were issued: after giving one, renew the session; withdrawing one has the tokens renewed.
        public func setConsent(_ request: Auth.SetConsentRequest, options: CallOptions = CallOptions()) async throws -> Auth.Consent {
            try await channel.unary(ConsentsService.setConsent, request, options: options)
        }

        /// Whether a user's consent is given now. A nonexistent account has given none.
        public func checkConsent(_ request: Auth.CheckConsentRequest, options: CallOptions = CallOptions()) async throws -> Auth.CheckConsentResponse {
            try await channel.unary(ConsentsService.checkConsent, request, options: options)
        }
    }
}

extension Auth.ConsentsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Auth.ConsentsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Auth.ConsentsService.listConsents) { (request: Auth.ListConsentsRequest, context: CallContext) async throws -> Auth.ListConsentsResponse in
                try await self.listConsents(request, context: context)
            },
            .unary(Auth.ConsentsService.setConsent) { (request: Auth.SetConsentRequest, context: CallContext) async throws -> Auth.Consent in
                try await self.setConsent(request, context: context)
            },
            .unary(Auth.ConsentsService.checkConsent) { (request: Auth.CheckConsentRequest, context: CallContext) async throws -> Auth.CheckConsentResponse in
                try await self.checkConsent(request, context: context)
            },
        ]
    }
}
