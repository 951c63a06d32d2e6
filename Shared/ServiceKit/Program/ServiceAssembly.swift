package import RPC

/// What a program consists of: the services it offers and the work it does on its own.
package struct ServiceAssembly: Sendable {
    package var providers: [any ServiceProvider]
    /// Run once the program is ready, until it stops.
    package var background: [@Sendable () async throws -> Void]
    /// Further dependencies of its health.
    package var checks: [HealthMonitor.Check]
    /// Tell what it serves without.
    package var notes: [HealthMonitor.Check]
    /// Run before the first call, for instance to load keys or reference data; tried again until it succeeds.
    package var prepare: (@Sendable () async throws -> Void)?
    /// Where the keys that verify access tokens come from, when not from auth over RPC.
    package var verificationKeys: (@Sendable () async throws -> [VerificationKey])?
    /// Serves methods that no provider has.
    package var fallback: (@Sendable (String) -> ServerRoute?)?
    /// Gates of this program alone, ahead of the access rules.
    package var gates: [any CallGate]
    /// Gates of this program alone, behind the access rules, where the user is known.
    package var userGates: [any CallGate]
    /// In place of the health service that every program has.
    package var health: (@Sendable (HealthMonitor) -> any ServiceProvider)?
    /// Services whose methods it serves by passing them on, for reflection.
    package var forwardedServices: [ServiceDescriptor]
    /// Changes limits of the server.
    package var configureServer: (@Sendable (inout ServerConfiguration) -> Void)?

    /// Puts a program together.
    package init(
        providers: [any ServiceProvider] = [],
        background: [@Sendable () async throws -> Void] = [],
        checks: [HealthMonitor.Check] = [],
        notes: [HealthMonitor.Check] = [],
        prepare: (@Sendable () async throws -> Void)? = nil,
        verificationKeys: (@Sendable () async throws -> [VerificationKey])? = nil,
        fallback: (@Sendable (String) -> ServerRoute?)? = nil,
        gates: [any CallGate] = [],
        userGates: [any CallGate] = [],
        health: (@Sendable (HealthMonitor) -> any ServiceProvider)? = nil,
        forwardedServices: [ServiceDescriptor] = [],
        configureServer: (@Sendable (inout ServerConfiguration) -> Void)? = nil
    ) {
        self.providers = providers
        self.background = background
        self.checks = checks
        self.notes = notes
        self.prepare = prepare
        self.verificationKeys = verificationKeys
        self.fallback = fallback
        self.gates = gates
        self.userGates = userGates
        self.health = health
        self.forwardedServices = forwardedServices
        self.configureServer = configureServer
    }
}

extension ServiceAssembly {
    /// Sets what a server serves, and what decides about each call, in this order: readiness, the program's own gates,
    /// access rules, the program's gates for users.
    ///
    /// Every program has health, reflection and diagnostics beside its own services.
    /// - Parameter diagnostics: What the operator is shown.
    package func configure(
        _ server: inout ServerConfiguration,
        program: String,
        monitor: HealthMonitor,
        verifier: TokenVerifier,
        readiness: Readiness,
        diagnostics: DiagnosticsRegistry = DiagnosticsRegistry()
    ) {
        let health =
            health?(monitor)
            ?? HealthService(program: program, services: providers.map(\.descriptor.name), monitor: monitor)
        let offered = providers + [health, DiagnosticsService(program: program, registry: diagnostics)]
        let reflection = ReflectionService(services: offered.map(\.descriptor) + forwardedServices)
        server.handlers = (offered + [reflection]).flatMap(\.handlers)
        server.gates =
            [ReadinessGate(readiness: readiness)] + gates + [AccessControl(verifier: verifier)] + userGates
        server.fallback = fallback
        configureServer?(&server)
    }
}
