import AuthMessages
import CommonMessages
import Foundation
import Foundations
import ServiceKit

/// What signing in may take beside the password, as it is stored.
enum FactorKind: String, Sendable, CaseIterable {
    case authenticatorApp = "authenticator_app"
    case passkey
    case emailCode = "email_code"

    /// The kind of a request; nil for one that cannot be added.
    init?(_ kind: Auth.FactorKind) {
        switch kind {
        case .authenticatorApp: self = .authenticatorApp
        case .passkey: self = .passkey
        case .emailCode: self = .emailCode
        case .recoveryCode, .unspecified, .unrecognized: return nil
        }
    }

    /// Whether it proves that somebody has what the owner has. Whoever reads the owner's mails has the codes and can set another
    /// password.
    var isPossession: Bool { self != .emailCode }

    var message: Auth.FactorKind {
        switch self {
        case .authenticatorApp: .authenticatorApp
        case .passkey: .passkey
        case .emailCode: .emailCode
        }
    }
}

/// A second factor of an account.
struct Factor: Sendable, Equatable {
    /// The most that an account may have.
    static let limit = 20

    let id: UUID
    let kind: FactorKind
    let name: String
    let createdAt: Date
    /// Nil when it was never used.
    let lastUsedAt: Date?

    var message: Auth.Factor {
        Auth.Factor(
            id: id.canonical,
            kind: kind.message,
            name: name,
            createdAt: Common.Timestamp(createdAt),
            lastUsedAt: lastUsedAt.map { Common.Timestamp($0) }
        )
    }
}

/// An account whose row is locked, and the key of its personal fields.
struct LockedAccount: Sendable {
    let credentials: Credentials
    let key: DataKey
    let email: String
    /// Whether it is known that the address is the owner's.
    let isEmailConfirmed: Bool
    /// Until when the registration has to be completed; nil once it is.
    let unverifiedUntil: Date?
    /// Until then no code is taken; nil when codes are.
    let codesLockedUntil: Date?

    /// When an answer to a challenge is taken again; nil when it is now. A passkey signs in despite a lock, which wrong passwords
    /// and codes have caused.
    func lockEnd(for challenge: Challenge, isGuess: Bool, at time: Date) -> Date? {
        [
            challenge.purpose == .passkeySignIn ? nil : credentials.lockedUntil,
            isGuess && challenge.purpose != .addition ? codesLockedUntil : nil,
        ].compactMap(\.self).filter { $0 > time }.max()
    }
}
