import CommonMessages
import EventsMessages
import Foundation
import Foundations
import Postgres
import PostgresTestSupport
import RPC
import RPCTestSupport
import Testing

@testable import ServiceKit

extension EventOperationsTests {
    @Test(
        "rejects the token of another list, and one whose key is no number",
        arguments: ["c3RlcHN8NA", "ZXZlbnRzfHg"]
    )
    func foreignToken(token: String) async throws {
        try await withService { _, service, _ in
            for state in [Events.EventState.waiting, .parked, .kept] {
                let refusal = await failure { _ = try await list(service, state, token: token) }
                #expect(refusal?.fieldViolations.map(\.field) == ["page.token"])
            }
        }
        for fields in [[], [""], ["x"], ["1.5"], ["1", "2"], ["9223372036854775808"]] {
            #expect(StoredEventKey(fields: fields) == nil)
        }
        #expect(StoredEventKey(fields: StoredEventKey(sequence: -7).fields) == StoredEventKey(sequence: -7))
    }

    @Test("lists kept events by pages, each once")
    func keptPages() async throws {
        try await withService { pool, service, _ in
            var ids: [String] = []
            for kind in 900..<Int32(905) { ids.append(try await keep(pool, kind: kind).canonical) }
            var (listed, token): ([String], String?) = ([], "")
            while let current = token {
                let page = try await list(service, .kept, size: 2, token: current)
                #expect(page.events.count <= 2)
                listed += page.events.map(\.id)
                token = page.nextPageToken.isEmpty ? nil : page.nextPageToken
            }
            #expect(listed == ids)
        }
    }

    @Test("lists an event that can't be decoded, without a kind")
    func undecodable() async throws {
        try await withService { pool, service, _ in
            let id = try await write(pool, to: "catalog", parkedFor: "the event can't be decoded")
            try await pool.execute("UPDATE outbox SET payload = '\\xffff'")
            let events = try await list(service).events
            #expect(events.map(\.id) == [id.canonical])
            #expect(events.map(\.kind) == [""])
        }
    }

    @Test("drops and releases no kept event that is being handed over")
    func handedOver() async throws {
        try await withService { pool, service, _ in
            let id = try await keep(pool, kind: 900)
            try await pool.execute(
                """
                UPDATE kept_events SET claim = gen_random_uuid(), claimed_until = now() + interval '30 s', attempts = 4
                """
            )
            #expect(try await service.dropEvents(.init(eventIDs: [id.canonical]), context: context).dropped == 0)
            #expect(try await service.releaseEvents(.init(eventIDs: [id.canonical]), context: context).released == 0)
            #expect(try await list(service, .kept).events.map(\.attempts) == [4])
            try await pool.execute("UPDATE kept_events SET claimed_until = now() - interval '1 s'")
            #expect(try await service.dropEvents(.init(eventIDs: [id.canonical]), context: context).dropped == 1)
        }
    }

    @Test("releases a kept event that was given up, as if it had never been tried")
    func releasedKept() async throws {
        try await withService { pool, service, _ in
            let id = try await keep(pool, kind: 900)
            try await pool.execute("UPDATE kept_events SET parked_at = now(), attempts = 9, last_error = 'wrong'")
            #expect(try await list(service, .kept).events.first?.lastError == "wrong")
            #expect(try await service.releaseEvents(.init(eventIDs: [id.canonical]), context: context).released == 1)
            let event = try #require(try await list(service, .kept).events.first)
            #expect(event.parkedAt == nil && event.attempts == 0 && event.lastError.isEmpty)
            #expect(event.dueAt != nil)
        }
    }

    @Test("takes up to two hundred identifiers, and rejects one more")
    func idLimit() async throws {
        try await withService { _, service, _ in
            let ids = (0..<200).map { _ in UUID().canonical }
            let answer = try await service.releaseEvents(.init(eventIDs: ids), context: context)
            #expect(answer.released == 0)
            let refusal = await failure {
                _ = try await service.releaseEvents(.init(eventIDs: ids + [UUID().canonical]), context: context)
            }
            #expect(refusal?.fieldViolations.map(\.description) == ["event_ids must be at most 200, not 201."])
        }
    }
}
