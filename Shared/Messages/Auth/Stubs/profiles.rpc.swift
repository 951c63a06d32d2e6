// Generated from larder/auth/v1/profiles.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Auth {
    /// What `larder.auth.v1.Profiles` has: its methods and who may call them.
    public enum ProfilesService {
        public static let getProfile = MethodDescriptor(
            service: "larder.auth.v1.Profiles",
            name: "GetProfile",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Auth.GetProfileRequest.descriptor,
            response: Auth.Profile.descriptor
        )
        public static let updateDetails = MethodDescriptor(
            service: "larder.auth.v1.Profiles",
            name: "UpdateDetails",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Auth.UpdateDetailsRequest.descriptor,
            response: Auth.Profile.descriptor
        )
        public static let setBodyDetails = MethodDescriptor(
            service: "larder.auth.v1.Profiles",
            name: "SetBodyDetails",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(consents: ["health_data"]),
            idempotency: .idempotent,
            request: Auth.SetBodyDetailsRequest.descriptor,
            response: Auth.Profile.descriptor
        )
        public static let setHomePlace = MethodDescriptor(
            service: "larder.auth.v1.Profiles",
            name: "SetHomePlace",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(consents: ["location"]),
            idempotency: .idempotent,
            request: Auth.SetHomePlaceRequest.descriptor,
            response: Auth.Profile.descriptor
        )
        public static let clearHomePlace = MethodDescriptor(
            service: "larder.auth.v1.Profiles",
            name: "ClearHomePlace",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Auth.ClearHomePlaceRequest.descriptor,
            response: Auth.Profile.descriptor
        )
        public static let setStoreChoices = MethodDescriptor(
            service: "larder.auth.v1.Profiles",
            name: "SetStoreChoices",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Auth.SetStoreChoicesRequest.descriptor,
            response: Auth.Profile.descriptor
        )
        public static let setDietaryPreferences = MethodDescriptor(
            service: "larder.auth.v1.Profiles",
            name: "SetDietaryPreferences",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Auth.SetDietaryPreferencesRequest.descriptor,
            response: Auth.Profile.descriptor
        )
        public static let getPreferences = MethodDescriptor(
            service: "larder.auth.v1.Profiles",
            name: "GetPreferences",
            kind: .unary,
            access: .services(["catalog", "budget", "orders"]),
            idempotency: .noSideEffects,
            request: Auth.GetPreferencesRequest.descriptor,
            response: Auth.UserPreferences.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.auth.v1.Profiles",
            methods: [getProfile, updateDetails, setBodyDetails, setHomePlace, clearHomePlace, setStoreChoices, setDietaryPreferences, getPreferences]
        )
    }

    /// What users say about themselves. All of it may be left out.
    public protocol ProfilesProvider: ServiceProvider {
        /// Callers: signed-in users.
        func getProfile(_ request: Auth.GetProfileRequest, context: CallContext) async throws -> Auth.Profile
        /// Replaces the personal details.
        ///
        /// Callers: signed-in users.
        func updateDetails(_ request: Auth.UpdateDetailsRequest, context: CallContext) async throws -> Auth.Profile
        /// Replaces height and weight. Withdrawing the consent deletes them.
        ///
        /// Callers: signed-in users with the consent health_data.
        func setBodyDetails(_ request: Auth.SetBodyDetailsRequest, context: CallContext) async throws -> Auth.Profile
        /// Sets where the user lives, for what is near. Withdrawing the consent deletes it.
        ///
        /// Callers: signed-in users with the consent location.
        func setHomePlace(_ request: Auth.SetHomePlaceRequest, context: CallContext) async throws -> Auth.Profile
        /// Callers: signed-in users.
        func clearHomePlace(_ request: Auth.ClearHomePlaceRequest, context: CallContext) async throws -> Auth.Profile
        /// Replaces the stores that are preferred and those that are ignored. FAILED_PRECONDITION (`STORE_CHOICE_CONFLICT`) with a
        /// store that is both.
        ///
        /// Callers: signed-in users.
        func setStoreChoices(_ request: Auth.SetStoreChoicesRequest, context: CallContext) async throws -> Auth.Profile
        /// Replaces what the user eats and what not.
        ///
        /// Callers: signed-in users.
        func setDietaryPreferences(_ request: Auth.SetDietaryPreferencesRequest, context: CallContext) async throws -> Auth.Profile
        /// What services do their work by. NOT_FOUND for an account that is gone.
        ///
        /// Callers: the services catalog, budget, orders.
        func getPreferences(_ request: Auth.GetPreferencesRequest, context: CallContext) async throws -> Auth.UserPreferences
    }

    /// Calls `larder.auth.v1.Profiles`.
    public struct ProfilesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        public func getProfile(_ request: Auth.GetProfileRequest, options: CallOptions = CallOptions()) async throws -> Auth.Profile {
            try await channel.unary(ProfilesService.getProfile, request, options: options)
        }

        /// Replaces the personal details.
        public func updateDetails(_ request: Auth.UpdateDetailsRequest, options: CallOptions = CallOptions()) async throws -> Auth.Profile {
            try await channel.unary(ProfilesService.updateDetails, request, options: options)
        }

        /// Replaces height and weight. Withdrawing the consent deletes them.
        public func setBodyDetails(_ request: Auth.SetBodyDetailsRequest, options: CallOptions = CallOptions()) async throws -> Auth.Profile {
            try await channel.unary(ProfilesService.setBodyDetails, request, options: options)
        }

        /// Sets where the user lives, for what is near. Withdrawing the consent deletes it.
        public func setHomePlace(_ request: Auth.SetHomePlaceRequest, options: CallOptions = CallOptions()) async throws -> Auth.Profile {
            try await channel.unary(ProfilesService.setHomePlace, request, options: options)
        }

        public func clearHomePlace(_ request: Auth.ClearHomePlaceRequest, options: CallOptions = CallOptions()) async throws -> Auth.Profile {
            try await channel.unary(ProfilesService.clearHomePlace, request, options: options)
        }

        /// Replaces the stores that are preferred and those that are ignored. FAILED_PRECONDITION (`STORE_CHOICE_CONFLICT`) with a
        /// store that is both.
        public func setStoreChoices(_ request: Auth.SetStoreChoicesRequest, options: CallOptions = CallOptions()) async throws -> Auth.Profile {
            try await channel.unary(ProfilesService.setStoreChoices, request, options: options)
        }

        /// Replaces what the user eats and what not.
        public func setDietaryPreferences(_ request: Auth.SetDietaryPreferencesRequest, options: CallOptions = CallOptions()) async throws -> Auth.Profile {
            try await channel.unary(ProfilesService.setDietaryPreferences, request, options: options)
        }

        /// What services do their work by. NOT_FOUND for an account that is gone.
        public func getPreferences(_ request: Auth.GetPreferencesRequest, options: CallOptions = CallOptions()) async throws -> Auth.UserPreferences {
            try await channel.unary(ProfilesService.getPreferences, request, options: options)
        }
    }
}

extension Auth.ProfilesProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Auth.ProfilesService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Auth.ProfilesService.getProfile) { (request: Auth.GetProfileRequest, context: CallContext) async throws -> Auth.Profile in
                try await self.getProfile(request, context: context)
            },
            .unary(Auth.ProfilesService.updateDetails) { (request: Auth.UpdateDetailsRequest, context: CallContext) async throws -> Auth.Profile in
                try await self.updateDetails(request, context: context)
            },
            .unary(Auth.ProfilesService.setBodyDetails) { (request: Auth.SetBodyDetailsRequest, context: CallContext) async throws -> Auth.Profile in
                try await self.setBodyDetails(request, context: context)
            },
            .unary(Auth.ProfilesService.setHomePlace) { (request: Auth.SetHomePlaceRequest, context: CallContext) async throws -> Auth.Profile in
                try await self.setHomePlace(request, context: context)
            },
            .unary(Auth.ProfilesService.clearHomePlace) { (request: Auth.ClearHomePlaceRequest, context: CallContext) async throws -> Auth.Profile in
                try await self.clearHomePlace(request, context: context)
            },
            .unary(Auth.ProfilesService.setStoreChoices) { (request: Auth.SetStoreChoicesRequest, context: CallContext) async throws -> Auth.Profile in
                try await self.setStoreChoices(request, context: context)
            },
            .unary(Auth.ProfilesService.setDietaryPreferences) { (request: Auth.SetDietaryPreferencesRequest, context: CallContext) async throws -> Auth.Profile in
                try await self.setDietaryPreferences(request, context: context)
            },
            .unary(Auth.ProfilesService.getPreferences) { (request: Auth.GetPreferencesRequest, context: CallContext) async throws -> Auth.UserPreferences in
                try await self.getPreferences(request, context: context)
            },
        ]
    }
}
