import AllServices
import AuthMessages
import Foundation
import FoundationsTestSupport
import RPC
import RPCTestSupport
import Testing

@testable import ServiceKit

@Suite("What methods require of users", .timeLimit(.minutes(5)))
struct UserRequirementTests {
    private let mint = TokenMint()
    private let clock = ManualWallClock(now: Date(timeIntervalSince1970: 1_800_000_000))

    /// A user's claims.
    private struct Claims: Sendable {
        var consents: [Auth.ConsentKind] = []
        var roles: [Auth.Role] = []
        var plan = GrantedPlan.basic
        var isTermsPending = false
        var hasSecondFactor = false
    }

    private enum Way: CaseIterable {
        /// With the token, which the service verifies.
        case token
        /// By the gateway's word.
        case identity
    }

    /// The refusal of a call, made twice: at first the user is verified, then known.
    private func refusal(_ requirements: UserRequirements, _ claims: Claims, _ way: Way) async throws -> Status? {
        let token = try await mint.token(
            consents: claims.consents,
            roles: claims.roles,
            plan: claims.plan,
            isTermsPending: claims.isTermsPending,
            hasSecondFactor: claims.hasSecondFactor,
            issuedAt: clock.now
        )
        let key = mint.verificationKey
        let revocations = Revocations(clock: clock)
        revocations.receive(RevocationUpdate(revocations: [], isComplete: true))
        let verifier = TokenVerifier(clock: clock, revocations: revocations) { [key] }
        var metadata = Metadata()
        switch way {
        case .token: metadata.add(MetadataName.authorization, "Bearer \(token)")
        case .identity: metadata = try await verifier.verify(token).forwarded
        }
        let control = AccessControl(verifier: TokenVerifier(clock: clock, revocations: revocations) { [key] })
        let method = TestCall.method(.user, requiring: requirements)
        let peer = way == .identity ? "gateway" : nil
        let first = await control.decide(method, peer: peer, metadata: metadata).refusal
        let second = await control.decide(method, peer: peer, metadata: metadata).refusal
        #expect(first?.reason == second?.reason && first?.entries == second?.entries)
        return first
    }

    @Test("a role: without it the method is not theirs, whatever else is missing", arguments: Way.allCases)
    private func role(_ way: Way) async throws {
        let rule = UserRequirements(roles: ["operator", "administrator"], consents: ["location"])
        for roles in [[], [.moderator], [.healthcareProvider, .unrecognized(99)]] as [[Auth.Role]] {
            let refusal = try await refusal(rule, Claims(roles: roles, isTermsPending: true), way)
            #expect(refusal?.code == .permissionDenied && refusal?.reason == .callerNotAllowed)
        }
        for role in [Auth.Role.operator, .administrator] {
            #expect(try await refusal(rule, Claims(consents: [.location], roles: [role]), way) == nil)
        }
    }

    @Test("a second factor: without it the refusal says how to get one", arguments: Way.allCases)
    private func secondFactor(_ way: Way) async throws {
        let rule = UserRequirements(roles: ["operator"], consents: ["location"], needsSecondFactor: true)
        let stranger = try await refusal(rule, Claims(), way)
        #expect(stranger?.reason == .callerNotAllowed, "who lacks the role learns nothing of the method")
        let refused = try await refusal(rule, Claims(roles: [.operator]), way)
        #expect(refused?.code == .permissionDenied && refused?.reason == .secondFactorMissing)
        #expect(refused?.message.contains("larder factors add-app") == true)
        let pending = Claims(roles: [.operator], isTermsPending: true)
        #expect(try await refusal(rule, pending, way)?.reason == .termsNotAccepted)
        let proven = Claims(roles: [.operator], hasSecondFactor: true)
        #expect(try await refusal(rule, proven, way)?.reason == .consentRequired)
        let open = UserRequirements(roles: ["operator"], needsSecondFactor: true)
        #expect(try await refusal(open, proven, way) == nil)
        #expect(try await refusal(open, Claims(hasSecondFactor: true), way)?.reason == .callerNotAllowed)
    }

    @Test("calls of methods with a role are logged with who makes them, others and refused ones are not")
    func staffLog() async throws {
        let lines = Recorder<String>()
        let (key, clock) = (mint.verificationKey, clock)
        let control = AccessControl(
            verifier: TokenVerifier(clock: clock) { [key] },
            log: RecordingLogHandler.logger(lines)
        )
        var metadata = Metadata()
        let token = try await mint.token("u-7", session: "s-7", roles: [.operator], issuedAt: clock.now)
        metadata.add(MetadataName.authorization, "Bearer \(token)")
        func call(_ requirements: UserRequirements) async -> Status? {
            let method = TestCall.method(.user, requiring: requirements)
            return await control.decide(method, peer: nil, metadata: metadata).refusal
        }
        #expect(await call(UserRequirements(roles: ["moderator"])) != nil)
        #expect(await call(UserRequirements(roles: ["operator"], needsSecondFactor: true)) != nil)
        #expect(await call(.none) == nil)
        #expect(lines.values.isEmpty)
        for expected in 1...2 {
            #expect(await call(UserRequirements(roles: ["operator"])) == nil)
            #expect(lines.count == expected)
        }
        #expect(lines.values.allSatisfy { $0.contains("a call of staff") && $0.contains("u-7") && $0.contains("s-7") })
    }

    @Test("accepted terms, but for methods with which they are accepted", arguments: Way.allCases)
    private func terms(_ way: Way) async throws {
        let refused = try await refusal(.none, Claims(isTermsPending: true), way)
        #expect(refused?.code == .permissionDenied && refused?.reason == .termsNotAccepted)
        #expect(try await refusal(.none, Claims(), way) == nil)
        let open = UserRequirements(isBeforeTerms: true)
        for isPending in [false, true] {
            #expect(try await refusal(open, Claims(isTermsPending: isPending), way) == nil)
        }
    }

    @Test("consents: the refusal names the one that is missing", arguments: Way.allCases)
    private func consents(_ way: Way) async throws {
        let rule = UserRequirements(consents: ["location", "health_data"])
        for (given, missing) in [([], "location"), ([.location], "health_data"), ([.healthData], "location")]
            as [([Auth.ConsentKind], String)]
        {
            let refusal = try await refusal(rule, Claims(consents: given), way)
            #expect(refusal?.code == .permissionDenied && refusal?.reason == .consentRequired)
            #expect(refusal?.entries == ["consent": missing])
        }
        #expect(try await refusal(rule, Claims(consents: [.healthData, .location]), way) == nil)
    }

    @Test("a plan, until it ends", arguments: Way.allCases)
    private func plan(_ way: Way) async throws {
        let rule = UserRequirements(plan: "pro")
        let end = clock.now.addingTimeInterval(60)
        let refused = try await refusal(rule, Claims(), way)
        #expect(refused?.code == .permissionDenied && refused?.reason == .planRequired)
        #expect(refused?.entries == ["plan": "pro"])
        #expect(try await refusal(rule, Claims(plan: GrantedPlan(.pro, until: nil)), way) == nil)
        #expect(try await refusal(rule, Claims(plan: GrantedPlan(.pro, until: end)), way) == nil)
        #expect(try await refusal(UserRequirements(plan: "basic"), Claims(), way) == nil)
    }

    @Test("a plan that ends while the token is good ends at once")
    func planEnds() async throws {
        let end = clock.now.addingTimeInterval(60)
        let user = VerifiedUser(id: "u-1", username: "u-1", plan: GrantedPlan(.pro, until: end))
        let gate = UserGate(UserRequirements(plan: "pro"))
        #expect(gate.refusal(of: user, at: end.addingTimeInterval(-1)) == nil)
        #expect(gate.refusal(of: user, at: end)?.reason == .planRequired)
    }

    @Test(
        "what this version does not know closes the method",
        arguments: [
            UserRequirements(roles: ["king"]), UserRequirements(roles: ["operator", "king"]),
            UserRequirements(consents: ["everything"]), UserRequirements(plan: "diamond"),
        ]
    )
    func unknown(_ rule: UserRequirements) async throws {
        let all = Claims(consents: Auth.ConsentKind.all, roles: Auth.Role.all, plan: GrantedPlan(.pro, until: nil))
        #expect(try await refusal(rule, all, .token)?.reason == .callerNotAllowed)
    }

    @Test("with a token that has expired no method for users is open, whatever the token said")
    func expired() async throws {
        let token = try await mint.token(roles: Auth.Role.all, issuedAt: clock.now.addingTimeInterval(-601))
        let key = mint.verificationKey
        let control = AccessControl(verifier: TokenVerifier(clock: clock) { [key] })
        var metadata = Metadata()
        metadata.add(MetadataName.authorization, "Bearer \(token)")
        let methods = ServiceCatalogue.all.flatMap(\.methods).filter(\.access.admitsUsers)
        #expect(methods.count > 40)
        for method in methods {
            let refusal = await control.decide(method, metadata: metadata).refusal
            #expect(refusal?.code == .unauthenticated && refusal?.reason == .tokenExpired, "\(method.path)")
        }
    }

    @Test("are known names, in every method that there is")
    func names() {
        for method in ServiceCatalogue.all.flatMap(\.methods) {
            #expect(UserGate(method.requirements).isOpen, "\(method.path)")
        }
        #expect(Set(Auth.Role.all) == Set(Auth.Role.allCases).subtracting([.unspecified]))
        #expect(Set(Auth.ConsentKind.all) == Set(Auth.ConsentKind.allCases).subtracting([.unspecified]))
        for plan in Auth.Plan.allCases where plan != .unspecified {
            #expect(plan.name.flatMap(Auth.Plan.init(name:)) == plan)
        }
    }

    @Test("services need none of it")
    func services() async {
        let key = mint.verificationKey
        let control = AccessControl(verifier: TokenVerifier { [key] })
        let method = TestCall.method(.userOrServices(["ocr"]), requiring: UserRequirements(roles: ["administrator"]))
        #expect(await control.decide(method, peer: "ocr").refusal == nil)
        #expect(await control.decide(method, peer: "catalog").refusal?.reason == .signInRequired)
    }
}
