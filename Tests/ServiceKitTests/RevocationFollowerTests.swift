import Foundation
import FoundationsTestSupport
import PostgresTestSupport
import RPC
import RPCTestSupport
import Testing

@testable import ServiceKit

@Suite("Following revocations", .timeLimit(.minutes(5)))
struct RevocationFollowerTests {
    private let clock = ManualWallClock()
    private let revocations: Revocations
    private let asked = Recorder<@Sendable (RevocationUpdate) -> Void>()
    private let sweeps = Recorder<Void>()
    private let reports = Recorder<String?>()

    init() { revocations = Revocations(clock: clock) }

    private func ending(_ session: String) -> RevocationUpdate {
        let revocation = Revocation(
            account: "u-1",
            session: session,
            reason: .sessionEnded,
            time: clock.now,
            expiry: clock.now + 660
        )
        return RevocationUpdate(revocations: [revocation], isComplete: true)
    }

    /// Follows a source that tells what the test has it tell until it is given up, or fails at once.
    private func following(failing failure: Status? = nil, _ body: () async throws -> Void) async throws {
        let (asked, sweeps, reports) = (asked, sweeps, reports)
        let follower = RevocationFollower(
            revocations: revocations,
            source: { receive in
                asked.record(receive)
                if let failure { throw failure }
                try await Gate().wait()
            },
            clock: clock,
            endCalls: { sweeps.record(()) }
        )
        let task = Task { try await follower.run(WorkStatus { reports.record($0) }) }
        let outcome: Result<Void, any Error>
        do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
        task.cancel()
        _ = await task.result
        try outcome.get()
    }

    @Test("calls are looked at when a session ends and once more after that, not at every sign of life")
    func sweeping() async throws {
        try await following {
            let tell = try await asked.wait(forCount: 1)[0]
            let quiet = RevocationUpdate(revocations: [], isComplete: true)
            tell(quiet)
            #expect(sweeps.count == 0)
            tell(ending("s-1"))
            #expect(sweeps.count == 1)
            #expect(revocations.refusal(of: VerifiedUser(id: "u-1", username: "una", session: "s-1")) != nil)
            tell(quiet)
            #expect(sweeps.count == 2)
            tell(quiet)
            #expect(sweeps.count == 2)
        }
    }

    @Test("a source that is silent for two and a half seconds is given up and asked again, and what was told is kept")
    func silence() async throws {
        try await following {
            let tell = try await asked.wait(forCount: 1)[0]
            tell(ending("s-1"))
            try await until("it waits for news") { clock.sleeperCount == 1 }
            clock.advance(by: 2.5)
            try await until("it pauses") { clock.dueTimes == [clock.now + 0.25] }
            clock.advance(by: 0.25)
            try await asked.wait(forCount: 2)
            #expect(revocations.count == 1)
        }
    }

    @Test("a source that fails is asked again every quarter of a second, and operators are told after ten")
    func outage() async throws {
        try await following(failing: Status(.unavailable, "auth is away")) {
            for attempt in 1...41 {
                try await asked.wait(forCount: attempt)
                try await until("it pauses") { clock.dueTimes == [clock.now + 0.25] }
                #expect(reports.count == (attempt == 41 ? 1 : 0))
                // A further attempt reports again.
                if attempt < 41 { clock.advance(by: 0.25) }
            }
            #expect(reports.values == ["revocations are not received from auth"])
        }
    }

    @Test("auth of a former release, which revokes nothing, is taken at its word while programs are upgraded")
    func upgrade() async throws {
        let mint = TokenMint()
        let verifier = TokenVerifier(clock: clock, revocations: revocations) { [mint.verificationKey] }
        let token = try await mint.token(issuedAt: clock.now)
        try await following(failing: Status(.unimplemented, "There is no such method.")) {
            let user = try await verifier.verify(token)
            #expect(user.id == "u-1")
            #expect(reports.count == 0)
        }
    }
}
