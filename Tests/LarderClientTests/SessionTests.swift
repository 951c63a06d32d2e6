import LarderClient
import LarderClientTestSupport
import RPCTestSupport
import Testing

@Suite("A session", .timeLimit(.minutes(5)))
struct SessionTests {
    @Test("Without a session, a call that needs a user is not sent")
    func nobodySignedIn() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway, isSignedIn: false) { client async throws in
                let status = await #expect(throws: Status.self) { try await client.accounts.getAccount(.init()) }
                #expect(status?.code == .unauthenticated)
                #expect(status?.reason == "SIGN_IN_REQUIRED")
                #expect(gateway.calls.values.isEmpty)
            }
        }
    }

    @Test("A wrong password stores nothing")
    func wrongPassword() async throws {
        try await TestGateway.with { gateway async throws in
            let store = InMemoryTokenStore()
            try await withClient(of: gateway, tokens: store, isSignedIn: false) { client async throws in
                let status = await #expect(throws: Status.self) {
                    try await client.signIn(name: "ada", password: "wrong", device: "test")
                }
                #expect(status?.reason == "WRONG_CREDENTIALS")
                #expect(store.load() == nil)
            }
        }
    }

    @Test("Public calls carry no token")
    func publicCalls() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway, isSignedIn: false) { client async throws in
                #expect(try await client.accounts.getTerms(.init()).version == "3")
            }
        }
    }

    @Test("Once signed in, calls carry the token")
    func signedIn() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                #expect(try await client.accounts.getAccount(.init()).username == "ada")
                #expect(try await client.signedInUser?.username == "ada")
                #expect(gateway.state { $0.sessions.refreshKeys }.isEmpty)
            }
        }
    }

    @Test("Signing out deletes the tokens, even when the server cannot be reached")
    func signOutWhileUnavailable() async throws {
        try await TestGateway.with { gateway async throws in
            let store = InMemoryTokenStore()
            try await withClient(of: gateway, tokens: store) { client async throws in
                gateway.state { $0.sessions.signOutRefusal = Status(.internalError, "Broken.") }
                await #expect(throws: Status.self) { try await client.signOut() }
                #expect(store.load() == nil)
                await #expect(throws: Status.self) { try await client.accounts.getAccount(.init()) }
            }
        }
    }

    @Test("Signing out ends the session at the server")
    func signOut() async throws {
        try await TestGateway.with { gateway async throws in
            try await withClient(of: gateway) { client async throws in
                #expect(try await client.signOut())
                #expect(gateway.state { $0.sessions.good }.isEmpty)
                #expect(try await !client.signOut())
            }
        }
    }
}
