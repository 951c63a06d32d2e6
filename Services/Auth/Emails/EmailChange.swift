import AuthMessages
import Foundation
import RPC

/// A validated request for a new address.
struct EmailChange: Sendable {
    let currentPassword: String
    let newEmail: EmailAddress

    /// Validates a request.
    /// - Throws: INVALID_ARGUMENT with every field that is missing or invalid.
    init(validating request: Auth.ChangeEmailRequest) throws {
        var violations: [Status.FieldViolation] = []
        if !PasswordRule.isPossible(request.currentPassword) {
            violations.append(.init("current_password", .auth.enterCurrentPassword))
        }
        let email = EmailAddress(request.newEmail)
        if email == nil { violations.append(.init("new_email", EmailAddress.rule)) }
        guard let email, violations.isEmpty else { throw Status.invalid(violations) }
        currentPassword = request.currentPassword
        newEmail = email
    }

    /// Another account has the address.
    static let taken = Status(
        .alreadyExists,
        .auth.newEmailTaken,
        fieldViolations: [.init("new_email", .auth.newEmailTaken)],
        reason: .taken
    )

    /// The account has asked for too many mails.
    static func tooMany(until end: Date, now: Date) -> Status {
        let seconds = max(1, Int(end.timeIntervalSince(now).rounded(.up)))
        return Status(
            .resourceExhausted,
            .auth.tooManyMails(count: (seconds + 59) / 60),
            retryDelay: .seconds(seconds),
            reason: .tooManyMails
        )
    }
}
