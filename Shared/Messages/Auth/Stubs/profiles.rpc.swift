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
        public static let getShoppingArea = MethodDescriptor(
            service: "larder.auth.v1.Profiles",
            name: "GetShoppingArea",
            kind: .unary,
            access: .services(["catalog"]),
            idempotency: .noSideEffects,
            request: Auth.GetShoppingAreaRequest.descriptor,
            response: Auth.ShoppingArea.descriptor
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
        public static let getPhoto = MethodDescriptor(
            service: "larder.auth.v1.Profiles",
            name: "GetPhoto",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .noSideEffects,
            request: Auth.GetPhotoRequest.descriptor,
            response: Auth.ProfilePhoto.descriptor
        )
        public static let setPhoto = MethodDescriptor(
            service: "larder.auth.v1.Profiles",
            name: "SetPhoto",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            maximumRequest: 1114112,
            request: Auth.SetPhotoRequest.descriptor,
            response: Auth.Profile.descriptor
        )
        public static let removePhoto = MethodDescriptor(
            service: "larder.auth.v1.Profiles",
            name: "RemovePhoto",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Auth.RemovePhotoRequest.descriptor,
            response: Auth.Profile.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.auth.v1.Profiles",
            methods: [getProfile, updateDetails, setBodyDetails, setHomePlace, clearHomePlace, setStoreChoices, getShoppingArea, setDietaryPreferences, getPhoto, setPhoto, removePhoto]
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
        /// Where a user shops, for prices that are near them. NOT_FOUND for a nonexistent account.
        ///
        /// Callers: the services catalog.
        func getShoppingArea(_ request: Auth.GetShoppingAreaRequest, context: CallContext) async throws -> Auth.ShoppingArea
        /// Replaces what the user eats and what not.
        ///
        /// Callers: signed-in users.
        func setDietaryPreferences(_ request: Auth.SetDietaryPreferencesRequest, context: CallContext) async throws -> Auth.Profile
        /// The caller's photo. NOT_FOUND when there is none.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func getPhoto(_ request: Auth.GetPhotoRequest, context: CallContext) async throws -> Auth.ProfilePhoto
        /// Replaces the caller's photo: a JPEG, PNG or WebP file of at most 1 MiB with 64 to 4,096 pixels on each side. It is stored
        /// without notes such as the place where it was taken. INVALID_ARGUMENT with a reason says what is wrong with it, and leaves
        /// the former one: NOT_AN_IMAGE, IMAGE_TOO_LARGE, IMAGE_DIMENSIONS or IMAGE_DAMAGED.
        ///
        /// Callers: signed-in users.
        func setPhoto(_ request: Auth.SetPhotoRequest, context: CallContext) async throws -> Auth.Profile
        /// Deletes the caller's photo, if there is one.
        ///
        /// Callers: signed-in users.
        func removePhoto(_ request: Auth.RemovePhotoRequest, context: CallContext) async throws -> Auth.Profile
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

        /// Where a user shops, for prices that are near them. NOT_FOUND for a nonexistent account.
        public func getShoppingArea(_ request: Auth.GetShoppingAreaRequest, options: CallOptions = CallOptions()) async throws -> Auth.ShoppingArea {
            try await channel.unary(ProfilesService.getShoppingArea, request, options: options)
        }

        /// Replaces what the user eats and what not.
        public func setDietaryPreferences(_ request: Auth.SetDietaryPreferencesRequest, options: CallOptions = CallOptions()) async throws -> Auth.Profile {
            try await channel.unary(ProfilesService.setDietaryPreferences, request, options: options)
        }

        /// The caller's photo. NOT_FOUND when there is none.
        public func getPhoto(_ request: Auth.GetPhotoRequest, options: CallOptions = CallOptions()) async throws -> Auth.ProfilePhoto {
            try await channel.unary(ProfilesService.getPhoto, request, options: options)
        }

        /// Replaces the caller's photo: a JPEG, PNG or WebP file of at most 1 MiB with 64 to 4,096 pixels on each side. It is stored
        /// without notes such as the place where it was taken. INVALID_ARGUMENT with a reason says what is wrong with it, and leaves
        /// the former one: NOT_AN_IMAGE, IMAGE_TOO_LARGE, IMAGE_DIMENSIONS or IMAGE_DAMAGED.
        public func setPhoto(_ request: Auth.SetPhotoRequest, options: CallOptions = CallOptions()) async throws -> Auth.Profile {
            try await channel.unary(ProfilesService.setPhoto, request, options: options)
        }

        /// Deletes the caller's photo, if there is one.
        public func removePhoto(_ request: Auth.RemovePhotoRequest, options: CallOptions = CallOptions()) async throws -> Auth.Profile {
            try await channel.unary(ProfilesService.removePhoto, request, options: options)
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
            .unary(Auth.ProfilesService.getShoppingArea) { (request: Auth.GetShoppingAreaRequest, context: CallContext) async throws -> Auth.ShoppingArea in
                try await self.getShoppingArea(request, context: context)
            },
            .unary(Auth.ProfilesService.setDietaryPreferences) { (request: Auth.SetDietaryPreferencesRequest, context: CallContext) async throws -> Auth.Profile in
                try await self.setDietaryPreferences(request, context: context)
            },
            .unary(Auth.ProfilesService.getPhoto) { (request: Auth.GetPhotoRequest, context: CallContext) async throws -> Auth.ProfilePhoto in
                try await self.getPhoto(request, context: context)
            },
            .unary(Auth.ProfilesService.setPhoto) { (request: Auth.SetPhotoRequest, context: CallContext) async throws -> Auth.Profile in
                try await self.setPhoto(request, context: context)
            },
            .unary(Auth.ProfilesService.removePhoto) { (request: Auth.RemovePhotoRequest, context: CallContext) async throws -> Auth.Profile in
                try await self.removePhoto(request, context: context)
            },
        ]
    }
}
