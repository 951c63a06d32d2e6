import Foundation
import Foundations
import FoundationsTestSupport
import OutsideTestSupport
import Synchronization
import Testing

@testable import ServiceKit

@Suite("Calls to providers outside", .timeLimit(.minutes(5)))
struct OutsideProviderTests {
    private func policy(_ adjust: (inout OutsideProvider.Policy) -> Void = { _ in }) -> OutsideProvider.Policy {
        var policy = OutsideProvider.Policy(hosts: ["127.0.0.1", "vendor.example"])
        policy.allowsLoopback = true
        policy.backoff = Backoff(initial: .milliseconds(1), maximum: .milliseconds(1))
        adjust(&policy)
        return policy
    }

    private func address(_ text: String) throws -> URL { try #require(URL(string: text)) }

    private func failure(_ body: () async throws -> Void) async -> OutsideError? {
        do {
            try await body()
            return nil
        } catch { return error as? OutsideError }
    }

    @Test(
        "go to no host that is not listed, nor without TLS, to another port or with a password",
        arguments: [
            "https://other.example/", "http://vendor.example/", "https://vendor.example:8443/",
            "https://anna:secret@vendor.example/", "file:///etc/passwd", "https://vendor.example.other.example/",
        ]
    )
    func notAllowed(text: String) async throws {
        let provider = OutsideProvider(policy())
        let address = try address(text)
        let error = await failure { _ = try await provider.get(address) }
        #expect(error == .notAllowed)
    }

    @Test("follow no redirect, which may lead anywhere")
    func redirects() async throws {
        let paths = Mutex<[String]>([])
        try await OutsideServer.with { path in
            paths.withLock { $0.append(path) }
            return .redirect(to: "/elsewhere")
        } _: { server in
            let response = try await OutsideProvider(policy()).get(address("http://127.0.0.1:\(server.port)/first"))
            #expect(response.status == 302)
        }
        #expect(paths.withLock { $0 } == ["/first"])
    }

    @Test("are attempted again while the provider fails, each attempt announced, and return what it says then")
    func retries() async throws {
        let calls = Mutex(0)
        let attempts = Mutex(0)
        try await OutsideServer.with { _ in
            let number = calls.withLock { number -> Int in
                number += 1
                return number
            }
            return number == 1
                ? .hangUp : number == 2 ? .respond(status: 503, body: "") : .respond(status: 200, body: "yes")
        } _: { server in
            let response = try await OutsideProvider(policy()).get(address("http://127.0.0.1:\(server.port)/")) {
                attempts.withLock { $0 += 1 }
            }
            #expect(response.status == 200 && String(decoding: response.body, as: UTF8.self) == "yes")
        }
        #expect(calls.withLock { $0 } == 3 && attempts.withLock { $0 } == 3)
    }

    @Test("end after their time, and with a response that is too large")
    func limits() async throws {
        try await OutsideServer.with { path in
            path == "/slow" ? .neverAnswer : .respond(status: 200, body: String(repeating: "x", count: 2_000))
        } _: { server in
            let provider = OutsideProvider(
                policy { policy in
                    policy.timeLimit = .milliseconds(200)
                    policy.attempts = 1
                    policy.mostBytes = 1_000
                }
            )
            let slow = try address("http://127.0.0.1:\(server.port)/slow")
            #expect(await failure { _ = try await provider.get(slow) } == .timedOut)
            let large = try address("http://127.0.0.1:\(server.port)/large")
            #expect(await failure { _ = try await provider.get(large) } == .tooLarge(status: 200))
        }
    }

    @Test("are paused after failures in a row, then one tries")
    func breaker() async throws {
        let calls = Mutex(0)
        let isWell = Mutex(false)
        let clock = ManualWallClock()
        try await OutsideServer.with { _ in
            calls.withLock { $0 += 1 }
            return .respond(status: isWell.withLock { $0 } ? 200 : 500, body: "")
        } _: { server in
            let provider = OutsideProvider(
                policy { policy in
                    (policy.attempts, policy.failureLimit, policy.pause) = (1, 3, .seconds(60))
                },
                clock: clock
            )
            let address = try address("http://127.0.0.1:\(server.port)/")
            for _ in 0..<3 {
                #expect(await failure { _ = try await provider.get(address) } == .failed(status: 500))
            }
            #expect(provider.isPaused)
            #expect(await failure { _ = try await provider.get(address) } == .paused)
            #expect(calls.withLock { $0 } == 3)
            clock.advance(by: 61)
            #expect(await failure { _ = try await provider.get(address) } == .failed(status: 500))
            #expect(await failure { _ = try await provider.get(address) } == .paused)
            clock.advance(by: 61)
            isWell.withLock { $0 = true }
            for _ in 0..<2 { #expect(try await provider.get(address).status == 200) }
            #expect(calls.withLock { $0 } == 6)
        }
    }
}
