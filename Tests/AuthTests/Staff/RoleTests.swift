import AuthMessages
import CommonMessages
import Foundation
import FoundationsTestSupport
import Postgres
import RPC
import ServiceKit
import Testing

@testable import larder_auth

@Suite("Roles", .timeLimit(.minutes(5)))
struct RoleTests {
    private let administrator = UUID()

    private func set(
        _ parts: AuthComponents,
        _ role: Auth.Role,
        of name: String = "Anna7",
        granted: Bool = true
    ) async throws -> Auth.RoleHolder {
        let service = RolesService(store: parts.roles)
        let context = CallContext.test(user: administrator.uuidString.lowercased())
        return granted
            ? try await service.grantRole(.init(username: name, role: role), context: context)
            : try await service.withdrawRole(.init(username: name, role: role), context: context)
    }

    private func claims(_ environment: AuthTestEnvironment, _ parts: AuthComponents) async throws -> VerifiedUser {
        try await environment.signedIn(parts).user
    }

    @Test("that are unknown, and accounts that there are not, are rejected and change nothing")
    func rejected() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            for role in [Auth.Role.unspecified, .unrecognized(99)] {
                let status = await status { try await set(parts, role) }
                #expect(status?.code == .invalidArgument && status?.fieldViolations.map(\.field) == ["role"])
            }
            for name in ["nobody", "", "x\u{0}y"] {
                #expect(await status { try await set(parts, .operator, of: name) }?.code == .notFound)
            }
            #expect(try await environment.count("account_roles") == 0)
        }
    }

    @Test("are in the tokens that are issued from then on, and former tokens are renewed")
    func granted() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            #expect(try await claims(environment, parts).roles == [])
            let revoked = try await environment.count("revocations")
            #expect(try await set(parts, .moderator).roles == [.moderator])
            #expect(try await set(parts, .operator, of: "aNNA7").roles == [.moderator, .operator])
            #expect(try await environment.count("revocations") == revoked + 2)
            #expect(try await claims(environment, parts).roles == [.moderator, .operator])
            #expect(try await set(parts, .operator).roles == [.moderator, .operator])
            #expect(try await environment.count("revocations") == revoked + 2)
            #expect(try await set(parts, .moderator, granted: false).roles == [.operator])
            #expect(try await claims(environment, parts).roles == [.operator])
            let records = try await environment.pool.query(
                "SELECT action, actor_id, subject FROM audit_records WHERE action LIKE 'role%' ORDER BY id"
            )
            #expect(
                try records.map { "\(try $0["action"] as String) \(try $0["subject"] as String)" } == [
                    "role_granted moderator", "role_granted operator", "role_withdrawn moderator",
                ]
            )
            #expect(try records.allSatisfy { try $0["actor_id"] as UUID == administrator })
        }
    }

    @Test("of the last administrator cannot be withdrawn, also not by two at the same time")
    func lastAdministrator() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            try await parts.register()
            try await parts.register(.test(username: "Berta8", email: "berta@example.org"))
            _ = try await parts.roles.set(.administrator, of: "Anna7", granted: true, by: nil)
            let status = await status { try await set(parts, .administrator, granted: false) }
            #expect(status?.code == .failedPrecondition && status?.reason == .lastAdministrator)
            _ = try await set(parts, .administrator, of: "Berta8")
            async let first = Result.of { try await set(parts, .administrator, granted: false) }
            async let second = Result.of { try await set(parts, .administrator, of: "Berta8", granted: false) }
            let outcomes = await [first, second]
            #expect(outcomes.count { (try? $0.get()) != nil } == 1)
            let page = try await RolesService(store: parts.roles).listRoleHolders(.init(), context: .test())
            #expect(page.holders.map(\.roles) == [[.administrator]] && page.nextPageToken.isEmpty)
        }
    }

    @Test("are listed by name, page by page")
    func listed() async throws {
        try await withAuth { environment in
            let parts = environment.parts()
            let names = ["Carla", "anton", "Berta"]
            for name in names {
                try await parts.register(.test(username: name, email: "\(name)@example.org"))
                _ = try await set(parts, .moderator, of: name)
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

extension Result where Failure == any Error {
    /// What work has come to.
    fileprivate static func of(_ work: () async throws -> Success) async -> Self {
        do { return .success(try await work()) } catch { return .failure(error) }
    }
}
