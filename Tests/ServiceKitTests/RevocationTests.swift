import Foundation
import FoundationsTestSupport
import PostgresTestSupport
import RPC
import RPCTestSupport
import RPCValues
import Testing
import Wire

@testable import ServiceKit

@Suite("Revoked tokens", .timeLimit(.minutes(5)))
struct RevocationTests {
    private let mint = TokenMint()
    private let time = Date(timeIntervalSince1970: 1_800_000_000)
    private let clock: ManualWallClock
    private let revocations: Revocations

    init() {
        clock = ManualWallClock(now: time)
        revocations = Revocations(clock: clock)
    }

    /// A call with several responses.
    private static let watch = MethodDescriptor(
        service: "larder.test.v1.Test",
        name: "Watch",
        kind: .serverStreaming,
        access: .user,
        idempotency: .noSideEffects,
        request: RPCMessages.EchoMessage.descriptor,
        response: RPCMessages.EchoMessage.descriptor
    )

    private func endCalls(of peers: InProcessPeers) {
        let revocations = revocations
        peers.server.endCalls { caller, kind in
            (caller as? VerifiedUser).flatMap { revocations.end(of: kind, by: $0) }
        }
    }

    private var verifier: TokenVerifier {
        let key = mint.verificationKey
        return TokenVerifier(clock: clock, revocations: revocations) { [key] }
    }

    private func end(session: String, at end: TimeInterval = 0) {
        let revocation = Revocation(
            account: "u-1",
            session: session,
            reason: .sessionEnded,
            time: time + end,
            expiry: time + end + 660
        )
        revocations.receive(RevocationUpdate(revocations: [revocation], isComplete: true))
    }

    @Test("nobody is believed until all revocations are known, for which a call waits three seconds")
    func unknown() async throws {
        let (verifier, token) = (verifier, try await mint.token(issuedAt: time))
        async let late = failure { _ = try await verifier.verify(token) }
        try await until("the call waits") { clock.sleeperCount == 1 }
        revocations.receive(RevocationUpdate(revocations: [], isComplete: false))
        clock.advance(by: 3)
        #expect(await late?.code == .unavailable)
        #expect(await late?.reason == "REVOCATIONS_UNKNOWN")
        async let patient = verifier.verify(token)
        try await until("the call waits") { clock.sleeperCount == 1 }
        revocations.receive(RevocationUpdate(revocations: [], isComplete: true))
        #expect(try await patient.id == "u-1")
    }

    @Test("the tokens of an ended session are refused, whether they were verified before or not, and no others")
    func endedSession() async throws {
        let verifier = verifier
        revocations.receive(RevocationUpdate(revocations: [], isComplete: true))
        let (first, second) = (try await mint.token(issuedAt: time), try await mint.token(issuedAt: time + 1))
        let other = try await mint.token(session: "s-2", issuedAt: time)
        _ = try await verifier.verify(first)
        let known = try #require(verifier.verified(first))
        end(session: "s-1")
        for token in [first, second] {
            let failure = await failure { _ = try await verifier.verify(token) }
            #expect(failure?.code == .unauthenticated)
            #expect(failure?.reason == "SESSION_ENDED")
        }
        #expect(throws: Status.self) { try verifier.user(of: known) }
        #expect(try await verifier.verify(other).session == "s-2")
    }

    @Test("of an account, the tokens that were issued until then are refused, and refreshed ones are good")
    func outdated() async throws {
        let verifier = verifier
        let revocation = Revocation(
            account: "u-1",
            session: nil,
            reason: .outdated,
            time: time + 10.5,
            expiry: time + 700
        )
        revocations.receive(RevocationUpdate(revocations: [revocation], isComplete: true))
        let (before, after) = (try await mint.token(issuedAt: time + 10), try await mint.token(issuedAt: time + 11))
        #expect(await failure { _ = try await verifier.verify(before) }?.reason == "TOKEN_EXPIRED")
        #expect(try await verifier.verify(after).id == "u-1")
        #expect(try await verifier.verify(try await mint.token("u-2", issuedAt: time)).id == "u-2")
    }

    @Test("revocations are forgotten once no such token can be valid, and not taken after that")
    func forgotten() {
        end(session: "s-1")
        #expect(revocations.count == 1)
        clock.advance(by: 659)
        end(session: "s-2", at: 600)
        #expect(revocations.count == 2)
        clock.advance(by: 61)
        end(session: "s-1")
        #expect(revocations.count == 1)
    }

    @Test("the running calls of an ended session are ended, and those of others go on")
    func runningCalls() async throws {
        let method = Self.watch
        let (ended, gate) = (Recorder<String?>(), Gate())
        let handler = MethodHandler.serverStreaming(method) {
            (_: RPCMessages.EchoMessage, responses: MessageWriter<RPCMessages.EchoMessage>, context) in
            try await responses.write(.init())
            do {
                try await gate.wait()
            } catch {
                ended.record(context.verifiedUser?.session)
                throw error
            }
        }
        revocations.receive(RevocationUpdate(revocations: [], isComplete: true))
        let verifier = verifier
        let peers = InProcessPeers([handler]) { $0.admissionPolicies = [AccessControl(verifier: verifier)] }
        let began = Recorder<Void>()
        func watch(_ session: String) async throws -> Task<Status?, Never> {
            let token = try await mint.token(session: session, issuedAt: time)
            return Task {
                await failure {
                    let options = CallOptions(accessToken: token)
                    try await peers.channel.serverStreaming(method, RPCMessages.EchoMessage(), options: options) {
                        (messages: MessageStream<RPCMessages.EchoMessage>) in
                        for try await _ in messages { began.record(()) }
                    }
                }
            }
        }
        let (first, second) = (try await watch("s-1"), try await watch("s-2"))
        try await began.wait(forCount: 2)
        end(session: "s-1")
        endCalls(of: peers)
        #expect(await first.value?.reason == "SESSION_ENDED")
        try await ended.wait(forCount: 1)
        #expect(ended.values == ["s-1"])
        gate.open()
        #expect(await second.value == nil)
        await peers.stop()
    }

    @Test("a running call with one response is ended, too")
    func runningUnaryCall() async throws {
        let (began, gate) = (Recorder<Void>(), Gate())
        let handler = MethodHandler.unary(TestCall.method(.user)) {
            (request: RPCMessages.EchoMessage, _) in
            began.record(())
            try await gate.wait()
            return request
        }
        revocations.receive(RevocationUpdate(revocations: [], isComplete: true))
        let verifier = verifier
        let peers = InProcessPeers([handler]) { $0.admissionPolicies = [AccessControl(verifier: verifier)] }
        let options = CallOptions(accessToken: try await mint.token(session: "s-1", issuedAt: time))
        let call = Task {
            await failure {
                let _: RPCMessages.EchoMessage = try await peers.channel.unary(
                    TestCall.method(.user),
                    RPCMessages.EchoMessage(),
                    options: options
                )
            }
        }
        try await began.wait(forCount: 1)
        end(session: "s-1")
        endCalls(of: peers)
        #expect(await call.value?.reason == "SESSION_ENDED")
        await peers.stop()
    }

    @Test("with an outdated token, running calls with several responses are ended, and others run to their end")
    func runningCallsOutdated() async throws {
        let (began, gate) = (Recorder<Void>(), Gate())
        let unary = MethodHandler.unary(TestCall.method(.user)) { (request: RPCMessages.EchoMessage, _) in
            began.record(())
            try await gate.wait()
            return request
        }
        let stream = MethodHandler.serverStreaming(Self.watch) {
            (_: RPCMessages.EchoMessage, _: MessageWriter<RPCMessages.EchoMessage>, _) in
            began.record(())
            try await gate.wait()
        }
        revocations.receive(RevocationUpdate(revocations: [], isComplete: true))
        let verifier = verifier
        let peers = InProcessPeers([unary, stream]) { $0.admissionPolicies = [AccessControl(verifier: verifier)] }
        let options = CallOptions(accessToken: try await mint.token(issuedAt: time))
        let call = Task {
            await failure {
                let _: RPCMessages.EchoMessage = try await peers.channel.unary(
                    TestCall.method(.user),
                    RPCMessages.EchoMessage(),
                    options: options
                )
            }
        }
        let watch = Task {
            await failure {
                try await peers.channel.serverStreaming(Self.watch, RPCMessages.EchoMessage(), options: options) {
                    (messages: MessageStream<RPCMessages.EchoMessage>) in
                    for try await _ in messages {}
                }
            }
        }
        try await began.wait(forCount: 2)
        let outdated = Revocation(account: "u-1", session: nil, reason: .outdated, time: time + 1, expiry: time + 700)
        revocations.receive(RevocationUpdate(revocations: [outdated], isComplete: true))
        endCalls(of: peers)
        #expect(await watch.value?.reason == "TOKEN_EXPIRED")
        gate.open()
        #expect(await call.value == nil)
        await peers.stop()
    }
}
