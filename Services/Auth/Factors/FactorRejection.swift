import Foundation
import RPC

/// The reasons for rejecting an answer to a challenge, or a change of factors.
enum FactorRejection {
    /// The wrong code or passkey, in signing in.
    static let wrongAtSignIn = Status(.unauthenticated, .auth.wrongFactor, reason: .wrongFactor)
    /// The sign-in has to begin again.
    static let signInExpired = Status(.unauthenticated, .auth.signInExpired, reason: .challengeExpired)
    /// The client knows nothing of second factors.
    static let required = Status(.unauthenticated, .auth.factorRequired, reason: .secondFactorRequired)

    // In a session none is UNAUTHENTICATED: it goes on, and clients must not renew it and ask again, which would count twice.

    /// The wrong code or passkey, in a session.
    static let wrong = Status(
        .invalidArgument,
        .auth.wrongFactor,
        fieldViolations: [.init("code", .auth.wrongFactor)],
        reason: .wrongFactor
    )
    /// The proof or the addition has to begin again.
    static let expired = Status(.invalidArgument, .auth.challengeExpired, reason: .challengeExpired)
    static let notConfigured = Status(.failedPrecondition, .auth.factorNotConfigured, reason: "NOT_CONFIGURED")
    static let tooMany = Status(
        .failedPrecondition,
        .auth.tooManyFactors(limit: Factor.limit),
        reason: "TOO_MANY_FACTORS"
    )
    /// Codes would go to an address of which nobody knows whose it is.
    static let addressUnconfirmed = Status(.failedPrecondition, .auth.addressUnconfirmed, reason: .emailUnverified)
    static let none = Status(.failedPrecondition, .auth.noFactors, reason: "NO_FACTORS")
}

extension StatusReason {
    /// The code or passkey is not the right one.
    static let wrongFactor: StatusReason = "WRONG_FACTOR"
    /// What was to be answered was answered, is too old, had too many wrong answers or never was.
    static let challengeExpired: StatusReason = "CHALLENGE_EXPIRED"
    /// The account has a second factor, for which the client cannot ask.
    static let secondFactorRequired: StatusReason = "SECOND_FACTOR_REQUIRED"
    /// The owner has to prove who they are first.
    static let stepUpRequired: StatusReason = "STEP_UP_REQUIRED"
}
