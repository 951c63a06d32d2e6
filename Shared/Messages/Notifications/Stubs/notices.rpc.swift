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
        public static let setNoticeFrequency = MethodDescriptor(
            service: "larder.notifications.v1.NoticePreferences",
            name: "SetNoticeFrequency",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Notifications.SetNoticeFrequencyRequest.descriptor,
            response: Notifications.NoticePreference.descriptor
        )
        public static let setNoticeTimes = MethodDescriptor(
            service: "larder.notifications.v1.NoticePreferences",
            name: "SetNoticeTimes",
            kind: .unary,
            access: .user,
            idempotency: .idempotent,
            request: Notifications.NoticeTimes.descriptor,
            response: Notifications.NoticeTimes.descriptor
        )
        public static let switchMail = MethodDescriptor(
            service: "larder.notifications.v1.NoticePreferences",
            name: "SwitchMail",
            kind: .unary,
            access: .anyone,
            idempotency: .idempotent,
            request: Notifications.SwitchMailRequest.descriptor,
            response: Notifications.SwitchMailResponse.descriptor
        )

        public static let descriptor = ServiceDescriptor(
            name: "larder.notifications.v1.NoticePreferences",
            methods: [getNoticePreferences, setNoticePreference, setNoticeFrequency, setNoticeTimes, switchMail]
        )
    }

    /// Which kinds of notices a user gets, where and when.
    public protocol NoticePreferencesProvider: ServiceProvider {
        /// Every kind of notice, with the channels that it may use and whether they are on for the caller, and when the caller wants to be
        /// disturbed. What the caller has not chosen is as it is for everybody: entries of the inbox are on, and
        /// web push for most kinds; mails and daily reminders are off.
        ///
        /// Callers: signed-in users.
        func getNoticePreferences(_ request: Notifications.GetNoticePreferencesRequest, context: CallContext) async throws -> Notifications.GetNoticePreferencesResponse
        /// Switches a channel of a kind on or off. What waits to go out by it then does not, and what happens while it is off is not made up
        /// for later.
        ///
        /// Callers: signed-in users.
        func setNoticePreference(_ request: Notifications.SetNoticePreferenceRequest, context: CallContext) async throws -> Notifications.NoticePreference
        /// Sets how often a kind goes out by mail and web push. What waits already comes when it was to come. Urgent kinds and reminders
        /// always go out at once; reminders not at all where quiet hours last until the next day.
        ///
        /// Callers: signed-in users.
        func setNoticeFrequency(_ request: Notifications.SetNoticeFrequencyRequest, context: CallContext) async throws -> Notifications.NoticePreference
        /// Sets time zone, quiet hours and the times of daily digests and reminders.
        ///
        /// Callers: signed-in users.
        func setNoticeTimes(_ request: Notifications.NoticeTimes, context: CallContext) async throws -> Notifications.NoticeTimes
        /// Switches mails of a kind off for whoever has the link of one of them, signed in or not, for half a year after the mail.
        /// INVALID_ARGUMENT for a token that no mail had, and for switching them on; FAILED_PRECONDITION with reason LINK_EXPIRED later, and
        /// when nothing is stored of the person any more.
        ///
        /// Callers: anyone.
        func switchMail(_ request: Notifications.SwitchMailRequest, context: CallContext) async throws -> Notifications.SwitchMailResponse
    }

    /// Calls `larder.notifications.v1.NoticePreferences`.
    public struct NoticePreferencesClient: Sendable {
        private let channel: any CallChannel

        /// A client whose calls go through `channel`.
        public init(channel: any CallChannel) {
            self.channel = channel
        }

        /// Every kind of notice, with the channels that it may use and whether they are on for the caller, and when the caller wants to be
        /// disturbed. What the caller has not chosen is as it is for everybody: entries of the inbox are on, and
        /// web push for most kinds; mails and daily reminders are off.
        public func getNoticePreferences(_ request: Notifications.GetNoticePreferencesRequest, options: CallOptions = CallOptions()) async throws -> Notifications.GetNoticePreferencesResponse {
            try await channel.unary(NoticePreferencesService.getNoticePreferences, request, options: options)
        }

        /// Switches a channel of a kind on or off. What waits to go out by it then does not, and what happens while it is off is not made up
        /// for later.
        public func setNoticePreference(_ request: Notifications.SetNoticePreferenceRequest, options: CallOptions = CallOptions()) async throws -> Notifications.NoticePreference {
            try await channel.unary(NoticePreferencesService.setNoticePreference, request, options: options)
        }

        /// Sets how often a kind goes out by mail and web push. What waits already comes when it was to come. Urgent kinds and reminders
        /// always go out at once; reminders not at all where quiet hours last until the next day.
        public func setNoticeFrequency(_ request: Notifications.SetNoticeFrequencyRequest, options: CallOptions = CallOptions()) async throws -> Notifications.NoticePreference {
            try await channel.unary(NoticePreferencesService.setNoticeFrequency, request, options: options)
        }

        /// Sets time zone, quiet hours and the times of daily digests and reminders.
        public func setNoticeTimes(_ request: Notifications.NoticeTimes, options: CallOptions = CallOptions()) async throws -> Notifications.NoticeTimes {
            try await channel.unary(NoticePreferencesService.setNoticeTimes, request, options: options)
        }

        /// Switches mails of a kind off for whoever has the link of one of them, signed in or not, for half a year after the mail.
        /// INVALID_ARGUMENT for a token that no mail had, and for switching them on; FAILED_PRECONDITION with reason LINK_EXPIRED later, and
        /// when nothing is stored of the person any more.
        public func switchMail(_ request: Notifications.SwitchMailRequest, options: CallOptions = CallOptions()) async throws -> Notifications.SwitchMailResponse {
            try await channel.unary(NoticePreferencesService.switchMail, request, options: options)
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
            .unary(Notifications.NoticePreferencesService.setNoticeFrequency) { (request: Notifications.SetNoticeFrequencyRequest, context: CallContext) async throws -> Notifications.NoticePreference in
                try await self.setNoticeFrequency(request, context: context)
            },
            .unary(Notifications.NoticePreferencesService.setNoticeTimes) { (request: Notifications.NoticeTimes, context: CallContext) async throws -> Notifications.NoticeTimes in
                try await self.setNoticeTimes(request, context: context)
            },
            .unary(Notifications.NoticePreferencesService.switchMail) { (request: Notifications.SwitchMailRequest, context: CallContext) async throws -> Notifications.SwitchMailResponse in
                try await self.switchMail(request, context: context)
            },
        ]
    }
}
