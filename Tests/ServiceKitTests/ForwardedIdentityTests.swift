import AuthMessages
import CommonMessages
import Foundation
import FoundationsTestSupport
import MessageCoding
import NIOCore
import PostgresTestSupport
import RPC
import Testing
import Wire

@testable import ServiceKit

@Suite("Users whom the gateway names", .timeLimit(.minutes(5)))
struct ForwardedIdentityTests {
    private let mint = TokenMint()
    private let time = Date(timeIntervalSince1970: 1_800_000_000)
    private let clock: ManualWallClock
    private let revocations: Revocations
    /// The access rules of a service that cannot verify any token.
    private let control: AccessControl

    init() {
        clock = ManualWallClock(now: time)
        revocations = Revocations(clock: clock)
        control = AccessControl(verifier: TokenVerifier(clock: clock, revocations: revocations) { [] })
        revocations.receive(RevocationUpdate(revocations: [], isComplete: true))
    }

    /// What the gateway sends with the calls of a user.
    private func identity(
        _ user: String = "u-1",
        session: String = "s-1",
        consents: [Auth.ConsentKind] = []
    ) async throws -> Metadata {
        let key = mint.verificationKey
        let token = try await mint.token(user, session: session, consents: consents, issuedAt: time)
        return try await TokenVerifier(clock: clock) { [key] }.verify(token).forwarded
    }

    private func decide(_ metadata: Metadata, peer: String? = "gateway") async -> Result<VerifiedUser?, any Error> {
        await control.decide(TestCall.method(.user), peer: peer, metadata: metadata)
    }

    @Test("are known with all that their token said, without the token")
    func user() async throws {
        let metadata = try await identity(consents: [.communityMappings, .location])
        for _ in 0..<2 {
            let user = try #require(try await decide(metadata).get())
            #expect(user.id == "u-1" && user.username == "u-1" && user.session == "s-1")
            #expect(user.tokenTime == time && user.tokenExpiry == time + 600)
            #expect(user.consents == [.location, .communityMappings])
            #expect(user.forwarded.isEmpty)
        }
    }

    @Test("are admitted at once when they were named before, be it by the template or by the call")
    func known() async throws {
        let (first, second) = (try await identity("u-1"), try await identity("u-2"))
        for metadata in [first, second] { _ = try await decide(metadata).get() }
        let method = TestCall.method(.user)
        for (steady, own, user) in [(first, second, "u-1"), (Metadata(), second, "u-2"), (Metadata(), first, "u-1")] {
            let template = CallTemplate(method: method.path, metadata: steady)
            let rule = try #require(control.admission(for: Peer(service: "gateway")).rule(for: method, template))
            var call = IncomingCall(metadata: own, now: .now())
            guard case .admit = rule.decide(&call) else {
                Issue.record("something was waited for")
                return
            }
            #expect(call.verifiedUser?.id == user)
        }
    }

    @Test(
        "are nobody when anybody else names them",
        arguments: [nil, "", "ocr", "auth", "operator", "Gateway", "gateway2", "gateway,ocr"]
    )
    func foreign(_ peer: String?) async throws {
        let metadata = try await identity()
        #expect(try await decide(metadata).get()?.id == "u-1")
        #expect(await decide(metadata, peer: peer).refusal?.reason == "SIGN_IN_REQUIRED")
    }

    @Test("are rejected once their token has expired, whether they were named before or not")
    func expired() async throws {
        let (known, fresh) = (try await identity("u-1"), try await identity("u-2"))
        _ = try await decide(known).get()
        clock.advance(by: 599)
        #expect(try await decide(known).get()?.id == "u-1")
        clock.advance(by: 1)
        for metadata in [known, fresh] { #expect(await decide(metadata).refusal?.reason == "TOKEN_EXPIRED") }
    }

    @Test("are rejected once their session has ended or their rights have changed", arguments: [true, false])
    func revoked(_ isKnown: Bool) async throws {
        let (ended, outdated) = (try await identity("u-1"), try await identity("u-2", session: "s-2"))
        let other = try await identity("u-1", session: "s-3")
        if isKnown { for metadata in [ended, outdated, other] { _ = try await decide(metadata).get() } }
        func revocation(_ account: String, _ session: String?, _ reason: Revocation.Reason) -> Revocation {
            Revocation(account: account, session: session, reason: reason, time: time + 1, expiry: time + 660)
        }
        let revoked = [revocation("u-1", "s-1", .sessionEnded), revocation("u-2", nil, .outdated)]
        revocations.receive(RevocationUpdate(revocations: revoked, isComplete: true))
        #expect(await decide(ended).refusal?.reason == "SESSION_ENDED")
        #expect(await decide(outdated).refusal?.reason == "TOKEN_EXPIRED")
        #expect(try await decide(other).get()?.session == "s-3")
    }

    @Test("are not believed until all revocations are known")
    func unknownRevocations() async throws {
        let revocations = Revocations(clock: clock)
        let control = AccessControl(verifier: TokenVerifier(clock: clock, revocations: revocations) { [] })
        let metadata = try await identity()
        async let decision = control.decide(TestCall.method(.user), peer: "gateway", metadata: metadata)
        try await until("the call waits") { clock.sleeperCount == 1 }
        clock.advance(by: 3)
        #expect(await decision.refusal?.reason == "REVOCATIONS_UNKNOWN")
    }

    @Test("are rejected when what names them is malformed or incomplete, and the next call is served")
    func malformed() async throws {
        let whole = Auth.UserIdentity(
            accountID: "u-1",
            sessionID: "s-1",
            username: "u-1",
            issuedAt: Common.Timestamp(time),
            expiresAt: Common.Timestamp(time + 600)
        )
        var incomplete = [whole, whole, whole, whole]
        incomplete[0].accountID = ""
        incomplete[1].sessionID = ""
        incomplete[2].issuedAt = nil
        incomplete[3].expiresAt = nil
        let bytes = try ([whole] + incomplete).map { Array(try $0.encoded().readableBytesView) }
        let malformed: [[UInt8]] = [[], [0xFF], [UInt8](repeating: 0x80, count: 20), Array(bytes[0].dropLast(3))]
        for identity in malformed + bytes.dropFirst() {
            var metadata = Metadata()
            metadata.add("larder-user-bin", identity)
            for _ in 0..<2 {
                let status = await decide(metadata).refusal
                #expect(status?.code == .internalError)
                #expect(status?.reason == "MALFORMED_IDENTITY")
            }
        }
        var metadata = Metadata()
        metadata.add("larder-user-bin", bytes[0])
        #expect(try await decide(metadata).get()?.id == "u-1")
    }

    @Test("are remembered up to a number; those who have expired are forgotten first")
    func bounded() {
        var cache = ExpiringCache<Int, String>(capacity: 2)
        cache.insert("old", for: 1, until: time + 1, now: time)
        cache.insert("good", for: 2, until: time + 10, now: time)
        cache.insert("new", for: 3, until: time + 10, now: time + 1)
        #expect(cache[1] == nil && cache[2] == "good" && cache[3] == "new")
        cache.insert("newer", for: 4, until: time + 10, now: time + 1)
        #expect(cache[2] == nil && cache[3] == nil && cache[4] == "newer")
    }
}
