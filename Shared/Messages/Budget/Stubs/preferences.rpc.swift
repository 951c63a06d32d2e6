// Generated from larder/budget/v1/preferences.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Budget {
    /// What `larder.budget.v1.Preferences` has: its methods and who may call them.
    public enum PreferencesService {
        public static let listPreferences = MethodDescriptor(
            service: "larder.budget.v1.Preferences",
            name: "ListPreferences",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Budget.ListPreferencesRequest.descriptor,
            response: Budget.ListPreferencesResponse.descriptor
        )
        public static let setPreference = MethodDescriptor(
            service: "larder.budget.v1.Preferences",
            name: "SetPreference",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Budget.SetPreferenceRequest.descriptor,
            response: Budget.PricePreference.descriptor
        )
        public static let removePreference = MethodDescriptor(
            service: "larder.budget.v1.Preferences",
            name: "RemovePreference",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Budget.RemovePreferenceRequest.descriptor,
            response: Budget.RemovePreferenceResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.budget.v1.Preferences",
            methods: [listPreferences, setPreference, removePreference]
        )
    }

    /// What things may cost that the caller is recommended: offers and notices of lower prices are among these alone.
    public protocol PreferencesProvider: ServiceProvider {
        /// The caller's, what is about everything first, then categories, then products.
        ///
        /// Callers: signed-in users.
        func listPreferences(_ request: Budget.ListPreferencesRequest, context: CallContext) async throws -> Budget.ListPreferencesResponse
        /// Says what something may cost, in place of what was said of it in that currency. FAILED_PRECONDITION (TOO_MANY_PREFERENCES) where
        /// there are 100 already.
        ///
        /// Callers: signed-in users.
        func setPreference(_ request: Budget.SetPreferenceRequest, context: CallContext) async throws -> Budget.PricePreference
        /// Has something cost what it may again. Nothing happens where nothing was said of it.
        ///
        /// Callers: signed-in users.
        func removePreference(_ request: Budget.RemovePreferenceRequest, context: CallContext) async throws -> Budget.RemovePreferenceResponse
    }

    /// Calls `larder.budget.v1.Preferences`.
    public struct PreferencesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// The caller's, what is about everything first, then categories, then products.
        public func listPreferences(_ request: Budget.ListPreferencesRequest, options: CallOptions = CallOptions()) async throws -> Budget.ListPreferencesResponse {
            try await channel.unary(PreferencesService.listPreferences, request, options: options)
        }

        /// Says what something may cost, in place of what was said of it in that currency. FAILED_PRECONDITION (TOO_MANY_PREFERENCES) where
        /// there are 100 already.
        public func setPreference(_ request: Budget.SetPreferenceRequest, options: CallOptions = CallOptions()) async throws -> Budget.PricePreference {
            try await channel.unary(PreferencesService.setPreference, request, options: options)
        }

        /// Has something cost what it may again. Nothing happens where nothing was said of it.
        public func removePreference(_ request: Budget.RemovePreferenceRequest, options: CallOptions = CallOptions()) async throws -> Budget.RemovePreferenceResponse {
            try await channel.unary(PreferencesService.removePreference, request, options: options)
        }
    }
}

extension Budget.PreferencesProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Budget.PreferencesService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Budget.PreferencesService.listPreferences) { (request: Budget.ListPreferencesRequest, context: CallContext) async throws -> Budget.ListPreferencesResponse in
                try await self.listPreferences(request, context: context)
            },
            .unary(Budget.PreferencesService.setPreference) { (request: Budget.SetPreferenceRequest, context: CallContext) async throws -> Budget.PricePreference in
                try await self.setPreference(request, context: context)
            },
            .unary(Budget.PreferencesService.removePreference) { (request: Budget.RemovePreferenceRequest, context: CallContext) async throws -> Budget.RemovePreferenceResponse in
                try await self.removePreference(request, context: context)
            },
        ]
    }
}
