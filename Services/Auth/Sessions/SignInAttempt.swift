import Foundation
import Messages
import RPC

/// What a person signs in with, checked.
struct SignInAttempt: Sendable {
    /// A user name or an e-mail address.
    enum Name: Sendable {
        case username(Username)
        case email(EmailAddress)
        /// Neither: no account can have it.
        case unknown
    }

    let name: Name
    let password: String
    let device: String

    /// Checks a sign-in. A name or password that no account could have is not told apart from a wrong one.
    /// - Throws: INVALID_ARGUMENT that names every field that is missing or too long.
    init(validating request: Auth.SignInRequest) throws {
        var violations: [Status.FieldViolation] = []
        if request.name.isEmpty || request.name.utf8.count > 254 {
            violations.append(.init("name", "Enter your user name or e-mail address."))
        }
        if !PasswordRule.isPossible(request.password) {
            violations.append(.init("password", "Enter your password, which has at most 128 characters."))
        }
        if request.device.count > 100 || request.device.utf8.count > 400 {
            violations.append(.init("device", "The name of the device must have at most 100 characters."))
        }
        guard violations.isEmpty else { throw Status.invalid(violations) }
        if let username = Username(request.name) {
            name = .username(username)
        } else if let email = EmailAddress(request.name) {
            name = .email(email)
        } else {
            name = .unknown
        }
        password = request.password
        device = request.device
    }
}

/// What is known of an account that somebody wants to sign in to.
struct Credentials: Sendable {
    let account: UUID
    let username: String
    let passwordHash: PasswordHash
    let lockedUntil: Date?
}

/// Why a sign-in was refused.
enum SignInRefusal {
    /// One answer for an unknown name and a wrong password.
    static let wrongCredentials = Status(
        .unauthenticated,
        "This combination of name and password is not known. Please check both, or register.",
        reason: "WRONG_CREDENTIALS"
    )

    /// Told at once, whatever the password.
    static func locked(until end: Date, now: Date) -> Status {
        let seconds = max(1, Int(end.timeIntervalSince(now).rounded(.up)))
        let minutes = (seconds + 59) / 60
        return Status(
            .unauthenticated,
            """
            This account is locked after \(SignInStore.failureLimit) failed sign-ins in a row. \
            It opens again by itself in \(minutes == 1 ? "a minute" : "\(minutes) minutes").
            """,
            retryDelay: .seconds(seconds),
            reason: "ACCOUNT_LOCKED"
        )
    }
}
