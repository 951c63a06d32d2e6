import AuthMessages
package import Logging
import MessageCoding
package import NIOCore
import NIOPosix
package import Postgres
package import RPC
import Synchronization
package import TLS

/// What a program's parts are made from: its configuration, database, channels to other services, log.
package final class ServiceRuntime: Sendable {
    /// The program's name, such as "budget".
    package let name: String
    /// The values of flags, environment and file.
    package let configuration: ServiceConfiguration
    /// The log of the program.
    package let log: Logger
    /// The event loops of all connections.
    package let group: any EventLoopGroup
    /// Whether calls are served yet.
    package let readiness = Readiness()
    /// Channels and server of this process, as the operator is shown them.
    package let diagnostics = DiagnosticsRegistry()
    /// The program's metrics.
    package let metrics: PrometheusRegistry
    /// Observes all calls that the program serves and makes.
    package let observer: ServiceObserver
    /// Keeps the program's background work going.
    package let work: WorkSupervisor
    /// The certificate that this program presents to clients.
    package let serverTLS: TLSContext
    private let pool: PostgresPool?
    private let channels = Mutex<[String: RPCChannel]>([:])
    private let clientTLS = Mutex<[TLSContext]>([])

    init(
        name: String,
        configuration: ServiceConfiguration,
        clientCertificates: TLSConfiguration.ClientCertificates,
        metrics descriptions: [String: MetricDescription] = [:]
    ) throws {
        self.name = name
        self.configuration = configuration
        log = Logger(label: name)
        group = MultiThreadedEventLoopGroup(numberOfThreads: configuration.eventLoops)
        metrics = PrometheusRegistry(descriptions: descriptions)
        work = WorkSupervisor(log: log, metrics: metrics)
        observer = ServiceObserver(factory: metrics, log: CallLog(log: log))
        serverTLS = try TLSContext(
            .server(
                identity: configuration.serverIdentity,
                trust: configuration.trust,
                clientCertificates: clientCertificates,
                alpn: [ConnectionStateMachine.applicationProtocol]
            )
        )
        guard serverTLS.certificate?.isOfAnotherTrustDomain != true else {
            throw ConfigurationError(
                "tls.trustDomain is \(configuration.trust.trustDomain), but the certificate \(configuration.serverIdentity.certificateChain) belongs to another one."
            )
        }
        pool = try configuration.databaseURL.map { url in
            var settings = try PostgresConfiguration(connectionString: url)
            settings.schema = name
            settings.applicationName = "larder-\(name)"
            settings.poolSize = configuration.databasePoolSize
            return PostgresPool(configuration: settings, logger: Logger(label: name)) {
                CallContext.current.flatMap { $0.verifiedUser?.id ?? $0.clientNetwork }
            }
        }
    }

    /// The database of a program that has one.
    /// - Throws: ``ConfigurationError`` when none is configured.
    package var database: PostgresPool {
        get throws {
            guard let pool else { throw ConfigurationError.missing("database.url") }
            return pool
        }
    }

    /// The channel to another service; one for the whole program.
    /// - Throws: ``ConfigurationError`` when its place is not configured.
    package func channel(to service: String) throws -> RPCChannel {
        try channels.withLock { channels in
            if let known = channels[service] { return known }
            guard let endpoints = configuration.peers[service], !endpoints.isEmpty else {
                throw ConfigurationError.missing("peers.\(service)")
            }
            let tls = try TLSContext(
                .client(
                    identity: configuration.identity,
                    trust: configuration.trust,
                    expectedService: service,
                    alpn: [ConnectionStateMachine.applicationProtocol]
                )
            )
            let channel = RPCChannel(
                serviceName: service,
                resolving: endpoints,
                tls: tls,
                group: group,
                log: log,
                options: RPCChannelOptions(
                    watchesHealth: true,
                    policy: configuration.clientPolicy,
                    observer: observer
                )
            )
            channels[service] = channel
            clientTLS.withLock { $0.append(tls) }
            diagnostics.add(channel)
            return channel
        }
    }

    /// The certificate of another listener of the program, which is reloaded like the others.
    /// - Throws: `TLSError` for files that cannot be used.
    package func listenerTLS(_ configuration: TLSConfiguration) throws -> TLSContext {
        let context = try TLSContext(configuration)
        clientTLS.withLock { $0.append(context) }
        return context
    }

    /// Everything that holds one of this program's certificates: its server's context first, then those of its channels.
    var tlsContexts: [TLSContext] { [serverTLS] + clientTLS.withLock { $0 } }

    /// Asks auth for the keys that verify access tokens.
    package func verificationKeys() async throws -> [VerificationKey] {
        let client = Auth.KeysClient(channel: try channel(to: "auth"))
        let keySet = try await client.listKeys(.init(), options: CallOptions(timeout: .seconds(3)))
        return keySet.keys.map { VerificationKey(id: $0.id, publicKey: $0.ed25519PublicKey) }
    }

    /// The revocations of access tokens that auth sends; nil without a place of auth.
    var revocations: RevocationSource? {
        guard configuration.peers["auth"]?.isEmpty == false else { return nil }
        return { receive in
            let client = Auth.RevocationsClient(channel: try self.channel(to: "auth"))
            try await client.watchRevocations(.init()) { updates in
                for try await update in updates { receive(RevocationUpdate(update)) }
            }
        }
    }

    /// Closes channels and database.
    func close() async {
        channels.withLock { $0.values.forEach { $0.close() } }
        await pool?.close()
    }
}
