package import Configuration
import Foundation
import Foundations
package import Logging
package import RPC
import ServiceManifest
package import TLS

/// The configuration of a Larder program: flags, environment variables (`LARDER_…`) and a JSON file.
///
/// The first of these that has a value wins.
package struct ServiceConfiguration: Sendable {
    /// Address to listen on.
    package var listenHost: String
    /// Port to listen on; 0 lets the system choose.
    package var listenPort: Int
    /// Address on which metrics and health are served.
    package var metricsHost: String
    /// Port on which metrics and health are served; 0 for none. ``metricsOffset`` above the port to listen on unless given.
    package var metricsPort: Int
    /// Certificate and key of this program.
    package var identity: TLSIdentity
    /// What it presents to its own clients; ``identity`` unless a program whose clients aren't services has another one.
    package var serverIdentity: TLSIdentity
    /// Who signs the certificates of the other programs, and the trust domain that these belong to.
    package var trust: TLSTrust
    /// Connection string of the restricted role; nil for a program without a database.
    package var databaseURL: String?
    /// Database connections at the most.
    package var databasePoolSize: Int
    /// Age of the oldest event in the outbox from which the health and the log report it.
    package var outboxAlert: Duration
    /// Addresses of the other services, by name.
    package var peers: [String: [Endpoint]]
    /// How calls to them are retried.
    package var clientPolicy: ClientPolicy
    /// Events below this level are not logged.
    package var logLevel: Logger.Level
    /// Whether log lines are JSON objects, or text for people.
    package var logsAsJSON: Bool
    /// How many bytes a user may store in this program's schema; nil for the program's default.
    package var storagePerUser: Int?
    /// Threads for network work.
    package var eventLoops: Int
    /// Longest time that stopping waits for running calls.
    package var drainTimeout: Duration
    /// Limits of the server, life of its connections, callers.
    package var server: ServerOptions
    /// Values of this program alone.
    package var values: ConfigReader

    /// How far above its own port a program serves its metrics by default.
    package static let metricsOffset = 100

    /// Names of the services whose addresses any program may be given.
    package static let serviceNames = PlatformService.backends.map(\.name)

    static let commonKeys =
        [
            "config", "listen.host", "listen.port", "metrics.host", "metrics.port", "tls.certificate", "tls.key",
            "tls.authority", "tls.trustDomain", "database.url", "database.poolSize", "log.level",
            "log.format", "eventLoops", "drainSeconds", "rpc.clientPolicy",
            "outbox.alertSeconds", "storage.megabytesPerUser",
        ] + ServerOptions.keys + serviceNames.map { "peers.\($0)" }

    /// Reads the configuration of a program.
    /// - Parameters:
    ///   - arguments: Command line without the program's name.
    ///   - environment: Environment variables.
    ///   - defaults: Values of this program that are used when no other is given, by key.
    ///   - keys: Keys of this program beside the common ones.
    ///   - services: All services of the deployment, which keys may name the methods and callers of.
    /// - Throws: ``ConfigurationError`` with a sentence for the operator.
    package init(
        arguments: [String],
        environment: [String: String],
        defaults: [String: String] = [:],
        keys: [String] = [],
        services: [ServiceDescriptor]
    ) async throws {
        let known = ServiceConfiguration.commonKeys + keys
        let values = try ServiceConfiguration.reader(arguments: arguments, environment: environment, known: known)
        try MigrationConfiguration.checkAbsence(in: environment)
        self.values = values
        func text(_ key: String) -> String? { values.string(forKey: ConfigKey(key)) ?? defaults[key] }
        func required(_ key: String) throws -> String {
            guard let value = text(key), !value.isEmpty else { throw ConfigurationError.missing(key) }
            return value
        }
        func number(_ key: String, _ fallback: Int, in range: ClosedRange<Int>) throws -> Int {
            guard let value = text(key) else { return fallback }
            guard let number = Int(value), range.contains(number) else {
                throw ConfigurationError("\(key) must be a number from \(range.lowerBound) to \(range.upperBound).")
            }
            return number
        }
        listenHost = text("listen.host") ?? "127.0.0.1"
        listenPort = try number("listen.port", 0, in: 0...65_535)
        metricsHost = text("metrics.host") ?? "127.0.0.1"
        metricsPort = try number("metrics.port", ServiceConfiguration.metricsPort(for: listenPort), in: 0...65_535)
        identity = TLSIdentity(
            certificateChain: try required("tls.certificate"),
            privateKey: try required("tls.key")
        )
        serverIdentity = try ServiceConfiguration.serverIdentity(keys, text) ?? identity
        let trustDomain = text("tls.trustDomain") ?? TLSTrust.defaultTrustDomain
        guard TLSTrust.isTrustDomain(trustDomain) else {
            throw ConfigurationError("tls.trustDomain must consist of a-z, 0-9, \".\", \"-\" and \"_\".")
        }
        trust = TLSTrust(bundle: try required("tls.authority"), trustDomain: trustDomain)
        databaseURL = text("database.url")
        databasePoolSize = try number("database.poolSize", 8, in: 1...1_000)
        outboxAlert = .seconds(try number("outbox.alertSeconds", 900, in: 1...2_592_000))
        let megabytes = try number("storage.megabytesPerUser", 0, in: 0...1_048_576)
        storagePerUser = megabytes > 0 ? megabytes << 20 : nil
        peers = try ServiceConfiguration.readPeers(text)
        clientPolicy =
            try text("rpc.clientPolicy").map { try ClientPolicyFile.read($0, services: services) } ?? ClientPolicy()
        (logLevel, logsAsJSON) = try ServiceConfiguration.logging(text)
        eventLoops = try number("eventLoops", min(2, ProcessInfo.processInfo.activeProcessorCount), in: 1...256)
        drainTimeout = .seconds(try number("drainSeconds", 15, in: 0...600))
        server = try ServerOptions(
            text: text,
            number: { try number($0, $1, in: $2) },
            services: services.map(\.name)
        )
    }

    /// Keys of a program that may present another certificate to its clients than to services, such as one of a public
    /// authority. Services present the one that names them, by which their callers verify them.
    package static let serverCertificateKeys = ["tls.serverCertificate", "tls.serverKey"]

    /// The certificate for clients, of a program with ``serverCertificateKeys``; nil when none is given.
    private static func serverIdentity(_ keys: [String], _ text: (String) -> String?) throws -> TLSIdentity? {
        guard serverCertificateKeys.allSatisfy(keys.contains) else { return nil }
        let given = serverCertificateKeys.map { key in text(key).flatMap { $0.isEmpty ? nil : $0 } }
        switch (given[0], given[1]) {
        case (nil, nil): return nil
        case (let certificate?, let key?): return TLSIdentity(certificateChain: certificate, privateKey: key)
        case (nil, _): throw ConfigurationError.missing(serverCertificateKeys[0])
        case (_, nil): throw ConfigurationError.missing(serverCertificateKeys[1])
        }
    }

    /// The reader of flags, environment and file, in this order.
    static func reader(
        arguments: [String],
        environment: [String: String],
        known: [String]
    ) throws -> ConfigReader {
        var providers: [any ConfigProvider] = [
            provider("flags", try ConfigurationCheck.flags(arguments, known: known)),
            EnvironmentVariablesProvider(environmentVariables: environment).prefixKeys(with: "larder"),
        ]
        if let path = ConfigReader(providers: providers).string(forKey: "config") {
            providers.append(provider("file", try ConfigurationCheck.file(path, known: known)))
        }
        return ConfigReader(providers: providers)
    }

    /// The level of the log, and whether its lines are JSON.
    static func logging(_ text: (String) -> String?) throws -> (Logger.Level, isJSON: Bool) {
        guard let level = Logger.Level(rawValue: text("log.level") ?? "info") else {
            throw ConfigurationError("log.level must be one of trace, debug, info, notice, warning, error, critical.")
        }
        let format = text("log.format") ?? "json"
        guard ["json", "text"].contains(format) else { throw ConfigurationError("log.format must be json or text.") }
        return (level, format == "json")
    }

    private static func metricsPort(for listenPort: Int) -> Int {
        let port = listenPort + metricsOffset
        return listenPort > 0 && port <= 65_535 ? port : 0
    }

    private static func provider(_ name: String, _ texts: [String: String]) -> InMemoryProvider {
        let values = texts.map { (AbsoluteConfigKey(ConfigKey($0)), ConfigValue(.string($1), isSecret: false)) }
        return InMemoryProvider(name: name, values: Dictionary(uniqueKeysWithValues: values))
    }

    private static func readPeers(_ text: (String) -> String?) throws -> [String: [Endpoint]] {
        var peers: [String: [Endpoint]] = [:]
        for name in serviceNames {
            guard let list = text("peers.\(name)") else { continue }
            peers[name] = try list.split(separator: ",").map { part in
                guard let endpoint = Endpoint(part.trimmingCharacters(in: .whitespaces)) else {
                    throw ConfigurationError("peers.\(name) must be a list like host:port,host:port.")
                }
                return endpoint
            }
        }
        return peers
    }
}

/// A fault of a configuration, in a sentence for the operator.
package struct ConfigurationError: Error, CustomStringConvertible {
    /// The sentence.
    package let description: String

    /// Makes an error from its sentence.
    package init(_ description: String) { self.description = description }

    /// A value without which the program cannot start.
    package static func missing(_ key: String) -> ConfigurationError {
        ConfigurationError("\(key) is not set: give --\(flagName(key)), \(environmentName(key)) or \(key) in the file.")
    }

    static func flagName(_ key: String) -> String {
        words(key).joined(separator: "-")
    }

    static func environmentName(_ key: String) -> String {
        (["larder"] + words(key)).joined(separator: "_").uppercased()
    }

    private static func words(_ key: String) -> [String] {
        key.split(separator: ".").flatMap { part in
            part.reduce(into: [""]) { words, character in
                if character.isUppercase { words.append("") }
                words[words.count - 1] += character.lowercased()
            }
        }
    }
}
