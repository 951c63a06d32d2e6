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
}
