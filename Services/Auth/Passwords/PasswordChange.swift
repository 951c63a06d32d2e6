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
