import AuthMessages
import CommonMessages
import Foundation
import FoundationsTestSupport
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Plans", .timeLimit(.minutes(5)))
struct PlanTests {
    private func set(
        _ environment: AuthTestEnvironment,
        _ parts: AuthComponents,
        _ plan: Auth.Plan,
        of name: String = "Anna7",
        until expiry: Date? = nil
    ) async throws -> Auth.PlanState {
        try await PlansService(store: parts.plans, clock: environment.clock).setPlan(
            .init(username: name, plan: plan, expiresAt: expiry.map { Common.Timestamp($0) }),
            context: .test(user: UUID().uuidString.lowercased())
        )
    }

    @Test("that are unknown or end in the past, and accounts that there are not, are rejected and change nothing")
    func rejected() async throws {
        try await withAuth { environment in
            let (parts, now) = (environment.parts(), environment.clock.now)
            try await parts.register()
            let cases: [(Auth.Plan, Date?, [String])] = [
                (.unspecified, nil, ["plan"]), (.unrecognized(7), now, ["plan", "expires_at"]),
                (.pro, now, ["expires_at"]), (.basic, now.addingTimeInterval(60), ["expires_at"]),
            ]
            for (plan, expiry, fields) in cases {
                let status = await status { try await set(environment, parts, plan, until: expiry) }
                #expect(status?.code == .invalidArgument && status?.fieldViolations.map(\.field) == fields)
            }
            #expect(await status { try await set(environment, parts, .pro, of: "nobody") }?.code == .notFound)
            #expect(try await environment.count("account_plans") == 0)
        }
    }

    @Test("begin as Basic, are in tokens while they last, and fall back to Basic at their end")
    func lifetime() async throws {
        try await withAuth { environment in
            let (parts, clock) = (environment.parts(), environment.clock)
            let account = try await parts.register()
            let service = PlansService(store: parts.plans, clock: clock)
            let own = { try await service.getPlan(.init(), context: .test(user: account.id)) }
            #expect(try await own() == Auth.PlanState(plan: .basic))
            let (begin, end) = (clock.now, clock.now.addingTimeInterval(86_400))
            let granted = try await set(environment, parts, .pro, until: end)
            #expect(granted.plan == .pro && granted.startedAt?.date == begin && granted.expiresAt?.date == end)
            #expect(try await own() == granted)
            let user = try await environment.signedIn(parts).user
            #expect(user.plan(at: end.addingTimeInterval(-1)) == .pro && user.plan(at: end) == .basic)
            clock.advance(by: 3_600)
            let longer = try await set(environment, parts, .pro, until: end.addingTimeInterval(60))
            #expect(longer.startedAt?.date == begin)
            clock.advance(by: 86_400)
            let lapsed = try await own()
            #expect(lapsed.plan == .basic && lapsed.expiresAt == nil)
            #expect(try await environment.signedIn(parts).user.plan(at: clock.now) == .basic)
            let again = try await set(environment, parts, .pro)
            #expect(again.startedAt?.date == clock.now && again.expiresAt == nil)
            #expect(try await set(environment, parts, .basic).plan == .basic)
            #expect(try await environment.signedIn(parts).user.plan(at: clock.now) == .basic)
        }
    }

    @Test("that change revoke former tokens; the same plan again changes nothing")
    func revocations() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            for expected in [1, 1] {
                _ = try await set(environment, parts, .pro)
                #expect(try await environment.count("revocations") == expected)
            }
            #expect(try await environment.auditedActions().filter { $0 == "plan_changed" }.count == 1)
        }
    }
}
