import CommonMessages
import EventsMessages
import Foundation
import Foundations
import MessageCoding
import NIOCore
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import Testing

@testable import ServiceKit

@Suite("An operator's view of events", .timeLimit(.minutes(5)))
struct EventOperationsTests {
    func withService(
        _ body: (PostgresPool, EventOperationsService, Recorder<String>) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try await TestDatabase.withPool { pool in
            try await ServiceSchema.migrate(
                "public",
                folder: folder.path,
                with: pool,
                logger: TestDatabase.quietLogger
            )
            let lines = Recorder<String>()
            let service = EventOperationsService(pool: pool, log: RecordingLogHandler.logger(lines))
            try await body(pool, service, lines)
        }
    }

    var context: CallContext {
        CallContext(method: "test", identity: VerifiedUser(id: "u-7", username: "ada"), trace: TraceContext())
    }

    /// Writes an event.
    /// - Parameter error: Why it is parked; nil for one that waits.
    @discardableResult
    func write(
        _ pool: PostgresPool,
        to receiver: String,
        key: String = UUID().canonical,
        parkedFor error: String? = nil
    ) async throws -> UUID {
        let payload = try Events.Event(payload: .purchaseSettled(.init(userID: "u"))).encoded()
        let event = OutboxEvent(receiver: receiver, key: key, payload: Array(payload.readableBytesView))
        try await pool.transaction { try await Outbox.write(event, in: $0) }
        if let error {
            try await pool.execute(
                """
                UPDATE outbox SET parked_at = now(), attempts = 1, last_error = \(error) WHERE id = \(event.id)
                """
            )
        }
        return event.id
    }

    func keep(_ pool: PostgresPool, kind: Int32) async throws -> UUID {
        // Field 900 with an empty message.
        let kept = KeptEvent(id: UUID(), kind: kind, sender: "budget", event: [0xA2, 0x38, 0], trace: nil)
        try await pool.withConnection { try await kept.keep(in: $0) }
        return kept.id
    }

    func list(
        _ service: EventOperationsService,
        _ state: Events.EventState = .unspecified,
        receiver: String = "",
        size: Int32 = 0,
        token: String = ""
    ) async throws -> Events.ListEventsResponse {
        try await service.listEvents(
            .init(page: .init(size: size, token: token), state: state, receiver: receiver),
            context: context
        )
    }

    @Test("rejects what names nothing, or two things at once, or no event")
    func refusals() async throws {
        try await withService { _, service, lines in
            let many = Array(repeating: UUID().canonical, count: 201)
            for (ids, receiver, field) in [
                ([], "", "event_ids"), ([UUID().canonical], "catalog", "event_ids"), (many, "", "event_ids"),
                (["1"], "", "event_ids[0]"),
            ] {
                let release = await failure {
                    _ = try await service.releaseEvents(.init(eventIDs: ids, receiver: receiver), context: context)
                }
                #expect(release?.fieldViolations.map(\.field) == [field])
                let drop = await failure {
                    _ = try await service.dropEvents(.init(eventIDs: ids, receiver: receiver), context: context)
                }
                #expect(drop?.code == .invalidArgument)
                guard receiver.isEmpty else { continue }
                let park = await failure { _ = try await service.parkEvents(.init(eventIDs: ids), context: context) }
                #expect(park?.fieldViolations.map(\.field) == [field])
            }
            #expect(await failure { _ = try await list(service, .unrecognized(9)) }?.code == .invalidArgument)
            #expect(lines.values.isEmpty)
        }
    }

    @Test("is for operators and administrators with a second factor, and every program with a schema has it")
    func access() {
        for method in Events.EventOperationsService.descriptor.methods {
            #expect(method.access == .user)
            #expect(
                method.requirements
                    == UserRequirements(roles: ["operator", "administrator"], needsSecondFactor: true)
            )
        }
    }

    @Test("lists parked events with their reason, by pages and by receiver, and nothing of what they say")
    func parked() async throws {
        try await withService { pool, service, _ in
            var ids: [String] = []
            for number in 0..<3 {
                ids.append(try await write(pool, to: "catalog", parkedFor: "no \(number)").canonical)
            }
            try await write(pool, to: "ocr", parkedFor: "undecodable")
            try await write(pool, to: "catalog")
            let first = try await list(service, receiver: "catalog", size: 2)
            #expect(first.events.map(\.id) == Array(ids.prefix(2)))
            #expect(first.events.map(\.lastError) == ["no 0", "no 1"])
            #expect(first.events.allSatisfy { $0.kind == "purchase_settled" && $0.state == .parked })
            #expect(first.events.allSatisfy { $0.parkedAt != nil && $0.dueAt == nil && $0.receiver == "catalog" })
            let second = try await list(service, .parked, receiver: "catalog", token: first.nextPageToken)
            #expect(second.events.map(\.id) == [ids[2]] && second.nextPageToken.isEmpty)
            #expect(try await list(service).events.count == 4)
            #expect(try await list(service, .waiting).events.map(\.attempts) == [0])
        }
    }

    @Test("lists kept events with where they came from, and the number of a kind that nobody knows")
    func kept() async throws {
        try await withService { pool, service, _ in
            let id = try await keep(pool, kind: 900)
            let events = try await list(service, .kept).events
            #expect(events.map(\.id) == [id.canonical])
            #expect(events.map(\.sender) == ["budget"] && events.map(\.kind) == ["900"])
        }
    }

    @Test("releases events, which a relay then delivers, and says who did it")
    func release() async throws {
        try await withService { pool, service, lines in
            let parked = try await write(pool, to: "catalog", parkedFor: "no")
            let paused = try await write(pool, to: "catalog")
            try await pool.execute(
                "UPDATE outbox SET next_attempt_at = now() + interval '5 min', attempts = 9 WHERE id = \(paused)"
            )
            try await write(pool, to: "ocr", parkedFor: "no")
            let delivered = Recorder<UUID>()
            let relay = OutboxRelay(pool: pool, log: TestDatabase.quietLogger) { delivered.record($0.id) }
            let running = Task { await relay.run() }
            let answer = try await service.releaseEvents(
                .init(eventIDs: [parked, paused, UUID()].map(\.canonical)),
                context: context
            )
            #expect(answer.released == 2)
            try await delivered.wait(forCount: 2)
            #expect(Set(delivered.values) == [parked, paused])
            #expect(try await service.releaseEvents(.init(receiver: "ocr"), context: context).released == 1)
            try await delivered.wait(forCount: 3)
            running.cancel()
            await running.value
            #expect(lines.values.contains { $0.contains("events=2") && $0.contains("account=u-7") })
        }
    }

    @Test("parks an event that its receiver always fails at, and what comes after it for its key is delivered")
    func park() async throws {
        try await withService { pool, service, lines in
            let key = UUID().canonical
            let failing = try await write(pool, to: "catalog", key: key)
            let next = try await write(pool, to: "catalog", key: key)
            let (tries, delivered) = (Recorder<UUID>(), Recorder<UUID>())
            var configuration = OutboxRelay.Configuration()
            configuration.backoff = Backoff(initial: .seconds(3_600), maximum: .seconds(3_600))
            let relay = OutboxRelay(pool: pool, configuration: configuration, log: TestDatabase.quietLogger) { event in
                tries.record(event.id)
                if event.id == failing { throw DeliveryFailure.failed("INTERNAL: no row") }
                delivered.record(event.id)
            }
            let running = Task { await relay.run() }
            try await until("it has failed and waits") {
                try await pool.query("SELECT FROM outbox WHERE last_error IS NOT NULL").count == 1
            }
            #expect(tries.values == [failing] && delivered.values.isEmpty)
            let answer = try await service.parkEvents(
                .init(eventIDs: [failing, UUID()].map(\.canonical)),
                context: context
            )
            #expect(answer.parked == 1)
            try await delivered.wait(forCount: 1)
            #expect(delivered.values == [next])
            running.cancel()
            await running.value
            let parked = try await list(service).events
            #expect(parked.map(\.id) == [failing.canonical])
            #expect(parked[0].lastError.hasPrefix("parked by an operator; ") && parked[0].lastError.contains("no row"))
            let again = try await service.parkEvents(.init(eventIDs: [failing.canonical]), context: context)
            #expect(again.parked == 0)
            #expect(lines.values.contains { $0.contains("parked by an operator") && $0.contains("account=u-7") })
        }
    }

    @Test("does not park an event that is being delivered")
    func parkClaimed() async throws {
        try await withService { pool, service, _ in
            let event = try await write(pool, to: "catalog")
            try await pool.execute(
                "UPDATE outbox SET claimed_until = now() + interval '1 min', claimed_by = gen_random_uuid()"
            )
            let answer = try await service.parkEvents(.init(eventIDs: [event.canonical]), context: context)
            #expect(answer.parked == 0)
            #expect(try await list(service).events.isEmpty)
        }
    }

    @Test("drops parked and kept events, never those that wait")
    func drop() async throws {
        try await withService { pool, service, lines in
            let waiting = try await write(pool, to: "catalog")
            let parked = try await write(pool, to: "catalog", parkedFor: "no")
            let kept = try await keep(pool, kind: 900)
            for number in 0..<2 { try await write(pool, to: "ocr", parkedFor: "no \(number)") }
            let answer = try await service.dropEvents(
                .init(eventIDs: [waiting, parked, kept].map(\.canonical)),
                context: context
            )
            #expect(answer.dropped == 2)
            #expect(try await service.dropEvents(.init(receiver: "ocr"), context: context).dropped == 2)
            #expect(try await service.dropEvents(.init(receiver: "ocr"), context: context).dropped == 0)
            #expect(try await list(service, .waiting).events.map(\.id) == [waiting.canonical])
            #expect(try await list(service, .kept).events.isEmpty)
            #expect(lines.values.contains { $0.contains("dropped") && $0.contains("receiver=ocr") })
        }
    }
}
