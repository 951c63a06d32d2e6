import Foundation
import Foundations
package import Logging
package import Postgres
package import RPC
import Synchronization
import Wire

/// Rejects users' changes once they have stored as much as one may in this service, so that nobody fills the disk for all.
///
/// What users have stored is counted by the database (`StorageCounting`) and read every few seconds, so that a call costs no
/// statement; until it is read a user can store somewhat more. Reading, and what removes something, is always possible, and
/// so is what services do for the user.
package final class StorageQuota: AdmissionPolicy {
    private static let interval: Duration = .seconds(5)

    private let limit: Int
    private let pool: PostgresPool
    private let servedAnyway: Set<String>
    private let full = Mutex<Set<String>>([])

    /// - Parameters:
    ///   - limit: In bytes, of one user in this service's schema.
    ///   - pool: Connects to that schema.
    ///   - methods: Changes that a user who has reached the limit may make.
    package init(of limit: Int, in pool: PostgresPool, servingAnyway methods: [MethodDescriptor] = []) {
        self.limit = limit
        self.pool = pool
        servedAnyway = Set(methods.map(\.path))
    }

    /// How many users have reached the limit.
    package var fullUsers: Int { full.withLock { $0.count } }

    /// Reads which users have reached the limit.
    package func refresh() async throws {
        let users = Set(try await StorageCounting.users(storing: limit, in: pool).map(\.canonical))
        full.withLock { $0 = users }
    }

    /// Reads it again and again.
    package func work(log: Logger) -> BackgroundWork {
        .every(StorageQuota.interval, "storage of users", log: log) { try await self.refresh() }
    }

    package func admission(for peer: Peer) -> any ConnectionAdmission { StorageAdmission(self) }

    /// The rejection of a user's change; nil for one that may be made.
    fileprivate func rejection(for user: String) -> Status? {
        guard full.withLock({ $0.contains(user) }) else { return nil }
        return Status(
            .resourceExhausted,
            .services.storageFull,
            reason: .storageFull
        )
    }

    fileprivate func limits(_ method: MethodDescriptor) -> Bool {
        // What staff change is not what they store.
        method.access.admitsUsers && method.requirements.roles.isEmpty && method.idempotency != .noSideEffects
            && !servedAnyway.contains(method.path)
    }
}

private final class StorageAdmission: ConnectionAdmission {
    private let quota: StorageQuota

    init(_ quota: StorageQuota) { self.quota = quota }

    func rule(for method: MethodDescriptor?, _ template: CallTemplate) -> (any AdmissionRule)? {
        guard let method, quota.limits(method) else { return nil }
        return StorageRule(quota)
    }
}

private final class StorageRule: AdmissionRule {
    private let quota: StorageQuota

    init(_ quota: StorageQuota) { self.quota = quota }

    func decide(_ call: inout IncomingCall) -> AdmissionDecision {
        guard let user = call.verifiedUser, let status = quota.rejection(for: user.id) else { return .admit }
        return .reject(status)
    }
}

extension StatusReason {
    /// The user has stored as much as one may.
    package static let storageFull: StatusReason = "STORAGE_FULL"
}
