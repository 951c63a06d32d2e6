import Foundation
import NotificationsMessages
import RPC
import ServiceKit

/// The service for a user's choices about kinds of notices.
struct NoticePreferencesService: Notifications.NoticePreferencesProvider {
    let store: NoticePreferenceStore

    func getNoticePreferences(
        _ request: Notifications.GetNoticePreferencesRequest,
        context: CallContext
    ) async throws -> Notifications.GetNoticePreferencesResponse {
        let off = try await store.off(of: try context.userID)
        return Notifications.GetNoticePreferencesResponse(
            preferences: store.kinds.kinds.map { $0.preference(off: off) }
        )
    }

    func setNoticePreference(
        _ request: Notifications.SetNoticePreferenceRequest,
        context: CallContext
    ) async throws -> Notifications.NoticePreference {
        let (user, kind) = (try context.userID, try NoticeKind(of: request, in: store.kinds))
        try await store.set(.init(kind: kind.name, channel: request.channel), isOn: request.isOn, of: user)
        return kind.preference(off: try await store.off(of: user))
    }
}

extension NoticeKind {
    /// The kind that a request is about.
    /// - Throws: INVALID_ARGUMENT for a kind that doesn't exist, a channel that it may not use, or one that can't be switched off.
    fileprivate init(of request: Notifications.SetNoticePreferenceRequest, in kinds: NoticeKinds) throws(Status) {
        guard let kind = kinds[request.kind] else {
            throw .invalid([.init("kind", .services.field(field: "kind", rule: .notifications.ruleKind))])
        }
        var validator = FieldValidator()
        if !kind.channels.contains(request.channel) {
            validator.reject("channel", .notifications.ruleChannel(kind: kind.name))
        } else if !request.isOn, !kind.isOptional(request.channel) {
            validator.reject("is_on", .notifications.ruleAlwaysOn(kind: kind.name))
        }
        try validator.finish()
        self = kind
    }

    /// The kind with what a user has chosen.
    fileprivate func preference(off: Set<NoticePreferenceStore.Choice>) -> Notifications.NoticePreference {
        Notifications.NoticePreference(
            kind: name,
            title: title.forCaller,
            urgency: urgency,
            channels: channels.map { channel in
                .init(
                    channel: channel,
                    isOn: !isOptional(channel) || !off.contains(.init(kind: name, channel: channel)),
                    isOptional: isOptional(channel)
                )
            }
        )
    }
}
