import AuthMessages
import CommonMessages
import Foundation
import Foundations
import FoundationsTestSupport
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Roles", .timeLimit(.minutes(5)))
struct RoleTests {
    /// Auth with somebody who gives and takes roles, and has just signed in.
    private func with(_ body: (AuthTestEnvironment, AuthComponents, SignedIn) async throws -> Void) async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register(.test(username: "Staff", email: "staff@example.org"))
            try await body(environment, parts, try await environment.signedIn(parts, "Staff"))
        }
    }

    /// Somebody who can get a role: who has an authenticator app.
    @discardableResult
    private func registered(
        _ username: String = "Anna7",
        _ environment: AuthTestEnvironment,
        _ parts: AuthComponents
    ) async throws -> (session: SignedIn, app: AuthenticatorApp) {
        try await parts.register(.test(username: username, email: "\(username)@example.org"))
        let session = try await environment.signedIn(parts, username)
        return (session, try await parts.addApp(environment, by: session).app)
    }

    @Test("need an authenticator app or a passkey, which stays for as long as the role does")
    func factor() async throws {
        try await with { environment, parts, staff in
            try await parts.register()
            let anna = try await environment.signedIn(parts)
            func refusal() async -> Status? { await status { try await parts.set(.operator, by: staff) } }
            #expect(await refusal()?.code == .failedPrecondition)
            try await parts.addMailCode(environment, by: anna)
            #expect(await refusal()?.reason == .roleNeedsFactor)
            let hostCommand = await status {
                try await parts.roles.set(.administrator, of: "Anna7", granted: true, by: nil)
            }
            #expect(hostCommand?.reason == .roleNeedsFactor)
            #expect(try await environment.count("account_roles") == 0)
            let (app, _) = try await parts.addApp(environment, by: anna)
            _ = try await parts.set(.operator, by: staff)

            let last = await status { try await parts.remove(app.id, by: anna) }
            #expect(last?.code == .failedPrecondition && last?.reason == .roleNeedsFactor)
            #expect(try await parts.list(of: anna).factors.count == 2)
            let (other, _) = try await parts.addApp(environment, by: anna)
            try await parts.remove(app.id, by: anna)
            _ = try await parts.set(.operator, granted: false, by: staff)
            try await parts.remove(other.id, by: anna)
            #expect(try await parts.list(of: anna).factors.map(\.kind) == [.emailCode])
        }
    }

    @Test("are not to be had by whoever reads their holder's mails: codes by e-mail prove nothing any more")
    func mailbox() async throws {
        try await with { environment, parts, staff in
            let (anna, _) = try await registered("Anna7", environment, parts)
            try await parts.addMailCode(environment, by: anna)
            environment.clock.advance(by: Challenges.mailPause)
            let before = try await parts.challenge()
            let code = try await parts.mailedCode(environment, for: before)
            _ = try await parts.set(.operator, by: staff)
            #expect(await parts.refusal(of: .code(code), to: before)?.reason == .wrongFactor)
            let challenge = try await parts.challenge()
            #expect(challenge.kinds == [.authenticatorApp, .recoveryCode])
            environment.clock.advance(by: Challenges.mailPause)
            #expect(await status { try await parts.mailedCode(environment, for: challenge) }?.code == .unauthenticated)
            let proof = try await parts.factors.beginProof(.init(), context: anna.context())
            #expect(proof.kinds == [.authenticatorApp, .recoveryCode])
            // Without the role they sign in again.
            _ = try await parts.set(.operator, granted: false, by: staff)
            let other = try await parts.challenge()
            try await parts.complete(other, .code(try await parts.mailedCode(environment, for: other)))
        }
    }

    @Test("are not left without a factor by two changes at the same moment")
    func concurrent() async throws {
        try await with { environment, parts, staff in
            let (anna, app) = try await registered("Anna7", environment, parts)
            async let granted = Result.of { try await parts.set(.operator, by: staff) }
            async let removed = Result.of { try await parts.remove(app.id, by: anna) }
            let outcomes = (try? await granted.get(), try? await removed.get())
            #expect((outcomes.0 == nil) != (outcomes.1 == nil))
        }
    }

    @Test("that are unknown, and accounts that there are not, are rejected and change nothing")
    func rejected() async throws {
        try await with { environment, parts, staff in
            try await parts.register()
            for role in [Auth.Role.unspecified, .unrecognized(99)] {
                let status = await status { try await parts.set(role, by: staff) }
                #expect(status?.code == .invalidArgument && status?.fieldViolations.map(\.field) == ["role"])
            }
            for name in ["nobody", "", "x\u{0}y"] {
                #expect(await status { try await parts.set(.operator, of: name, by: staff) }?.code == .notFound)
            }
            #expect(try await environment.count("account_roles") == 0)
        }
    }

    @Test("are in the tokens that are issued from then on, and former tokens are renewed")
    func granted() async throws {
        try await with { environment, parts, staff in
            var anna = try await registered("Anna7", environment, parts).session
            func roles() async throws -> Set<Auth.Role> {
                anna = try await environment.signedIn(parts, with: try await parts.refresh(anna.tokens.refreshToken))
                return anna.user.roles
            }
            #expect(try await roles() == [])
            let revoked = try await environment.count("revocations")
            #expect(try await parts.set(.moderator, by: staff).roles == [.moderator])
            #expect(try await parts.set(.operator, of: "aNNA7", by: staff).roles == [.moderator, .operator])
            #expect(try await environment.count("revocations") == revoked + 2)
            #expect(try await roles() == [.moderator, .operator])
            #expect(try await parts.set(.operator, by: staff).roles == [.moderator, .operator])
            #expect(try await environment.count("revocations") == revoked + 2)
            #expect(try await parts.set(.moderator, granted: false, by: staff).roles == [.operator])
            #expect(try await roles() == [.operator])
            let records = try await environment.pool.query(
                "SELECT action, actor_id, subject FROM audit_records WHERE action LIKE 'role%' ORDER BY id"
            )
            #expect(
                try records.map { "\(try $0["action"] as String) \(try $0["subject"] as String)" } == [
                    "role_granted moderator", "role_granted operator", "role_withdrawn moderator",
                ]
            )
            #expect(try records.allSatisfy { try ($0["actor_id"] as UUID).canonical == staff.user.id })
        }
    }

    @Test("of the last administrator cannot be withdrawn, also not by two at the same time")
    func lastAdministrator() async throws {
        try await with { environment, parts, staff in
            let anna = try await registered("Anna7", environment, parts).session
            try await registered("Berta8", environment, parts)
            _ = try await parts.roles.set(.administrator, of: "Anna7", granted: true, by: nil)
            let status = await status { try await parts.set(.administrator, granted: false, by: staff) }
            #expect(status?.code == .failedPrecondition && status?.reason == .lastAdministrator)
            // Nor does the only one close the account.
            guard case .failure(let error) = await Result.of({ try await parts.close(by: anna) }) else {
                Issue.record("The only administrator has closed the account.")
                return
            }
            #expect((error as? Status)?.reason == .lastAdministrator)
            _ = try await parts.set(.administrator, of: "Berta8", by: staff)
            async let first = Result.of { try await parts.set(.administrator, granted: false, by: staff) }
            async let second = Result.of {
                try await parts.set(.administrator, of: "Berta8", granted: false, by: staff)
            }
            let outcomes = await [first, second]
            #expect(outcomes.count { (try? $0.get()) != nil } == 1)
            let page = try await RolesService(store: parts.roles).listRoleHolders(.init(), context: .test())
            #expect(page.holders.map(\.roles) == [[.administrator]] && page.nextPageToken.isEmpty)
        }
    }

    @Test("are listed by name, page by page")
    func listed() async throws {
        try await with { environment, parts, staff in
            let names = ["Carla", "anton", "Berta"]
            for name in names {
                try await registered(name, environment, parts)
                _ = try await parts.set(.moderator, of: name, by: staff)
            }
            try await parts.register(.test(username: "dora", email: "dora@example.org"))
            var (found, token) = ([String](), "")
            repeat {
                let page = try await RolesService(store: parts.roles)
                    .listRoleHolders(.init(page: .init(size: 2, token: token)), context: .test())
                found += page.holders.map(\.username)
                token = page.nextPageToken
            } while !token.isEmpty
            #expect(found == ["anton", "Berta", "Carla"])
        }
    }
}

extension AuthComponents {
    /// Gives or takes a role.
    @discardableResult
    func set(
        _ role: Auth.Role,
        of name: String = "Anna7",
        granted: Bool = true,
        by caller: SignedIn
    ) async throws -> Auth.RoleHolder {
        let service = RolesService(store: roles)
        return granted
            ? try await service.grantRole(.init(username: name, role: role), context: caller.context())
            : try await service.withdrawRole(.init(username: name, role: role), context: caller.context())
    }
}

extension Result where Failure == any Error {
    /// What work has come to.
    fileprivate static func of(_ work: () async throws -> Success) async -> Self {
        do { return .success(try await work()) } catch { return .failure(error) }
    }
}
