import Foundation
import FoundationsTestSupport
import NIOCore
import RPC
import RPCTestSupport
import ServiceKit
import Synchronization
import Testing
import Wire

@Suite("Access rules", .timeLimit(.minutes(5)))
struct AccessControlTests {
    private let mint = TokenMint()

    /// On whose behalf a call is admitted; the status with which it is rejected.
    private func call(_ rule: AccessRule, token: String? = nil, peer: String? = nil) async -> Result<
        VerifiedUser?, any Error
    > {
        let key = mint.verificationKey
        let control = AccessControl(verifier: TokenVerifier { [key] })
        let (method, metadata) = (TestCall.method(rule), TestCall.context(token: token).metadata)
        let template = CallTemplate(method: method.path, metadata: metadata)
        guard let rule = control.admission(for: Peer(service: peer)).rule(for: method, template) else {
            return .success(nil)
        }
        return await rule.decide(Metadata())
    }

    private func reason(_ result: Result<VerifiedUser?, any Error>) -> StatusReason? { result.refusal?.reason }

    @Test(
        "a method for users needs a bearer token, whoever is at the other end",
        arguments: [nil, "", "Bearer", "Bearer ", "Basic dTpw", "Bearer x.y.z"],
        [nil, "gateway"]
    )
    func userWithoutToken(_ token: String?, _ peer: String?) async {
        #expect(reason(await call(.user, token: token, peer: peer)) == "SIGN_IN_REQUIRED")
    }

    @Test(
        "a method for services rejects whom its rule does not name, with a token or without",
        arguments: [nil, "gateway", "oc", "OCR", ""],
        [true, false]
    )
    func wrongService(_ peer: String?, _ hasToken: Bool) async throws {
        let token = hasToken ? "Bearer \(try await mint.token())" : nil
        #expect(reason(await call(.services(["ocr", "auth"]), token: token, peer: peer)) == "CALLER_NOT_ALLOWED")
        #expect(reason(await call(.services([]), token: token, peer: peer)) == "CALLER_NOT_ALLOWED")
    }

    @Test("a method for users sees the user whom the token names", arguments: [nil, "gateway"])
    func user(_ peer: String?) async throws {
        let user = try await call(.user, token: "Bearer \(try await mint.token("u-7"))", peer: peer).get()
        #expect(user?.id == "u-7")
    }

    @Test("a method for services serves those that its rule names")
    func service() async throws {
        #expect(try await call(.services(["ocr", "auth"]), peer: "auth").get() == nil)
    }

    @Test("a method for users and services serves a named service without a token, and users from anywhere")
    func userOrService() async throws {
        let rule = AccessRule.userOrServices(["operator"])
        #expect(try await call(rule, peer: "operator").get() == nil)
        #expect(try await call(rule, token: "Bearer x.y.z", peer: "operator").get() == nil)
        let token = "Bearer \(try await mint.token("u-7"))"
        #expect(try await call(rule, token: token).get()?.id == "u-7")
        #expect(try await call(rule, token: token, peer: "ocr").get()?.id == "u-7")
        #expect(reason(await call(rule)) == "SIGN_IN_REQUIRED")
        #expect(reason(await call(rule, peer: "ocr")) == "SIGN_IN_REQUIRED")
        #expect(reason(await call(rule, token: "Bearer x.y.z", peer: "ocr")) == "SIGN_IN_REQUIRED")
    }

    private func bearer(_ token: String) -> Metadata {
        var metadata = Metadata()
        metadata.add(MetadataName.authorization, "Bearer \(token)")
        return metadata
    }

    @Test("a call is decided about at once when its token was verified before, be it the template's or its own")
    func known() async throws {
        let key = mint.verificationKey
        let control = AccessControl(verifier: TokenVerifier { [key] })
        let (first, second) = (bearer(try await mint.token("u-1")), bearer(try await mint.token("u-2")))
        let template = CallTemplate(method: "larder.test.v1.Test/Do", metadata: first)
        let admission = control.admission(for: Peer())
        let steady = try #require(admission.rule(for: TestCall.method(.user), template))
        #expect(try await steady.decide(Metadata()).get()?.id == "u-1")
        let own = try #require(admission.rule(for: TestCall.method(.user), CallTemplate(method: template.method)))
        #expect(try await own.decide(second).get()?.id == "u-2")
        for (rule, metadata, user) in [(steady, second, "u-1"), (own, first, "u-1"), (own, second, "u-2")] {
            var call = IncomingCall(metadata: metadata, now: .now())
            guard case .admit = rule.decide(&call) else {
                Issue.record("something was waited for")
                return
            }
            #expect(call.verifiedUser?.id == user)
        }
        #expect(await own.decide(Metadata()).refusal?.reason == "SIGN_IN_REQUIRED")
    }

    @Test("a token that a template carries is rejected once it has expired or its key was withdrawn")
    func noLonger() async throws {
        let clock = ManualWallClock(now: Date())
        let keys = Mutex([mint.verificationKey])
        let verifier = TokenVerifier(clock: clock) { keys.withLock { $0 } }
        let control = AccessControl(verifier: verifier)
        let (method, admission) = (TestCall.method(.user), control.admission(for: Peer()))
        func rule(_ token: String) throws -> any AdmissionRule {
            try #require(
                admission.rule(for: method, CallTemplate(method: method.path, metadata: bearer(token)))
            )
        }
        let expiring = try rule(try await mint.token("u-1", lifetime: 60))
        let lasting = try rule(try await mint.token("u-1", lifetime: 6_000))
        for rule in [expiring, lasting] { #expect(try await rule.decide(Metadata()).get()?.id == "u-1") }
        clock.advance(by: 61)
        #expect(await expiring.decide(Metadata()).refusal?.reason == "TOKEN_EXPIRED")
        #expect(try await lasting.decide(Metadata()).get()?.id == "u-1")
        let other = TokenMint("key-2")
        keys.withLock { $0 = [other.verificationKey] }
        let fresh = try rule(try await other.token("u-2", lifetime: 6_000))
        #expect(try await fresh.decide(Metadata()).get()?.id == "u-2")
        clock.advance(by: 10)
        #expect(await lasting.decide(Metadata()).refusal?.reason == "TOKEN_EXPIRED")
    }

    @Test("a method for anyone serves anyone, and believes no token", arguments: [nil, "Bearer x.y.z"], [nil, "ocr"])
    func anyone(_ token: String?, _ peer: String?) async throws {
        #expect(try await call(.anyone, token: token, peer: peer).get() == nil)
    }
}
