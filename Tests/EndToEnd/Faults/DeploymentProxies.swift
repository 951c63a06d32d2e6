import FaultTestSupport
import Foundation
import LocalDeployment

/// Fault proxies before every program of a deployment, and between each program and the database.
struct DeploymentProxies {
    /// What callers of a program go through, the gateway's users included.
    let programs: [String: FaultProxy]
    /// What a program goes through on its way to the database.
    let databases: [String: FaultProxy]
    let routes: DeploymentRoutes

    /// Starts the proxies of a deployment with one instance of each program.
    /// - Parameter folder: For the sockets in place of the database's.
    static func start(for ports: Ports, in folder: URL) async throws -> DeploymentProxies {
        var (programs, databases): ([String: FaultProxy], [String: FaultProxy]) = ([:], [:])
        var routes = DeploymentRoutes()
        for program in LocalPrograms.all {
            let proxy = try await FaultProxy.start(to: .port(ports[program]))
            guard case .port(let port) = proxy.address else { continue }
            programs[program] = proxy
            routes.ports[ProgramInstance(program)] = port
            guard program != "gateway" else { continue }
            let sockets = folder.appending(path: program)
            try FileManager.default.createDirectory(at: sockets, withIntermediateDirectories: true)
            let socket = socket(in: sockets.path)
            databases[program] = try await FaultProxy.start(at: socket, to: socket, kind: .postgres)
            routes.databaseFolders[program] = sockets.path
        }
        return DeploymentProxies(programs: programs, databases: databases, routes: routes)
    }

    /// Leads to the database once it is known where its socket is.
    func connect(toDatabaseIn folder: String) {
        for proxy in databases.values { proxy.retarget(to: DeploymentProxies.socket(in: folder)) }
    }

    /// Ends all faults.
    func heal() { for proxy in Array(programs.values) + Array(databases.values) { proxy.heal() } }

    private static func socket(in folder: String) -> FaultProxy.Address { .socket(folder + "/.s.PGSQL.5432") }
}
