import Foundation
import Foundations
import Mail
import NotificationsMessages
import Texts

/// What a mail says, as paragraphs and a link between them.
struct MailContent: Sendable, Equatable {
    /// The kind, as it is stored.
    let kind: String
    let subject: LocalizedText
    let before: [LocalizedText]
    /// The path in the app that the link leads to.
    let path: String
    /// What the link is called.
    let label: LocalizedText
    let after: [LocalizedText]
    /// The path in the app, with what follows it, by which readers stop such mails; nil for those that everybody gets.
    var stopPath: String?

    /// The content of a request; nil for a kind that this version does not know.
    init?(_ content: Notifications.SendMailRequest.Content?) {
        switch content {
        case .passwordReset(let mail):
            kind = "password_reset"
            subject = .notifications.mailResetSubject
            before = [.notifications.mailResetWhy(username: mail.username)]
            path = "/reset#\(mail.token)"
            label = .notifications.mailLink
            after = [.notifications.mailValid(count: Int(mail.minutes)), .notifications.mailResetOtherwise]
        case .accountLocked(let mail):
            kind = "account_locked"
            subject = .notifications.mailLockedSubject
            before = [.notifications.mailGreeting(username: mail.username), .notifications.mailLockedWhy]
            path = "/reset#\(mail.token)"
            label = .notifications.mailLink
            after = [.notifications.mailValid(count: Int(mail.minutes)), .notifications.mailLockedOtherwise]
        case .passwordChanged(let mail):
            kind = "password_changed"
            subject = .notifications.mailChangedSubject
            before = [
                .notifications.mailGreeting(username: mail.username), .notifications.mailChangedWhy,
                .notifications.mailChangedOtherwise,
            ]
            path = "/recover"
            label = .notifications.mailLink
            after = []
        case .accountClosed(let mail):
            kind = "account_closed"
            subject = .notifications.mailClosedSubject
            before = [
                .notifications.mailGreeting(username: mail.username),
                .notifications.mailClosedWhy(count: Int(mail.months)), .notifications.mailClosedOtherwise,
            ]
            path = "/reopen"
            label = .notifications.mailClosedLink
            after = []
        case .verifyEmail(let mail):
            kind = "verify_email"
            subject = .notifications.mailVerifySubject
            before = [.notifications.mailVerifyWhy(username: mail.username)]
            path = "/verify#\(mail.token)"
            label = .notifications.mailVerifyLink
            after = [
                .notifications.mailValidHours(count: Int(mail.hours)),
                .notifications.mailVerifyOtherwise,
            ]
        case .confirmEmail(let mail):
            kind = "confirm_email"
            subject = .notifications.mailConfirmSubject
            before = [.notifications.mailConfirmWhy(username: mail.username)]
            path = "/verify#\(mail.token)"
            label = .notifications.mailVerifyLink
            after = [.notifications.mailValidHours(count: Int(mail.hours)), .notifications.mailConfirmOtherwise]
        case .emailChangeRequested(let mail):
            kind = "email_change_requested"
            subject = .notifications.mailRequestedSubject
            label = .notifications.mailSecureLink
            (before, path, after) = Self.securing(
                mail.username,
                [.notifications.mailRequestedWhy, .notifications.mailSecureOtherwise],
                mail.token,
                hours: mail.hours
            )
        case .accountReopened(let mail):
            kind = "account_reopened"
            subject = .notifications.mailReopenedSubject
            label = .notifications.mailSecureLink
            (before, path, after) = Self.securing(
                mail.username,
                [.notifications.mailReopenedWhy, .notifications.mailSecureOtherwise],
                mail.token,
                hours: mail.hours
            )
        case .emailChanged(let mail):
            kind = "email_changed"
            subject = .notifications.mailMovedSubject
            label = .notifications.mailMovedLink
            (before, path, after) = Self.securing(
                mail.username,
                [.notifications.mailMovedWhy, .notifications.mailMovedOtherwise],
                mail.token,
                hours: mail.hours
            )
        case .signInCode(let mail):
            kind = "sign_in_code"
            subject = .notifications.mailCodeSubject
            before = [
                .notifications.mailGreeting(username: mail.username), .notifications.mailCodeWhy(code: mail.code),
                .notifications.mailValidCode(count: Int(mail.minutes)), .notifications.mailCodeOtherwise,
            ]
            path = "/recover"
            label = .notifications.mailLink
            after = []
        case .factorsChanged(let mail):
            kind = mail.isRemoved ? "factor_removed" : "factor_added"
            guard let factor = MailContent.factors[mail.kind] else { return nil }
            // An auth of a former release sends none.
            let hasLink = !mail.token.isEmpty
            subject = mail.isRemoved ? .notifications.mailFactorRemovedSubject : .notifications.mailFactorAddedSubject
            before = [
                .notifications.mailGreeting(username: mail.username),
                mail.isRemoved
                    ? .notifications.mailFactorRemoved(what: factor) : .notifications.mailFactorAdded(what: factor),
                hasLink ? .notifications.mailSecureOtherwise : .notifications.mailChangedOtherwise,
            ]
            path = hasLink ? "/secure#\(mail.token)" : "/recover"
            label = hasLink ? .notifications.mailSecureLink : .notifications.mailLink
            after = hasLink ? [.notifications.mailValidHours(count: Int(mail.hours))] : []
        case nil: return nil
        }
    }

    /// What is about a change, with the link by which the owner of the account takes it back.
    private static func securing(
        _ username: String,
        _ sentences: [LocalizedText],
        _ token: String,
        hours: some BinaryInteger
    ) -> (before: [LocalizedText], path: String, after: [LocalizedText]) {
        (
            [.notifications.mailGreeting(username: username)] + sentences, "/secure#\(token)",
            [.notifications.mailValidHours(count: Int(hours))]
        )
    }

    /// The kinds of second factors, as mails call them.
    private static let factors: [String: LocalizedText] = [
        "authenticator_app": .notifications.mailFactorAuthenticatorApp,
        "email_code": .notifications.mailFactorEmailCode, "passkey": .notifications.mailFactorPasskey,
        "recovery_codes": .notifications.mailFactorRecoveryCodes,
    ]

    /// The plain text: paragraphs, and the link on a line of its own.
    func text(in language: Language, webAddress: String) -> String {
        let (before, after) = (before.map { $0.rendered(in: language) }, after.map { $0.rendered(in: language) })
        let stop = stopPath.map { path in
            [LocalizedText.notifications.mailStop.rendered(in: language) + "\n" + webAddress + path]
        }
        return (before + [webAddress + path] + after + (stop ?? [])).joined(separator: "\n\n") + "\n"
    }

    /// The HTML document. It loads nothing from elsewhere, so that nobody learns that it was opened.
    func html(in language: Language, webAddress: String) -> String {
        func paragraphs(_ texts: [LocalizedText]) -> String {
            texts.map { "<p>\($0.rendered(in: language).htmlEscaped)</p>" }.joined(separator: "\n")
        }
        let title = subject.rendered(in: language).htmlEscaped
        let address = (webAddress + path).htmlEscaped
        let label = label.rendered(in: language).htmlEscaped
        let stop = stopPath.map { path in
            let text = LocalizedText.notifications.mailStop.rendered(in: language).htmlEscaped
            return "<p><a href=\"\((webAddress + path).htmlEscaped)\" style=\"color: #4a5a52\">\(text)</a></p>"
        }
        return """
            <!DOCTYPE html>
            <html lang="\(language.rawValue)">
            <head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>\(title)</title></head>
            <body style="margin: 0; padding: 24px; font: 16px/1.5 sans-serif; color: #1f2a24; background: #ffffff">
            <div style="max-width: 34em; margin: 0 auto">
            <p style="font-weight: bold; color: #1b6e4a">Larder</p>
            \(paragraphs(before))
            <p><a href="\(address)" style="display: inline-block; padding: 12px 20px; border-radius: 8px; \
            color: #ffffff; background: #1b6e4a; text-decoration: none">\(label)</a></p>
            \(paragraphs(after))
            \(stop ?? "")
            </div>
            </body>
            </html>

            """
    }
}

extension MailContent {
    /// A mail that is none of another service's.
    init(
        kind: String,
        subject: LocalizedText,
        before: [LocalizedText],
        path: String,
        label: LocalizedText,
        after: [LocalizedText],
        stopPath: String
    ) {
        self.kind = kind
        self.subject = subject
        self.before = before
        self.path = path
        self.label = label
        self.after = after
        self.stopPath = stopPath
    }

    /// The mail as it is sent.
    func message(
        to address: String,
        in language: Language,
        id: String,
        _ settings: MailSettings,
        at time: Date
    ) -> MailMessage {
        MailMessage(
            to: address,
            subject: subject.rendered(in: language),
            text: text(in: language, webAddress: settings.webAddress),
            html: html(in: language, webAddress: settings.webAddress),
            language: language.rawValue,
            id: id,
            date: time,
            stopAddress: stopPath.map { settings.webAddress + $0 }
        )
    }
}
