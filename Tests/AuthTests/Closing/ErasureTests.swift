import AuthMessages
import ConcurrencyTestSupport
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import PostgresTestSupport
import RPC
import ServiceKit
import Synchronization
import Testing

@testable import larder_auth

@Suite("The erasure of a person by all services", .timeLimit(.minutes(5)))
struct ErasureTests {
    /// Services that erase, unless they are down.
    private final class Services: Sendable {
        let down = Mutex<Set<String>>([])
        let asked = Recorder<String>()
        let people = Recorder<UUID>()

        var others: OtherServices {
            OtherServices(
                names: ["budget", "ocr"],
                erase: { service, person in
                    self.asked.record(service)
                    guard !self.down.withLock({ $0.contains(service) }) else { throw Status(.unavailable, "down") }
                    self.people.record(person)
                },
                gather: { _, _, _ in }
            )
        }
    }

    /// Auth with an account whose time to be reopened is over, and one that stays.
    private func withClosed(
        _ body: (AuthTestEnvironment, AuthComponents, Services, UUID) async throws -> Void
    ) async throws {
        try await withAuth { environment in
            let services = Services()
            let parts = environment.parts(others: services.others)
            let account = try await parts.register()
            try await parts.register(.test(username: "Berta8", email: "berta@example.org"))
            let anna = try await environment.signedIn(parts, device: "phone")
            let end = try await parts.close(by: anna)
            environment.clock.advance(by: end.timeIntervalSince(environment.clock.now) + 1)
            #expect(try await parts.eraser.store.beginDue(at: environment.clock.now) == 1)
            try await body(environment, parts, services, try #require(UUID(canonical: account.id)))
        }
    }

    /// Does what is due within a time.
    private func work(_ parts: AuthComponents, _ environment: AuthTestEnvironment, minutes: Int) async throws {
        for _ in 0..<minutes {
            while try await parts.eraser.worker.runOnce() > 0 {}
            environment.clock.advance(by: 60)
        }
    }

    @Test("asks each service twice, and then leaves nothing of the account but the record that it was done")
    func erased() async throws {
        try await withClosed { environment, parts, services, account in
            try await work(parts, environment, minutes: 3)
            #expect(services.asked.values.sorted() == ["budget", "ocr"])
            #expect(try await environment.count("accounts") == 2)
            try await work(parts, environment, minutes: 10)
            #expect(services.asked.values.sorted() == ["budget", "budget", "ocr", "ocr"])
            #expect(Set(services.people.values) == [account])
            let mentions = try await environment.owner.contents().filter { _, rows in
                rows.contains { $0.contains(account.canonical) || $0.contains("Anna7") }
            }
            #expect(Set(mentions.keys) == ["audit_records", "erasures", "erasure_tasks"])
            #expect(try await environment.count("accounts") == 1)
            #expect(try await environment.count("email_lookups") == 1)
            let confirmed = try await environment.pool.query(
                "SELECT service FROM erasure_tasks WHERE confirmed_at IS NOT NULL ORDER BY service"
            )
            #expect(try confirmed.map { try $0["service"] as String } == ["auth", "budget", "ocr"])
            #expect(try await environment.auditedActions().last == "erased")
            // The name is free again, and nobody signs in by the former password.
            #expect(await status { try await parts.signIn() }?.reason == .wrongCredentials)
            try await parts.register()
            environment.clock.advance(by: 366 * 86_400)
            try await parts.deleteExpired()
            #expect(try await environment.count("erasures") == 0)
            #expect(try await environment.count("erasure_tasks") == 0)
        }
    }

    @Test("asks no service for the second time before all have erased for the first, and then five minutes later")
    func rounds() async throws {
        try await withClosed { environment, parts, services, _ in
            services.down.withLock { _ = $0.insert("ocr") }
            try await work(parts, environment, minutes: 30)
            #expect(services.asked.values.filter { $0 == "budget" }.count == 1)
            services.down.withLock { $0 = [] }
            // ocr is asked again within five minutes.
            while services.people.values.count < 2 { try await work(parts, environment, minutes: 1) }
            try await work(parts, environment, minutes: 3)
            #expect(services.people.values.count == 2)
            try await work(parts, environment, minutes: 4)
            #expect(services.people.values.count == 4)
            #expect(services.asked.values.filter { $0 == "budget" }.count == 2)
            #expect(try await environment.count("accounts") == 1)
        }
    }

    @Test("goes on asking a service that is down, keeps the account until it confirms, and reports it after 60 minutes")
    func unconfirmed() async throws {
        try await withClosed { environment, parts, services, _ in
            services.down.withLock { _ = $0.insert("ocr") }
            try await work(parts, environment, minutes: 59)
            try await parts.erasures.measure()
            #expect(await parts.erasures.degradation() == nil)
            try await work(parts, environment, minutes: 3)
            try await parts.erasures.measure()
            let degradation = await parts.erasures.degradation()
            #expect(degradation == "ocr did not confirm the erasure of a person within 60 min")
            #expect(parts.erasures.oldestAge > 3_600)
            #expect(try await environment.count("accounts") == 2)
            #expect(services.asked.values.filter { $0 == "ocr" }.count > 10)
            #expect(services.asked.values.filter { $0 == "budget" }.count == 1)
            services.down.withLock { $0 = [] }
            try await work(parts, environment, minutes: 20)
            try await parts.erasures.measure()
            #expect(await parts.erasures.degradation() == nil)
            #expect(parts.erasures.oldestAge == 0)
            #expect(try await environment.count("accounts") == 1)
        }
    }

    @Test("begins once, however many instances look, and does nothing to open accounts")
    func once() async throws {
        try await withClosed { environment, _, services, _ async throws in
            let again = environment.parts(others: services.others)
            #expect(try await again.eraser.store.beginDue(at: environment.clock.now) == 0)
            #expect(try await environment.count("erasures") == 1)
            #expect(try await environment.count("erasure_tasks") == 3)
        }
    }
}
