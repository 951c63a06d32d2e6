import AuthMessages
import Foundation
import RPC

/// A validated sign-in.
struct SignInAttempt: Sendable {
    /// A user name or an e-mail address.
    enum Name: Sendable {
        case username(Username)
        case email(EmailAddress)
        /// Neither: no account can have it.
        case unknown

        /// What is wrong with a name that nobody can have entered in earnest; nil for all others.
        static func violation(of text: String) -> Status.FieldViolation? {
            text.isEmpty || text.utf8.count > 254 ? .init("name", .auth.enterName) : nil
        }

        /// The name; empty for one that no account can have.
        var text: String {
            switch self {
            case .username(let username): username.text
            case .email(let email): email.normalised
            case .unknown: ""
            }
        }

        init(_ text: String) {
            if let username = Username(text) {
                self = .username(username)
            } else if let email = EmailAddress(text) {
                self = .email(email)
            } else {
                self = .unknown
            }
        }
    }

    let name: Name
    let password: String
    let device: String
    /// Whether the client can answer a challenge.
    let acceptsChallenge: Bool

    /// Validates a sign-in. A name or password that no account can have is treated like a wrong one.
    /// - Throws: INVALID_ARGUMENT with every field that is missing or too long.
    init(validating request: Auth.SignInRequest) throws {
        var violations: [Status.FieldViolation] = []
        if let violation = Name.violation(of: request.name) { violations.append(violation) }
        if !PasswordRule.isPossible(request.password) {
            violations.append(.init("password", .auth.enterPassword))
        }
        if let violation = SignInAttempt.violation(ofDevice: request.device) { violations.append(violation) }
        guard violations.isEmpty else { throw Status.invalid(violations) }
        name = Name(request.name)
        password = request.password
        device = request.device
        acceptsChallenge = request.acceptsChallenge
    }

    /// What is wrong with the name of a device; nil for a right one.
    static func violation(ofDevice device: String) -> Status.FieldViolation? {
        device.utf8.count > 400 || device.count > 100 ? .init("device", .auth.deviceTooLong) : nil
    }
}

/// The stored credentials of an account that a sign-in is for.
struct Credentials: Sendable {
    let account: UUID
    let username: String
    let passwordHash: PasswordHash
    let lockedUntil: Date?
    /// Whether signing in takes a second factor.
    let hasFactors: Bool
    /// Whether the registration is still to be completed.
    let isUnverified: Bool
    /// Nil while the account is open.
    var closure: AccountClosure?
}

/// The reasons for rejecting a sign-in.
enum SignInRejection {
    /// The same response for an unknown name and a wrong password.
    static let wrongCredentials = Status(
        .unauthenticated,
        .auth.wrongCredentials,
        reason: .wrongCredentials
    )

    /// Returned only once the password is proven.
    static let unverified = Status(.failedPrecondition, .auth.emailUnverified, reason: .emailUnverified)

    /// Returned at once, whatever the password.
    static func locked(until end: Date, now: Date, code: StatusCode = .unauthenticated) -> Status {
        // The database rounds times to the microsecond, also up.
        let seconds = max(1, Int((end.timeIntervalSince(now) - 1e-5).rounded(.up)))
        let minutes = (seconds + 59) / 60
        return Status(
            code,
            .auth.locked(number: SignInStore.failureLimit, count: minutes),
            retryDelay: .seconds(seconds),
            reason: .accountLocked
        )
    }
}

extension StatusReason {
    /// The registration is to be completed by the mailed link first.
    static let emailUnverified: StatusReason = "EMAIL_UNVERIFIED"
    /// Too many attempts to sign in have failed.
    static let accountLocked: StatusReason = "ACCOUNT_LOCKED"
}
