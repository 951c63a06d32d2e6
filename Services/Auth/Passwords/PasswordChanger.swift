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

    let passwords: PasswordCheck
    let sessions: SessionStore

    private var signIns: SignInStore { passwords.signIns }
    private var hasher: PasswordHasher { passwords.hasher }
    private var clock: any WallClock { passwords.clock }

    /// Replaces the password and ends all sessions but the caller's.
    /// - Parameters:
    ///   - key: What the change is known by when it is repeated: then it has no effect.
    ///   - network: The network of the client; nil for an unknown one.
    /// - Throws: INVALID_ARGUMENT for a wrong current password, which counts as a failed sign-in; FAILED_PRECONDITION while the
    ///   account is locked, or without a recent proof with a second factor where there is one; ABORTED for a key that another change
    ///   came with; RESOURCE_EXHAUSTED when too many passwords are being hashed; UNAUTHENTICATED when the session has ended.
    func change(
        _ change: PasswordChange,
        by caller: CallerSession,
        key: IdempotencyKey?,
        for network: String?
    ) async throws {
        while true {
            if let key, try await wasMade(change, with: key, by: caller, for: network) { return }
            let credentials = try await passwords.credentials(of: caller)
            guard try await hasher.verify(change.currentPassword, against: credentials.passwordHash, for: network)
            else {
                // The same change, sent twice, may have been made since it was looked for.
                if let key, try await wasMade(change, with: key, by: caller, for: network) { return }
                throw try await passwords.reject(caller)
            }
            try await passwords.requireUnlocked(caller.account)
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
            try await StepUp.requireFactor(caller, at: time, in: connection)
            switch try await signIns.recordSuccess(credentials, at: time, in: connection) {
            case .recorded: break
            case .replaced: return false
            case .locked(let end): throw PasswordRejection.locked(until: end, now: time)
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
