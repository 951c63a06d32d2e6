import AuthMessages
import CommonMessages
import Foundation
import Foundations
import RPC
import ServiceKit

/// A user's account.
struct Account: Sendable, Equatable {
    let id: UUID
    let username: String
    let email: String
    let createdAt: Date
    /// The latest version of the terms that the user accepted.
    let acceptedTermsVersion: String
    /// What the person is called; empty when they have not said.
    let displayName: String
    /// Whether it is known that the address is the user's.
    let isEmailConfirmed: Bool
    /// Whether newer terms are in force.
    var isTermsPending = false
    /// The roles beside that of a user.
    var roles: [Auth.Role] = []

    var message: Auth.Account {
        Auth.Account(
            id: id.canonical,
            username: username,
            email: email,
            createdAt: Common.Timestamp(createdAt),
            acceptedTermsVersion: acceptedTermsVersion,
            displayName: displayName,
            emailVerified: isEmailConfirmed,
            termsPending: isTermsPending,
            roles: roles
        )
    }
}

/// A validated registration.
struct NewAccount: Sendable {
    let username: Username
    let email: EmailAddress
    let password: String
    let termsVersion: String
    /// Nil when the person has not said what they are called.
    let displayName: DisplayName?
    /// The consents that are given.
    let consents: [Auth.ConsentKind]

    /// Validates a registration.
    /// - Throws: INVALID_ARGUMENT with every invalid field.
    init(validating request: Auth.RegisterRequest, terms: Terms, policy: PasswordPolicy) throws {
        var violations: [Status.FieldViolation] = []
        let username = Username(request.username)
        if username == nil { violations.append(.init("username", Username.rule)) }
        let email = EmailAddress(request.email)
        if email == nil { violations.append(.init("email", EmailAddress.rule)) }
        if let violation = policy.violation(of: request.password, in: "password") { violations.append(violation) }
        if request.acceptedTermsVersion != terms.version {
            violations.append(.init("accepted_terms_version", .auth.terms(version: terms.version)))
        }
        let displayName = DisplayName(request.displayName)
        if displayName == nil, !request.displayName.isEmpty {
            violations.append(.init("display_name", DisplayName.rule))
        }
        let consents = Auth.ConsentKind.all.filter(request.consents.contains)
        if consents.count < request.consents.count {
            violations.append(.init("consents", .services.field(field: "consents", rule: .auth.ruleConsentKind)))
        }
        guard let username, let email, violations.isEmpty else { throw Status.invalid(violations) }
        self.username = username
        self.email = email
        password = request.password
        termsVersion = terms.version
        self.displayName = displayName
        self.consents = consents
    }
}

/// A field that must be unique among all accounts.
enum UniqueField: String, Sendable, CaseIterable {
    case username
    case email

    private var taken: LocalizedText {
        switch self {
        case .username: .auth.usernameTaken
        case .email: .auth.emailTaken
        }
    }

    /// ALREADY_EXISTS with the fields.
    static func taken(_ fields: [UniqueField]) -> Status {
        Status(
            .alreadyExists,
            .joined(fields.map(\.taken)),
            fieldViolations: fields.map { .init($0.rawValue, $0.taken) },
            reason: .taken
        )
    }
}

extension StatusReason {
    /// The username belongs to another account.
    static let taken: StatusReason = "TAKEN"
}
