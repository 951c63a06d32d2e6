/// A command of a program for whoever may run it on its host, with its configuration: `larder-auth administrator anna`.
///
/// It runs beside the program that serves, and ends. What it does is checked as little as what is done with the database's
/// password.
package struct HostCommand: Sendable {
    /// The first argument.
    package let name: String
    /// What the further arguments are, for the message when they are missing; all are required.
    package let parameters: [String]
    private let perform: @Sendable (ServiceRuntime, [String]) async throws -> String

    /// Describes a command.
    /// - Parameter perform: Gets the arguments; returns what it has done, as a sentence.
    package init(
        _ name: String,
        parameters: [String],
        perform: @escaping @Sendable (ServiceRuntime, [String]) async throws -> String
    ) {
        self.name = name
        self.parameters = parameters
        self.perform = perform
    }

    /// The arguments of the command; those behind them are the program's configuration.
    /// - Throws: ``ConfigurationError`` when some are missing.
    func arguments(in all: [String]) throws -> [String] {
        let own = Array(all.prefix { !$0.hasPrefix("-") })
        guard own.count == parameters.count else {
            throw ConfigurationError("Usage: \(name) \(parameters.joined(separator: " "))")
        }
        return own
    }

    /// Runs the command.
    func run(_ runtime: ServiceRuntime, _ arguments: [String]) async throws -> String {
        try await perform(runtime, arguments)
    }
}
