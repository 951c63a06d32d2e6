import Configuration
import Logging

/// The configuration of a run that migrates a schema: that of the program, and the owner's connection string.
struct MigrationConfiguration {
    /// Connection string of the role that owns the schema and runs migrations.
    let ownerURL: String
    /// Events below this level are not logged.
    let logLevel: Logger.Level
    /// Whether log lines are JSON objects, or text for people.
    let logsAsJSON: Bool

    /// The first argument of a run that migrates.
    static let command = "migrate"

    private static let key = "database.ownerUrl"

    /// Reads the configuration; the keys of the program may be given too, and have no effect.
    /// - Parameter keys: Keys of this program beside the common ones.
    /// - Throws: ``ConfigurationError`` with a sentence for the operator.
    init(arguments: [String], environment: [String: String], keys: [String]) throws {
        let values = try ServiceConfiguration.reader(
            arguments: arguments,
            environment: environment,
            known: ServiceConfiguration.commonKeys + keys + [MigrationConfiguration.key]
        )
        guard let url = values.string(forKey: ConfigKey(MigrationConfiguration.key)), !url.isEmpty else {
            throw ConfigurationError.missing(MigrationConfiguration.key)
        }
        ownerURL = url
        (logLevel, logsAsJSON) = try ServiceConfiguration.logging { values.string(forKey: ConfigKey($0)) }
    }

    /// Rejects the environment of a program that is to serve when it has the owner's password.
    static func checkAbsence(in environment: [String: String]) throws {
        let name = ConfigurationError.environmentName(key)
        guard environment[name, default: ""].isEmpty else {
            throw ConfigurationError(
                "\(name) is for \(command) alone: whoever takes over a program that serves would own "
                    + "its schema."
            )
        }
    }
}
