package import Logging
package import RPC
package import ServiceLifecycle

/// What a program consists of: the services it offers and the work it does on its own.
package struct ServiceAssembly: Sendable {
    /// The largest request in bytes of a method that says nothing about it.
    package static let usualMaximumRequest = 16_384

    /// The tables of its schema, by which every service exports and erases a person's data.
    package var personalData: PersonalTables
    package var providers: [any ServiceProvider]
    /// Change feeds, queues' workers, consumers of events and the like, with all that belongs to each.
    package var parts: [any ServicePart]
    /// Run once the program is ready, until it stops.
    package var background: [BackgroundWork]
    /// Done at certain times, once for all instances; needs a schema.
    package var jobs: [ScheduledJob]
    /// Further dependencies of its health.
    package var checks: [HealthMonitor.Check]
    /// What it serves without, such as a dependency that isn't needed for every call.
    package var degradations: [HealthMonitor.Check]
    /// Run before the first call, for instance to load keys or reference data; tried again until it succeeds.
    package var prepare: (@Sendable () async throws -> Void)?
    /// Where the keys that verify access tokens come from, when not from auth over RPC.
    package var verificationKeys: (@Sendable () async throws -> [VerificationKey])?
    /// Where revocations of access tokens come from, when not from auth over RPC.
    package var revocations: RevocationSource?
    /// Called when its server takes no new calls any more, to end streams that would keep it open.
    package var stopping: (@Sendable () -> Void)?
    /// Serves methods that no provider has.
    package var fallback: (@Sendable (String) -> ServerRoute?)?
    /// Admission policies of this program, ahead of the access rules.
    package var admissionPolicies: [any AdmissionPolicy]
    /// Admission policies of this program, behind the access rules, where the user is known.
    package var userAdmissionPolicies: [any AdmissionPolicy]
    /// Methods for users that change data and are served to one who has stored too much, since they store nothing of note or
    /// remove something.
    package var methodsWithoutQuota: [MethodDescriptor]
    /// In place of the health service that every program has.
    package var health: (@Sendable (HealthMonitor) -> any ServiceProvider)?
    /// Services whose methods it serves by forwarding them, for reflection.
    package var forwardedServices: [ServiceDescriptor]
    /// Changes limits of the server.
    package var configureServer: (@Sendable (inout ServerConfiguration) -> Void)?
    /// Makes what listens besides the server, and takes its calls to it. It stops before the server does.
    package var listeners: (@Sendable (RPCServer) async throws -> [any Service])?

    /// Puts a program together.
    /// - Parameter personalData: The tables of its schema. There is no default: who stores rows of users has to say which.
    package init(
        personalData: PersonalTables,
        providers: [any ServiceProvider] = [],
        parts: [any ServicePart] = [],
        background: [BackgroundWork] = [],
        jobs: [ScheduledJob] = [],
        checks: [HealthMonitor.Check] = [],
        degradations: [HealthMonitor.Check] = [],
        prepare: (@Sendable () async throws -> Void)? = nil,
        verificationKeys: (@Sendable () async throws -> [VerificationKey])? = nil,
        revocations: RevocationSource? = nil,
        stopping: (@Sendable () -> Void)? = nil,
        fallback: (@Sendable (String) -> ServerRoute?)? = nil,
        admissionPolicies: [any AdmissionPolicy] = [],
        userAdmissionPolicies: [any AdmissionPolicy] = [],
        methodsWithoutQuota: [MethodDescriptor] = [],
        health: (@Sendable (HealthMonitor) -> any ServiceProvider)? = nil,
        forwardedServices: [ServiceDescriptor] = [],
        configureServer: (@Sendable (inout ServerConfiguration) -> Void)? = nil,
        listeners: (@Sendable (RPCServer) async throws -> [any Service])? = nil
    ) {
        self.personalData = personalData
        self.providers = providers
        self.parts = parts
        self.background = background
        self.jobs = jobs
        self.checks = checks
        self.degradations = degradations
        self.prepare = prepare
        self.verificationKeys = verificationKeys
        self.revocations = revocations
        self.stopping = stopping
        self.fallback = fallback
        self.admissionPolicies = admissionPolicies
        self.userAdmissionPolicies = userAdmissionPolicies
        self.methodsWithoutQuota = methodsWithoutQuota
        self.health = health
        self.forwardedServices = forwardedServices
        self.configureServer = configureServer
        self.listeners = listeners
    }
}

extension ServiceAssembly {
    /// The work besides calls, that of the parts included.
    func background(in runtime: ServiceRuntime) -> [BackgroundWork] {
        parts.flatMap { $0.background(in: runtime) } + background
    }

    /// The services that it offers, those of the parts included.
    package var allProviders: [any ServiceProvider] { providers + parts.flatMap(\.providers) }

    /// What it does at certain times, the jobs of the parts included.
    var allJobs: [ScheduledJob] { jobs + parts.flatMap(\.jobs) }

    /// The checks of its health, those of the parts included.
    var allChecks: [HealthMonitor.Check] { checks + parts.flatMap(\.checks) }

    /// What it serves without, that of the parts included.
    var allDegradations: [HealthMonitor.Check] { degradations + parts.flatMap(\.degradations) }

    /// Sets what a server serves, and its admission policies in this order: readiness, the program's own,
    /// access rules, the program's for users.
    ///
    /// Every program has health, reflection and diagnostics beside its own services.
    /// - Parameters:
    ///   - diagnostics: What the operator is shown.
    ///   - operations: What else every program of its kind offers to the operator.
    ///   - log: Gets the calls of staff.
    package func configure(
        _ server: inout ServerConfiguration,
        program: String,
        monitor: HealthMonitor,
        verifier: TokenVerifier,
        readiness: Readiness,
        diagnostics: DiagnosticsRegistry = DiagnosticsRegistry(),
        operations: [any ServiceProvider] = [],
        log: Logger? = nil
    ) {
        let providers = allProviders
        let health =
            health?(monitor)
            ?? HealthService(program: program, services: providers.map(\.descriptor.name), monitor: monitor)
        let offered = providers + operations + [health, DiagnosticsService(program: program, registry: diagnostics)]
        let reflection = ReflectionService(services: offered.map(\.descriptor) + forwardedServices)
        server.handlers = (offered + [reflection]).flatMap(\.handlers)
        server.admissionPolicies =
            [ReadinessPolicy(readiness: readiness)] + admissionPolicies
            + [AccessControl(verifier: verifier, log: log)] + userAdmissionPolicies
        server.fallback = fallback
        configureServer?(&server)
    }
}
