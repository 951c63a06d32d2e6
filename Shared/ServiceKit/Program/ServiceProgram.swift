import CoreMetrics
import Dispatch
import Foundation
import Logging
package import RPC
package import TLS

/// An executable of the platform. Conform, mark with `@main`, and the rest is the same for all: configuration, log,
/// database, TLS, health, access rules, graceful stop.
package protocol ServiceProgram: SendableMetatype {
    /// The service's name: of its certificate, its schema, its log.
    static var name: String { get }
    /// Folder with its migrations, numbered from 0002 (0001 makes outbox and inbox); nil for a program without a schema.
    static var migrations: String? { get }
    /// Tables of the schema whose rows are added and read, never changed by the program.
    static var appendOnlyTables: [String] { get }
    /// How many bytes a user may store in its schema unless its configuration says otherwise; nil for any number.
    static var storagePerUser: Int? { get }
    /// Configuration keys of its own.
    static var configurationKeys: [String] { get }
    /// All services of the deployment; configuration that names others is rejected.
    static var knownServices: [ServiceDescriptor] { get }
    /// Descriptions of metrics of its own, by name.
    static var metrics: [String: MetricDescription] { get }
    /// Who may connect: other services only, or anybody.
    static var clientCertificates: TLSConfiguration.ClientCertificates { get }
    /// Its commands for the host, beside `migrate` and `review`.
    static var hostCommands: [HostCommand] { get }
    /// Makes its parts.
    static func assemble(_ runtime: ServiceRuntime) async throws -> ServiceAssembly
}

extension ServiceProgram {
    package static var appendOnlyTables: [String] { [] }
    package static var storagePerUser: Int? { 256 << 20 }
    package static var configurationKeys: [String] { [] }
    package static var metrics: [String: MetricDescription] { [:] }
    package static var hostCommands: [HostCommand] { [] }
    package static var clientCertificates: TLSConfiguration.ClientCertificates { .required }

    /// Runs the program until SIGTERM or SIGINT; with the argument `migrate` it brings its schema up to date and ends, and with
    /// that of a ``HostCommand`` it runs this and ends.
    ///
    /// Migrations are a step of their own, so that the password of the schema's owner isn't in a process that serves.
    ///
    /// The exit status is 78 (EX_CONFIG) for a wrong configuration and 1 for any other failure; the last log line on standard
    /// error gives the reason.
    @concurrent package static func main() async {
        hangUps.resume()
        ProcessMemory.keepForMessages()
        var isJSON = true
        do {
            let environment = ProcessInfo.processInfo.environment
            var arguments = Array(CommandLine.arguments.dropFirst())
            let command = (hostCommands + commonCommands).first { $0.name == arguments.first }
            let commandArguments = try command?.arguments(in: Array(arguments.dropFirst())) ?? []
            if command != nil { arguments.removeFirst(1 + commandArguments.count) }
            if arguments.first == MigrationConfiguration.command {
                let migration = try SchemaMigration(
                    of: Self.self,
                    arguments: Array(arguments.dropFirst()),
                    environment: environment
                )
                isJSON = migration.configuration.logsAsJSON
                bootstrapLog(level: migration.configuration.logLevel, isJSON)
                try await migration.run(log: Logger(label: name))
                exit(0)
            }
            let configuration = try await ServiceConfiguration(
                arguments: arguments,
                environment: environment,
                keys: configurationKeys,
                services: knownServices
            )
            isJSON = configuration.logsAsJSON
            bootstrapLog(level: configuration.logLevel, isJSON)
            let runtime = try ServiceRuntime(
                name: name,
                configuration: configuration,
                clientCertificates: clientCertificates,
                metrics: metrics
            )
            if let command {
                print(try await command.run(runtime, commandArguments))
                exit(0)
            }
            MetricsSystem.bootstrap(runtime.metrics)
            try await ServiceRunner(program: Self.self, runtime: runtime).run()
            exit(0)
        } catch let error as ConfigurationError {
            fail("\(error)", status: 78, isJSON)
        } catch let error as TLSError {
            fail("\(error)", status: 78, isJSON)
        } catch {
            fail("\(error)", status: 1, isJSON)
        }
    }

    private static func bootstrapLog(level: Logger.Level, _ isJSON: Bool) {
        LoggingSystem.bootstrap { LineLogHandler(label: $0, level: level, isJSON: isJSON) }
    }

    private static func fail(_ sentence: String, status: Int32, _ isJSON: Bool) -> Never {
        let log = Logger(label: name) { LineLogHandler(label: $0, level: .critical, isJSON: isJSON) }
        log.critical("\(sentence)")
        exit(status)
    }
}

/// Takes SIGHUP from the first moment to the last: it asks for new certificates, and must not end a program that doesn't
/// listen for that yet, or no longer.
///
/// Used once, when the program starts, which is what makes the lack of protection sound.
nonisolated(unsafe) private let hangUps: any DispatchSourceSignal = DispatchSource.makeSignalSource(signal: SIGHUP)
