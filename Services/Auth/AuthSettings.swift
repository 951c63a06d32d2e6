import Foundation
import ServiceKit

/// What an operator can set.
struct AuthSettings: Sendable {
    static let keys = [
        "keys.master", "tokens.accessSeconds", "tokens.refreshDays", "signIn.lockSeconds", "passwords.parallelism",
    ]

    /// File of master keys.
    var masterKeyFile: String
    /// In seconds.
    var accessTokenLifetime: TimeInterval
    /// In seconds.
    var refreshTokenLifetime: TimeInterval
    /// In seconds.
    var lockDuration: TimeInterval
    /// Of new hashes. A hash of another cost is replaced when its owner signs in.
    var passwordCost = PasswordHash.Cost.standard

    /// Reads a configuration.
    /// - Throws: ``ConfigurationError`` with a sentence for the operator.
    init(_ configuration: ServiceConfiguration) throws {
        masterKeyFile = try configuration.requiredText("keys.master")
        accessTokenLifetime = TimeInterval(
            try configuration.number("tokens.accessSeconds", default: 600, in: 30...86_400)
        )
        refreshTokenLifetime =
            86_400
            * TimeInterval(try configuration.number("tokens.refreshDays", default: 30, in: 1...400))
        lockDuration = TimeInterval(try configuration.number("signIn.lockSeconds", default: 900, in: 60...86_400))
        passwordCost.parallelism = try configuration.number(
            "passwords.parallelism",
            default: passwordCost.parallelism,
            in: 1...8
        )
    }

    /// The usual values.
    init(masterKeyFile: String) {
        self.masterKeyFile = masterKeyFile
        accessTokenLifetime = 600
        refreshTokenLifetime = 30 * 86_400
        lockDuration = 900
    }
}
