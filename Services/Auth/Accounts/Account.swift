import Foundation
import Messages
import RPC
import ServiceKit

/// A person's account.
struct Account: Sendable, Equatable {
    let id: UUID
    let username: String
    let email: String
    let createdAt: Date
    /// The newest version of the terms that the person accepted.
    let acceptedTermsVersion: String

    var message: Auth.Account {
        Auth.Account(
            id: id.lowercased,
            username: username,
            email: email,
            createdAt: Common.Timestamp(createdAt),
            acceptedTermsVersion: acceptedTermsVersion
        )
    }
}

/// What a person registers with, checked.
struct NewAccount: Sendable {
    let username: Username
    let email: EmailAddress
    let password: String
    let termsVersion: String

    /// Checks a registration.
    /// - Throws: INVALID_ARGUMENT that names every wrong field.
    init(validating request: Auth.RegisterRequest, terms: Terms) throws {
        var violations: [Status.FieldViolation] = []
        let username = Username(request.username)
        if username == nil { violations.append(.init("username", Username.sentence)) }
        let email = EmailAddress(request.email)
        if email == nil { violations.append(.init("email", EmailAddress.sentence)) }
        if !PasswordRule.allows(request.password) { violations.append(.init("password", PasswordRule.sentence)) }
        if request.acceptedTermsVersion != terms.version {
            let sentence = "To register, accept the terms in force, which are version \(terms.version)."
            violations.append(.init("accepted_terms_version", sentence))
        }
        guard let username, let email, violations.isEmpty else { throw Status.invalid(violations) }
        self.username = username
        self.email = email
        password = request.password
        termsVersion = terms.version
    }
}

/// A field that must be unique among all accounts.
enum UniqueField: String, Sendable, CaseIterable {
    case username
    case email

    private var sentence: String {
        switch self {
        case .username: "This user name is taken. Please choose another one."
        case .email: "There is an account with this e-mail address already. Sign in instead?"
        }
    }

    /// ALREADY_EXISTS that names the fields.
    static func taken(_ fields: [UniqueField]) -> Status {
        Status(
            .alreadyExists,
            fields.map(\.sentence).joined(separator: " "),
            fieldViolations: fields.map { .init($0.rawValue, $0.sentence) },
            reason: "TAKEN"
        )
    }
}
