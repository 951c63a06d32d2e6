package import Foundation
import Logging
package import Postgres
import ServiceManifest
import Synchronization
import TLS

/// A whole Larder on this machine: a private database, certificates and all programs in one or more instances, each of
/// which can be started, stopped and killed on its own.
package final class LocalDeployment: Sendable {
    /// All programs: the gateway first, then the services behind it in the order in which they are started.
    package static let programs = PlatformService.all.map(\.name)

    /// The order in which they are replaced by those of another release: auth first, whose methods all others call, and the
    /// gateway last, which calls those of all.
    package static let replacementOrder = Array(programs.dropFirst()) + programs.prefix(1)

    /// Its data, programs and scripts.
    package let folder: DeploymentFolder
    /// The ports of all instances.
    package let ports: Ports
    /// The SPIFFE trust domain of the programs' certificates.
    package let trustDomain: String
    /// Whether receipts are read with the models that were fetched, if there are any.
    private let usesModels: Bool
    /// Whether the gateway serves browsers, too.
    private let servesBrowsers: Bool
    private let secrets: Secrets
    private let orphans: OrphanProcesses
    /// Configuration beyond the necessary, as environment variables of all programs.
    private let settings: [String: String]
    private let routes: DeploymentRoutes
    private let processes = Mutex<[ProgramInstance: ServiceProcess]>([:])
    private let databaseHost = Mutex<String>("")
    private let databaseServer = Mutex<DatabaseServer?>(nil)

    /// All instances of some number of replicas, program by program.
    package static func instances(replicas: Int) -> [ProgramInstance] {
        programs.flatMap { program in (1...replicas).map { ProgramInstance(program, number: $0) } }
    }

    /// All instances, the gateway's first.
    package var instances: [ProgramInstance] { LocalDeployment.instances(replicas: ports.replicas) }

    /// The instances of a program.
    package func instances(of program: String) -> [ProgramInstance] { instances.filter { $0.program == program } }

    /// Describes a deployment; nothing is started.
    /// - Parameters:
    ///   - ports: With places for all instances, of which it has as many as there are places.
    ///   - trustDomain: The SPIFFE trust domain of its certificates.
    ///   - usesModels: Whether receipts are read with the models that were fetched, if there are any.
    ///   - servesBrowsers: Whether the gateway serves browsers, too; one of a former release may not know how.
    ///   - settings: Further configuration as `LARDER_…` environment variables.
    ///   - routes: Where programs reach each other and the database, when not directly.
    package init(
        folder: DeploymentFolder,
        ports: Ports,
        trustDomain: String = TLSTrust.defaultTrustDomain,
        usesModels: Bool = true,
        servesBrowsers: Bool = false,
        settings: [String: String] = [:],
        routes: DeploymentRoutes = DeploymentRoutes()
    ) {
        self.folder = folder
        self.ports = ports
        self.trustDomain = trustDomain
        self.usesModels = usesModels
        self.servesBrowsers = servesBrowsers
        self.settings = settings
        self.routes = routes
        secrets = Secrets(folder: folder.secrets)
        orphans = OrphanProcesses(folder: folder.processes)
    }

    // MARK: What programs stand on

    /// Makes folders and certificates, starts the database and gives each service its roles and its schema, up to date.
    package func prepare() async throws {
        try folder.create()
        try await makeCertificates()
        try await startDatabase()
        try await provision()
        try await migrate()
        try writeClientProfile()
    }

    /// Makes the certificates that are missing or about to expire.
    /// - Parameter renewed: Programs whose certificates are renewed in any case; nil for none.
    func makeCertificates(renewing renewed: [String]? = nil) async throws {
        var arguments = ["--trust-domain", trustDomain, folder.certificates.path]
        if let renewed { arguments = ["--renew"] + arguments + renewed }
        _ = try await Script.run(folder.scripts.appending(path: "certificates.sh"), arguments)
    }

    /// Starts the database server; does nothing when it runs.
    package func startDatabase() async throws {
        _ = try await Script.run(folder.scripts.appending(path: "postgres.sh"), ["start", folder.postgres.path])
        try await findDatabase()
    }

    /// Finds the database server that runs.
    func findDatabase() async throws {
        let script = folder.scripts.appending(path: "postgres.sh")
        let settings = try await Script.run(script, ["status", folder.postgres.path, "--env"])
        func value(_ name: String) -> String? {
            let line = settings.split(separator: "\n").first { $0.hasPrefix(name + "=") }
            return line.map { String($0.dropFirst(name.count + 1)) }
        }
        guard let host = value("PGHOST"), let process = value("POSTMASTER").flatMap({ Int32($0) }) else {
            throw DeploymentError("The database does not report its socket and its process.")
        }
        databaseHost.withLock { $0 = host }
        // One that has been running is still the same.
        guard database?.identifier != process || database?.isRunning != true else { return }
        let server = try DatabaseServer(identifier: process)
        databaseServer.withLock { $0 = server }
    }

    /// The database server that was started last, if one was; it may have ended.
    package var database: DatabaseServer? { databaseServer.withLock { $0 } }

    /// Stops the database server.
    package func stopDatabase() async throws {
        _ = try await Script.run(folder.scripts.appending(path: "postgres.sh"), ["stop", folder.postgres.path])
    }

    /// Connects as the superuser, for provisioning and for tests that look behind the services.
    package func superuserConfiguration(database: String = "larder") -> PostgresConfiguration {
        PostgresConfiguration(
            host: databaseHost.withLock { $0 },
            user: "postgres",
            database: database,
            applicationName: "larder-local"
        )
    }

    private func provision() async throws {
        let log = Logger(label: "local") { _ in SwiftLogNoOpLogHandler() }
        let server = PostgresPool(configuration: superuserConfiguration(database: "postgres"), logger: log)
        try await closing(server) {
            if try await server.query("SELECT 1 FROM pg_database WHERE datname = 'larder'").isEmpty {
                try await server.execute("CREATE DATABASE larder")
            }
        }
        let database = PostgresPool(configuration: superuserConfiguration(), logger: log)
        try await closing(database) {
            for service in PlatformService.all where service.hasSchema {
                let provisioning = try Provisioning(
                    service: service.name,
                    ownerPassword: try secrets.password(of: "\(service.name)-owner"),
                    runtimePassword: try secrets.password(of: service.name)
                )
                try await provisioning.run(with: database)
            }
        }
    }

    private func closing(_ pool: PostgresPool, _ body: () async throws -> Void) async throws {
        do {
            try await body()
            await pool.close()
        } catch {
            await pool.close()
            throw error
        }
    }

    private func writeClientProfile() throws {
        let profile = ClientProfile(
            gateway: "localhost:\(ports["gateway"])",
            authority: folder.certificates.appending(path: "ca.pem").path,
            credentials: folder.data.appending(path: "credentials.json").path,
            operatorCertificate: folder.certificates.appending(path: "operator.pem").path,
            operatorKey: folder.certificates.appending(path: "operator-key.pem").path,
            trustDomain: trustDomain,
            servers: Dictionary(
                uniqueKeysWithValues: LocalDeployment.programs.map { ($0, "localhost:\(ports[$0])") }
            )
        )
        try JSONEncoder().encode(profile).write(to: folder.clientProfile, options: .atomic)
        // Whatever the umask: the client uses no profile that others can write.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: folder.clientProfile.path)
    }

    /// What the command-line client reads of it.
    private struct ClientProfile: Encodable {
        var gateway: String
        var authority: String
        var credentials: String
        var operatorCertificate: String
        var operatorKey: String
        var trustDomain: String
        var servers: [String: String]
    }

    // MARK: Programs

    /// Starts the first instance of a program that does not run.
    @discardableResult
    package func start(_ program: String) throws -> ServiceProcess { try start(ProgramInstance(program)) }

    /// Starts an instance that does not run.
    @discardableResult
    package func start(_ instance: ProgramInstance) throws -> ServiceProcess {
        let process = try ServiceProcess.start(
            name: "\(instance)",
            executable: folder.executables.appending(
                path: PlatformService.named(instance.program)?.executable ?? instance.program
            ),
            environment: try environment(of: instance),
            log: log(of: instance)
        )
        let former = processes.withLock { $0.updateValue(process, forKey: instance) }
        if let former, former.exitStatus != nil { orphans.remove(former) }
        orphans.record(process)
        return process
    }

    /// Starts all instances.
    package func startAll() throws {
        for instance in instances where instance.program != "gateway" { try start(instance) }
        for instance in instances(of: "gateway") { try start(instance) }
    }

    /// The process of a program's first instance, if it was started.
    package func process(_ program: String) -> ServiceProcess? { process(ProgramInstance(program)) }

    /// The process of an instance that was started.
    package func process(_ instance: ProgramInstance) -> ServiceProcess? { processes.withLock { $0[instance] } }

    /// The file that an instance's log goes to.
    package func log(of instance: ProgramInstance) -> URL { folder.logs.appending(path: "\(instance).log") }

    /// Asks all programs to stop and waits; those that take longer than `limit` are killed.
    /// - Returns: Names of the instances that did not stop cleanly.
    package func stopAll(limit: Duration = .seconds(20)) async -> [String] {
        let running = processes.withLock { processes in instances.compactMap { processes[$0] } }
        // The gateway is the first of them, so that nothing new comes in.
        for process in running { process.signal(SIGTERM) }
        return await withTaskGroup(of: String?.self) { group in
            for process in running {
                group.addTask {
                    let status = await process.waitForExit(killedAfter: limit)
                    self.orphans.remove(process)
                    return status == 0 ? nil : process.name
                }
            }
            return await group.reduce(into: []) { failed, name in if let name { failed.append(name) } }
        }
    }

    /// The loopback port on which callers reach an instance.
    func reachablePort(of instance: ProgramInstance) -> Int { routes.ports[instance] ?? ports[instance] }

    private func databaseURL(_ role: String, _ password: String, at host: String? = nil) -> String {
        "host=\(host ?? databaseHost.withLock { $0 }) dbname=larder user=\(role) password=\(password)"
    }

    /// The environment in which a program migrates its schema: the owner's password is in no other process.
    func migrationEnvironment(of program: String) throws -> [String: String] {
        [
            "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
            "LARDER_DATABASE_OWNER_URL": databaseURL(
                "larder_\(program)_owner",
                try secrets.password(of: "\(program)-owner")
            ),
        ]
    }

    /// The environment in which an instance runs.
    func environment(of instance: ProgramInstance) throws -> [String: String] {
        let program = instance.program
        // All instances together must leave the database connections to spare.
        var environment = ["LARDER_DATABASE_POOL_SIZE": String(min(8, max(2, 24 / ports.replicas)))]
        environment.merge(settings) { $1 }
        environment["PATH"] = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        environment["LARDER_LISTEN_HOST"] = "127.0.0.1"
        environment["LARDER_LISTEN_PORT"] = String(ports[instance])
        environment["LARDER_METRICS_HOST"] = "127.0.0.1"
        environment["LARDER_METRICS_PORT"] = String(ports.metrics(of: instance))
        environment["LARDER_TLS_CERTIFICATE"] = folder.certificates.appending(path: "\(program).pem").path
        environment["LARDER_TLS_KEY"] = folder.certificates.appending(path: "\(program)-key.pem").path
        environment["LARDER_TLS_AUTHORITY"] = folder.certificates.appending(path: "ca.pem").path
        environment["LARDER_TLS_TRUST_DOMAIN"] = trustDomain
        for service in PlatformService.backends {
            environment["LARDER_PEERS_\(service.name.uppercased())"] =
                instances(of: service.name).map { "127.0.0.1:\(reachablePort(of: $0))" }.joined(separator: ",")
        }
        if program == "gateway", servesBrowsers {
            environment["LARDER_WEB_PORT"] = String(ports.web(of: instance))
            if let web = folder.web, FileManager.default.fileExists(atPath: web.path) {
                environment["LARDER_WEB_FILES"] = web.path
            }
            // A gateway with a certificate is no development's, and refuses to show mails.
            if settings["LARDER_WEB_CERTIFICATE"] == nil { environment["LARDER_WEB_MAIL"] = folder.mail.path }
        }
        if program == "notifications" {
            environment["LARDER_MAIL_FOLDER"] = folder.mail.path
            environment["LARDER_MAIL_WEB_ADDRESS"] = "http://localhost:\(ports.web())"
        }
        if program == "auth" {
            environment["LARDER_PASSKEYS_RELYING_PARTY"] = "localhost"
            environment["LARDER_PASSKEYS_ORIGINS"] = instances(of: "gateway")
                .map { "http://localhost:\(ports.web(of: $0))" }.joined(separator: ",")
        }
        if program == "ocr", !usesModels { environment["LARDER_READER_MODELS"] = "none" }
        let service = PlatformService.named(program)
        if service?.hasSchema == true {
            environment["LARDER_DATABASE_URL"] = databaseURL(
                "larder_\(program)",
                try secrets.password(of: program),
                at: routes.databaseFolders[program]
            )
        }
        if service?.needsMasterKey == true {
            environment["LARDER_KEYS_MASTER"] = try secrets.masterKeyFile(of: program).path
        }
        return environment
    }
}
