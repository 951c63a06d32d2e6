import Foundation
import FoundationsTestSupport
import LarderClient
import LarderClientTestSupport
import RPCTestSupport
import Testing

@Suite("Renewing an access token", .timeLimit(.minutes(5)))
struct RenewalTests {
    @Test("A rejected refresh token is deleted, and the user asked to sign in")
    func refused() async throws {
        try await TestGateway.with { gateway async throws in
            let store = InMemoryTokenStore()
            try await withClient(of: gateway, tokens: store) { client async throws in
                gateway.state { state in
                    state.sessions.expireAll()
                    state.sessions.refusal = Status(.unauthenticated, "No.", reason: "SESSION_ENDED")
                }
                let status = await #expect(throws: Status.self) { try await client.accounts.getAccount(.init()) }
                #expect(status?.code == .unauthenticated)
                #expect(status?.message.contains("sign in again") == true)
                #expect(store.load() == nil)
                await #expect(throws: Status.self) { try await client.accounts.getAccount(.init()) }
                #expect(gateway.state { $0.sessions.refreshKeys.count } == 1)
            }
        }
    }

    @Test("A token that is rejected again after its renewal is not renewed endlessly")
    func expiredAgain() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state { state in
                    state.sessions.expireAll()
                    state.sessions.issuesExpiredTokens = true
                }
                let status = await #expect(throws: Status.self) { try await client.accounts.getAccount(.init()) }
                #expect(status?.reason == "TOKEN_EXPIRED")
                #expect(gateway.state { $0.sessions.refreshKeys.count } == 1)
            }
        }
    }

    @Test("When another user has signed in meanwhile, calls are not made for that user")
    func accountChanged() async throws {
        try await TestGateway.with { gateway async throws in
            let store = InMemoryTokenStore()
            try await withClient(of: gateway, tokens: store) { client async throws in
                _ = try await client.accounts.getAccount(.init())
                var other = try #require(store.load())
                other.accountID = "7d1a3b0e-0000-4000-8000-000000000009"
                store.save(other)
                gateway.state { $0.sessions.expireAll() }
                let status = await #expect(throws: Status.self) { try await client.accounts.getAccount(.init()) }
                #expect(status?.reason == "ACCOUNT_CHANGED")
                #expect(store.load() == other)
            }
        }
    }

    @Test("An unavailable server leaves the tokens unchanged")
    func unavailable() async throws {
        try await TestGateway.with { gateway async throws in
            let store = InMemoryTokenStore()
            try await withClient(of: gateway, tokens: store) { client async throws in
                gateway.state { state in
                    state.sessions.expireAll()
                    state.sessions.refusal = Status(.internalError, "Broken.")
                }
                await #expect(throws: Status.self) { try await client.accounts.getAccount(.init()) }
                #expect(store.load() != nil)
                gateway.state { $0.sessions.refusal = nil }
                #expect(try await client.accounts.getAccount(.init()).username == "ada")
            }
        }
    }

    @Test("A lost response is requested again with the same key, and the session continues")
    func lostAnswer() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state { state in
                    state.sessions.expireAll()
                    state.sessions.lostAnswers = [Status(.unavailable, "Lost."), Status(.unavailable, "Lost.")]
                }
                #expect(try await client.accounts.getAccount(.init()).username == "ada")
                let keys = gateway.state { $0.sessions.refreshKeys }
                #expect(keys.count == 3)
                #expect(Set(keys).count == 1)
                gateway.state { $0.sessions.expireAll() }
                #expect(try await client.accounts.getAccount(.init()).username == "ada")
                #expect(gateway.state { Set($0.sessions.refreshKeys).count } == 2)
            }
        }
    }

    @Test("A response lost by a process that exited is requested again by the next one")
    func lostByAnotherProcess() async throws {
        try await TestGateway.with { gateway async throws in
            let store = InMemoryTokenStore()
            try await withClient(of: gateway, tokens: store) { client async throws in
                gateway.state { state in
                    state.sessions.expireAll()
                    state.sessions.lostAnswers = Array(repeating: Status(.unavailable, "Lost."), count: 3)
                }
                await #expect(throws: Status.self) { try await client.accounts.getAccount(.init()) }
            }
            try await withClient(of: gateway, tokens: store, isSignedIn: false) { client async throws in
                #expect(try await client.accounts.getAccount(.init()).username == "ada")
            }
        }
    }

    @Test("Concurrent calls share one renewal")
    func manyCalls() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state { $0.sessions.expireAll() }
                try await withThrowingTaskGroup(of: String.self) { group in
                    for _ in 0..<100 {
                        group.addTask { try await client.accounts.getAccount(.init()).username }
                    }
                    for try await name in group { #expect(name == "ada") }
                }
                #expect(gateway.state { $0.sessions.refreshKeys.count } == 1)
            }
        }
    }

    @Test("A cancelled caller does not cancel the renewal for others")
    func cancelledCaller() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                gateway.state { $0.sessions.expireAll() }
                let impatient = Task { try await client.accounts.getAccount(.init()) }
                let patient = Task { try await client.accounts.getAccount(.init()) }
                impatient.cancel()
                _ = try? await impatient.outcome
                #expect(try await patient.outcome.username == "ada")
                #expect(gateway.state { $0.sessions.refreshKeys.count } == 1)
            }
        }
    }

    @Test("A token is renewed shortly before it expires")
    func beforeExpiry() async throws {
        try await TestGateway.with { gateway async throws in
            let clock = ManualWallClock(now: Date())
            try await withClient(of: gateway, clock: clock) { client async throws in
                clock.advance(by: TimeInterval(TestGateway.Sessions.lifetime - 40))
                _ = try await client.accounts.getAccount(.init())
                #expect(gateway.state { $0.sessions.refreshKeys.isEmpty })
                clock.advance(by: 15)
                _ = try await client.accounts.getAccount(.init())
                #expect(gateway.state { $0.sessions.refreshKeys.count } == 1)
                let accountCalls = gateway.calls.values.filter { $0.hasSuffix("/GetAccount") }
                #expect(accountCalls.count == 2)
            }
        }
    }

    @Test("A token that cannot be renewed yet is used until it expires")
    func renewalFailsBeforeExpiry() async throws {
        try await TestGateway.with { gateway async throws in
            let clock = ManualWallClock(now: Date())
            try await withClient(of: gateway, clock: clock) { client async throws in
                clock.advance(by: TimeInterval(TestGateway.Sessions.lifetime - 20))
                gateway.state { $0.sessions.refusal = Status(.internalError, "Broken.") }
                #expect(try await client.accounts.getAccount(.init()).username == "ada")
            }
        }
    }

    @Test("With a clock that is hours ahead, tokens are not renewed at every call")
    func wrongClock() async throws {
        try await TestGateway.with { gateway async throws in
            let clock = ManualWallClock(now: Date())
            clock.advance(by: 7_200)
            try await withClient(of: gateway, clock: clock) { client async throws in
                for _ in 0..<3 { _ = try await client.accounts.getAccount(.init()) }
                #expect(gateway.state { $0.sessions.refreshKeys.isEmpty })
            }
        }
    }

    @Test("A changed consent is followed by a renewal, which may fail", arguments: [true, false])
    func changedConsent(_ given: Bool) async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                let consent = try await client.setConsent(.communityMappings, given: given)
                #expect(consent.kind == .communityMappings && consent.given == given)
                #expect(gateway.state { $0.sessions.refreshKeys.count } == 1)
                gateway.state { $0.sessions.refusal = Status(.internalError, "Broken.") }
                #expect(try await client.setConsent(.location, given: given).kind == .location)
                #expect(try await client.accounts.getAccount(.init()).username == "ada")
            }
        }
    }

    @Test("Programs that share a file renew once, and stay signed in")
    func sharedFile() async throws {
        try await TestGateway.with { gateway async throws in
            try await withTemporaryFolder { folder in
                let path = folder.appending(path: "credentials.json").path
                let named = LarderClient.Gateway(endpoint: gateway.endpoint, authorities: [gateway.authority])
                let first = FileTokenStore(path: path, gateway: named)
                let second = FileTokenStore(path: path, gateway: named)
                try await withClient(of: gateway, tokens: first) { one in
                    try await withClient(of: gateway, tokens: second, isSignedIn: false) { other in
                        for round in 1...5 {
                            _ = try await other.accounts.getAccount(.init())
                            gateway.state { $0.sessions.expireAll() }
                            async let left = one.accounts.getAccount(.init())
                            async let right = other.accounts.getAccount(.init())
                            #expect(try await [left.username, right.username] == ["ada", "ada"])
                            #expect(gateway.state { $0.sessions.refreshKeys.count } == round)
                        }
                    }
                }
            }
        }
    }
}
