import Foundation
import Foundations
import Logging
import PersonalMessages
import Postgres
import RPC
import ServiceKit

/// Has every service erase a person's data, and destroys the account and its key once all have confirmed it.
///
/// Each service is asked twice. The second round begins when all have ended the first: until then a service may still send
/// something of the person to one that has erased already.
struct PersonEraser: Sendable {
    /// Between the end of the first round and the second: longer than anything is on its way between services.
    static let pause = Duration.seconds(300)
    /// How soon it is looked again while a service has not ended what another step waits for.
    private static let poll = Duration.seconds(60)

    /// Has a service erase a person's data.
    typealias Erase = @Sendable (_ service: String, _ person: UUID) async throws -> Void

    let store: ErasureStore
    /// The tables of auth.
    let tables: PersonalTables
    let queue: LeaseQueue<ErasureTask>
    let erase: Erase
    let clock: any WallClock
    let log: Logger

    /// Asks the services over RPC.
    static func through(_ channels: [String: RPCChannel]) -> Erase {
        { service, person in
            guard let channel = channels[service] else {
                throw Status(.internalError, .rpc.ourFault)
            }
            let client = Personal.PersonalDataClient(channel: channel)
            let request = Personal.ErasePersonRequest(userID: person.canonical)
            _ = try await client.erasePerson(request, options: CallOptions(timeout: .seconds(120)))
        }
    }

    /// Begins the erasure of closed accounts once their time has come.
    var job: ScheduledJob {
        ScheduledJob("erase closed accounts", .every(.seconds(60))) { _ in try await store.beginDue(at: clock.now) }
    }

    /// Asks services until they have confirmed.
    var worker: LeaseWorker<ErasureTask> {
        var configuration = LeaseWorker<ErasureTask>.Configuration()
        configuration.concurrency = 4
        configuration.backoff = .doubling(from: .seconds(1), to: .seconds(300))
        return LeaseWorker(
            ErasureTask.queueName,
            queue: queue,
            configuration: configuration,
            wokenBy: WakeUp(ErasureTask.queueName),
            clock: clock,
            log: log,
            perform: perform
        )
    }

    private func perform(_ task: Lease<ErasureTask>) async throws -> WorkOutcome {
        if task.service == "auth" {
            if try await store.isWaiting(task.account) { return .postponed(Self.poll, isCounted: false) }
            try await tables.erase(task.account, in: store.database)
            return try await finish(task)
        }
        if task.round == 2, try await !store.hasBegunSecondRound(task.work, at: clock.now) {
            return try await wait(task)
        }
        try await erase(task.service, task.account)
        if task.round == 1 { return try await endFirstRound(task) }
        return try await queue.change(task, "confirmed_at = \(clock.now), \(queue.released)") ? .settled : .lost
    }

    /// Looks again later, but not before the time that the end of the first round may have set meanwhile.
    private func wait(_ task: Lease<ErasureTask>) async throws -> WorkOutcome {
        let next = clock.now.addingTimeInterval(Self.poll / .seconds(1))
        let assignments: Statement = """
            due_at = greatest(work.due_at, \(next)), attempts = work.attempts - 1, \(queue.released)
            """
        return try await queue.change(task, assignments) ? .settled : .lost
    }

    /// Has the second round of all services begin a while from now, unless one that ends its first round later puts it off.
    private func endFirstRound(_ task: Lease<ErasureTask>) async throws -> WorkOutcome {
        let next = clock.now.addingTimeInterval(Self.pause / .seconds(1))
        return try await store.database.transaction { connection in
            try await connection.execute(ErasureStore.turn(of: task.account))
            let isHeld = try await queue.change(
                task,
                "round = 2, attempts = 0, due_at = \(next), \(queue.released)",
                in: connection
            )
            guard isHeld else { return .lost }
            try await connection.execute(ErasureStore.secondRound(of: task.account, from: next))
            return .settled
        }
    }

    private func finish(_ task: Lease<ErasureTask>) async throws -> WorkOutcome {
        let time = clock.now
        let isHeld = try await store.database.transaction { connection in
            guard try await queue.change(task, "confirmed_at = \(time), \(queue.released)", in: connection) else {
                return false
            }
            try await connection.pipeline([
                "UPDATE erasures SET finished_at = \(time) WHERE account_id = \(task.account)",
                AuditLog.record(.erased, account: task.account, at: time),
            ])
            return true
        }
        guard isHeld else { return .lost }
        log.notice("a person is erased", metadata: ["account": "\(task.account.canonical)"])
        return .settled
    }
}
