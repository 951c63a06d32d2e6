import Foundation
import Foundations
import Postgres
import RPC
import ServiceKit

/// Closes and reopens accounts.
struct AccountCloser: Sendable {
    /// Throws while a user has something open, such as an order, that has to be finished before the account is closed.
    typealias Obstacle = @Sendable (_ account: UUID) async throws -> Void

    let signIns: SignInStore
    let sessions: SessionStore
    let hasher: PasswordHasher
    let passwords: PasswordChanger
    /// Asked before an account is closed. No service has anything to finish yet.
    var obstacles: [Obstacle] = []
    let clock: any WallClock

    // MARK: Closing

    /// Closes the caller's account and ends all its sessions.
    /// - Parameter network: The network of the client; nil for an unknown one.
    /// - Returns: Until when it can be reopened.
    /// - Throws: As ``PasswordChanger/change(_:by:key:for:)``, and what an obstacle throws.
    func close(_ request: Closing, by caller: CallerSession, for network: String?) async throws -> Date {
        while true {
            if let closure = try await signIns.credentials(of: caller.account)?.closure { return closure.eraseAt }
            let credentials = try await passwords.check(request.currentPassword, of: caller, for: network)
            guard credentials.username.lowercased() == request.username.lowercased() else {
                throw Status.invalid([.init("username", .auth.confirmUsername)])
            }
            for obstacle in obstacles { try await obstacle(caller.account) }
            // Once more when the password was replaced while it was checked.
            if let end = try await store(credentials) { return end }
        }
    }

    /// - Returns: Until when the account can be reopened; nil when the password was replaced meanwhile.
    private func store(_ credentials: Credentials) async throws -> Date? {
        let (time, account) = (clock.now, credentials.account)
        let end = AccountClosure.end(after: time)
        return try await sessions.database.transaction { connection in
            switch try await signIns.recordSuccess(credentials, at: time, in: connection) {
            case .recorded: break
            case .replaced: return nil
            case .locked(let end): throw PasswordChangeRejection.locked(until: end, now: time)
            }
            try await connection.pipeline([
                "UPDATE accounts SET closed_at = \(time), erase_at = \(end) WHERE id = \(account)",
                AccountMail.voidingLinks(of: account, at: time),
                AuditLog.record(.closed, account: account, at: time),
                AccountMail.insertion(.accountClosed, to: account, at: time),
            ])
            try await sessions.endAll(of: account, at: time, in: connection)
            return end
        }
    }

    // MARK: Reopening

    /// Reopens the account of a name; an open one stays so.
    /// - Throws: As signing in does, and like a wrong password once the account can no longer be reopened.
    func reopen(_ attempt: SignInAttempt, for network: String?) async throws {
        while true {
            let credentials = try await signIns.credentials(for: attempt.name, at: clock.now)
            if let end = credentials?.lockedUntil, end > clock.now {
                throw SignInRejection.locked(until: end, now: clock.now)
            }
            let isRight = try await hasher.verify(attempt.password, against: credentials?.passwordHash, for: network)
            guard let credentials else { throw SignInRejection.wrongCredentials }
            guard isRight else { throw try await reject(credentials) }
            guard let closure = credentials.closure else { return }
            guard closure.eraseAt > clock.now else { throw SignInRejection.wrongCredentials }
            // Once more when the password was replaced, or the account reopened, while the password was checked.
            if try await reopen(credentials) { return }
        }
    }

    private func reject(_ credentials: Credentials) async throws -> Status {
        let time = clock.now
        guard let end = try await signIns.recordFailure(credentials.account, at: time) else {
            return SignInRejection.wrongCredentials
        }
        return SignInRejection.locked(until: end, now: time)
    }

    private func reopen(_ credentials: Credentials) async throws -> Bool {
        let time = clock.now
        return try await sessions.database.transaction { connection in
            let count = try await connection.execute(
                """
                UPDATE accounts SET closed_at = NULL, erase_at = NULL, failed_sign_ins = 0, locked_until = NULL
                WHERE id = \(credentials.account) AND password_hash = \(credentials.passwordHash.description)
                    AND erase_at > \(time) AND (locked_until IS NULL OR locked_until <= \(time))
                """
            )
            guard count == 1 else { return false }
            try await connection.execute(AuditLog.record(.reopened, account: credentials.account, at: time))
            return true
        }
    }
}
