import Foundation
import NotificationsMessages
import RPC
import ServiceKit

/// The service for a user's choices about kinds of notices.
struct NoticePreferencesService: Notifications.NoticePreferencesProvider {
    let store: NoticePreferenceStore
    let masterKeys: MasterKeys

    func getNoticePreferences(
        _ request: Notifications.GetNoticePreferencesRequest,
        context: CallContext
    ) async throws -> Notifications.GetNoticePreferencesResponse {
        let choices = try await store.choices(of: try context.userID)
        return Notifications.GetNoticePreferencesResponse(
            preferences: store.kinds.kinds.map { $0.preference(choices) },
            times: choices.times.message
        )
    }

    func setNoticePreference(
        _ request: Notifications.SetNoticePreferenceRequest,
        context: CallContext
    ) async throws -> Notifications.NoticePreference {
        let (user, kind) = (try context.userID, try NoticeKind(of: request, in: store.kinds))
        try await store.set(.init(kind: kind.name, channel: request.channel), isOn: request.isOn, of: user)
        return kind.preference(try await store.choices(of: user))
    }

    func setNoticeFrequency(
        _ request: Notifications.SetNoticeFrequencyRequest,
        context: CallContext
    ) async throws -> Notifications.NoticePreference {
        let (user, kind) = (try context.userID, try NoticeKind(of: request, in: store.kinds))
        try await store.set(request.frequency, of: kind.name, of: user)
        return kind.preference(try await store.choices(of: user))
    }

    func setNoticeTimes(
        _ request: Notifications.NoticeTimes,
        context: CallContext
    ) async throws -> Notifications.NoticeTimes {
        let user = try context.userID
        return try await store.changeTimes(of: user) { former in
            try NoticeTimes(validating: request, reminding: former.reminderMinute)
        }.message
    }

    func switchMail(
        _ request: Notifications.SwitchMailRequest,
        context: CallContext
    ) async throws -> Notifications.SwitchMailResponse {
        var validator = FieldValidator()
        let token = StopToken(request.token, masterKeys)
        if token == nil { validator.reject("token", .notifications.ruleStopToken) }
        // A link may be in many hands: none of them can have mails come again.
        if request.isOn { validator.reject("is_on", .notifications.ruleStopOnly) }
        try validator.finish()
        guard let token, try await store.isValid(token) else {
            throw Status(.failedPrecondition, .notifications.stopExpired, reason: .linkExpired)
        }
        let kinds = store.kinds.kinds.filter { kind in
            kind.channels.contains(.email) && kind.isOptional(.email)
                && (token.kind == nil || token.kind == kind.name)
        }
        for kind in kinds {
            try await store.set(.init(kind: kind.name, channel: .email), isOn: false, of: token.user)
        }
        let title = token.kind.flatMap { store.kinds[$0]?.title.forCaller }
        return Notifications.SwitchMailResponse(title: title ?? "", isOn: false)
    }
}

extension NoticeKind {
    /// The kind that a request is about.
    /// - Throws: INVALID_ARGUMENT for a kind that doesn't exist, a channel that it may not use, or one that can't be switched off.
    fileprivate init(of request: Notifications.SetNoticePreferenceRequest, in kinds: NoticeKinds) throws(Status) {
        let kind = try kinds.known(request.kind)
        var validator = FieldValidator()
        if !kind.channels.contains(request.channel) {
            validator.reject("channel", .notifications.ruleChannel(kind: kind.name))
        } else if !request.isOn, !kind.isOptional(request.channel) {
            validator.reject("is_on", .notifications.ruleAlwaysOn(kind: kind.name))
        }
        try validator.finish()
        self = kind
    }

    /// The kind that a request is about.
    /// - Throws: INVALID_ARGUMENT for a kind that doesn't exist or always goes out at once, and for an unknown frequency.
    fileprivate init(of request: Notifications.SetNoticeFrequencyRequest, in kinds: NoticeKinds) throws(Status) {
        let kind = try kinds.known(request.kind)
        var validator = FieldValidator()
        if ![.atOnce, .hourly, .daily].contains(request.frequency) {
            validator.reject("frequency", .notifications.ruleFrequency)
        } else if kind.alwaysGoesAtOnce, request.frequency != .atOnce {
            validator.reject("frequency", .notifications.ruleAtOnce(kind: kind.name))
        }
        try validator.finish()
        self = kind
    }

    /// The kind with what a user has chosen.
    fileprivate func preference(_ choices: NoticeChoices) -> Notifications.NoticePreference {
        Notifications.NoticePreference(
            kind: name,
            title: title.forCaller,
            urgency: urgency,
            channels: channels.map { channel in
                .init(channel: channel, isOn: choices.isOn(channel, of: self), isOptional: isOptional(channel))
            },
            frequency: choices.frequency(of: self)
        )
    }
}

extension NoticeKinds {
    /// - Throws: INVALID_ARGUMENT for a kind that doesn't exist.
    fileprivate func known(_ name: String) throws(Status) -> NoticeKind {
        guard let kind = self[name] else {
            throw .invalid([.init("kind", .services.field(field: "kind", rule: .notifications.ruleKind))])
        }
        return kind
    }
}

extension StatusReason {
    /// The link of a mail is too old, or nothing is stored any more of the person to whom it went.
    static let linkExpired: StatusReason = "LINK_EXPIRED"
}
