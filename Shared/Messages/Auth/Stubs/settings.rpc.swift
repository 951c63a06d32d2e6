// Generated from larder/auth/v1/settings.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Auth {
    /// What `larder.auth.v1.Settings` has: its methods and who may call them.
    public enum SettingsService {
        public static let getSettings = MethodDescriptor(
            service: "larder.auth.v1.Settings",
            name: "GetSettings",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .noSideEffects,
            request: Auth.GetSettingsRequest.descriptor,
            response: Auth.UserSettings.descriptor
        )
        public static let updateSettings = MethodDescriptor(
            service: "larder.auth.v1.Settings",
            name: "UpdateSettings",
            kind: .unary,
            access: .user,
            requirements: UserRequirements(isBeforeTerms: true),
            idempotency: .idempotent,
            request: Auth.UpdateSettingsRequest.descriptor,
            response: Auth.UserSettings.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.auth.v1.Settings",
            methods: [getSettings, updateSettings]
        )
    }

    /// How a user wants Larder to be, on every device.
    public protocol SettingsProvider: ServiceProvider {
        /// Callers: signed-in users (also before accepting the terms).
        func getSettings(_ request: Auth.GetSettingsRequest, context: CallContext) async throws -> Auth.UserSettings
        /// Changes the fields that are named and leaves all others as they are, so that devices that change different ones do not
        /// undo each other. Access tokens name language and time zone: a change of these has the tokens renewed.
        ///
        /// Callers: signed-in users (also before accepting the terms).
        func updateSettings(_ request: Auth.UpdateSettingsRequest, context: CallContext) async throws -> Auth.UserSettings
    }

    /// Calls `larder.auth.v1.Settings`.
    public struct SettingsClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        public func getSettings(_ request: Auth.GetSettingsRequest, options: CallOptions = CallOptions()) async throws -> Auth.UserSettings {
            try await channel.unary(SettingsService.getSettings, request, options: options)
        }

        /// Changes the fields that are named and leaves all others as they are, so that devices that change different ones do not
        /// undo each other. Access tokens name language and time zone: a change of these has the tokens renewed.
        public func updateSettings(_ request: Auth.UpdateSettingsRequest, options: CallOptions = CallOptions()) async throws -> Auth.UserSettings {
            try await channel.unary(SettingsService.updateSettings, request, options: options)
        }
    }
}

extension Auth.SettingsProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Auth.SettingsService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Auth.SettingsService.getSettings) { (request: Auth.GetSettingsRequest, context: CallContext) async throws -> Auth.UserSettings in
                try await self.getSettings(request, context: context)
            },
            .unary(Auth.SettingsService.updateSettings) { (request: Auth.UpdateSettingsRequest, context: CallContext) async throws -> Auth.UserSettings in
                try await self.updateSettings(request, context: context)
            },
        ]
    }
}
