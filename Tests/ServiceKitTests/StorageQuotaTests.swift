import Foundation
import Foundations
import NIOCore
import Postgres
import RPC
import RPCValues
import ServiceKit
import Testing
import Wire

@Suite("The most that one user may store", .timeLimit(.minutes(5)))
struct StorageQuotaTests {
    private func method(
        _ name: String,
        _ access: AccessRule = .user,
        _ idempotency: Idempotency = .none,
        requiring requirements: UserRequirements = .none
    ) -> MethodDescriptor {
        MethodDescriptor(
            service: "larder.test.v1.Test",
            name: name,
            kind: .unary,
            access: access,
            requirements: requirements,
            idempotency: idempotency,
            request: RPCMessages.EchoMessage.descriptor,
            response: RPCMessages.EchoMessage.descriptor
        )
    }

    /// - Returns: Nil for a call that is admitted.
    private func rejection(_ quota: StorageQuota, of user: UUID?, calling method: MethodDescriptor?) -> Status? {
        let identity = user.map { VerifiedUser(id: $0.canonical, username: "ada") }
        var call = IncomingCall(metadata: Metadata(), now: .now(), identity: identity)
        let template = CallTemplate(method: method?.path ?? "larder.test.v1.Test/None")
        switch quota.admission(for: Peer()).rule(for: method, template)?.decide(&call) {
        case .reject(let status): return status
        default: return nil
        }
    }

    private func store(_ bytes: Int64, of user: UUID, in pool: PostgresPool) async throws {
        try await pool.execute(
            """
            INSERT INTO storage_changes SELECT \(user), \(bytes) - coalesce(sum(bytes), 0)
            FROM (TABLE storage_use UNION ALL TABLE storage_changes) AS stored WHERE user_id = \(user)
            """
        )
    }

    @Test("rejects changes of one who has reached it, with a sentence, until something was removed, and of nobody else")
    func changes() async throws {
        try await TestSchema.with { pool in
            let (full, other) = (UUID(), UUID())
            let (change, remove) = (method("Change"), method("Remove", .user, .idempotent))
            let quota = StorageQuota(of: 1_000, in: pool, servingAnyway: [remove])
            try await store(999, of: full, in: pool)
            try await store(999, of: other, in: pool)
            try await quota.refresh()
            #expect(rejection(quota, of: full, calling: change) == nil)

            try await store(1_000, of: full, in: pool)
            try await quota.refresh()
            #expect(quota.fullUsers == 1)
            let status = try #require(rejection(quota, of: full, calling: change))
            #expect(status.code == .resourceExhausted && status.reason == "STORAGE_FULL")
            #expect(status.message.contains("remove"))
            #expect(rejection(quota, of: full, calling: method("Set", .userOrServices(["ocr"]), .idempotent)) != nil)
            #expect(rejection(quota, of: other, calling: change) == nil)

            #expect(rejection(quota, of: full, calling: remove) == nil)
            #expect(rejection(quota, of: full, calling: method("Read", .user, .noSideEffects)) == nil)
            let decide = method("Decide", requiring: UserRequirements(roles: ["operator"]))
            #expect(rejection(quota, of: full, calling: decide) == nil, "what staff change is not what they store")
            // What a service does for the user has been accepted before.
            #expect(rejection(quota, of: nil, calling: method("Record", .services(["ocr"]))) == nil)
            #expect(rejection(quota, of: full, calling: method("Record", .services(["ocr"]))) == nil)
            #expect(rejection(quota, of: full, calling: nil) == nil)

            try await StorageCounting.merge(in: pool)
            try await quota.refresh()
            #expect(rejection(quota, of: full, calling: change) != nil)
            try await store(10, of: full, in: pool)
            try await quota.refresh()
            #expect(rejection(quota, of: full, calling: change) == nil && quota.fullUsers == 0)
        }
    }
}
