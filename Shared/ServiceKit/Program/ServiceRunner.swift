import Logging
import Postgres
import RPC
import ServiceLifecycle
import TLS
import UnixSignals
import Wire

/// Starts a program's parts in order and stops them in the opposite one.
struct ServiceRunner {
    let program: any ServiceProgram.Type
    let runtime: ServiceRuntime
    /// Signals that stop the program.
    var signals: [UnixSignal] = [.sigterm, .sigint]

    func run() async throws {
        var assembly = try await program.assemble(runtime)
        let quota = storageQuota(servingAnyway: assembly.methodsWithoutQuota)
        if let quota { assembly.userAdmissionPolicies.append(quota) }
        let outbox = outboxMonitor
        let source = assembly.revocations ?? runtime.revocations
        let revocations = source.map { _ in Revocations() }
        let verifier = TokenVerifier(
            revocations: revocations,
            fetchKeys: assembly.verificationKeys ?? { [runtime] in try await runtime.verificationKeys() }
        )
        let monitor = HealthMonitor(
            checks: checks(assembly),
            degradations: degradations(assembly) + (outbox.map { [$0.degradation] } ?? []),
            log: runtime.log
        )
        let endpoint = try await startMetrics(monitor)
        let server: RPCServer
        let listeners: [any Service]
        do {
            server = try await startServer(assembly, monitor, verifier)
            listeners = try await assembly.listeners?(server) ?? []
        } catch {
            await endpoint?.stop()
            throw error
        }
        runtime.log.notice("listening", metadata: listening(server, endpoint))
        // Stopped in the opposite order: calls still need everything above them.
        var services: [any Service] = [Closing(runtime: runtime, endpoint: endpoint), Monitoring(monitor: monitor)]
        services.append(StartupService(migrations: program.migrations, runtime: runtime, prepare: assembly.prepare))
        let background =
            [refresh(of: verifier), memory]
            + assembly.background(in: runtime) + (outbox.map { [$0.work] } ?? [])
            + databaseWork(assembly.allJobs) + (quota.map { [$0.work(log: runtime.log)] } ?? [])
            + following(source, revocations, server)
        services += background.map { Background(runtime: runtime, work: $0) }
        services.append(CertificateWatching(runtime: runtime, server: server))
        services.append(Serving(server: server, monitor: monitor, stopping: assembly.stopping))
        services += listeners
        let group = ServiceGroup(
            configuration: .init(services: services, gracefulShutdownSignals: signals, logger: runtime.log)
        )
        try await group.run()
        runtime.log.notice("stopped")
    }

    private func checks(_ assembly: ServiceAssembly) -> [HealthMonitor.Check] {
        let readiness = runtime.readiness
        var checks: [HealthMonitor.Check] = [{ readiness.isReady ? nil : "starting" }]
        if let database = try? runtime.database {
            checks.append { await database.isHealthy() ? nil : "the database does not answer" }
        }
        return checks + assembly.allChecks
    }

    private func degradations(_ assembly: ServiceAssembly) -> [HealthMonitor.Check] {
        [{ [work = runtime.work] in work.degradation }] + assembly.allDegradations
    }

    private func listening(_ server: RPCServer, _ endpoint: MetricsEndpoint?) -> Logger.Metadata {
        var ports: Logger.Metadata = ["port": .stringConvertible(server.port)]
        if let endpoint { ports["metricsPort"] = .stringConvertible(endpoint.port) }
        return ports
    }

    /// - Returns: Nil when the configuration asks for none.
    private func startMetrics(_ monitor: HealthMonitor) async throws -> MetricsEndpoint? {
        let metrics = runtime.metrics
        ProcessMetrics.register(with: metrics)
        EventLoopLag.measure(runtime.group, with: metrics)
        metrics.sample("larder.health.serving") { monitor.health.isServing ? 1 : 0 }
        if let database = try? runtime.database { DatabaseMetrics.register(database, with: metrics) }
        guard runtime.configuration.metricsPort > 0 else { return nil }
        return try await MetricsEndpoint.start(
            host: runtime.configuration.metricsHost,
            port: runtime.configuration.metricsPort,
            group: runtime.group,
            sources: .init(metrics: { metrics.text() }, problem: { monitor.health.problem })
        )
    }

    /// What every program with a schema does.
    private func databaseWork(_ jobs: [ScheduledJob]) -> [BackgroundWork] {
        guard program.migrations != nil, let database = try? runtime.database else { return [] }
        let scheduled = ScheduledJobs(
            jobs + ScheduledJob.retention(in: database),
            pool: database,
            supervisor: runtime.work,
            metrics: runtime.metrics,
            log: runtime.log
        )
        return [
            BackgroundWork("scheduled jobs", scheduled.run),
            .every(.seconds(60), "adding up of storage", log: runtime.log) {
                try await StorageCounting.merge(in: database)
            },
        ]
    }

    /// Asks for the keys of access tokens again and again, which is how soon a withdrawn one is rejected.
    private func refresh(of verifier: TokenVerifier) -> BackgroundWork {
        .every(.seconds(10), "refresh of verification keys", log: runtime.log) { try await verifier.refreshKeys() }
    }

    /// Gives back what a load has left behind.
    private var memory: BackgroundWork {
        .every(.seconds(5), "return of memory", log: runtime.log) { ProcessMemory.returnIdle() }
    }

    private var outboxMonitor: OutboxMonitor? {
        guard program.migrations != nil, let database = try? runtime.database else { return nil }
        return OutboxMonitor(
            database,
            limit: runtime.configuration.outboxAlert,
            factory: runtime.metrics,
            log: runtime.log
        )
    }

    /// - Parameter methods: What users may call who have stored too much.
    private func storageQuota(servingAnyway methods: [MethodDescriptor]) -> StorageQuota? {
        guard program.migrations != nil, let database = try? runtime.database,
            let limit = runtime.configuration.storagePerUser ?? program.storagePerUser
        else { return nil }
        let quota = StorageQuota(of: limit, in: database, servingAnyway: methods)
        runtime.metrics.sample("larder.storage.full_users") { Double(quota.fullUsers) }
        return quota
    }

    /// What every program with a schema offers to the operator, and to auth.
    private func operations(_ assembly: ServiceAssembly) -> [any ServiceProvider] {
        guard program.migrations != nil, let database = try? runtime.database else { return [] }
        return [
            EventOperationsService(pool: database, log: runtime.log),
            PersonalDataService(assembly.personalData, in: database, log: runtime.log),
        ]
    }

    /// Hears of revoked tokens, whose calls are ended.
    private func following(
        _ source: RevocationSource?,
        _ revocations: Revocations?,
        _ server: RPCServer
    ) -> [BackgroundWork] {
        guard let source, let revocations else { return [] }
        let follower = RevocationFollower(revocations: revocations, source: source) {
            server.endCalls { caller, kind in (caller as? VerifiedUser).flatMap { revocations.end(of: kind, by: $0) } }
        }
        return [.reporting("following revocations", follower.run)]
    }

    private func startServer(
        _ assembly: ServiceAssembly,
        _ monitor: HealthMonitor,
        _ verifier: TokenVerifier
    ) async throws -> RPCServer {
        var configuration = ServerConfiguration(
            host: runtime.configuration.listenHost,
            port: runtime.configuration.listenPort,
            tls: runtime.serverTLS,
            drainTimeout: runtime.configuration.drainTimeout
        )
        configuration.requestTimeout = .seconds(12)
        configuration.maximumRequest = ServiceAssembly.usualMaximumRequest
        configuration.serviceFrameRateLimits = FrameRateLimits(burst: 100_000, perSecond: 50_000)
        runtime.configuration.server.apply(to: &configuration)
        if let files = OpenFiles.raiseLimit() {
            configuration.limits.connections = min(
                configuration.limits.connections,
                OpenFiles.connections(within: files)
            )
        }
        assembly.configure(
            &configuration,
            program: runtime.name,
            monitor: monitor,
            verifier: verifier,
            readiness: runtime.readiness,
            diagnostics: runtime.diagnostics,
            operations: operations(assembly),
            log: runtime.log
        )
        configuration.observer = runtime.observer
        let server = try await RPCServer.start(configuration, group: runtime.group, log: runtime.log)
        runtime.diagnostics.add(server)
        return server
    }
}

/// Serves until the program stops; then says so, rejects what is new and lets running calls end.
private struct Serving: Service {
    let server: RPCServer
    let monitor: HealthMonitor
    let stopping: (@Sendable () -> Void)?

    func run() async throws {
        try? await gracefulShutdown()
        monitor.stop()
        await server.stop(draining: stopping)
    }
}

/// Watches the program's health.
private struct Monitoring: Service {
    let monitor: HealthMonitor

    func run() async throws { await monitor.run() }
}

/// Closes what calls used, last of all.
private struct Closing: Service {
    let runtime: ServiceRuntime
    let endpoint: MetricsEndpoint?

    func run() async throws {
        try? await gracefulShutdown()
        await endpoint?.stop()
        await runtime.close()
    }
}

/// Work beside serving calls.
private struct Background: Service {
    let runtime: ServiceRuntime
    let work: BackgroundWork

    func run() async throws {
        await cancelWhenGracefulShutdown {
            guard (try? await runtime.readiness.wait()) != nil else { return }
            await runtime.work.run(work)
        }
        try? await gracefulShutdown()
    }
}
