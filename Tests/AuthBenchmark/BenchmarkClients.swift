import AuthMessages
import Foundation
import LocalDeployment
import Logging
import Postgres
import RPC

/// Connections to the programs: as a user's program has one to the gateway, and as services have them to one another.
struct BenchmarkClients: Sendable {
    let gateway: RPCChannel
    /// To auth, as these services.
    let notifications: RPCChannel
    let budget: RPCChannel

    init(_ deployment: LocalDeployment) throws {
        gateway = try deployment.gatewayChannel()
        notifications = try deployment.channel(to: "auth", as: "notifications")
        budget = try deployment.channel(to: "auth", as: "budget")
    }

    func close() {
        for channel in [gateway, notifications, budget] { channel.close() }
    }
}

/// The database, behind the services.
struct BenchmarkDatabase: Sendable {
    let configuration: PostgresConfiguration

    func run<Result: Sendable>(_ body: (PostgresPool) async throws -> Result) async throws -> Result {
        let log = Logger(label: "auth-benchmark") { _ in SwiftLogNoOpLogHandler() }
        let pool = PostgresPool(configuration: configuration, logger: log)
        do {
            let result = try await body(pool)
            await pool.close()
            return result
        } catch {
            await pool.close()
            throw error
        }
    }
}

/// A user with a session.
struct SignedInUser: Sendable {
    let id: UUID
    let token: String

    /// How many there are.
    private static let count = 64

    var options: CallOptions { CallOptions(timeout: .seconds(10), accessToken: token) }

    /// Signs in some of the people.
    static func some(of people: People, on channel: RPCChannel) async throws -> [SignedInUser] {
        let sessions = Auth.SessionsClient(channel: channel)
        var users: [SignedInUser] = []
        for index in 0..<min(count, people.ids.count) {
            let place = index * (people.ids.count / count)
            let tokens = try await sessions.signIn(people.signIn(place), options: CallOptions(timeout: .seconds(20)))
            users.append(SignedInUser(id: people.ids[place], token: tokens.accessToken))
        }
        return users
    }
}

/// The accounts that were loaded, which have one password.
struct People: Sendable {
    let ids: [UUID]
    let password: String

    static func name(_ index: Int) -> String { "bench\(index)" }

    static func email(_ index: Int) -> String { "bench\(index)@example.org" }

    func signIn(_ index: Int) -> Auth.SignInRequest {
        .init(
            name: index.isMultiple(of: 2) ? Self.name(index) : Self.email(index),
            password: password,
            device: "auth-benchmark"
        )
    }
}
