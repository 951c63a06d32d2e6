import Foundation
import ServiceKit

/// The configuration of auth.
struct AuthSettings: Sendable {
    static let keys = [
        "keys.master", "tokens.accessSeconds", "tokens.refreshDays", "tokens.signingKeyDays", "signIn.lockSeconds",
        "passwords.passes", "passkeys.relyingParty", "passkeys.origins",
    ]

    /// The file of master keys.
    var masterKeyFile: String
    /// The lifetime of access tokens, in seconds.
    var accessTokenLifetime: TimeInterval
    /// The lifetime of unused refresh tokens, in seconds.
    var refreshTokenLifetime: TimeInterval
    /// The age at which a signing key is followed by a new one, in seconds.
    var signingKeyLifetime: TimeInterval
    /// How long a lock lasts, in seconds.
    var lockDuration: TimeInterval
    /// The cost of new hashes. A hash of another cost is replaced when its owner signs in.
    var passwordCost = PasswordCost.standard
    /// The site that passkeys are made for; nil where none are taken.
    var relyingParty: RelyingParty?

    /// Reads the configuration.
    /// - Throws: ``ConfigurationError`` with a sentence for the operator.
    init(_ configuration: ServiceConfiguration) throws {
        masterKeyFile = try configuration.requiredText("keys.master")
        accessTokenLifetime = TimeInterval(
            try configuration.number("tokens.accessSeconds", default: 600, in: 30...86_400)
        )
        refreshTokenLifetime =
            86_400
            * TimeInterval(try configuration.number("tokens.refreshDays", default: 30, in: 1...400))
        signingKeyLifetime =
            86_400
            * TimeInterval(try configuration.number("tokens.signingKeyDays", default: 30, in: 1...400))
        lockDuration = TimeInterval(try configuration.number("signIn.lockSeconds", default: 900, in: 60...86_400))
        passwordCost = .argon2id(
            memory: PasswordCost.memory,
            passes: try configuration.number("passwords.passes", default: 2, in: 1...16)
        )
        relyingParty = try RelyingParty(configuration)
    }

    /// The default values.
    init(masterKeyFile: String) {
        self.masterKeyFile = masterKeyFile
        accessTokenLifetime = 600
        refreshTokenLifetime = 30 * 86_400
        signingKeyLifetime = 30 * 86_400
        lockDuration = 900
    }
}
