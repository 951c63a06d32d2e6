import AuthMessages
import Foundation
import RPC

/// A validated change of a password.
struct PasswordChange: Sendable {
    let currentPassword: String
    let newPassword: String

    /// Validates a change.
    /// - Throws: INVALID_ARGUMENT with every field that is missing, too long or not allowed.
    init(validating request: Auth.ChangePasswordRequest, policy: PasswordPolicy) throws {
        var violations: [Status.FieldViolation] = []
        if !PasswordRule.isPossible(request.currentPassword) {
            violations.append(.init("current_password", .auth.enterCurrentPassword))
        }
        if let violation = policy.violation(of: request.newPassword, in: "new_password") {
            violations.append(violation)
        }
        guard violations.isEmpty else { throw Status.invalid(violations) }
        currentPassword = request.currentPassword
        newPassword = request.newPassword
    }
}

/// The reasons for rejecting a change of a password.
///
/// None is UNAUTHENTICATED: the session goes on, and clients must not renew it and ask again, which would count twice.
enum PasswordChangeRejection {
    /// The current password is another one.
    static let wrongPassword = Status(
        .invalidArgument,
        .auth.wrongPassword,
        fieldViolations: [.init("current_password", .auth.wrongPassword)],
        reason: .wrongPassword
    )

    /// Returned at once, whatever the password.
    static func locked(until end: Date, now: Date) -> Status {
        SignInRejection.locked(until: end, now: now, code: .failedPrecondition)
    }
}

extension StatusReason {
    /// The current password is wrong.
    static let wrongPassword: StatusReason = "WRONG_PASSWORD"
}
