// Generated from larder/notifications/v1/notices.proto by protoc-gen-larder. Do not edit.
// swift-format-ignore-file

public import RPC

extension Notifications {
    /// What `larder.notifications.v1.NoticePreferences` has: its methods and who may call them.
    public enum NoticePreferencesService {
        public static let getNoticePreferences = MethodDescriptor(
            service: "larder.notifications.v1.NoticePreferences",
            name: "GetNoticePreferences",
            kind: .unary,
            access: .user,
            idempotency: .noSideEffects,
            request: Notifications.GetNoticePreferencesRequest.descriptor,
            response: Notifications.GetNoticePreferencesResponse.descriptor
        )
        public static let setNoticePreference = MethodDescriptor(
            service: "larder.notifications.v1.NoticePreferences",
            name: "SetNoticePreference",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Notifications.SetNoticePreferenceRequest.descriptor,
            response: Notifications.NoticePreference.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.notifications.v1.NoticePreferences",
            methods: [getNoticePreferences, setNoticePreference]
        )
    }

    /// Which kinds of notices a user gets, and where.
    public protocol NoticePreferencesProvider: ServiceProvider {
        /// Every kind of notice, with the channels that it may use and whether they are on for the caller. What the caller has not
        /// chosen is on.
        ///
        /// Callers: signed-in users.
        func getNoticePreferences(_ request: Notifications.GetNoticePreferencesRequest, context: CallContext) async throws -> Notifications.GetNoticePreferencesResponse
        /// Switches a channel of a kind on or off. What happens while it is off is not made up for later.
        ///
        /// Callers: signed-in users.
        func setNoticePreference(_ request: Notifications.SetNoticePreferenceRequest, context: CallContext) async throws -> Notifications.NoticePreference
    }

    /// Calls `larder.notifications.v1.NoticePreferences`.
    public struct NoticePreferencesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Every kind of notice, with the channels that it may use and whether they are on for the caller. What the caller has not
        /// chosen is on.
        public func getNoticePreferences(_ request: Notifications.GetNoticePreferencesRequest, options: CallOptions = CallOptions()) async throws -> Notifications.GetNoticePreferencesResponse {
            try await channel.unary(NoticePreferencesService.getNoticePreferences, request, options: options)
        }

        /// Switches a channel of a kind on or off. What happens while it is off is not made up for later.
        public func setNoticePreference(_ request: Notifications.SetNoticePreferenceRequest, options: CallOptions = CallOptions()) async throws -> Notifications.NoticePreference {
            try await channel.unary(NoticePreferencesService.setNoticePreference, request, options: options)
        }
    }
}

extension Notifications.NoticePreferencesProvider {
    /// The service's name, methods and access rules.
    public var descriptor: ServiceDescriptor { Notifications.NoticePreferencesService.descriptor }

    /// What answers each method.
    public var handlers: [MethodHandler] {
        [
            .unary(Notifications.NoticePreferencesService.getNoticePreferences) { (request: Notifications.GetNoticePreferencesRequest, context: CallContext) async throws -> Notifications.GetNoticePreferencesResponse in
                try await self.getNoticePreferences(request, context: context)
            },
            .unary(Notifications.NoticePreferencesService.setNoticePreference) { (request: Notifications.SetNoticePreferenceRequest, context: CallContext) async throws -> Notifications.NoticePreference in
                try await self.setNoticePreference(request, context: context)
            },
        ]
    }
}
