import Foundation
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
            after = [.notifications.mailValidHours(count: Int(mail.hours)), .notifications.mailVerifyOtherwise]
        case .confirmEmail(let mail):
            kind = "confirm_email"
            subject = .notifications.mailConfirmSubject
            before = [.notifications.mailConfirmWhy(username: mail.username)]
            path = "/verify#\(mail.token)"
            label = .notifications.mailVerifyLink
            after = [.notifications.mailValidHours(count: Int(mail.hours)), .notifications.mailConfirmOtherwise]
        case .emailChanged(let mail):
            kind = "email_changed"
            subject = .notifications.mailMovedSubject
            before = [
                .notifications.mailGreeting(username: mail.username), .notifications.mailMovedWhy,
                .notifications.mailMovedOtherwise,
            ]
            path = "/verify#\(mail.token)"
            label = .notifications.mailMovedLink
            after = [.notifications.mailValidHours(count: Int(mail.hours))]
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
            subject = mail.isRemoved ? .notifications.mailFactorRemovedSubject : .notifications.mailFactorAddedSubject
            before = [
                .notifications.mailGreeting(username: mail.username),
                mail.isRemoved
                    ? .notifications.mailFactorRemoved(what: factor) : .notifications.mailFactorAdded(what: factor),
                .notifications.mailChangedOtherwise,
            ]
            path = "/recover"
            label = .notifications.mailLink
            after = []
        case nil: return nil
        }
    }

    /// The kinds of second factors, as mails call them.
    private static let factors: [String: LocalizedText] = [
        "authenticator_app": .notifications.mailFactorAuthenticatorApp,
        "email_code": .notifications.mailFactorEmailCode, "passkey": .notifications.mailFactorPasskey,
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
            texts.map { "<p>\(MailContent.escaped($0.rendered(in: language)))</p>" }.joined(separator: "\n")
        }
        let title = MailContent.escaped(subject.rendered(in: language))
        let address = MailContent.escaped(webAddress + path)
        let label = MailContent.escaped(label.rendered(in: language))
        let stop = stopPath.map { path in
            let text = MailContent.escaped(LocalizedText.notifications.mailStop.rendered(in: language))
            return "<p><a href=\"\(MailContent.escaped(webAddress + path))\" style=\"color: #4a5a52\">\(text)</a></p>"
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

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
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
