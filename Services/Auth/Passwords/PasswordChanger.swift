import EventsMessages
import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// Changes users' passwords.
struct PasswordChanger: Sendable {
    /// For how long a change can be repeated, in seconds.
    private static let replay: TimeInterval = 86_400

    let signIns: SignInStore
    let sessions: SessionStore
    let hasher: PasswordHasher
    let clock: any WallClock

    /// Replaces the password and ends all sessions but the caller's.
    /// - Parameters:
    ///   - key: What the change is known by when it is repeated: then it has no effect.
    ///   - network: The network of the client; nil for an unknown one.
    /// - Throws: INVALID_ARGUMENT for a wrong current password, which counts as a failed sign-in; FAILED_PRECONDITION while the
    ///   account is locked; ABORTED for a key that another change came with; RESOURCE_EXHAUSTED when too many passwords are
    ///   being hashed; UNAUTHENTICATED when the session has ended.
    func change(
        _ change: PasswordChange,
        by caller: CallerSession,
        key: IdempotencyKey?,
        for network: String?
    ) async throws {
        while true {
            if let key, try await wasMade(change, with: key, by: caller, for: network) { return }
            let credentials = try await credentials(of: caller)
            guard try await hasher.verify(change.currentPassword, against: credentials.passwordHash, for: network)
            else {
                // The same change, sent twice, may have been made since it was looked for.
                if let key, try await wasMade(change, with: key, by: caller, for: network) { return }
                throw try await reject(caller)
            }
            let hash = try await hasher.hash(change.newPassword, for: network)
            // Once more when the password was replaced while it was checked.
            if try await store(hash, in: credentials, by: caller, key: key) { return }
        }
    }

    /// Whether the latest change came with this key.
    ///
    /// Compared with the password itself: of the request nothing else is stored.
    /// - Throws: ABORTED when it was to another password.
    private func wasMade(
        _ change: PasswordChange,
        with key: IdempotencyKey,
        by caller: CallerSession,
        for network: String?
    ) async throws -> Bool {
        let rows = try await signIns.database.query(
            """
            SELECT password_hash FROM accounts
            WHERE id = \(caller.account) AND password_change_hash = \(key.hash)
                AND password_changed_at >= \(clock.now.addingTimeInterval(-Self.replay))
            """
        )
        guard let row = rows.first else { return false }
        let hash = try PasswordHash(stored: try row["password_hash"])
        guard try await hasher.verify(change.newPassword, against: hash, for: network) else {
            throw Status(.aborted, .services.keyReused, reason: .idempotencyKeyReused)
        }
        return true
    }

    /// The account's credentials, if the password is correct.
    /// - Throws: INVALID_ARGUMENT for a wrong password, which counts as a failed sign-in; FAILED_PRECONDITION while the account is
    ///   locked; UNAUTHENTICATED when the session has ended.
    func check(_ password: String, of caller: CallerSession, for network: String?) async throws -> Credentials {
        let credentials = try await credentials(of: caller)
        guard try await hasher.verify(password, against: credentials.passwordHash, for: network) else {
            throw try await reject(caller)
        }
        return credentials
    }

    /// The account's credentials, unless it is locked.
    private func credentials(of caller: CallerSession) async throws -> Credentials {
        guard let credentials = try await signIns.credentials(of: caller.account), credentials.closure == nil else {
            throw SessionsService.sessionEnded
        }
        if let end = credentials.lockedUntil, end > clock.now {
            throw PasswordChangeRejection.locked(until: end, now: clock.now)
        }
        return credentials
    }

    /// Counts a wrong password.
    private func reject(_ caller: CallerSession) async throws -> Status {
        let time = clock.now
        guard let end = try await signIns.recordFailure(caller.account, session: caller.id, at: time) else {
            return PasswordChangeRejection.wrongPassword
        }
        return PasswordChangeRejection.locked(until: end, now: time)
    }

    /// Stores a new hash.
    /// - Returns: false, and nothing is stored, when the stored password was replaced meanwhile.
    private func store(
        _ hash: PasswordHash,
        in credentials: Credentials,
        by caller: CallerSession,
        key: IdempotencyKey?
    ) async throws -> Bool {
        let time = clock.now
        return try await signIns.database.transaction { connection in
            switch try await signIns.recordSuccess(credentials, at: time, in: connection) {
            case .recorded: break
            case .replaced: return false
            case .locked(let end): throw PasswordChangeRejection.locked(until: end, now: time)
            }
            try await connection.pipeline([
                """
                UPDATE accounts SET password_hash = \(hash.description), password_changed_at = \(time),
                    password_change_hash = \(key?.hash)
                WHERE id = \(caller.account)
                """,
                AccountMail.voidingLinks(of: caller.account, at: time),
                AuditLog.record(.passwordChanged, account: caller.account, session: caller.id, at: time),
                AccountMail.insertion(.passwordChanged, to: caller.account, at: time),
            ])
            try await AccountNotice.write(.passwordChanged, to: caller.account, at: time, in: connection)
            try await sessions.endOthers(than: caller, at: time, in: connection)
            return true
        }
    }
}
